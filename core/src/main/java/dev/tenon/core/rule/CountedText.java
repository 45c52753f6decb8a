package dev.tenon.core.rule;

/// A text that counts how often a regular expression looks at it, and ends a match that looks too
/// often: some expressions need time beyond all bounds on some texts.
final class CountedText implements CharSequence {

  /// Thrown out of the engine; the match is given up.
  static final class GivenUp extends RuntimeException {
    private static final long serialVersionUID = 1L;

    GivenUp() {
      super(null, null, false, false);
    }
  }

  private final StringBuilder text;
  private long looks;
  private long most;

  CountedText(StringBuilder text) {
    this.text = text;
  }

  void begin(long limit) {
    looks = 0;
    most = limit;
  }

  long looks() {
    return looks;
  }

  @Override
  public char charAt(int index) {
    if (++looks > most) {
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
    return text.toString();
  }
}
