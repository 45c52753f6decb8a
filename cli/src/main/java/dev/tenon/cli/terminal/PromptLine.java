package dev.tenon.cli.terminal;

import dev.tenon.cli.slash.SlashCommand;
import dev.tenon.cli.slash.SlashCommands;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.SafeText;
import java.util.ArrayList;
import java.util.List;
import org.jline.reader.Candidate;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.Parser;

/// A prompt is text and has no syntax: words end at spaces, nothing is quoted or expanded.
///
/// @param words all words up to the cursor, the last one possibly empty
record PromptLine(String line, int cursor, List<String> words) implements CompletingParsedLine {

  static PromptLine parse(String line, int cursor, Parser.ParseContext context) {
    int at = Math.clamp(cursor, 0, line.length());
    return new PromptLine(line, at, List.of(line.substring(0, at).split(" ", -1)));
  }

  @Override
  public String word() {
    return words.getLast();
  }

  @Override
  public int wordCursor() {
    return word().length();
  }

  @Override
  public int wordIndex() {
    return words.size() - 1;
  }

  @Override
  public CharSequence escape(CharSequence candidate, boolean complete) {
    return candidate;
  }

  @Override
  public int rawWordCursor() {
    return wordCursor();
  }

  @Override
  public int rawWordLength() {
    return word().length();
  }

  /// What may stand here: a mentioned file, the name of a command, or a value for its parameter.
  List<Candidate> candidates(SlashCommands commands) {
    var candidates = new ArrayList<Candidate>();
    if (word().startsWith("@")) {
      for (String path : commands.mentioned(word().substring(1))) {
        String value = path.indexOf(' ') < 0 ? "@" + path : "@\"" + path + "\"";
        candidates.add(candidate(value, path, !path.endsWith("/")));
      }
      return candidates;
    }
    if (!line.startsWith("/") || words.size() > 2) {
      return candidates;
    }
    String name = words.getFirst().substring(1);
    if (words.size() == 1) {
      for (SlashCommand command : commands.startingWith(name)) {
        String value = "/" + command.name();
        candidates.add(new Candidate(value, value, null, command.help(), null, null, true));
      }
    } else {
      commands
          .find(name)
          .ifPresent(
              command ->
                  command
                      .candidates()
                      .get()
                      .forEach(value -> candidates.add(candidate(value, value, true))));
    }
    return candidates;
  }

  private static Candidate candidate(String value, String shown, boolean complete) {
    String visible = SafeText.cell(shown, Page.Reach.LIVE);
    return new Candidate(value, visible, null, null, null, null, complete);
  }
}
