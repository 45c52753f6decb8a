package dev.tenon.core.edit;

import dev.tenon.core.edit.diff.DiffHunk;
import dev.tenon.core.edit.diff.DiffHunk.Side;
import java.util.ArrayList;
import java.util.List;

/// Which line of a text before an edit each line after it is: its index, or -1 for a new line. Only
/// the planner knows it where lines are alike, and it decides which line end stays. Indices do not
/// fall.
public record LineOrigins(List<Integer> lines) {
  public LineOrigins {
    lines = List.copyOf(lines);
  }

  /// Of hunks with right numbers, applied to a text with this many lines.
  public static LineOrigins of(List<DiffHunk> hunks, int oldCount) {
    var lines = new ArrayList<Integer>();
    int at = 0;
    for (DiffHunk hunk : hunks) {
      int start = hunk.oldCount() == 0 ? hunk.oldStart() : hunk.oldStart() - 1;
      while (at < start) {
        lines.add(at++);
      }
      for (DiffHunk.Line line : hunk.lines()) {
        if (line.side() != Side.OLD) {
          lines.add(line.side() == Side.BOTH ? at : -1);
        }
        at += line.side() == Side.NEW ? 0 : 1;
      }
    }
    while (at < oldCount) {
      lines.add(at++);
    }
    return new LineOrigins(lines);
  }

  /// The origins of these lines before an earlier edit.
  public LineOrigins after(LineOrigins earlier) {
    var before = new ArrayList<Integer>();
    for (int line : lines) {
      before.add(line < 0 ? -1 : earlier.lines.get(line));
    }
    return new LineOrigins(before);
  }

  public int[] array() {
    return lines.stream().mapToInt(Integer::intValue).toArray();
  }
}
