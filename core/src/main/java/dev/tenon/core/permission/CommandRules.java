package dev.tenon.core.permission;

import dev.tenon.core.permission.CommandPart.Kind;
import dev.tenon.core.permission.command.Call;
import dev.tenon.core.permission.command.Effort;
import dev.tenon.core.permission.command.FileUses;
import dev.tenon.core.permission.command.ReadOnly;
import dev.tenon.core.permission.command.SimpleCommand;
import dev.tenon.core.permission.command.Word;
import dev.tenon.core.permission.text.CommandTexts;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the rules have against the parts of a command line, as far as its text tells.
///
/// @param folders where the command line is at the moment
record CommandRules(PolicyContext context, String tool, WorkingFolders folders, Effort effort) {
  /// What comparing texts costs: one step for so many characters.
  private static final int CHARACTERS = 64;

  /// Whether a rule about commands could be evaded by a program that is named in data.
  boolean evades() {
    Rules rules = context.rules();
    return context.closesDenied() ? rules.anyForTexts(tool) : rules.anyForCommands(tool);
  }

  /// What a rule says to a file that the word may name.
  Optional<CommandPart> closed(Word word, Rules.Use use, Kind kind) {
    Rules rules = context.rules();
    Optional<Rule> denied = folders.rule(rules, Verdict.DENY, tool, use, word);
    if (denied.isPresent()) {
      return Optional.of(part(kind, word.shown(), Verdict.DENY, denied.get(), ""));
    }
    Optional<Rule> maybe = folders.mayMeet(rules, Verdict.DENY, tool, use, word);
    if (maybe.isPresent()) {
      return Optional.of(part(kind, word.shown(), context.floor(), maybe.get(), "perhaps "));
    }
    Optional<Rule> asked = folders.rule(rules, Verdict.ASK, tool, use, word);
    return asked.map(rule -> part(kind, word.shown(), context.floor(), rule, ""));
  }

  private static CommandPart part(Kind kind, String text, Verdict verdict, Rule rule, String how) {
    return new CommandPart(kind, text, verdict, how + rule.describe(), Optional.of(rule));
  }

  /// The rule of this effect that speaks of a command most surely, by its words or its text.
  Optional<Rules.Met> meeting(Verdict effect, SimpleCommand simple, Call call) {
    Optional<Rules.Met> met = context.rules().meeting(effect, tool, call.words());
    if (context.rules().texts().isEmpty()
        || (met.isPresent() && met.get().match() == CommandPattern.Match.YES)) {
      return met;
    }
    Optional<Rule> text = text(effect, CommandTexts.of(simple));
    return text.isPresent()
        ? Optional.of(new Rules.Met(text.get(), CommandPattern.Match.YES))
        : met;
  }

  private Optional<Rule> text(Verdict effect, List<String> written) {
    Rules rules = context.rules();
    int steps = 0;
    for (String each : written) {
      steps += rules.texts().size() * (1 + each.length() / CHARACTERS);
    }
    return effort.spend(steps) ? rules.texts().meeting(effect, written) : Optional.empty();
  }

  /// What a rule has against the line as it is written, unless one of its parts says so already.
  Optional<CommandPart> line(String line, List<CommandPart> parts) {
    Rules rules = context.rules();
    List<String> written = rules.texts().isEmpty() ? List.of() : CommandTexts.of(line);
    Optional<Rule> denied = rules.texts().meeting(Verdict.DENY, written);
    Optional<Rule> rule = denied.isPresent() ? denied : rules.texts().meeting(Verdict.ASK, written);
    if (rule.isEmpty() || parts.stream().anyMatch(part -> part.rule().equals(rule))) {
      return Optional.empty();
    }
    Verdict verdict = denied.isPresent() ? Verdict.DENY : context.floor();
    return Optional.of(part(Kind.COMMAND, "", verdict, rule.get(), ""));
  }

  /// The rule of this effect for the host that a word of a call names.
  Optional<Rule> host(Verdict effect, Call call, Word word) {
    String host = WorkingFolders.host(word.text());
    if (host == null) {
      return Optional.empty();
    }
    Rules rules = context.rules();
    Optional<Rule> named = rules.hostInWord(effect, tool, host);
    boolean any =
        named.isEmpty()
            && rules.anyForEveryHost(effect, tool)
            && effort.spend(1 + call.words().size() / 4);
    return any && Connections.found(call, word) ? rules.hostOfCommand(effect, tool, host) : named;
  }

  /// What becomes of a connection that the shell itself makes.
  CommandPart connection(String host, String text) {
    Rules rules = context.rules();
    Optional<Rule> denied = rules.hostOfCommand(Verdict.DENY, tool, host);
    if (denied.isPresent()) {
      return part(Kind.WRITE, text, Verdict.DENY, denied.get(), "");
    }
    Optional<Rule> asked = rules.hostOfCommand(Verdict.ASK, tool, host);
    return asked.isPresent()
        ? part(Kind.WRITE, text, context.floor(), asked.get(), "")
        : new CommandPart(
            Kind.WRITE, text, context.risky(), "it connects to " + host, Optional.empty());
  }

  /// What rules want asked, or might deny if only it were known.
  @Nullable CommandPart floor(SimpleCommand simple, Call call) {
    Rules rules = context.rules();
    if (rules.isEmpty()) {
      return null;
    }
    Optional<Rules.Met> maybe = rules.meeting(Verdict.DENY, tool, call.words());
    if (maybe.isPresent()) {
      return part(Kind.COMMAND, call.shown(), context.floor(), maybe.get().rule(), "perhaps ");
    }
    boolean indirect = call.unknown() || (evades() && !call.concerns().isEmpty());
    if (indirect && rules.anyForCommands(tool)) {
      return new CommandPart(
          Kind.COMMAND,
          call.shown(),
          context.floor(),
          call.concerns().getFirst().reason() + ", and rules about commands are in force",
          Optional.empty());
    }
    Optional<Rules.Met> asked = meeting(Verdict.ASK, simple, call);
    if (asked.isPresent()) {
      return part(Kind.COMMAND, call.shown(), context.floor(), asked.get().rule(), "");
    }
    boolean opensNothing = ReadOnly.files(call).map(List::isEmpty).orElse(false);
    for (Word word : opensNothing || context.sandboxed() ? List.<Word>of() : FileUses.named(call)) {
      Optional<Rule> path = folders.mayMeet(rules, Verdict.DENY, tool, Rules.Use.READ, word);
      if (path.isEmpty()) {
        path = folders.rule(rules, Verdict.ASK, tool, Rules.Use.READ, word);
      }
      if (path.isEmpty()) {
        path = host(Verdict.ASK, call, word);
      }
      if (path.isPresent()) {
        return part(Kind.COMMAND, call.shown(), context.floor(), path.get(), "perhaps ");
      }
    }
    if (!context.sandboxed() && FileUses.sweeps(call) && !rules.deniedPaths().isEmpty()) {
      return new CommandPart(
          Kind.COMMAND,
          call.shown(),
          context.floor(),
          "it may read what deny read(" + rules.deniedPaths().getFirst() + ") closes",
          Optional.empty());
    }
    return null;
  }
}
