package dev.tenon.cli.terminal.render;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The sequences that our styles have switched something on and off with, in this and in earlier
/// themes; any other sequence may hide text.
final class KnownSequences {
  /// Far more than themes have; somebody may edit one all day.
  private static final int MANY = 20_000;

  private static final Map<String, String> OFF_BY_ON = new ConcurrentHashMap<>();
  private static final Map<String, Boolean> OFF = new ConcurrentHashMap<>();

  static {
    for (Style style : Style.values()) {
      StyleCodes.plainColours(style).add();
      StyleCodes.monochrome(style).add();
    }
  }

  private KnownSequences() {}

  static void add(String on, String off) {
    if (OFF_BY_ON.size() < MANY) {
      OFF_BY_ON.put(on, off);
      OFF.put(off, Boolean.TRUE);
    }
  }

  /// Whether this is exactly what switches a style on or off.
  static boolean has(String sequence) {
    return OFF_BY_ON.containsKey(sequence) || OFF.containsKey(sequence);
  }

  /// What switches off what this sequence switches on; null if it switches on nothing.
  static @Nullable String offOf(String sequence) {
    return OFF_BY_ON.get(sequence);
  }
}
