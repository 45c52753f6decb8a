package dev.tenon.core.text;

import java.util.function.BooleanSupplier;

/// A text that ends a match of a regular expression that looks at it too often: some expressions
/// need time beyond all bounds on some texts, and the JDK's engine cannot be interrupted otherwise.
/// Used by one thread.
public final class BoundedText implements CharSequence {
  /// Thrown out of the engine; the match is given up.
  public static final class GivenUp extends RuntimeException {
    private static final long serialVersionUID = 1L;

    GivenUp() {
      super(null, null, false, false);
    }
  }

  private static final int CHECK_EVERY = 1 << 16;

  private final CharSequence text;
  private final BooleanSupplier stopped;
  private long budget;
  private long left;

  /// @param text may change between two matches
  /// @param stopped whether nobody wants the match any more; asked now and then
  public BoundedText(CharSequence text, BooleanSupplier stopped) {
    this.text = text;
    this.stopped = stopped;
  }

  /// Sets how many characters may be looked at from now on, counting repeats.
  public BoundedText allow(long looks) {
    budget = looks;
    left = looks;
    return this;
  }

  /// How many characters were looked at since [#allow].
  public long looks() {
    return budget - left;
  }

  @Override
  public char charAt(int index) {
    if (--left < 0 || ((left & (CHECK_EVERY - 1)) == 0 && stopped.getAsBoolean())) {
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
    return text.subSequence(start, end);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
