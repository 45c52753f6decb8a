package dev.tenon.cli.terminal.screen;

/// Grapheme clusters: what a person takes for one character, and how many cells it has on a
/// terminal. After the rules of Unicode's annex 29 as far as terminals follow them: marks, joiners
/// and selectors belong to what stands before them, flags are two letters, emoji are joined by a
/// joiner, Hangul syllables by their kinds. Most text is ASCII and takes a short way.
public final class Clusters {
  private static final int JOINER = 0x200d;

  /// No cluster that anybody writes is longer; what is longer is cut, so that time stays bounded.
  private static final int LONGEST = 64;

  /// How far back a place is looked for where a cluster begins for certain.
  private static final int FARTHEST = 4096;

  /// How many cells a terminal gives to a cluster of several characters.
  public enum Drawing {
    /// Those of one sign: a selector for pictures makes it wide, and what is joined adds nothing.
    TOGETHER,
    /// Those of all its characters but what a joiner joins, as tmux before 3.4 does: a skin colour
    /// has cells of its own, and a selector changes nothing.
    EACH
  }

  private static volatile Drawing drawing = Drawing.TOGETHER;

  private Clusters() {}

  /// How the terminal of this program draws from now on.
  public static void drawn(Drawing how) {
    drawing = how;
  }

  /// The last place up to here between two clusters.
  public static int before(CharSequence text, int at) {
    int start = 0;
    while (start < at) {
      int end = next(text, start);
      if (end > at) {
        break;
      }
      start = end;
    }
    return start;
  }

  /// Where the cluster ends that begins here.
  ///
  /// @param at the beginning of a cluster, before the end of the text
  public static int next(CharSequence text, int at) {
    char first = text.charAt(at);
    int length = text.length();
    int end = at + 1;
    if (end == length || (first < 0x300 && text.charAt(end) < 0x300)) {
      return first == '\r' && end < length && text.charAt(end) == '\n' ? end + 1 : end;
    }
    int before = Character.codePointAt(text, at);
    end = at + Character.charCount(before);
    if (before < 0x20
        || (before >= 0x7f && before < 0xa0)
        || (before >= 0xd800 && before <= 0xdfff)) {
      // Nothing joins a control, or what is no character.
      return end;
    }
    boolean pictures = Character.isExtendedPictographic(before);
    boolean flag = regional(before);
    while (end < length && end - at < LONGEST) {
      int c = Character.codePointAt(text, end);
      if (extend(c)) {
        pictures &= c != 0x200c;
      } else if (flag && regional(c)) {
        flag = false;
      } else if (!(before == JOINER && pictures && Character.isExtendedPictographic(c))
          && !Hangul.joined(before, c)) {
        break;
      }
      flag &= regional(before) && regional(c);
      before = c;
      end += Character.charCount(c);
    }
    return end;
  }

  /// Where the cluster begins that ends here.
  ///
  /// @param at the end of a cluster, after the beginning of the text
  public static int previous(CharSequence text, int at) {
    if (at == 1) {
      return 0;
    }
    char last = text.charAt(at - 1);
    if (last < 0x300 && last != '\n') {
      return at - 1;
    }
    // From a place that is a boundary for certain.
    int start = at;
    while (start > 0 && at - start < FARTHEST && (start == at || !begins(text.charAt(start)))) {
      start--;
    }
    if (start > 0 && Character.isLowSurrogate(text.charAt(start))) {
      start -= Character.isHighSurrogate(text.charAt(start - 1)) ? 1 : 0;
    }
    while (true) {
      int end = next(text, start);
      if (end >= at) {
        return start;
      }
      start = end;
    }
  }

  /// Whether a cluster begins with this, whatever stands before it.
  private static boolean begins(char c) {
    return c < 0x300 ? c != '\n' : c >= 0x3400 && c < 0xa000;
  }

  /// Whether a place in the text is between two clusters.
  public static boolean isBoundary(CharSequence text, int at) {
    return at <= 0 || at >= text.length() || next(text, previous(text, at)) == at;
  }

  /// The cells of a text that has no controls in it.
  public static int width(CharSequence text, int from, int to) {
    int width = 0;
    for (int at = from; at < to; ) {
      int end = next(text, at);
      width += widthOfOne(text, at, Math.min(end, to));
      at = end;
    }
    return width;
  }

  public static int width(CharSequence text) {
    return width(text, 0, text.length());
  }

  /// The cells of one cluster.
  public static int widthOfOne(CharSequence text, int from, int to) {
    char first = text.charAt(from);
    if (to - from == 1 && first < 0x300) {
      return first < 0x20 || (first >= 0x7f && first < 0xa0) || first == 0xad ? 0 : 1;
    }
    if (drawing == Drawing.EACH) {
      return widthOfEach(text, from, to);
    }
    int width = 0;
    for (int at = from; at < to; ) {
      int c = Character.codePointAt(text, at);
      at += Character.charCount(c);
      if (width == 1 && (c == 0xfe0f || regional(c))) {
        return 2;
      }
      width = Math.max(width, CellWidths.of(c));
    }
    return width;
  }

  private static int widthOfEach(CharSequence text, int from, int to) {
    int width = 0;
    int before = 0;
    for (int at = from; at < to; ) {
      int c = Character.codePointAt(text, at);
      at += Character.charCount(c);
      width += before == JOINER ? 0 : CellWidths.of(c);
      before = c;
    }
    return width;
  }

  /// The two letters of a flag.
  private static boolean regional(int c) {
    return c >= 0x1f1e6 && c <= 0x1f1ff;
  }

  /// Whether a code point belongs to the one before it.
  private static boolean extend(int c) {
    if (c < 0x300) {
      return false;
    }
    return switch (Character.getType(c)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.COMBINING_SPACING_MARK ->
          true;
      case Character.FORMAT -> c == JOINER || c == 0x200c || (c >= 0xe0020 && c <= 0xe007f);
      default -> (c >= 0x1f3fb && c <= 0x1f3ff) || c == 0xff9e || c == 0xff9f;
    };
  }
}
