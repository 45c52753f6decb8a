package dev.tenon.cli.terminal.render;

import dev.tenon.core.text.VisibleText;

/// Text from a model, a file or a command, made safe for a terminal and for the eye: nothing in it
/// moves the cursor, changes colours, sets titles, reaches the clipboard, or reorders or hides
/// other characters. What such characters are, [dev.tenon.core.text.HiddenCharacters] alone says.
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
  private final VisibleText visible = new VisibleText();

  /// Filters the next piece of a stream. Line breaks and tabs stay.
  public String filter(String piece) {
    if (state == State.TEXT && noControls(piece)) {
      return visible.next(piece);
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
          default -> visible.next(c, out);
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

  private static boolean noControls(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x20 ? c != '\n' && c != '\t' : c >= 0x80 && c < 0xa0) {
        return false;
      }
    }
    return true;
  }

  /// The text on as many lines as it has, every other hidden character spelled out.
  public static String visible(String text) {
    return VisibleText.of(text);
  }

  /// Text that has to stay on its line, such as a file's name: exactly as it is for a program, and
  /// with everything visible for a person.
  public static String cell(String text, Page.Reach reach) {
    return reach == Page.Reach.STREAM ? text : VisibleText.line(text);
  }

  /// What a person is told who decides about a text with hidden characters.
  public static String hint(int count) {
    return (count == 1
            ? "(1 character above is a control or invisible one; it is"
            : "(" + count + " characters above are control or invisible ones; they are")
        + " shown like ^[ or <U+202E>)";
  }

  /// The text on one line of at most so many characters, everything visible.
  public static String line(String text, int limit, Glyphs glyphs) {
    var out = new StringBuilder();
    String even = VisibleText.of(text.strip());
    int room = Math.max(limit, 1);
    int shown = 0;
    for (int i = 0; i < even.length(); ) {
      int c = even.codePointAt(i);
      i += Character.charCount(c);
      int before = out.length();
      switch (c) {
        case '\n' -> out.append(' ').append(glyphs.lineBreak).append(' ');
        case '\t' -> out.append(' ');
        default -> out.appendCodePoint(c);
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
}
