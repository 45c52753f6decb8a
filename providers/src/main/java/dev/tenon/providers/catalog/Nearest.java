package dev.tenon.providers.catalog;

import dev.tenon.core.model.Spelling;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// Finds what a person may have meant by a name that nobody has.
final class Nearest {
  private static final int MOST = 3;

  private record Guess(String name, int distance) {}

  private Nearest() {}

  /// Full names of the models whose id or alias is like this one, the nearest first.
  static List<String> to(String name, List<ModelEntry> entries) {
    String wanted = name.toLowerCase(Locale.ROOT).replace('.', '-');
    int limit = Math.max(1, wanted.length() / 3);
    var guesses = new ArrayList<Guess>();
    for (ModelEntry entry : entries) {
      int best = distance(wanted, entry.info().id());
      for (String alias : entry.aliases()) {
        best = Math.min(best, distance(wanted, alias));
      }
      if (best <= limit) {
        guesses.add(new Guess(entry.info().name(), best));
      }
    }
    guesses.sort(Comparator.comparingInt(Guess::distance));
    return guesses.stream().limit(MOST).map(Guess::name).toList();
  }

  /// The number of typing errors; 1 when one name holds the other whole.
  private static int distance(String wanted, String candidate) {
    String other = candidate.toLowerCase(Locale.ROOT).replace('.', '-');
    if (wanted.length() >= 3 && other.contains(wanted)) {
      return 1;
    }
    return Spelling.distance(wanted, other);
  }
}
