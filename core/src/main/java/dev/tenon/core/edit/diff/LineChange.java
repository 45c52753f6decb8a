package dev.tenon.core.edit.diff;

import dev.tenon.core.text.LineMatch;
import java.util.ArrayList;
import java.util.List;

/// Lines that differ between two texts: from zero, the end not included. One side may be empty.
public record LineChange(int oldStart, int oldEnd, int newStart, int newEnd) {

  /// All changes in order; equal lines lie between any two.
  public static List<LineChange> between(List<String> old, List<String> lines) {
    int[] match = LineMatch.of(old, lines);
    var changes = new ArrayList<LineChange>();
    int oldAt = 0;
    int newAt = 0;
    while (oldAt < old.size() || newAt < lines.size()) {
      if (newAt < lines.size() && match[newAt] == oldAt) {
        oldAt++;
        newAt++;
        continue;
      }
      int newEnd = newAt;
      while (newEnd < lines.size() && match[newEnd] < 0) {
        newEnd++;
      }
      int oldEnd = newEnd < lines.size() ? match[newEnd] : old.size();
      changes.add(new LineChange(oldAt, oldEnd, newAt, newEnd));
      oldAt = oldEnd;
      newAt = newEnd;
    }
    return changes;
  }
}
