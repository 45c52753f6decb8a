package dev.tenon.cli.terminal.render;

/// Text from a model, a file or a command, made safe for a terminal and for the eye: nothing in it
/// moves the cursor, changes colours, sets titles, reaches the clipboard, or reorders or hides
/// other characters.
///
/// The static methods keep everything visible, which is what a person needs who decides about a
/// command. An instance filters a stream: it drops whole escape sequences, however they are cut
/// into pieces, since a program's colours are no news.
public final class SafeText {
  private static final char ESCAPE = '\033';

  private enum State {
    TEXT,
    /// After an escape character.
    ESCAPED,
    /// In a control sequence, which ends with a letter.
    CONTROL,
    /// In a string for the terminal (title, clipboard, link), which ends with a bell or ST.
    STRING
  }

  private State state = State.TEXT;

  /// Filters the next piece of a stream. Line breaks and tabs stay.
  public String filter(String piece) {
    if (state == State.TEXT && clean(piece)) {
      return piece;
    }
    var out = new StringBuilder(piece.length());
    for (int i = 0; i < piece.length(); ) {
      int c = piece.codePointAt(i);
      i += Character.charCount(c);
      accept(c, out);
    }
    return out.toString();
  }

  private void accept(int c, StringBuilder out) {
    if (c == '\n') {
      // No sequence may swallow more than its line.
      state = State.TEXT;
    }
    switch (state) {
      case TEXT -> {
        switch (c) {
          case ESCAPE -> state = State.ESCAPED;
          case 0x9b -> state = State.CONTROL;
          case 0x90, 0x98, 0x9d, 0x9e, 0x9f -> state = State.STRING;
          case '\r' -> {}
          default -> show(c, out);
        }
      }
      case ESCAPED ->
          state =
              switch (c) {
                case '[' -> State.CONTROL;
                case ']', 'P', 'X', '^', '_' -> State.STRING;
                // Selects a character set, or the like: one more character follows.
                case '(', ')', '*', '+', '#', ' ', '%' -> State.ESCAPED;
                default -> State.TEXT;
              };
      case CONTROL -> {
        if (c >= 0x40 && c <= 0x7e) {
          state = State.TEXT;
        } else if (c < 0x20 || c > 0x7e) {
          state = State.TEXT;
          accept(c, out);
        }
      }
      case STRING -> {
        switch (c) {
          case 0x07, 0x9c -> state = State.TEXT;
          case ESCAPE -> state = State.ESCAPED;
          default -> {}
        }
      }
    }
  }

  /// The text on as many lines as it has, every other control character visible.
  public static String visible(String text) {
    if (clean(text)) {
      return text;
    }
    var out = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      boolean lineEnd = c == '\r' && i < text.length() && text.charAt(i) == '\n';
      if (!lineEnd) {
        show(c, out);
      }
    }
    return out.toString();
  }

  /// The text on one line of at most so many characters, everything visible.
  public static String line(String text, int limit, Glyphs glyphs) {
    var out = new StringBuilder();
    String even = text.strip();
    int room = Math.max(limit, 1);
    int shown = 0;
    for (int i = 0; i < even.length(); ) {
      int c = even.codePointAt(i);
      i += Character.charCount(c);
      int before = out.length();
      switch (c) {
        case '\n' -> out.append(' ').append(glyphs.lineBreak).append(' ');
        case '\t' -> out.append(' ');
        case '\r' -> {}
        default -> show(c, out);
      }
      shown += out.codePointCount(before, out.length());
      if (shown > room) {
        out.setLength(before);
        return cut(out, room, glyphs);
      }
    }
    return out.toString();
  }

  private static String cut(StringBuilder out, int room, Glyphs glyphs) {
    int kept = Math.max(0, room - glyphs.ellipsis.length());
    int length = out.codePointCount(0, out.length());
    int end = length <= kept ? out.length() : out.offsetByCodePoints(0, kept);
    return out.substring(0, end) + glyphs.ellipsis;
  }

  private static boolean clean(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x20 ? c != '\n' && c != '\t' : c >= 0x7f && (c < 0xa0 || suspicious(c))) {
        return false;
      }
    }
    return true;
  }

  /// Anything that may need a closer look; high surrogates may begin a tag character.
  private static boolean suspicious(char c) {
    return c == 0xad || c == 0x061c || (c >= 0x200b && c <= 0x206f) || c == 0xfeff || c == 0xdb40;
  }

  private static void show(int c, StringBuilder out) {
    if (c == '\n' || c == '\t') {
      out.append((char) c);
    } else if (c < 0x20) {
      out.append('^').append((char) (c + 0x40));
    } else if (c == 0x7f) {
      out.append("^?");
    } else if (c < 0xa0 && c > 0x7f) {
      code(c, out);
    } else if (reorders(c) || hides(c)) {
      code(c, out);
    } else {
      out.appendCodePoint(c);
    }
  }

  /// Controls of writing direction, with which text can be made to look like other text.
  private static boolean reorders(int c) {
    return c == 0x061c
        || c == 0x200e
        || c == 0x200f
        || (c >= 0x202a && c <= 0x202e)
        || (c >= 0x2066 && c <= 0x2069);
  }

  /// Characters that cannot be seen; the joiners stay, since scripts and emoji need them.
  private static boolean hides(int c) {
    return c == 0x200b
        || c == 0x2028
        || c == 0x2029
        || (c >= 0x2060 && c <= 0x2064)
        || c == 0xfeff
        || (c >= 0xe0000 && c <= 0xe007f);
  }

  private static void code(int c, StringBuilder out) {
    String hex = Integer.toHexString(c).toUpperCase(java.util.Locale.ROOT);
    out.append("<U+").append("0".repeat(Math.max(0, 4 - hex.length()))).append(hex).append('>');
  }
}
