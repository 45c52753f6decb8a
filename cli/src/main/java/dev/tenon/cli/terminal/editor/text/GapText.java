package dev.tenon.cli.terminal.editor.text;

/// Text with a gap where it was last changed, so that a change near the last one costs nothing,
/// however long the text is.
final class GapText implements CharSequence {
  private static final int LEAST_GAP = 256;

  private char[] chars = new char[LEAST_GAP];
  private int gap;
  private int gapEnd = LEAST_GAP;

  @Override
  public int length() {
    return chars.length - (gapEnd - gap);
  }

  @Override
  public char charAt(int at) {
    return chars[at < gap ? at : at + gapEnd - gap];
  }

  @Override
  public String subSequence(int from, int to) {
    if (to <= gap) {
      return new String(chars, from, to - from);
    }
    int shift = gapEnd - gap;
    if (from >= gap) {
      return new String(chars, from + shift, to - from);
    }
    var out = new StringBuilder(to - from);
    return out.append(chars, from, gap - from).append(chars, gapEnd, to - gap).toString();
  }

  /// Puts other text in the place of some.
  void replace(int from, int to, String text) {
    moveGap(from);
    gapEnd += to - from;
    if (gapEnd - gap < text.length()) {
      grow(text.length());
    }
    text.getChars(0, text.length(), chars, gap);
    gap += text.length();
  }

  private void moveGap(int at) {
    if (at < gap) {
      int moved = gap - at;
      System.arraycopy(chars, at, chars, gapEnd - moved, moved);
      gap -= moved;
      gapEnd -= moved;
    } else if (at > gap) {
      int moved = at - gap;
      System.arraycopy(chars, gapEnd, chars, gap, moved);
      gap += moved;
      gapEnd += moved;
    }
  }

  private void grow(int needed) {
    int length = length();
    char[] larger = new char[length + needed + Math.max(LEAST_GAP, length / 2)];
    int tail = chars.length - gapEnd;
    System.arraycopy(chars, 0, larger, 0, gap);
    System.arraycopy(chars, gapEnd, larger, larger.length - tail, tail);
    gapEnd = larger.length - tail;
    chars = larger;
  }

  @Override
  public String toString() {
    return subSequence(0, length());
  }
}
