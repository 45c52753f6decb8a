package dev.tenon.core.workspace.regex;

/// A set of bytes. Immutable.
record ByteSet(long a, long b, long c, long d) {
  static final ByteSet NONE = new ByteSet(0, 0, 0, 0);
  static final ByteSet NON_ASCII = new ByteSet(0, 0, -1, -1);
  static final ByteSet ALL = new ByteSet(-1, -1, -1, -1);

  static ByteSet of(int value) {
    return NONE.with(value);
  }

  static ByteSet range(int first, int last) {
    ByteSet set = NONE;
    for (int value = first; value <= last; value++) {
      set = set.with(value);
    }
    return set;
  }

  ByteSet with(int value) {
    long bit = 1L << (value & 63);
    return switch (value >> 6) {
      case 0 -> new ByteSet(a | bit, b, c, d);
      case 1 -> new ByteSet(a, b | bit, c, d);
      case 2 -> new ByteSet(a, b, c | bit, d);
      default -> new ByteSet(a, b, c, d | bit);
    };
  }

  ByteSet without(int value) {
    return and(of(value).not());
  }

  ByteSet or(ByteSet other) {
    return new ByteSet(a | other.a, b | other.b, c | other.c, d | other.d);
  }

  ByteSet and(ByteSet other) {
    return new ByteSet(a & other.a, b & other.b, c & other.c, d & other.d);
  }

  ByteSet not() {
    return new ByteSet(~a, ~b, ~c, ~d);
  }

  boolean contains(int value) {
    long word =
        switch (value >> 6) {
          case 0 -> a;
          case 1 -> b;
          case 2 -> c;
          default -> d;
        };
    return (word >> (value & 63) & 1) != 0;
  }

  int size() {
    return Long.bitCount(a) + Long.bitCount(b) + Long.bitCount(c) + Long.bitCount(d);
  }

  int smallest() {
    for (int value = 0; value < 256; value++) {
      if (contains(value)) {
        return value;
      }
    }
    return -1;
  }

  /// With the other case of each ASCII letter.
  ByteSet anyCase() {
    ByteSet set = this;
    for (int upper = 'A'; upper <= 'Z'; upper++) {
      int lower = upper + 32;
      if (contains(upper) || contains(lower)) {
        set = set.with(upper).with(lower);
      }
    }
    return set;
  }
}
