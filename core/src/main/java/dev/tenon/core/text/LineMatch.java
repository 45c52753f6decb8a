package dev.tenon.core.text;

import com.github.difflib.algorithm.Change;
import com.github.difflib.algorithm.myers.MyersDiffWithLinearSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Pairs the lines of two texts: which line of the new text is which line of the old one.
public final class LineMatch {
  /// Above this many candidate lines on both sides together, an exact diff could take seconds.
  private static final int MOST_FOR_EXACT = 40_000;

  private LineMatch() {}

  /// For each new line the index of the old line it is, or -1. Indices grow.
  public static int[] of(List<String> old, List<String> lines) {
    int[] match = new int[lines.size()];
    middle(old, lines, trim(old, lines, match), match);
    return match;
  }

  /// What is left of two texts without their common first and last lines.
  ///
  /// @param start in both
  public record Middle(int start, int oldEnd, int newEnd) {}

  /// Pairs the common first and last lines; all others get -1.
  public static Middle trim(List<String> old, List<String> lines, int[] match) {
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

  /// Only lines that occur on both sides can be pairs; leaving the others out makes a rewrite
  /// cheap.
  private static void middle(List<String> old, List<String> lines, Middle middle, int[] match) {
    int start = middle.start;
    int oldEnd = middle.oldEnd;
    int newEnd = middle.newEnd;
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
