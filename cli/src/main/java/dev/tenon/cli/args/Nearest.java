package dev.tenon.cli.args;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/// Finds what a person probably meant: the known word with the fewest typing errors (a letter
/// missing, added, changed, or two swapped), if they are few for its length; a beginning counts
/// too.
public final class Nearest {
  private Nearest() {}

  public static Optional<String> to(String word, Collection<String> known) {
    String typed = word.toLowerCase(Locale.ROOT);
    String best = null;
    int fewest = Integer.MAX_VALUE;
    for (String candidate : known) {
      String lower = candidate.toLowerCase(Locale.ROOT);
      int errors = distance(typed, lower);
      boolean beginning = typed.length() >= 2 && lower.startsWith(typed);
      if (errors > allowed(lower.length()) && !beginning) {
        continue;
      }
      if (errors < fewest) {
        fewest = errors;
        best = candidate;
      }
    }
    return Optional.ofNullable(best);
  }

  /// The end of a message: `; did you mean 'x'?`, or nothing.
  public static String hint(String word, Collection<String> known) {
    return to(word, known).map(near -> "; did you mean '" + near + "'?").orElse("");
  }

  private static int allowed(int length) {
    return length <= 4 ? 1 : length <= 8 ? 2 : 3;
  }

  /// The number of typing errors between two words (optimal string alignment).
  static int distance(String a, String b) {
    int[] before = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int fewest = Math.min(last[j - 1] + change, Math.min(last[j], row[j - 1]) + 1);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          fewest = Math.min(fewest, before[j - 2] + 1);
        }
        row[j] = fewest;
      }
      int[] free = before;
      before = last;
      last = row;
      row = free;
    }
    return last[b.length()];
  }
}
