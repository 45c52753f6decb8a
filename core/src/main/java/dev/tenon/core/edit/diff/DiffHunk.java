package dev.tenon.core.edit.diff;

import java.util.ArrayList;
import java.util.List;

/// One hunk of a unified diff with right numbers. Lines are counted from 1, as in a diff; when one
/// side is empty its start is the line before it.
public record DiffHunk(int oldStart, int newStart, List<Line> lines) {

  public DiffHunk {
    lines = List.copyOf(lines);
  }

  /// Where a line of a hunk belongs.
  public enum Side {
    BOTH(' '),
    OLD('-'),
    NEW('+');

    private final char sign;

    Side(char sign) {
      this.sign = sign;
    }
  }

  /// A line with its end; only the last line of a file may lack it.
  public record Line(Side side, String text) {}

  public int oldCount() {
    return count(Side.NEW);
  }

  public int newCount() {
    return count(Side.OLD);
  }

  private int count(Side absent) {
    int count = 0;
    for (Line line : lines) {
      if (line.side != absent) {
        count++;
      }
    }
    return count;
  }

  /// The hunk that takes this one back.
  public DiffHunk reversed() {
    var reversed = new ArrayList<Line>();
    var added = new ArrayList<Line>();
    for (Line line : lines) {
      switch (line.side) {
        case OLD -> added.add(new Line(Side.NEW, line.text));
        case NEW -> reversed.add(new Line(Side.OLD, line.text));
        case BOTH -> {
          reversed.addAll(added);
          added.clear();
          reversed.add(line);
        }
      }
    }
    reversed.addAll(added);
    return new DiffHunk(newStart, oldStart, reversed);
  }

  /// The hunk as text, from its `@@` line on.
  public String text() {
    var out = new StringBuilder();
    appendTo(out);
    return out.toString();
  }

  void appendTo(StringBuilder out) {
    out.append("@@ -");
    range(out, oldStart, oldCount());
    out.append(" +");
    range(out, newStart, newCount());
    out.append(" @@\n");
    for (Line line : lines) {
      out.append(line.side.sign).append(line.text);
      if (!line.text.endsWith("\n")) {
        out.append("\n\\ No newline at end of file\n");
      }
    }
  }

  private static void range(StringBuilder out, int start, int count) {
    out.append(start);
    if (count != 1) {
      out.append(',').append(count);
    }
  }
}
