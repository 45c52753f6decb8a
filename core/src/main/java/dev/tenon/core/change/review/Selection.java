package dev.tenon.core.change.review;

import java.util.Locale;
import java.util.Optional;

/// Which of the staged hunks are meant.
public enum Selection {
  /// Those that were accepted.
  ACCEPTED,
  /// All but the rejected ones.
  ALL;

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<Selection> of(String label) {
    for (Selection each : values()) {
      if (each.label().equals(label)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }
}
