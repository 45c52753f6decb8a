package dev.tenon.core.edit.diff;

import dev.tenon.core.text.LineMatch;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Pairs the lines of two texts. Small texts get the shortest difference. Large ones are cut first
/// at lines that occur once on both sides, so that a rewritten file does not take seconds.
final class LineDiff {
  private static final int SMALL = 3000;

  private LineDiff() {}

  /// For each new line the index of the old line it is, or -1. Indices grow.
  static int[] match(List<String> old, List<String> lines) {
    int[] match = new int[lines.size()];
    LineMatch.Middle middle = LineMatch.trim(old, lines, match);
    int start = middle.start();
    int oldEnd = middle.oldEnd();
    int newEnd = middle.newEnd();
    if (oldEnd - start + newEnd - start <= SMALL) {
      between(old, lines, start, oldEnd, start, newEnd, match);
      return match;
    }
    int[] anchors = anchors(old, lines, start, oldEnd, newEnd);
    int oldAt = start;
    int newAt = start;
    for (int i = start; i < newEnd; i++) {
      int anchor = anchors[i - start];
      if (anchor >= 0) {
        between(old, lines, oldAt, anchor, newAt, i, match);
        match[i] = anchor;
        oldAt = anchor + 1;
        newAt = i + 1;
      }
    }
    between(old, lines, oldAt, oldEnd, newAt, newEnd, match);
    return match;
  }

  private static void between(
      List<String> old,
      List<String> lines,
      int oldStart,
      int oldEnd,
      int newStart,
      int newEnd,
      int[] match) {
    if (oldStart == oldEnd || newStart == newEnd) {
      return;
    }
    int[] inner = LineMatch.of(old.subList(oldStart, oldEnd), lines.subList(newStart, newEnd));
    for (int i = 0; i < inner.length; i++) {
      match[newStart + i] = inner[i] < 0 ? -1 : oldStart + inner[i];
    }
  }

  /// How often a line occurs on each side, and where.
  private static final class Count {
    private int old;
    private int fresh;
    private int oldAt;
  }

  /// The longest run of lines in the same order on both sides, among those that occur once.
  private static int[] anchors(
      List<String> old, List<String> lines, int start, int oldEnd, int newEnd) {
    Map<String, Count> counts = new HashMap<>((newEnd - start) * 2);
    for (int i = start; i < newEnd; i++) {
      counts.computeIfAbsent(lines.get(i), line -> new Count()).fresh++;
    }
    for (int i = start; i < oldEnd; i++) {
      Count count = counts.get(old.get(i));
      if (count != null) {
        count.old++;
        count.oldAt = i;
      }
    }
    int[] wanted = new int[newEnd - start];
    for (int i = start; i < newEnd; i++) {
      Count count = counts.get(lines.get(i));
      wanted[i - start] = count != null && count.old == 1 && count.fresh == 1 ? count.oldAt : -1;
    }
    return growing(wanted);
  }

  /// Keeps a longest growing sequence of the values that are not -1 and makes all others -1.
  private static int[] growing(int[] values) {
    int[] tails = new int[values.length];
    int[] before = new int[values.length];
    int length = 0;
    for (int i = 0; i < values.length; i++) {
      if (values[i] < 0) {
        continue;
      }
      int low = 0;
      int high = length;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (values[tails[middle]] < values[i]) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      before[i] = low == 0 ? -1 : tails[low - 1];
      tails[low] = i;
      length = Math.max(length, low + 1);
    }
    int[] kept = new int[values.length];
    Arrays.fill(kept, -1);
    for (int i = length == 0 ? -1 : tails[length - 1]; i >= 0; i = before[i]) {
      kept[i] = values[i];
    }
    return kept;
  }
}
