package dev.tenon.core.workspace;

import java.util.function.BooleanSupplier;

/// A text that ends a match that takes too long: some expressions need time beyond all bounds on
/// some texts, and the JDK's engine cannot be interrupted otherwise.
final class GuardedText implements CharSequence {
  /// Thrown out of the engine; the match is given up.
  static final class GivenUp extends RuntimeException {
    private static final long serialVersionUID = 1L;

    GivenUp() {
      super(null, null, false, false);
    }
  }

  private static final int CHECK_EVERY = 1 << 16;

  private final String text;
  private final BooleanSupplier stopped;
  private long left;

  /// @param budget how many characters may be looked at, counting repeats
  GuardedText(String text, long budget, BooleanSupplier stopped) {
    this.text = text;
    this.left = budget;
    this.stopped = stopped;
  }

  @Override
  public char charAt(int index) {
    if ((--left & (CHECK_EVERY - 1)) == 0 && (left <= 0 || stopped.getAsBoolean())) {
      throw new GivenUp();
    }
    return text.charAt(index);
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return text.substring(start, end);
  }

  @Override
  public String toString() {
    return text;
  }
}
