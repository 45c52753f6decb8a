package dev.tenon.core.edit.patch;

import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.LineOrigins;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.PlanFailure;
import dev.tenon.core.edit.PlanFailure.Code;
import dev.tenon.core.edit.diff.DiffHunk;
import dev.tenon.core.edit.diff.TextLines;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Applies the chunks of an envelope to a text in which a carriage return may end a line by itself.
/// It is an ordinary character at first; where the chunks do not fit like that, or less well, every
/// one of them ends a line. Lines that stay keep the end they have, and new ones get that of the
/// line they replace or follow.
final class LoneReturns {
  private LoneReturns() {}

  /// The text of the file with the chunks applied.
  ///
  /// @param origins which line's end each line has
  record Updated(String text, LineOrigins origins) {}

  static Updated updated(FileState.Existing file, List<PatchHunk> hunks, List<String> warnings)
      throws PlanException {
    String text = file.text();
    if (text.indexOf('\r') < 0) {
      return plain(file, hunks, warnings);
    }
    var plainly = new ArrayList<String>();
    Updated plain = null;
    PlanException failure = null;
    try {
      plain = plain(file, hunks, plainly);
    } catch (PlanException notLikeThat) {
      failure = notLikeThat;
    }
    // Lines without context go to the end, so the text itself has to say what a line is.
    boolean ends = text.indexOf('\n') < 0 && hunks.stream().allMatch(PatchHunk::isContextFree);
    var split = new ArrayList<String>();
    if (plain == null || ends || !plainly.isEmpty()) {
      try {
        Updated splitting = splitting(file, hunks, split);
        if (plain == null || ends || split.size() < plainly.size()) {
          warnings.addAll(split);
          return splitting;
        }
      } catch (PlanException neitherLikeThat) {
        // The first reading is the usual one.
      }
    }
    if (plain == null) {
      throw Objects.requireNonNull(failure);
    }
    warnings.addAll(plainly);
    return plain;
  }

  private static Updated plain(
      FileState.Existing file, List<PatchHunk> hunks, List<String> warnings) throws PlanException {
    List<DiffHunk> corrected = EnvelopePatch.corrected(file, hunks, warnings);
    String text = strict(file, file.text(), corrected);
    return new Updated(text, LineOrigins.of(corrected, TextLines.split(file.text()).size()));
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

  private static Updated splitting(
      FileState.Existing file, List<PatchHunk> hunks, List<String> warnings) throws PlanException {
    String split = file.text().replace('\r', '\n');
    var asLines = new FileState.Existing(file.path(), split, file.version());
    List<DiffHunk> corrected = EnvelopePatch.corrected(asLines, hunks, warnings);
    List<String> after = TextLines.terminated(strict(file, split, corrected));
    return new Ends(file.text()).joined(after, corrected);
  }

  /// The ends of the lines of a text, a feed or a return each.
  private static final class Ends {
    private final StringBuilder old = new StringBuilder();
    private final char usual;

    Ends(String text) {
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (c == '\r' || c == '\n') {
          old.append(c);
        }
      }
      usual = old.indexOf("\n") < 0 ? '\r' : '\n';
    }

    /// For each line after the hunks, the line before whose end it gets.
    private List<Integer> sources(List<DiffHunk> hunks, int count) {
      var sources = new ArrayList<Integer>();
      int at = 0;
      for (DiffHunk hunk : hunks) {
        int start = hunk.oldCount() == 0 ? hunk.oldStart() : hunk.oldStart() - 1;
        while (at < start) {
          sources.add(at++);
        }
        var replaced = new ArrayDeque<Integer>();
        for (DiffHunk.Line line : hunk.lines()) {
          switch (line.side()) {
            case OLD -> replaced.add(at++);
            case BOTH -> {
              replaced.clear();
              sources.add(at++);
            }
            case NEW -> sources.add(source(replaced, sources, at));
          }
        }
      }
      while (sources.size() < count) {
        sources.add(at++);
      }
      return sources;
    }

    /// That of the line it replaces, of the one above or of the one below.
    private static int source(Deque<Integer> replaced, List<Integer> above, int below) {
      if (!replaced.isEmpty()) {
        return replaced.size() > 1 ? replaced.remove() : replaced.element();
      }
      return above.isEmpty() ? below : above.getLast();
    }

    Updated joined(List<String> lines, List<DiffHunk> hunks) {
      List<Integer> sources = sources(hunks, lines.size());
      var out = new StringBuilder();
      var origins = new ArrayList<Integer>();
      for (int i = 0; i < lines.size(); i++) {
        String line = lines.get(i);
        int source = sources.get(i);
        if (!line.endsWith("\n")) {
          out.append(line);
          origins.add(-1);
          break;
        }
        char end = source < old.length() ? old.charAt(source) : usual;
        // A return and a feed next to each other would be one end instead of two.
        boolean pair = line.length() == 1 && !out.isEmpty() && out.charAt(out.length() - 1) == '\r';
        out.append(line, 0, line.length() - 1).append(pair ? '\r' : end);
        if (out.charAt(out.length() - 1) == '\n') {
          origins.add(source < old.length() ? feedsBefore(source) : -1);
        }
      }
      if (!out.isEmpty() && out.charAt(out.length() - 1) == '\r') {
        origins.add(-1);
      }
      return new Updated(out.toString(), new LineOrigins(origins));
    }

    /// The number of the line as others count it, who see an end in a feed alone.
    private int feedsBefore(int line) {
      int feeds = 0;
      for (int i = 0; i < line; i++) {
        feeds += old.charAt(i) == '\n' ? 1 : 0;
      }
      return feeds;
    }
  }
}
