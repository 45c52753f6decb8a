package dev.tenon.core.edit.patch;

import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.PlanFailure;
import dev.tenon.core.edit.PlanFailure.Code;
import dev.tenon.core.edit.diff.DiffHunk;
import dev.tenon.core.edit.diff.DiffHunk.Side;
import dev.tenon.core.edit.diff.TextLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Applies the chunks of an envelope to a text in which a carriage return may end a line by itself.
/// In a text with line feeds it is an ordinary character at first; where the chunks do not fit like
/// that, every one of them ends a line. Lines that stay keep the end they have, and new ones get
/// that of the line they replace or follow.
final class LoneReturns {
  private LoneReturns() {}

  /// The text of the file with the chunks applied.
  static String updated(FileState.Existing file, List<PatchHunk> hunks, List<String> warnings)
      throws PlanException {
    String text = file.text();
    if (text.indexOf('\r') < 0) {
      return plain(file, hunks, warnings);
    }
    // Lines without context go to the end, so the text itself has to say what a line is.
    boolean ends =
        text.indexOf('\n') < 0 && hunks.stream().allMatch(PatchHunk::isContextFree);
    var noted = new ArrayList<String>();
    try {
      String updated = ends ? splitting(file, hunks, noted) : plain(file, hunks, noted);
      warnings.addAll(noted);
      return updated;
    } catch (PlanException first) {
      try {
        return ends ? plain(file, hunks, warnings) : splitting(file, hunks, warnings);
      } catch (PlanException second) {
        throw ends ? second : first;
      }
    }
  }

  private static String plain(
      FileState.Existing file, List<PatchHunk> hunks, List<String> warnings) throws PlanException {
    return strict(file, file.text(), EnvelopePatch.corrected(file, hunks, warnings));
  }

  private static String strict(FileState.Existing file, String text, List<DiffHunk> hunks)
      throws PlanException {
    Optional<String> after = StrictPatch.apply(text, hunks);
    if (after.isEmpty()) {
      throw PlanFailure.of(
              Code.INTERNAL, "The chunks for " + file.path() + " were found and do not apply.")
          .now(file)
          .suggest("Send the change in another form, such as write_file.")
          .exception();
    }
    return after.get();
  }

  private static String splitting(
      FileState.Existing file, List<PatchHunk> hunks, List<String> warnings) throws PlanException {
    String split = file.text().replace('\r', '\n');
    var asLines = new FileState.Existing(file.path(), split, file.version());
    List<DiffHunk> corrected = EnvelopePatch.corrected(asLines, hunks, warnings);
    List<String> after = TextLines.terminated(strict(file, split, corrected));
    return joined(after, ends(file.text(), corrected, after.size()));
  }

  /// The end of every line of the new text.
  private static char[] ends(String text, List<DiffHunk> hunks, int count) {
    var old = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\r' || c == '\n') {
        old.append(c);
      }
    }
    char usual = old.indexOf("\n") < 0 ? '\r' : '\n';
    var ends = new StringBuilder();
    int at = 0;
    for (DiffHunk hunk : hunks) {
      int start = hunk.oldCount() == 0 ? hunk.oldStart() : hunk.oldStart() - 1;
      for (; at < start; at++) {
        ends.append(at < old.length() ? old.charAt(at) : usual);
      }
      var replaced = new StringBuilder();
      for (DiffHunk.Line line : hunk.lines()) {
        char own = at < old.length() ? old.charAt(at) : usual;
        if (line.side() == Side.NEW) {
          ends.append(newEnd(replaced, ends, own));
          continue;
        }
        at++;
        if (line.side() == Side.OLD) {
          replaced.append(own);
        } else {
          replaced.setLength(0);
          ends.append(own);
        }
      }
    }
    for (; ends.length() < count; at++) {
      ends.append(at < old.length() ? old.charAt(at) : usual);
    }
    return ends.toString().toCharArray();
  }

  private static char newEnd(StringBuilder replaced, StringBuilder above, char below) {
    if (!replaced.isEmpty()) {
      char first = replaced.charAt(0);
      if (replaced.length() > 1) {
        replaced.deleteCharAt(0);
      }
      return first;
    }
    return above.isEmpty() ? below : above.charAt(above.length() - 1);
  }

  private static String joined(List<String> lines, char[] ends) {
    var out = new StringBuilder();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (!line.endsWith("\n")) {
        return out.append(line).toString();
      }
      // A return and a feed next to each other would be one end instead of two.
      boolean pair = line.length() == 1 && !out.isEmpty() && out.charAt(out.length() - 1) == '\r';
      out.append(line, 0, line.length() - 1).append(pair ? '\r' : ends[i]);
    }
    return out.toString();
  }
}
