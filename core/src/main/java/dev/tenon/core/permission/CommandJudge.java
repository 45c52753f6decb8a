package dev.tenon.core.permission;

import dev.tenon.core.exec.shell.Need;
import dev.tenon.core.permission.CommandPart.Kind;
import dev.tenon.core.permission.command.Call;
import dev.tenon.core.permission.command.Calls;
import dev.tenon.core.permission.command.DenyList;
import dev.tenon.core.permission.command.Effort;
import dev.tenon.core.permission.command.FileUses;
import dev.tenon.core.permission.command.ReadOnly;
import dev.tenon.core.permission.command.Script;
import dev.tenon.core.permission.command.SimpleCommand;
import dev.tenon.core.permission.command.Word;
import dev.tenon.core.permission.program.Variables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Judges one command line: parses it, looks at each of its parts, and lets the strictest decide.
/// One instance for one command line; it runs nothing.
final class CommandJudge {
  /// Longer lines are not judged by their text.
  static final int MOST_CHARACTERS = Effort.MOST_CHARACTERS;

  static final int MOST_STEPS = 30_000;
  private static final String TOO_LONG = "it is too long to judge, so it is asked";

  private final PolicyContext context;
  private final String tool;
  private final Access.Execute execute;
  private final WorkingFolders folders;
  private final CommandRules ruled;
  private final DenyList denyList;

  /// All work together; a decision takes a few milliseconds at most.
  private final Effort effort = new Effort(MOST_STEPS);

  private final List<CommandPart> parts = new ArrayList<>();
  private final LinkedHashSet<String> prefixes = new LinkedHashSet<>();
  private final LinkedHashSet<String> exact = new LinkedHashSet<>();

  /// What the deny-list says against it.
  private @Nullable String danger;

  /// Whether a rule could allow what was asked; one part that no rule covers is enough.
  private boolean offerable = true;

  /// Whether the prefix of each asked part may be allowed for good.
  private boolean sensible = true;

  /// Whether everything in it provably reads.
  private boolean looking = true;

  /// How many of its calls do more than read, and to how many of those rules give the network.
  private int working;

  private int online;

  /// The rule that keeps the network from a part of it.
  private @Nullable Rule offline;

  /// Whether the command at hand reads from outside of the roots by a redirect.
  private boolean readsOutside;

  /// Whether it gets a variable of which nobody knows what it does.
  private boolean oddVariable;

  CommandJudge(PolicyContext context, String tool, Access.Execute execute) {
    this.context = context;
    this.tool = tool;
    this.execute = execute;
    this.folders = new WorkingFolders(context.paths(), execute.folder(), effort);
    this.ruled = new CommandRules(context, tool, folders, effort);
    this.denyList =
        new DenyList(
            execute.command(),
            folders.start(),
            context.paths().userHome().toString(),
            execute.environment(),
            effort);
  }

  /// What came of judging.
  ///
  /// @param prefixes what rules would allow all that was asked, as patterns; empty when none should
  /// @param exact what rules would allow exactly this; empty when none could
  /// @param danger what the deny-list says against it, which no mode and no rule allows
  /// @param looking whether it provably only reads
  /// @param online whether rules give it the network
  /// @param offline the rule that keeps the network from it or wants that asked
  record Judged(
      List<CommandPart> parts,
      List<String> prefixes,
      List<String> exact,
      Optional<String> danger,
      boolean looking,
      boolean online,
      Optional<Rule> offline) {}

  Judged judge() {
    for (var variable : execute.environment().entrySet()) {
      variable(variable.getKey(), Word.ofText(variable.getValue()), true);
    }
    boolean here = execute.folder().isEmpty() || execute.folder().equals(".");
    Script script = here ? Script.of(execute.command()) : Script.elsewhere(execute.command());
    for (SimpleCommand simple : script.commands()) {
      simple(simple, 0, false);
    }
    if (script.problem().isPresent()) {
      script.suspects().forEach(suspect -> simple(suspect, 0, true));
      unknown("it cannot be parsed: " + script.problem().get());
    }
    if (execute.command().length() > MOST_CHARACTERS || effort.exhausted()) {
      unknown(TOO_LONG);
    }
    refuse(Kind.UNKNOWN, "", denyList.rest(script.problem().isEmpty() && !effort.exhausted()));
    Optional<CommandPart> whole = ruled.line(execute.command(), parts);
    whole.ifPresent(parts::addFirst);
    offerable &= whole.isEmpty();
    if (parts.isEmpty()) {
      add(Kind.COMMAND, "", Verdict.ALLOW, "it runs nothing", null);
    }
    return new Judged(
        List.copyOf(parts),
        offerable && sensible ? List.copyOf(prefixes) : List.of(),
        offerable ? List.copyOf(exact) : List.of(),
        Optional.ofNullable(danger),
        looking,
        working > 0 && online == working,
        Optional.ofNullable(offline));
  }

  /// Says no if the deny-list does.
  private boolean refuse(Kind kind, String text, Optional<String> found) {
    if (found.isEmpty()) {
      return false;
    }
    danger = found.get();
    add(kind, text, Verdict.DENY, "the deny-list: " + danger, null);
    return true;
  }

  private void add(Kind kind, String text, Verdict verdict, String because, @Nullable Rule rule) {
    looking &= kind == Kind.COMMAND || kind == Kind.READ;
    parts.add(new CommandPart(kind, text, verdict, because, Optional.ofNullable(rule)));
    if (verdict == Verdict.ASK && kind != Kind.COMMAND) {
      offerable = false;
    }
  }

  private void unknown(String problem) {
    Verdict verdict = context.risky();
    Rules rules = context.rules();
    boolean restricted = rules.anyForCommands(tool) || (!context.sandboxed() && rules.restrict());
    if (verdict == Verdict.ALLOW && restricted) {
      verdict = context.floor();
    }
    working++;
    add(Kind.UNKNOWN, "", verdict, problem, null);
    offerable = false;
  }

  /// How much work it was.
  int steps() {
    return effort.spent();
  }

  private void simple(SimpleCommand simple, int depth, boolean coveredByOuter) {
    if (!effort.spend(simple.weight())) {
      return;
    }
    boolean passedOn = !simple.words().isEmpty();
    readsOutside = false;
    oddVariable = !execute.environment().isEmpty() && !harmless(execute.environment());
    for (SimpleCommand.Assignment each : simple.assignments()) {
      variable(each.name(), each.value(), passedOn);
    }
    for (SimpleCommand.Redirect redirect : simple.redirects()) {
      redirect(redirect);
    }
    if (passedOn) {
      call(simple, Calls.of(simple, depth), depth, coveredByOuter);
    } else if (readsOutside && context.readsUnasked()) {
      add(Kind.READ, "", Verdict.ASK, "it reads outside of the roots", null);
    }
  }

  private void variable(String name, Word value, boolean passedOn) {
    boolean hidesCommand = value.text().contains("$(") || value.text().indexOf('`') >= 0;
    boolean odd = passedOn && !Variables.harmless(name);
    boolean unproven = odd && context.provesReading();
    oddVariable |= odd;
    if (Variables.steers(name) || hidesCommand || unproven) {
      String because =
          hidesCommand
              ? "the value of " + name + " holds a command"
              : "it sets " + name + ", which changes what runs";
      Verdict verdict = context.risky();
      boolean indirect = verdict == Verdict.ALLOW && ruled.evades();
      add(Kind.VARIABLE, name, indirect ? context.floor() : verdict, because, null);
    }
    folders.assigned(name);
    refuse(Kind.VARIABLE, name, denyList.variable(name, value, passedOn));
  }

  // Files.

  private void redirect(SimpleCommand.Redirect redirect) {
    switch (redirect.kind()) {
      case READ -> read(redirect.target());
      case WRITE -> write(redirect.target());
      case BOTH -> {
        read(redirect.target());
        write(redirect.target());
      }
      case DUPLICATE, TEXT -> {}
    }
  }

  private void read(Word target) {
    Optional<CommandPart> closed = ruled.closed(target, Rules.Use.READ, Kind.READ);
    if (closed.isPresent()) {
      parts.add(closed.get());
      offerable &= closed.get().verdict() != Verdict.ASK;
    } else if (folders.inside(target)) {
      return;
    } else if (context.provesReading()) {
      add(Kind.READ, target.shown(), Verdict.DENY, "mode plan reads only inside the roots", null);
    } else {
      readsOutside = true;
    }
  }

  private void write(Word target) {
    String text = target.text();
    if (WorkingFolders.isSink(text) || refuse(Kind.WRITE, target.shown(), denyList.write(target))) {
      return;
    }
    String host = WorkingFolders.socketHost(text);
    if (host != null) {
      parts.add(ruled.connection(host, text));
      looking = false;
      offerable &= parts.getLast().verdict() != Verdict.ASK;
      return;
    }
    Optional<CommandPart> closed = ruled.closed(target, Rules.Use.WRITE, Kind.WRITE);
    if (closed.isPresent() && closed.get().verdict() == Verdict.DENY) {
      parts.add(closed.get());
      return;
    }
    Optional<List<Path>> spellings = folders.spellings(target);
    if (spellings.isPresent() && context.paths().isState(spellings.get())) {
      add(Kind.WRITE, target.shown(), Verdict.DENY, "Tenon's own state is not for tools", null);
      return;
    }
    if (closed.isPresent()) {
      parts.add(closed.get());
      offerable = false;
      return;
    }
    boolean inside = spellings.isPresent() && context.paths().writable(spellings.get());
    looking = false;
    if (!inside || context.paths().isDelicate(spellings.get())) {
      denyList.plants();
    }
    if (!inside) {
      add(Kind.WRITE, target.shown(), context.risky(), "it writes outside of the roots", null);
      return;
    }
    Optional<Rule> allowed =
        context.mode() == Mode.PLAN
            ? Optional.empty()
            : context.rules().path(Verdict.ALLOW, tool, Rules.Use.WRITE, spellings.get());
    if (allowed.isPresent()) {
      add(Kind.WRITE, target.shown(), Verdict.ALLOW, allowed.get().describe(), allowed.get());
    } else if (context.paths().isDelicate(spellings.get())) {
      add(Kind.WRITE, target.shown(), context.risky(), "it changes what programs do later", null);
    } else if (context.mode() == Mode.PLAN && context.sandboxed()) {
      add(Kind.WRITE, target.shown(), Verdict.ALLOW, context.commandsBecause(), null);
    } else {
      add(Kind.WRITE, target.shown(), context.edits(), context.editsBecause(), null);
    }
  }

  // Programs.

  /// @param covered whether something around it has been allowed as a whole, so that only what
  ///   denies still counts
  private void call(SimpleCommand simple, Call call, int depth, boolean covered) {
    if (refused(simple, call)) {
      return;
    }
    @Nullable CommandPart floor = covered ? null : ruled.floor(simple, call);
    Optional<Rule> rule =
        covered || context.mode() == Mode.PLAN
            ? Optional.empty()
            : context.rules().allowing(tool, call.words());
    boolean explicit =
        rule.isPresent()
            && (call.concerns().isEmpty()
                || rule.get().pattern().isEmpty()
                || call.role() == Call.Role.RAISING);
    boolean own = call.role() != Call.Role.TRANSPARENT || !call.concerns().isEmpty();
    boolean reads = !own || reads(call);
    looking &= reads;
    if (!reads) {
      network(call);
    }
    if (floor != null && !covered) {
      parts.add(floor);
      sensible = false;
      Suggestion.exact(call).ifPresent(exact::add);
    } else if (explicit && rule.isPresent()) {
      add(Kind.COMMAND, call.shown(), Verdict.ALLOW, rule.get().describe(), rule.get());
    } else if (own && !covered) {
      byMode(call, reads);
    } else if (depth == 0 && context.mode() == Mode.AUTO) {
      // In a line that could not be parsed.
      Irreversible.reason(call)
          .ifPresent(why -> add(Kind.COMMAND, call.shown(), Verdict.ASK, why, null));
    }
    boolean innerCovered =
        covered || (explicit && call.role() != Call.Role.OWN) || call.role() == Call.Role.RAISING;
    for (SimpleCommand inner : call.inner()) {
      simple(inner, depth + 1, innerCovered);
    }
    if (!covered) {
      for (Word written : FileUses.written(call)) {
        elsewhere(written);
      }
    }
    folders.follow(call);
  }

  /// Says no, if a rule or the deny-list does.
  private boolean refused(SimpleCommand simple, Call call) {
    if (refuse(Kind.COMMAND, call.shown(), denyList.call(simple, call))) {
      return true;
    }
    Rules rules = context.rules();
    if (rules.isEmpty()) {
      return false;
    }
    Optional<Rules.Met> met = ruled.meeting(Verdict.DENY, simple, call);
    if (met.isPresent() && met.get().match() == CommandPattern.Match.YES) {
      add(Kind.COMMAND, call.shown(), Verdict.DENY, met.get().rule().describe(), met.get().rule());
      return true;
    }
    boolean looks = ReadOnly.looks(call);
    for (Word word : FileUses.named(call)) {
      if (!effort.spend(1 + word.text().length() / 32)) {
        return false;
      }
      Optional<Rule> denied = folders.rule(rules, Verdict.DENY, tool, Rules.Use.READ, word);
      if (denied.isEmpty() && !looks) {
        denied = folders.rule(rules, Verdict.DENY, tool, Rules.Use.WRITE, word);
      }
      if (denied.isEmpty()) {
        denied = ruled.host(Verdict.DENY, call, word);
      }
      if (denied.isPresent()) {
        add(Kind.COMMAND, call.shown(), Verdict.DENY, denied.get().describe(), denied.get());
        return true;
      }
    }
    return false;
  }

  /// Whether a call provably only reads; not when it was tried that way and failed.
  private boolean reads(Call call) {
    boolean tried = execute.need().isPresent() && execute.need().get() instanceof Need.Writing;
    return !tried && !oddVariable && ReadOnly.files(call).isPresent();
  }

  private static boolean harmless(Map<String, String> variables) {
    for (String name : variables.keySet()) {
      if (!Variables.harmless(name)) {
        return false;
      }
    }
    return true;
  }

  /// What rules say about the network for a call.
  private void network(Call call) {
    Rules rules = context.rules();
    working++;
    online += rules.online(call.words()).isPresent() ? 1 : 0;
    if (execute.need().isPresent() && execute.need().get() instanceof Need.Network) {
      Optional<String> prefix = Suggestion.prefix(call);
      sensible &= prefix.isPresent();
      prefix.ifPresent(prefixes::add);
    }
    if (offline == null || offline.effect() != Verdict.DENY) {
      rules
          .offline(Verdict.DENY, call.words())
          .or(() -> rules.offline(Verdict.ASK, call.words()))
          .ifPresent(rule -> offline = rule);
    }
  }

  private void byMode(Call call, boolean reads) {
    String shown = call.shown();
    if (context.provesReading()) {
      plan(call);
      return;
    }
    if (reads && context.readsUnasked() && !readsOutside && staysInside(call)) {
      add(Kind.COMMAND, shown, Verdict.ALLOW, "it only reads", null);
      return;
    }
    Verdict verdict = context.commands();
    Optional<String> lasting =
        context.mode() == Mode.AUTO ? Irreversible.reason(call) : Optional.empty();
    if (verdict == Verdict.ALLOW && lasting.isEmpty()) {
      add(Kind.COMMAND, shown, verdict, context.commandsBecause(), null);
      return;
    }
    String because =
        lasting.isPresent()
            ? lasting.get()
            : !call.concerns().isEmpty()
                ? call.concerns().getFirst().reason()
                : reads ? "it reads outside of the roots" : context.commandsBecause();
    add(Kind.COMMAND, shown, Verdict.ASK, because, null);
    Optional<String> prefix = Suggestion.prefix(call);
    Optional<String> whole = Suggestion.exact(call);
    sensible &= prefix.isPresent();
    offerable &= whole.isPresent();
    prefix.ifPresent(prefixes::add);
    whole.ifPresent(exact::add);
  }

  /// Whether a call that reads opens nothing outside of the roots.
  private boolean staysInside(Call call) {
    for (Word word : ReadOnly.files(call).orElse(List.of())) {
      if (folders.leadsOutside(word)) {
        return false;
      }
    }
    return true;
  }

  private void plan(Call call) {
    Optional<List<Word>> files = ReadOnly.files(call);
    String because = "mode plan runs only what provably reads";
    boolean reads = files.isPresent();
    for (Word word : files.orElse(List.of())) {
      if (reads && (!effort.spend(8) || folders.leadsOutside(word))) {
        because =
            "mode plan reads only inside the roots, and " + word.shown() + " may lead outside";
        reads = false;
      }
    }
    if (reads) {
      add(Kind.COMMAND, call.shown(), Verdict.ALLOW, "it only reads", null);
    } else {
      add(Kind.COMMAND, call.shown(), Verdict.DENY, because, null);
    }
  }

  /// A file that a program is told to write. Inside the roots, permission for the program is
  /// enough.
  private void elsewhere(Word written) {
    Optional<List<Path>> spellings = folders.spellings(written);
    if (spellings.isPresent() && context.paths().isState(spellings.get())) {
      add(Kind.WRITE, written.shown(), Verdict.DENY, "Tenon's own state is not for tools", null);
      return;
    }
    boolean known = spellings.isPresent() && context.paths().writable(spellings.get());
    boolean delicate = known && context.paths().isDelicate(spellings.orElseThrow());
    if (WorkingFolders.isSink(written.text())
        || (known && !delicate)
        || WorkingFolders.remote(written.text())) {
      return;
    }
    if (context.risky() != Verdict.ALLOW) {
      String because =
          delicate ? "it changes what programs do later" : "it writes outside of the roots";
      add(Kind.WRITE, written.shown(), context.risky(), because, null);
    }
  }
}
