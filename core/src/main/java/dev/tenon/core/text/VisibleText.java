package dev.tenon.core.text;

/// Text for the eye of a person: every character that would not show as such ([HiddenCharacters])
/// is spelled out, controls as `^[` and the others as `<U+202E>`. Nothing in the result moves a
/// cursor, changes colours, or reorders or hides other characters.
///
/// The static methods take whole texts. An instance takes a stream in pieces, however they are cut;
/// it is used by one thread at a time.
public final class VisibleText {
  /// Stand around what [#marked] spells out; no visible text has them.
  static final char OPEN = '\u0002';

  static final char CLOSE = '\u0003';

  private static final int NONE = -1;

  private final boolean marks;
  private int previous = NONE;

  /// A code point that was taken and is not shown yet, because it depends on the next one.
  private int pending = NONE;

  /// The first half of a code point whose second half may follow.
  private int half = NONE;

  private int shown;

  public VisibleText() {
    this(false);
  }

  private VisibleText(boolean marks) {
    this.marks = marks;
  }

  /// The text on as many lines as it has. The carriage return of a CRLF is part of the line's end.
  public static String of(String text) {
    if (HiddenCharacters.none(text)) {
      return text;
    }
    return new VisibleText().whole(text);
  }

  /// Like [#of], with everything that is spelled out between [#OPEN] and [#CLOSE].
  static String marked(String text) {
    return HiddenCharacters.none(text) ? text : new VisibleText(true).whole(text);
  }

  private String whole(String text) {
    var out = new StringBuilder(text.length() + 16);
    next(text, out);
    end(out);
    return out.toString();
  }

  /// The text on one line, such as a file's name: line ends and tabs are spelled out too.
  public static String line(String text) {
    String visible = of(text);
    if (visible.indexOf('\n') < 0 && visible.indexOf('\t') < 0) {
      return visible;
    }
    return visible.replace("\n", "^J").replace("\t", "^I");
  }

  /// How many characters of the text are spelled out.
  public static int count(String text) {
    if (HiddenCharacters.none(text)) {
      return 0;
    }
    var stream = new VisibleText();
    stream.whole(text);
    return stream.shown;
  }

  /// The next piece of a stream. A character at its end may wait for the next piece, or for [#end].
  public String next(String piece) {
    if (pending == NONE && half == NONE && HiddenCharacters.none(piece)) {
      if (!piece.isEmpty()) {
        previous = piece.codePointBefore(piece.length());
      }
      return piece;
    }
    var out = new StringBuilder(piece.length() + 16);
    next(piece, out);
    return out.toString();
  }

  private void next(String piece, StringBuilder out) {
    for (int i = 0; i < piece.length(); ) {
      int c = piece.codePointAt(i);
      i += Character.charCount(c);
      next(c, out);
    }
  }

  /// The next code point of a stream, or the next half of one.
  public void next(int c, StringBuilder out) {
    int first = half;
    half = NONE;
    if (first != NONE && c >= Character.MIN_LOW_SURROGATE && c <= Character.MAX_LOW_SURROGATE) {
      take(Character.toCodePoint((char) first, (char) c), out);
      return;
    }
    if (first != NONE) {
      take(first, out);
    }
    if (c >= Character.MIN_HIGH_SURROGATE && c <= Character.MAX_HIGH_SURROGATE) {
      half = c;
    } else {
      take(c, out);
    }
  }

  private void take(int c, StringBuilder out) {
    int before = pending;
    pending = NONE;
    if (before != NONE && (before != '\r' || c != '\n')) {
      show(before, c, out);
    }
    if (c == '\r' || HiddenCharacters.dependsOnNext(c)) {
      pending = c;
    } else {
      show(c, NONE, out);
    }
  }

  /// Nothing more comes: shows what waited.
  public void end(StringBuilder out) {
    if (half != NONE) {
      take(half, out);
      half = NONE;
    }
    if (pending != NONE) {
      show(pending, NONE, out);
      pending = NONE;
    }
  }

  /// How many characters were spelled out so far.
  public int shown() {
    return shown;
  }

  private void show(int c, int next, StringBuilder out) {
    if (HiddenCharacters.has(previous, c, next)) {
      shown++;
      // What is spelled out does not make its neighbours part of an emoji or a word.
      previous = NONE;
      if (marks) {
        out.append(OPEN);
        spell(c, out);
        out.append(CLOSE);
      } else {
        spell(c, out);
      }
    } else {
      previous = c;
      out.appendCodePoint(c);
    }
  }

  private static void spell(int c, StringBuilder out) {
    if (c < 0x20) {
      out.append('^').append((char) (c + 0x40));
    } else if (c == 0x7f) {
      out.append("^?");
    } else {
      out.append("<U+");
      for (int shift = c > 0xffff ? 20 : 12; shift >= 0; shift -= 4) {
        int digit = (c >> shift) & 0xf;
        if (digit != 0 || shift < 20) {
          out.append(Character.toUpperCase(Character.forDigit(digit, 16)));
        }
      }
      out.append('>');
    }
  }
}
