package dev.tenon.core.edit.match;

import dev.tenon.core.edit.PlanFailure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Looks for the place in a file that looks most like lines which are not there, for messages only.
public final class NearestPlace {
  private static final int MOST_LINES = 12;
  private static final int MOST_CHARACTERS = 1600;
  private static final int MOST_WIDTH = 200;

  /// Lines that occur more often say nothing about a place.
  private static final int MOST_OCCURRENCES = 40;

  private static final double LEAST_LIKENESS = 0.4;

  private NearestPlace() {}

  public static PlanFailure.@Nullable Nearest find(List<String> lines, List<String> wanted) {
    if (lines.isEmpty() || wanted.isEmpty()) {
      return null;
    }
    int start = byEqualLines(lines, wanted);
    if (start < 0) {
      start = byLikeLine(lines, wanted);
    }
    return start < 0 ? null : at(lines, wanted, start);
  }

  /// The place at a known index, with what is different there.
  static PlanFailure.Nearest at(List<String> lines, List<String> wanted, int start) {
    return new PlanFailure.Nearest(
        start + 1, excerpt(lines, start, wanted.size()), difference(lines, wanted, start));
  }

  /// Every wanted line that is found somewhere votes for the place where the whole would begin.
  private static int byEqualLines(List<String> lines, List<String> wanted) {
    Map<String, List<Integer>> places = new HashMap<>();
    for (String line : wanted) {
      String normal = Likeness.PUNCTUATION.normal(line);
      if (!normal.isEmpty()) {
        places.putIfAbsent(normal, new ArrayList<>());
      }
    }
    for (int i = 0; i < lines.size(); i++) {
      List<Integer> found = places.get(Likeness.PUNCTUATION.normal(lines.get(i)));
      if (found != null && found.size() <= MOST_OCCURRENCES) {
        found.add(i);
      }
    }
    var votes = new HashMap<Integer, Integer>();
    for (int i = 0; i < wanted.size(); i++) {
      String normal = Likeness.PUNCTUATION.normal(wanted.get(i));
      List<Integer> found = places.getOrDefault(normal, List.of());
      if (found.size() <= MOST_OCCURRENCES) {
        for (int at : found) {
          votes.merge(Math.max(0, at - i), Math.min(normal.length(), 40), Integer::sum);
        }
      }
    }
    int best = -1;
    int most = 0;
    for (Map.Entry<Integer, Integer> vote : votes.entrySet()) {
      int count = vote.getValue();
      if (count > most || (count == most && vote.getKey() < best)) {
        most = count;
        best = vote.getKey();
      }
    }
    return best;
  }

  /// The line that shares most pairs of characters with the longest wanted one.
  private static int byLikeLine(List<String> lines, List<String> wanted) {
    int longest = 0;
    for (int i = 1; i < wanted.size(); i++) {
      if (wanted.get(i).strip().length() > wanted.get(longest).strip().length()) {
        longest = i;
      }
    }
    var pairs = new Pairs(Likeness.PUNCTUATION.normal(wanted.get(longest)));
    int best = -1;
    double most = LEAST_LIKENESS;
    for (int i = 0; i < lines.size(); i++) {
      double likeness = pairs.likeness(Likeness.PUNCTUATION.normal(lines.get(i)));
      if (likeness > most) {
        most = likeness;
        best = i;
      }
    }
    return best < 0 ? -1 : Math.max(0, best - longest);
  }

  /// The pairs of neighbouring characters of a line.
  private static final class Pairs {
    private final String line;
    private final Map<Integer, Integer> counts = new HashMap<>();

    Pairs(String line) {
      this.line = line;
      for (int i = 1; i < line.length(); i++) {
        counts.merge(pair(line, i), 1, Integer::sum);
      }
    }

    private static int pair(String text, int at) {
      return text.charAt(at - 1) << 16 | text.charAt(at);
    }

    /// Dice's coefficient, or how much of the other line this one is when it is only a part of it.
    double likeness(String other) {
      if (line.length() < 2 || other.length() < 2) {
        return line.equals(other) ? 1 : 0;
      }
      if (other.length() > 8 * line.length()) {
        return other.contains(line) ? 1 : 0;
      }
      var left = new HashMap<>(counts);
      int shared = 0;
      for (int i = 1; i < other.length(); i++) {
        int pair = pair(other, i);
        int count = left.getOrDefault(pair, 0);
        if (count > 0) {
          left.put(pair, count - 1);
          shared++;
        }
      }
      return 2.0 * shared / (line.length() + other.length() - 2);
    }
  }

  private static String difference(List<String> lines, List<String> wanted, int start) {
    for (int i = 0; i < wanted.size(); i++) {
      int number = start + i + 1;
      if (start + i >= lines.size()) {
        return "the file ends before " + quoted(wanted.get(i));
      }
      String line = lines.get(start + i);
      Likeness likeness = Likeness.of(line, wanted.get(i));
      if (likeness == null) {
        return "line " + number + " is " + quoted(line) + ", wanted " + quoted(wanted.get(i));
      }
      if (likeness != Likeness.EXACT) {
        return "line " + number + " differs in " + likeness.difference();
      }
    }
    return "the lines are the same; the text begins or ends elsewhere in them";
  }

  public static String excerpt(List<String> lines, int start, int count) {
    var out = new StringBuilder();
    int end = Math.min(lines.size(), start + Math.min(count, MOST_LINES));
    for (int i = start; i < end && out.length() < MOST_CHARACTERS; i++) {
      out.append(i == start ? "" : "\n").append(cut(lines.get(i)));
    }
    return out.toString();
  }

  public static String quoted(String line) {
    return '"' + cut(line) + '"';
  }

  private static String cut(String line) {
    if (line.length() <= MOST_WIDTH) {
      return line;
    }
    int end = Character.isHighSurrogate(line.charAt(MOST_WIDTH - 1)) ? MOST_WIDTH - 1 : MOST_WIDTH;
    return line.substring(0, end) + "…";
  }
}
