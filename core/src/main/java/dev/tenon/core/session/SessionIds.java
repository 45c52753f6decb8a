package dev.tenon.core.session;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;

/// Makes ids: 16 hexadecimal digits for a session, 8 for an entry.
final class SessionIds {
  private SessionIds() {}

  static String session() {
    return digits(ThreadLocalRandom.current().nextLong(), 16);
  }

  /// @param free takes an id and answers whether it was free
  static String entry(Predicate<String> free) {
    while (true) {
      String id = digits(ThreadLocalRandom.current().nextInt() & 0xffffffffL, 8);
      if (free.test(id)) {
        return id;
      }
    }
  }

  private static String digits(long value, int width) {
    String text = Long.toHexString(value);
    return "0".repeat(width - text.length()) + text;
  }
}
