package dev.tenon.cli.terminal;

import dev.tenon.cli.slash.Mention;
import dev.tenon.cli.slash.SlashCommand;
import dev.tenon.cli.slash.SlashCommands;
import dev.tenon.cli.terminal.editor.Candidate;
import dev.tenon.cli.terminal.editor.Completer;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.tools.MentionedFiles;
import java.util.ArrayList;
import java.util.List;

/// What may stand where the cursor is: a file, a session or an agent that is mentioned, the name of
/// a command, or a value for its parameter. A prompt is text and has no syntax: words end at
/// blanks.
final class PromptCompleter implements Completer {
  private final SlashCommands commands;

  PromptCompleter(SlashCommands commands) {
    this.commands = commands;
  }

  @Override
  public List<Candidate> candidates(String text, int cursor) {
    int at = Math.clamp(cursor, 0, text.length());
    int from = at;
    while (from > 0 && !Character.isWhitespace(text.charAt(from - 1))) {
      from--;
    }
    String word = text.substring(from, at);
    var candidates = new ArrayList<Candidate>();
    if (word.startsWith("@")) {
      for (Mention each : commands.mentioned(word.substring(1))) {
        if (from > 0 && each.place() == Mention.Place.BEGINNING) {
          continue;
        }
        String named = each.text();
        if (named.chars().anyMatch(Character::isISOControl)) {
          // It cannot be typed.
          continue;
        }
        String value = MentionedFiles.mention(named);
        candidates.add(
            new Candidate(
                value, SafeText.cell(named, Page.Reach.LIVE), each.description(), from, at));
      }
      return candidates;
    }
    if (!text.startsWith("/") || text.lastIndexOf('\n', at) >= 0) {
      return candidates;
    }
    if (from == 0) {
      for (SlashCommand command : commands.startingWith(word.substring(1))) {
        String value = "/" + command.name();
        String shown = command.parameter().isEmpty() ? value : value + " " + command.parameter();
        candidates.add(new Candidate(value, shown, command.help(), 0, at));
      }
      return candidates;
    }
    String name = SlashCommands.name(text);
    String before = text.substring(name.length() + 1, from);
    int begins = from;
    commands
        .find(name)
        .ifPresent(
            command -> {
              for (String value : command.candidates().of(before, word)) {
                if (value.startsWith(word)) {
                  String shown = SafeText.cell(value, Page.Reach.LIVE);
                  String about = before.isBlank() ? command.about().apply(value) : "";
                  candidates.add(new Candidate(value, shown, about, begins, at));
                }
              }
            });
    return candidates;
  }
}
