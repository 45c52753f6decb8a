package dev.tenon.core.permission;

import dev.tenon.core.permission.CommandPart.Kind;
import dev.tenon.core.permission.command.Call;
import dev.tenon.core.permission.command.FileUses;
import dev.tenon.core.permission.command.ReadOnly;
import dev.tenon.core.permission.command.Word;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the rules have against the parts of a command line, as far as its text tells.
///
/// @param folders where the command line is at the moment
record CommandRules(PolicyContext context, String tool, WorkingFolders folders) {

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

  /// What rules want asked, or might deny if only it were known.
  @Nullable CommandPart floor(Call call) {
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
    Optional<Rules.Met> asked = rules.meeting(Verdict.ASK, tool, call.words());
    if (asked.isPresent()) {
      return part(Kind.COMMAND, call.shown(), context.floor(), asked.get().rule(), "");
    }
    boolean opensNothing = ReadOnly.files(call).map(List::isEmpty).orElse(false);
    for (Word word : opensNothing || context.sandboxed() ? List.<Word>of() : FileUses.named(call)) {
      Optional<Rule> path = folders.mayMeet(rules, Verdict.DENY, tool, Rules.Use.READ, word);
      if (path.isEmpty()) {
        path = folders.rule(rules, Verdict.ASK, tool, Rules.Use.READ, word);
      }
      String host = WorkingFolders.host(word.text());
      if (path.isEmpty() && host != null) {
        path = rules.hostInWord(Verdict.ASK, tool, host);
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
