package dev.tenon.core.permission;

import dev.tenon.core.permission.command.Word;
import dev.tenon.core.workspace.path.ForbiddenPaths;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// All rules in force for a project, ready to be asked. Deny outranks ask, and ask outranks allow,
/// in whatever order they stand. Immutable.
public final class Rules {
  /// No rules at all.
  public static final Rules NONE = new Rules(List.of(), Path.of("/"), Path.of("/"));

  private final List<Rule> all;
  private final Path root;
  private final Path userHome;
  private final List<ForPaths> paths = new ArrayList<>();
  private final List<ForCommands> commands = new ArrayList<>();
  private final List<ForHosts> hosts = new ArrayList<>();
  private final List<ForOutside> outside = new ArrayList<>();
  private final List<ForCommands> online = new ArrayList<>();
  private final TextRules texts = new TextRules();

  /// What a path is wanted for.
  public enum Use {
    READ,
    WRITE
  }

  private record ForPaths(Rule rule, @Nullable PathPattern pattern) {
    boolean speaksOf(String tool, Use use) {
      return switch (rule.subject()) {
        // What may not be read may not be changed unread either.
        case Rule.READ -> use == Use.READ || rule.effect() == Verdict.DENY;
        case Rule.WRITE -> use == Use.WRITE;
        default -> rule.subject().equals(tool);
      };
    }
  }

  private record ForCommands(Rule rule, @Nullable CommandPattern pattern) {
    boolean speaksOf(String tool) {
      return rule.subject().equals(Rule.BASH)
          || rule.subject().equals(Rule.TEXT)
          || rule.subject().equals(tool);
    }
  }

  private record ForHosts(Rule rule, @Nullable HostPattern pattern) {
    boolean speaksOf(String tool) {
      return rule.subject().equals(Rule.CONNECT) || rule.subject().equals(tool);
    }

    boolean isAboutEveryHost() {
      return pattern == null || pattern.isAboutEveryHost();
    }

    boolean matches(String host, int port) {
      return pattern == null || pattern.matches(host, port);
    }

    boolean mayMean(String word) {
      return pattern == null || pattern.mayMean(word);
    }
  }

  private record ForOutside(Rule rule, @Nullable OutsidePattern pattern) {
    boolean hits(String tool, Access.Outside call) {
      if (!rule.subject().equals(Rule.MCP)) {
        return rule.subject().equals(tool)
            || (rule.effect() == Verdict.ALLOW
                ? OutsidePattern.isSpelled(rule.subject(), call)
                : OutsidePattern.maySpell(rule.subject(), call));
      }
      return pattern == null
          || (rule.effect() == Verdict.ALLOW ? pattern.allows(call) : pattern.meets(call));
    }
  }

  private Rules(List<Rule> all, Path root, Path userHome) {
    this.all = List.copyOf(all);
    this.root = root;
    this.userHome = userHome;
    for (Rule rule : all) {
      try {
        compile(rule);
      } catch (RuleException impossible) {
        throw new IllegalArgumentException(impossible.getMessage(), impossible);
      }
    }
  }

  /// @param root the project's real path, to which globs are relative
  /// @param userHome what `~` means
  public static Rules of(List<Rule> all, Path root, Path userHome) {
    return new Rules(all, root, userHome);
  }

  /// These rules and more.
  public Rules with(List<Rule> more) {
    if (more.isEmpty()) {
      return this;
    }
    var both = new ArrayList<>(all);
    both.addAll(more);
    return new Rules(both, root, userHome);
  }

  static void check(Rule rule) throws RuleException {
    new Rules(List.of(), Path.of("/"), Path.of("/")).compile(rule);
  }

  private void compile(Rule rule) throws RuleException {
    boolean whole = rule.pattern().isEmpty();
    boolean tool = !Rule.isKind(rule.subject());
    String subject = rule.subject();
    if (tool || subject.equals(Rule.READ) || subject.equals(Rule.WRITE)) {
      paths.add(new ForPaths(rule, whole ? null : PathPattern.of(rule.pattern(), root, userHome)));
    }
    if (subject.equals(Rule.NETWORK)) {
      online.add(new ForCommands(rule, whole ? null : CommandPattern.of(rule.pattern())));
    }
    if (tool || subject.equals(Rule.BASH)) {
      commands.add(new ForCommands(rule, whole ? null : CommandPattern.of(rule.pattern())));
    }
    if (subject.equals(Rule.TEXT)) {
      texts.add(rule);
      try {
        // As a beginning of words it finds options elsewhere, and programs in folders.
        commands.add(new ForCommands(rule, CommandPattern.of(rule.pattern())));
      } catch (RuleException noWords) {
        // It is a text only.
      }
    }
    if (subject.equals(Rule.MCP) || (tool && whole)) {
      outside.add(new ForOutside(rule, whole ? null : OutsidePattern.of(rule.pattern())));
    }
    if (subject.equals(Rule.CONNECT) || (tool && (whole || !rule.pattern().contains("/")))) {
      try {
        hosts.add(new ForHosts(rule, whole ? null : HostPattern.of(rule.pattern())));
      } catch (RuleException noHost) {
        if (!tool) {
          throw noHost;
        }
        // A tool's pattern may be a path or a command as well.
      }
    }
  }

  public List<Rule> all() {
    return all;
  }

  public boolean isEmpty() {
    return all.isEmpty();
  }

  /// Whether a rule asks or denies anything that a command could do unseen. What rules say of every
  /// host is for tools that connect; for commands it is advice.
  boolean restrict() {
    for (Rule rule : all) {
      if (rule.effect() != Verdict.ALLOW && !isAboutEveryHost(rule)) {
        return true;
      }
    }
    return false;
  }

  private boolean isAboutEveryHost(Rule rule) {
    return rule.subject().equals(Rule.CONNECT)
        && hosts.stream().anyMatch(each -> each.isAboutEveryHost() && each.rule.equals(rule));
  }

  /// Whether a rule asks or denies commands of the tool.
  boolean anyForCommands(String tool) {
    for (ForCommands each : commands) {
      if (each.rule.effect() != Verdict.ALLOW && each.speaksOf(tool)) {
        return true;
      }
    }
    return !texts.isEmpty();
  }

  /// Whether a rule about commands of the tool needs their text: it asks, or speaks of arguments.
  /// No wall can hold commands to that.
  boolean anyForTexts(String tool) {
    for (ForCommands each : commands) {
      boolean program =
          each.rule.effect() == Verdict.DENY
              && each.pattern != null
              && each.pattern.program().isPresent();
      if (each.rule.effect() != Verdict.ALLOW && each.speaksOf(tool) && !program) {
        return true;
      }
    }
    return !texts.isEmpty();
  }

  /// Whether a rule of this effect speaks of files for this use.
  boolean anyForPaths(Verdict effect, String tool, Use use) {
    for (ForPaths each : paths) {
      if (each.rule.effect() == effect && each.speaksOf(tool, use)) {
        return true;
      }
    }
    return false;
  }

  /// The rule about the tool as a whole.
  Optional<Rule> tool(Verdict effect, String tool) {
    for (Rule rule : all) {
      if (rule.effect() == effect && rule.pattern().isEmpty() && rule.subject().equals(tool)) {
        return Optional.of(rule);
      }
    }
    return Optional.empty();
  }

  /// The first rule of this effect that matches one of the paths: the ways in which one file is
  /// spelled. A rule that allows has to match them all.
  Optional<Rule> path(Verdict effect, String tool, Use use, List<Path> spellings) {
    for (ForPaths each : paths) {
      if (each.rule.effect() == effect && each.speaksOf(tool, use) && hits(each, spellings)) {
        return Optional.of(each.rule);
      }
    }
    return Optional.empty();
  }

  private static boolean hits(ForPaths each, List<Path> spellings) {
    PathPattern pattern = each.pattern;
    if (pattern == null) {
      return true;
    }
    boolean allow = each.rule.effect() == Verdict.ALLOW;
    for (Path spelling : spellings) {
      boolean hit = allow ? pattern.matches(spelling) : pattern.covers(spelling);
      if (hit != allow) {
        return hit;
      }
    }
    return allow && !spellings.isEmpty();
  }

  /// The first rule of this effect that a path with wildcards or expansions in it may run into.
  Optional<Rule> mayMeet(Verdict effect, String tool, Use use, String path) {
    for (ForPaths each : paths) {
      if (each.rule.effect() == effect
          && each.speaksOf(tool, use)
          && (each.pattern == null || each.pattern.mayCover(path))) {
        return Optional.of(each.rule);
      }
    }
    return Optional.empty();
  }

  /// The files whose reading by the tool rules want asked. A rule about every file is not among
  /// them: it is asked before the tool runs.
  AskedPaths askedReads(String tool) {
    if (!anyForPaths(Verdict.ASK, tool, Use.READ)) {
      return AskedPaths.NONE;
    }
    var rules = new ArrayList<Rule>();
    var patterns = new ArrayList<PathPattern>();
    for (ForPaths each : paths) {
      if (each.rule.effect() == Verdict.ASK
          && each.speaksOf(tool, Use.READ)
          && each.pattern != null) {
        rules.add(each.rule);
        patterns.add(each.pattern);
      }
    }
    return new AskedPaths(rules, patterns);
  }

  /// The rule that allows a command with these words.
  Optional<Rule> allowing(String tool, List<Word> words) {
    for (ForCommands each : commands) {
      if (each.rule.effect() == Verdict.ALLOW
          && each.speaksOf(tool)
          && (each.pattern == null || each.pattern.allows(words))) {
        return Optional.of(each.rule);
      }
    }
    return Optional.empty();
  }

  /// The rule that lets a command with these words have the network.
  Optional<Rule> online(List<Word> words) {
    for (ForCommands each : online) {
      if (each.rule.effect() == Verdict.ALLOW
          && (each.pattern == null || each.pattern.allows(words))) {
        return Optional.of(each.rule);
      }
    }
    return Optional.empty();
  }

  /// The rule of this effect that keeps the network from a command with these words, or may.
  Optional<Rule> offline(Verdict effect, List<Word> words) {
    for (ForCommands each : online) {
      if (each.rule.effect() == effect
          && (each.pattern == null || each.pattern.meets(words) != CommandPattern.Match.NO)) {
        return Optional.of(each.rule);
      }
    }
    return Optional.empty();
  }

  /// The folders that rules open to commands beyond the roots: `write(~/.m2/**)`.
  List<Path> openFolders() {
    var folders = new ArrayList<Path>();
    for (ForPaths each : paths) {
      if (each.rule.effect() == Verdict.ALLOW
          && each.rule.subject().equals(Rule.WRITE)
          && each.pattern != null) {
        each.pattern.wholeFolder().ifPresent(folders::add);
      }
    }
    return folders;
  }

  /// How a rule that asks or denies speaks of a command.
  record Met(Rule rule, CommandPattern.Match match) {}

  /// The rule of this effect that speaks of the command most surely.
  Optional<Met> meeting(Verdict effect, String tool, List<Word> words) {
    Met maybe = null;
    for (ForCommands each : commands) {
      if (each.rule.effect() != effect || !each.speaksOf(tool)) {
        continue;
      }
      CommandPattern.Match match =
          each.pattern == null ? CommandPattern.Match.YES : each.pattern.meets(words);
      if (match == CommandPattern.Match.YES) {
        return Optional.of(new Met(each.rule, match));
      }
      if (match == CommandPattern.Match.MAYBE && maybe == null) {
        maybe = new Met(each.rule, match);
      }
    }
    return Optional.ofNullable(maybe);
  }

  /// Those about how commands are written.
  TextRules texts() {
    return texts;
  }

  private Optional<Rule> host(Verdict effect, String tool, Predicate<ForHosts> meant) {
    for (ForHosts each : hosts) {
      if (each.rule.effect() == effect && each.speaksOf(tool) && meant.test(each)) {
        return Optional.of(each.rule);
      }
    }
    return Optional.empty();
  }

  /// The rule of this effect for a connection.
  Optional<Rule> connection(Verdict effect, String tool, Access.Connect to) {
    return host(effect, tool, each -> each.matches(to.host(), to.port()));
  }

  /// The rule of this effect, to ask or to deny, for the host that a word of a command seems to
  /// name; none that speaks of every host, since almost any word seems to be one.
  Optional<Rule> hostInWord(Verdict effect, String tool, String word) {
    return host(effect, tool, each -> !each.isAboutEveryHost() && each.mayMean(word));
  }

  /// The rule of this effect, to ask or to deny, for a host that a command surely connects to.
  Optional<Rule> hostOfCommand(Verdict effect, String tool, String word) {
    return host(effect, tool, each -> each.mayMean(word));
  }

  /// Whether a rule of this effect speaks of every host there is.
  boolean anyForEveryHost(Verdict effect, String tool) {
    return host(effect, tool, ForHosts::isAboutEveryHost).isPresent();
  }

  /// The rule of this effect for a call to a tool outside.
  Optional<Rule> outside(Verdict effect, String tool, Access.Outside call) {
    for (ForOutside each : outside) {
      if (each.rule.effect() == effect && each.hits(tool, call)) {
        return Optional.of(each.rule);
      }
    }
    return Optional.empty();
  }

  /// Whether the user names this very host with its port: a rule `connect(HOST:PORT)` that allows,
  /// without a wildcard for the host, and none that denies. Only then may a connection lead to a
  /// private address. An answer to a question counts only where the question showed where it leads:
  /// of a name, others may say so later.
  public boolean names(String host, int port) {
    var to = new Access.Connect(host, port);
    if (!to.isPossible() || connection(Verdict.DENY, Rule.CONNECT, to).isPresent()) {
      return false;
    }
    for (ForHosts each : hosts) {
      HostPattern pattern = each.pattern;
      if (pattern == null
          || each.rule.effect() != Verdict.ALLOW
          || !each.rule.subject().equals(Rule.CONNECT)
          || !pattern.names(to.host(), port)) {
        continue;
      }
      boolean named =
          switch (each.rule.source().kind()) {
            case USER -> true;
            case REMEMBERED, SESSION -> pattern.leadsWhereItSays();
            case BUILTIN, PROJECT -> false;
          };
      if (named) {
        return true;
      }
    }
    return false;
  }

  /// The globs that no tool may read below. An operating system's sandbox should bar them too.
  public List<PathPattern> deniedPaths() {
    return denied(Rule.READ);
  }

  /// The globs that no tool may write below, beyond [#deniedPaths].
  public List<PathPattern> sealedPaths() {
    return denied(Rule.WRITE);
  }

  /// A program that no command may run, whatever its arguments.
  ///
  /// @param word its name, in which `*` stands for anything, or its path
  public record DeniedProgram(String word, Rule rule) {}

  /// The programs that rules deny as a whole. An operating system's sandbox should close them: a
  /// program that another one runs is in no text. Rules of several words are not among them.
  public List<DeniedProgram> deniedPrograms() {
    var programs = new ArrayList<DeniedProgram>();
    for (ForCommands each : commands) {
      CommandPattern pattern = each.pattern;
      if (each.rule.effect() == Verdict.DENY
          && each.speaksOf(Rule.BASH)
          && pattern != null
          && pattern.program().isPresent()) {
        programs.add(new DeniedProgram(pattern.program().get(), each.rule));
      }
    }
    return programs;
  }

  private List<PathPattern> denied(String subject) {
    var patterns = new ArrayList<PathPattern>();
    for (ForPaths each : paths) {
      if (each.rule.effect() == Verdict.DENY
          && each.rule.subject().equals(subject)
          && each.pattern != null) {
        patterns.add(each.pattern);
      }
    }
    return patterns;
  }

  /// What the workspace keeps from every tool; [ForbiddenPaths#NOTHING] when no path is denied.
  public ForbiddenPaths forbidden() {
    List<PathPattern> hidden = deniedPaths();
    List<PathPattern> sealed = sealedPaths();
    if (hidden.isEmpty() && sealed.isEmpty()) {
      return ForbiddenPaths.NOTHING;
    }
    return new ForbiddenPaths() {
      @Override
      public @Nullable String reading(Path path) {
        return rule("read", hidden, path);
      }

      @Override
      public @Nullable String writing(Path path) {
        String unreadable = reading(path);
        return unreadable == null ? rule("write", sealed, path) : unreadable;
      }
    };
  }

  private static @Nullable String rule(String subject, List<PathPattern> patterns, Path path) {
    for (PathPattern pattern : patterns) {
      if (pattern.covers(path)) {
        return "deny " + subject + "(" + pattern + ")";
      }
    }
    return null;
  }
}
