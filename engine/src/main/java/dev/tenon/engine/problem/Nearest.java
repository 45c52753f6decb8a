package dev.tenon.engine.problem;

import dev.tenon.core.model.Spelling;
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
      int errors = Spelling.distance(typed, lower);
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
}
