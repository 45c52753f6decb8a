package dev.tenon.cli.terminal.input;

import java.io.IOException;

/// Characters of a terminal, of which the last ones may be given back.
final class Pushback {
  private static final int NONE = -3;

  private final KeyDecoder.Source source;

  /// Characters that were read and belong to the next key, and the one after it.
  private int returned = NONE;

  private int later = NONE;

  Pushback(KeyDecoder.Source source) {
    this.source = source;
  }

  /// The next character, for something that has not begun.
  int begin(long timeoutMillis) throws IOException {
    return returned == NONE ? source.read(timeoutMillis) : read(timeoutMillis);
  }

  /// The next character of something that has begun.
  int read(long timeoutMillis) throws IOException {
    if (returned != NONE) {
      int c = returned;
      returned = later;
      later = NONE;
      return c;
    }
    return source.rest(timeoutMillis);
  }

  void giveBack(int c) {
    if (c != KeyDecoder.Source.NOTHING_YET) {
      later = returned;
      returned = c;
    }
  }

  void forget() {
    source.forget();
  }
}
