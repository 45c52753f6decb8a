package dev.tenon.core.change.weave;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/// All lines that a file ever had while it is staged, in one order, each with the hunk that brought
/// it and the hunks that take it away. Which lines are seen depends on the hunks in force alone, so
/// hunks can be accepted and rejected in any order. Hunks are known by numbers. Immutable.
public record Weave(List<Line> lines) {
  /// The number that stands for the base instead of a hunk.
  public static final int BASE = -1;

  public Weave {
    lines = List.copyOf(lines);
  }

  public record Line(String text, int insertedBy, List<Integer> deletedBy) {
    boolean visible(BitSet active) {
      if (insertedBy != BASE && !active.get(insertedBy)) {
        return false;
      }
      for (int hunk : deletedBy) {
        if (active.get(hunk)) {
          return false;
        }
      }
      return true;
    }

    boolean belongsTo(int hunk) {
      return insertedBy == hunk || deletedBy.contains(hunk);
    }

    /// Whether it ends, so that another line may follow.
    boolean ended() {
      return text.endsWith("\n");
    }

    Line deletedBy(int hunk) {
      var all = new ArrayList<>(deletedBy);
      all.add(hunk);
      return new Line(text, insertedBy, List.copyOf(all));
    }
  }

  static Weave of(List<String> base) {
    var lines = new ArrayList<Line>(base.size());
    for (String line : base) {
      lines.add(new Line(line, BASE, List.of()));
    }
    return new Weave(lines);
  }

  /// Where the lines that are seen stand in the weave.
  int[] visible(BitSet active) {
    int[] at = new int[lines.size()];
    int count = 0;
    for (int i = 0; i < at.length; i++) {
      if (lines.get(i).visible(active)) {
        at[count++] = i;
      }
    }
    return Arrays.copyOf(at, count);
  }

  /// The text with these hunks in force.
  List<String> text(BitSet active) {
    var text = new ArrayList<String>(lines.size());
    for (Line line : lines) {
      if (line.visible(active)) {
        if (!text.isEmpty() && !text.getLast().endsWith("\n")) {
          throw new IllegalStateException("a line follows one that does not end: " + line.text);
        }
        text.add(line.text);
      }
    }
    return text;
  }
}
