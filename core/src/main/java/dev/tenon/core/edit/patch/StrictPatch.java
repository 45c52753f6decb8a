package dev.tenon.core.edit.patch;

import dev.tenon.core.edit.diff.DiffHunk;
import dev.tenon.core.edit.diff.TextLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Applies hunks exactly where they say: no search, no tolerance.
public final class StrictPatch {
  private StrictPatch() {}

  /// The text with all hunks applied, or nothing if any line of any hunk is not exactly where the
  /// hunk says, on either side.
  public static Optional<String> apply(String text, List<DiffHunk> hunks) {
    List<String> old = TextLines.terminated(text);
    var lines = new ArrayList<String>(old.size() + 16);
    int at = 0;
    for (DiffHunk hunk : hunks) {
      int start = hunk.oldCount() == 0 ? hunk.oldStart() : hunk.oldStart() - 1;
      int newStart = hunk.newCount() == 0 ? hunk.newStart() : hunk.newStart() - 1;
      if (start < at || start > old.size() || newStart != lines.size() + start - at) {
        return Optional.empty();
      }
      lines.addAll(old.subList(at, start));
      at = start;
      for (DiffHunk.Line line : hunk.lines()) {
        if (line.side() != DiffHunk.Side.NEW) {
          if (at == old.size() || !old.get(at).equals(line.text())) {
            return Optional.empty();
          }
          at++;
        }
        if (line.side() != DiffHunk.Side.OLD) {
          lines.add(line.text());
        }
      }
    }
    lines.addAll(old.subList(at, old.size()));
    return joined(lines, text.length());
  }

  private static Optional<String> joined(List<String> lines, int about) {
    var out = new StringBuilder(about + about / 16 + 64);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (i < lines.size() - 1 && !line.endsWith("\n")) {
        return Optional.empty();
      }
      out.append(line);
    }
    return Optional.of(out.toString());
  }
}
