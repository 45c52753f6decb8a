package dev.tenon.core.text;

import com.github.difflib.algorithm.Change;
import com.github.difflib.algorithm.myers.MyersDiffWithLinearSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Pairs the lines of two texts: which line of the new text is which line of the old one. Small
/// texts get as many pairs as possible. Large ones are cut first at lines that occur once on both
/// sides, so that a rewritten file does not take seconds.
public final class LineMatch {
  /// Up to this many lines on both sides together, nothing is cut.
  private static final int SMALL = 3000;

  /// Above this many candidate lines on both sides together, an exact diff could take seconds.
  private static final int MOST_FOR_EXACT = 40_000;

  private LineMatch() {}

  /// For each new line the index of the old line it is, or -1. Indices grow.
  public static int[] of(List<String> old, List<String> lines) {
    int[] match = new int[lines.size()];
    Middle middle = trim(old, lines, match);
    int start = middle.start;
    int oldEnd = middle.oldEnd;
    int newEnd = middle.newEnd;
    if (oldEnd - start + newEnd - start <= SMALL) {
      pair(old, lines, middle, match);
      return match;
    }
    int[] anchors = anchors(old, lines, middle);
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

  /// What is left of two texts without their common first and last lines.
  ///
  /// @param start in both
  private record Middle(int start, int oldEnd, int newEnd) {}

  /// Pairs the common first and last lines; all others get -1.
  private static Middle trim(List<String> old, List<String> lines, int[] match) {
    Arrays.fill(match, -1);
    int start = 0;
    int shorter = Math.min(old.size(), lines.size());
    while (start < shorter && old.get(start).equals(lines.get(start))) {
      match[start] = start;
      start++;
    }
    int oldEnd = old.size();
    int newEnd = lines.size();
    while (oldEnd > start && newEnd > start && old.get(oldEnd - 1).equals(lines.get(newEnd - 1))) {
      match[--newEnd] = --oldEnd;
    }
    return new Middle(start, oldEnd, newEnd);
  }

  /// Pairs the lines between two cuts.
  private static void between(
      List<String> old,
      List<String> lines,
      int oldStart,
      int oldEnd,
      int newStart,
      int newEnd,
      int[] match) {
    List<String> oldPart = old.subList(oldStart, oldEnd);
    List<String> newPart = lines.subList(newStart, newEnd);
    int[] inner = new int[newPart.size()];
    pair(oldPart, newPart, trim(oldPart, newPart, inner), inner);
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
  private static int[] anchors(List<String> old, List<String> lines, Middle middle) {
    int start = middle.start;
    int oldEnd = middle.oldEnd;
    int newEnd = middle.newEnd;
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

  /// Only lines that occur on both sides can be pairs; leaving the others out makes a rewrite
  /// cheap.
  private static void pair(List<String> old, List<String> lines, Middle middle, int[] match) {
    int start = middle.start;
    int oldEnd = middle.oldEnd;
    int newEnd = middle.newEnd;
    if (oldEnd == start || newEnd == start) {
      return;
    }
    Map<String, Integer> ids = new HashMap<>();
    for (int i = start; i < newEnd; i++) {
      ids.putIfAbsent(lines.get(i), ids.size());
    }
    var oldIds = new ArrayList<Integer>();
    var oldAt = new ArrayList<Integer>();
    boolean[] shared = new boolean[ids.size()];
    for (int i = start; i < oldEnd; i++) {
      Integer id = ids.get(old.get(i));
      if (id != null) {
        oldIds.add(id);
        oldAt.add(i);
        shared[id] = true;
      }
    }
    var newIds = new ArrayList<Integer>();
    var newAt = new ArrayList<Integer>();
    for (int i = start; i < newEnd; i++) {
      Integer id = ids.get(lines.get(i));
      if (id != null && shared[id]) {
        newIds.add(id);
        newAt.add(i);
      }
    }
    int[] pairs =
        oldIds.size() + newIds.size() <= MOST_FOR_EXACT
            ? exact(oldIds, newIds)
            : inOrder(oldIds, newIds);
    for (int i = 0; i < pairs.length; i++) {
      if (pairs[i] >= 0) {
        match[newAt.get(i)] = oldAt.get(pairs[i]);
      }
    }
  }

  private static int[] exact(List<Integer> old, List<Integer> lines) {
    int[] pairs = new int[lines.size()];
    Arrays.fill(pairs, -1);
    if (old.isEmpty() || lines.isEmpty()) {
      return pairs;
    }
    int oldAt = 0;
    int newAt = 0;
    for (Change change : new MyersDiffWithLinearSpace<Integer>().computeDiff(old, lines, null)) {
      while (oldAt < change.startOriginal && newAt < change.startRevised) {
        pairs[newAt++] = oldAt++;
      }
      oldAt = change.endOriginal;
      newAt = change.endRevised;
    }
    while (oldAt < old.size() && newAt < lines.size()) {
      pairs[newAt++] = oldAt++;
    }
    return pairs;
  }

  /// A cheap pairing that need not be the longest: each new line with the next equal old one
  /// nearby.
  private static int[] inOrder(List<Integer> old, List<Integer> lines) {
    int near = 64;
    int[] pairs = new int[lines.size()];
    int from = 0;
    for (int i = 0; i < pairs.length; i++) {
      pairs[i] = -1;
      int last = Math.min(old.size(), from + near);
      for (int at = from; at < last; at++) {
        if (old.get(at).equals(lines.get(i))) {
          pairs[i] = at;
          from = at + 1;
          break;
        }
      }
    }
    return pairs;
  }
}
