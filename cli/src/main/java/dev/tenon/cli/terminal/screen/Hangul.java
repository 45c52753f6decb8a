package dev.tenon.cli.terminal.screen;

/// How the letters of Korean join to syllables.
final class Hangul {
  private enum Kind {
    LEADING,
    VOWEL,
    TRAILING,
    OPEN,
    CLOSED,
    NONE
  }

  private Hangul() {}

  /// Whether two code points belong to one syllable.
  static boolean joined(int before, int c) {
    if (c < 0x1100 || before < 0x1100) {
      return false;
    }
    Kind next = kind(c);
    return switch (kind(before)) {
      case LEADING -> next != Kind.TRAILING && next != Kind.NONE;
      case VOWEL, OPEN -> next == Kind.VOWEL || next == Kind.TRAILING;
      case TRAILING, CLOSED -> next == Kind.TRAILING;
      case NONE -> false;
    };
  }

  private static Kind kind(int c) {
    if (c <= 0x11ff) {
      return c < 0x1160 ? Kind.LEADING : c < 0x11a8 ? Kind.VOWEL : Kind.TRAILING;
    }
    if (c >= 0xac00 && c <= 0xd7a3) {
      return (c - 0xac00) % 28 == 0 ? Kind.OPEN : Kind.CLOSED;
    }
    if (c >= 0xa960 && c <= 0xa97c) {
      return Kind.LEADING;
    }
    return c >= 0xd7b0 && c <= 0xd7c6
        ? Kind.VOWEL
        : c >= 0xd7cb && c <= 0xd7fb ? Kind.TRAILING : Kind.NONE;
  }
}
