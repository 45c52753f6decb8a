package dev.tenon.core.permission;

import dev.tenon.core.exec.shell.Need;
import dev.tenon.core.exec.shell.Reach;
import dev.tenon.core.http.guard.AddressGuard;
import dev.tenon.core.permission.command.Word;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// The policy of a [Mode] with the rules of a [RuleBook]. Deny outranks everything, and a rule that
/// asks outranks one that allows. Commands that destroy a machine are refused in every mode.
public final class ModePolicy implements Policy {
  private static final int MOST_OFFERS = 4;
  private static final String BELOW = "/**";

  /// What a pattern, or a list of rules, reads otherwise than a file's name has it.
  private static final Pattern NO_NAME = Pattern.compile("[*?\\[{\\\\;\\p{Cntrl}]");

  private static final Enforcement UNASKED = new Enforcement.None("it does not matter here");

  private final Mode mode;
  private final RuleBook book;
  private final ProtectedPaths paths;
  private final Supplier<Enforcement> enforcement;

  /// The mode alone, without rules.
  public ModePolicy(Mode mode) {
    this(mode, RuleBook.empty(), ProtectedPaths.NOWHERE, new Enforcement.None("none was set up"));
  }

  public ModePolicy(Mode mode, RuleBook book, ProtectedPaths paths, Enforcement enforcement) {
    this(mode, book, paths, () -> enforcement);
  }

  /// @param enforcement whether the operating system keeps commands inside the roots; asked only
  ///   when that decides
  public ModePolicy(
      Mode mode, RuleBook book, ProtectedPaths paths, Supplier<Enforcement> enforcement) {
    this.mode = mode;
    this.book = book;
    this.paths = paths;
    this.enforcement = enforcement;
  }

  @Override
  public Decision decide(String tool) {
    Rules rules = book.configured();
    if (rules.isEmpty()) {
      return Decision.Allow.VALUE;
    }
    Optional<Rule> denied = rules.tool(Verdict.DENY, tool);
    return denied.isPresent()
        ? new Decision.Deny(
            "the tool " + tool + " is closed by the rule " + denied.get().describe(),
            denied.get().describe(),
            List.of())
        : Decision.Allow.VALUE;
  }

  @Override
  public Decision decide(String tool, Access access) {
    Decision decision = judge(tool, access);
    return decision instanceof Decision.Ask ask && book.answered(tool, access)
        ? new Decision.Allow(
            "you allowed it for this session", ask.parts(), ask.reach(), Decision.By.TEXT)
        : decision;
  }

  private Decision judge(String tool, Access access) {
    if (access instanceof Access.Read read) {
      return book.configured().isEmpty() ? Decision.Allow.VALUE : read(tool, read);
    }
    // Not a switch over types: its first use makes classes, which start-up would pay for.
    if (access instanceof Access.Write write) {
      return write(tool, write);
    }
    if (access instanceof Access.Execute execute) {
      return execute(tool, execute);
    }
    if (access instanceof Access.Delegate delegate) {
      return delegate.in(mode);
    }
    return access instanceof Access.Outside outside
        ? outside(tool, outside)
        : connect(tool, (Access.Connect) access);
  }

  /// For what no wall decides.
  private PolicyContext context() {
    return new PolicyContext(mode, book.rules(), paths, UNASKED);
  }

  private PolicyContext contextOfCommands() {
    Rules rules = book.rules();
    boolean decides = mode != Mode.FULL || rules.restrict();
    return new PolicyContext(mode, rules, paths, decides ? enforcement.get() : UNASKED);
  }

  // Files.

  private Decision read(String tool, Access.Read read) {
    List<Path> spellings = spellings(read.path());
    Rules rules = book.configured();
    Optional<Rule> denied = rules.path(Verdict.DENY, tool, Rules.Use.READ, spellings);
    if (denied.isPresent()) {
      return deny(read, denied.get());
    }
    Optional<Rule> asked = rules.path(Verdict.ASK, tool, Rules.Use.READ, spellings);
    return asked.isPresent() ? askByRule(read, asked.get()) : Decision.Allow.VALUE;
  }

  @Override
  public AskedPaths askedReads(String tool) {
    Rules rules = book.configured();
    return rules.isEmpty() ? AskedPaths.NONE : rules.askedReads(tool);
  }

  private Decision write(String tool, Access.Write write) {
    List<Path> spellings = spellings(write.path());
    PolicyContext context = context();
    Rules rules = context.rules();
    Optional<Rule> denied = rules.path(Verdict.DENY, tool, Rules.Use.WRITE, spellings);
    if (denied.isPresent()) {
      return deny(write, denied.get());
    }
    if (paths.isState(spellings)) {
      return new Decision.Deny(
          "cannot " + write.describe() + ": Tenon's own state is not for tools",
          "Tenon's own state is not for tools",
          List.of());
    }
    Optional<Rule> asked = rules.path(Verdict.ASK, tool, Rules.Use.WRITE, spellings);
    if (asked.isPresent()) {
      return askByRule(write, asked.get());
    }
    if (mode == Mode.PLAN) {
      return new Decision.Deny(
          "mode plan is read-only; cannot " + write.describe(), context.editsBecause(), List.of());
    }
    Optional<Rule> allowed = rules.path(Verdict.ALLOW, tool, Rules.Use.WRITE, spellings);
    if (allowed.isPresent()) {
      return new Decision.Allow(allowed.get().describe(), List.of());
    }
    boolean delicate = paths.isDelicate(spellings) && mode != Mode.FULL;
    Verdict verdict = delicate ? Verdict.ASK : context.edits();
    if (verdict == Verdict.ALLOW) {
      return new Decision.Allow(context.editsBecause(), List.of());
    }
    return ask(
        write,
        delicate ? "it changes what programs do later" : context.editsBecause(),
        offers(folderGlob(write.path(), delicate)),
        List.of(),
        delicate ? "full" : "edit");
  }

  /// The rule that lets this be written; none if its path would mean more as a pattern than it does
  /// as a name.
  private static List<Rule> offers(String glob) {
    String name = glob.endsWith(BELOW) ? glob.substring(0, glob.length() - BELOW.length()) : glob;
    return NO_NAME.matcher(name).find() ? List.of() : List.of(rule(Rule.WRITE, glob));
  }

  /// All below the file's folder; for what is delicate, the file alone.
  private String folderGlob(String path, boolean delicate) {
    String plain = path.strip();
    Path start = paths.start();
    if (plain.startsWith(start + "/")) {
      plain = plain.substring(start.toString().length() + 1);
    }
    int slash = plain.lastIndexOf('/');
    return delicate || slash <= 0 ? "./" + plain : plain.substring(0, slash) + BELOW;
  }

  /// A path may be followed by what to read of it, which is no part of the file's name.
  private List<Path> spellings(String path) {
    var all = new ArrayList<Path>();
    String text = path.strip();
    boolean home = text.equals("~") || text.startsWith("~/");
    String expanded = home ? paths.userHome() + text.substring(1) : text;
    paths.spellings(paths.start(), expanded).ifPresent(all::addAll);
    for (int colon = expanded.indexOf(':'); colon > 0; colon = expanded.indexOf(':', colon + 1)) {
      paths.spellings(paths.start(), expanded.substring(0, colon)).ifPresent(all::addAll);
    }
    return all;
  }

  private Decision connect(String tool, Access.Connect connect) {
    Rules rules = book.rules();
    if (!connect.isPossible()) {
      return new Decision.Deny(
          "cannot " + connect.describe() + ": there can be no such host and port",
          "there can be no such host and port",
          List.of());
    }
    Optional<Rule> denied = rules.connection(Verdict.DENY, tool, connect);
    if (denied.isPresent()) {
      return deny(connect, denied.get());
    }
    Optional<Rule> asked = rules.connection(Verdict.ASK, tool, connect);
    if (asked.isPresent()) {
      return askByRule(connect, asked.get());
    }
    if (mode == Mode.PLAN) {
      return new Decision.Deny(
          "mode plan is read-only; cannot " + connect.describe(),
          "mode plan is read-only",
          List.of());
    }
    Optional<Rule> allowed = rules.connection(Verdict.ALLOW, tool, connect);
    if (allowed.isPresent()) {
      return new Decision.Allow(allowed.get().describe(), List.of());
    }
    return mode == Mode.FULL
        ? new Decision.Allow("mode full asks nothing", List.of())
        : ask(
            connect,
            "mode " + mode.label() + " asks before connecting",
            List.of(rule(Rule.CONNECT, connect.address())),
            List.of(),
            // No mode opens what the guard of addresses closes.
            AddressGuard.closes(connect.host()) ? "" : "full");
  }

  private Decision outside(String tool, Access.Outside outside) {
    Rules rules = book.rules();
    Optional<Rule> denied = rules.outside(Verdict.DENY, tool, outside);
    if (denied.isPresent()) {
      return deny(outside, denied.get());
    }
    Optional<Rule> asked = rules.outside(Verdict.ASK, tool, outside);
    if (asked.isPresent()) {
      return askByRule(outside, asked.get());
    }
    Optional<Rule> allowed = rules.outside(Verdict.ALLOW, tool, outside);
    if (allowed.isPresent()) {
      return new Decision.Allow(allowed.get().describe(), List.of());
    }
    if (mode == Mode.PLAN && outside.effect() == Access.Outside.Effect.CHANGES) {
      return new Decision.Deny(
          "mode plan is read-only; cannot "
              + outside.describe()
              + ", of which only its server knows what it does: allow mcp(%s)"
                  .formatted(outside.name()),
          "mode plan is read-only",
          List.of());
    }
    if (mode == Mode.FULL) {
      return new Decision.Allow("mode full asks nothing", List.of());
    }
    var offers = new ArrayList<Rule>();
    OutsidePattern.exactly(outside).ifPresent(pattern -> offers.add(rule(Rule.MCP, pattern)));
    return ask(
        outside,
        "mode " + mode.label() + " asks before calls to tools outside",
        offers,
        List.of(),
        "full");
  }

  // Commands.

  private Decision execute(String tool, Access.Execute execute) {
    PolicyContext context = contextOfCommands();
    CommandJudge.Judged judged = new CommandJudge(context, tool, execute).judge();
    if (judged.danger().isPresent()) {
      return new Decision.Deny(
          "the command was refused: " + judged.danger().get() + ". Run it yourself if you mean it",
          "the deny-list: " + judged.danger().get(),
          judged.parts());
    }
    CommandPart strictest = strictest(judged.parts());
    boolean opening = execute.need().isPresent() && !(execute.need().get() instanceof Need.Writing);
    if (opening && strictest.verdict() != Verdict.DENY) {
      // It has been allowed to run already; what is left is the opening.
      return opened(execute, context, judged);
    }
    return switch (strictest.verdict()) {
      case ALLOW -> allowed(execute, context, judged, strictest);
      case DENY ->
          new Decision.Deny(refusal(execute, strictest), strictest.because(), judged.parts());
      case ASK -> {
        List<Rule> offers = new ArrayList<>();
        if (judged.prefixes().size() <= MOST_OFFERS) {
          judged.prefixes().forEach(prefix -> offers.add(rule(Rule.BASH, prefix)));
        }
        Optional<Rule> wanted = strictest.rule().filter(rule -> rule.effect() != Verdict.ALLOW);
        if (wanted.isPresent()) {
          yield new Decision.Ask(
              execute.describe(),
              "the rule " + wanted.get().describe() + " wants it asked; only changing it helps",
              strictest.because(),
              List.of(),
              judged.parts(),
              reach(context, judged));
        }
        boolean walled = context.sandboxed() && mode.compareTo(Mode.AUTO) < 0;
        yield ask(
                execute,
                strictest.because(),
                offers,
                judged.parts(),
                walled ? "auto" : "full",
                judged.exact())
            .reaching(reach(context, judged));
      }
    };
  }

  @Override
  public boolean keepsOffline(String tool, Access.Execute command) {
    return new CommandJudge(contextOfCommands(), tool, command).judge().offline().isPresent();
  }

  /// How far a command gets that does more than read.
  private Reach reach(PolicyContext context, CommandJudge.Judged judged) {
    var folders = new ArrayList<Path>();
    for (Path folder : context.rules().openFolders()) {
      if (!paths.isState(List.of(folder))) {
        folders.add(folder);
      }
    }
    Reach reach = Reach.USUAL.withFolders(folders);
    return judged.online() && judged.offline().isEmpty() ? reach.withNetwork() : reach;
  }

  /// A command that the mode and the rules allow.
  private Decision allowed(
      Access.Execute execute,
      PolicyContext context,
      CommandJudge.Judged judged,
      CommandPart strictest) {
    if (mode == Mode.PLAN && execute.need().isPresent()) {
      return readOnly(execute, judged);
    }
    boolean looks = context.sandboxed() && (mode == Mode.PLAN || judged.looking());
    return new Decision.Allow(
        strictest.because(),
        judged.parts(),
        looks ? Reach.LOOKING : reach(context, judged),
        looks ? Decision.By.WALL : context.by());
  }

  private static Decision readOnly(Access.Execute execute, CommandJudge.Judged judged) {
    return new Decision.Deny(
        "mode plan is read-only, and the command wanted more: it "
            + execute.need().map(Need::describe).orElse("changes files")
            + ". With sandbox.plan: copy, commands of mode plan can write to a copy",
        "mode plan is read-only",
        judged.parts());
  }

  /// A command that needs an opening in the wall.
  private Decision opened(
      Access.Execute execute, PolicyContext context, CommandJudge.Judged judged) {
    if (mode == Mode.PLAN) {
      return readOnly(execute, judged);
    }
    Reach reach = reach(context, judged);
    return execute.need().orElseThrow() instanceof Need.Folder wanted
        ? folder(execute, judged, reach, wanted.folder())
        : network(execute, judged, reach);
  }

  private Decision network(Access.Execute execute, CommandJudge.Judged judged, Reach reach) {
    Optional<Rule> offline = judged.offline();
    if (offline.isPresent() && offline.get().effect() == Verdict.DENY) {
      return deny(execute, offline.get());
    }
    if (reach.network() == Reach.Network.ALL) {
      return new Decision.Allow(
          "rules give it the network", judged.parts(), reach, Decision.By.TEXT);
    }
    var offers = new ArrayList<Rule>();
    List<String> patterns = judged.prefixes();
    if (offline.isEmpty() && patterns.size() <= MOST_OFFERS) {
      patterns.forEach(pattern -> offers.add(rule(Rule.NETWORK, pattern)));
    }
    return ask(execute, "the sandbox has no network", offers, judged.parts(), "full")
        .reaching(reach.withNetwork());
  }

  private Decision folder(
      Access.Execute execute, CommandJudge.Judged judged, Reach reach, Path folder) {
    List<Path> spellings = spellings(folder.toString());
    Optional<Rule> denied = book.rules().path(Verdict.DENY, Rule.BASH, Rules.Use.WRITE, spellings);
    if (denied.isPresent()) {
      return deny(execute, denied.get());
    }
    if (paths.isState(spellings)) {
      return new Decision.Deny(
          "cannot " + execute.describe() + ": Tenon's own state is not for tools",
          "Tenon's own state is not for tools",
          judged.parts());
    }
    return ask(
            execute,
            "the sandbox keeps " + folder + " read-only",
            offers(folder + BELOW),
            judged.parts(),
            "full")
        .reaching(reach.withFolders(List.of(folder)));
  }

  private static CommandPart strictest(List<CommandPart> parts) {
    CommandPart strictest = parts.getFirst();
    for (CommandPart part : parts) {
      if (part.verdict().compareTo(strictest.verdict()) > 0) {
        strictest = part;
      }
    }
    return strictest;
  }

  private String refusal(Access.Execute execute, CommandPart part) {
    String what = part.text().isEmpty() ? execute.command() : part.text();
    String start = mode == Mode.PLAN && part.rule().isEmpty() ? "mode plan is read-only; " : "";
    return start + "cannot run " + what + ": " + part.because();
  }

  // Answers.

  private Decision deny(Access access, Rule rule) {
    return new Decision.Deny(
        "cannot " + access.describe() + ": the rule " + rule.describe() + " closes it",
        rule.describe(),
        List.of());
  }

  private Decision askByRule(Access access, Rule rule) {
    if (mode == Mode.PLAN) {
      return deny(access, rule);
    }
    return new Decision.Ask(
        access.describe(),
        "the rule " + rule.describe() + " asks each time",
        rule.describe(),
        List.of(),
        List.of());
  }

  /// @param wider the mode that would not ask; empty where none would help
  private Decision.Ask ask(
      Access access, String because, List<Rule> offers, List<CommandPart> parts, String wider) {
    return ask(access, because, offers, parts, wider, List.of());
  }

  private Decision.Ask ask(
      Access access,
      String because,
      List<Rule> offers,
      List<CommandPart> parts,
      String wider,
      List<String> exact) {
    var texts = new ArrayList<String>();
    for (Rule offer : offers) {
      texts.add(offer.text());
    }
    if (texts.isEmpty() && exact.size() <= MOST_OFFERS) {
      exact.forEach(pattern -> texts.add(rule(Rule.BASH, pattern).text()));
    }
    String mode =
        this.mode == Mode.FULL
            ? "change the rules that close it"
            : "start with --permission-mode " + wider;
    String wayOut =
        texts.isEmpty()
            ? mode + " to allow it"
            : "add "
                + String.join(" and ", texts)
                + " to permissions.allow in "
                + (paths.roots().isEmpty()
                    ? "the configuration"
                    : paths.state().resolve("config.yml"))
                + (wider.isEmpty() ? "" : ", or " + mode + ",")
                + " to allow it";
    return new Decision.Ask(access.describe(), wayOut, because, offers, parts);
  }

  private static Rule rule(String subject, String pattern) {
    return new Rule(Verdict.ALLOW, subject, Word.ofText(pattern).shown(), Rule.Source.SESSION);
  }

  @Override
  public Optional<String> allowed(
      String tool, Access access, Decision.Ask ask, Approver.Answer answer) {
    return switch (answer.kind()) {
      case SESSION -> {
        book.allowForSession(tool, access, ask.offers());
        yield Optional.empty();
      }
      case ALWAYS -> Optional.of(book.allowAlways(tool, access, ask.offers()));
      case ONCE, NO, ABSENT -> Optional.empty();
    };
  }
}
