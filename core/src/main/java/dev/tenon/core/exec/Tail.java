package dev.tenon.core.exec;

/// Keeps the beginning and the end of a stream of text in bounded memory and counts what lies
/// between. Used by one thread at a time.
final class Tail {
  private final int headLimit;
  private final int tailLimit;
  private final StringBuilder head = new StringBuilder();
  private final StringBuilder tail = new StringBuilder();
  private long dropped;

  Tail(int headLimit, int tailLimit) {
    this.headLimit = headLimit;
    this.tailLimit = tailLimit;
  }

  void append(CharSequence text) {
    int fits = Math.min(text.length(), headLimit - head.length());
    head.append(text, 0, fits);
    tail.append(text, fits, text.length());
    if (tail.length() > 2 * tailLimit) {
      int excess = tail.length() - tailLimit;
      tail.delete(0, excess);
      dropped += excess;
    }
  }

  /// Everything that is left, with a note where something is missing.
  String text() {
    int excess = Math.max(0, tail.length() - tailLimit);
    if (dropped + excess == 0) {
      return head.toString() + tail;
    }
    return head
        + "\n[… "
        + (dropped + excess)
        + " characters of output left out …]\n"
        + tail.substring(excess);
  }
}
