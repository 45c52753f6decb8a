package dev.tenon.cli.terminal.input;

import dev.tenon.cli.terminal.screen.Clusters;

/// A text that is written within a dialog or a menu. Used under the lock of whoever owns it.
public final class TextField {
  private final Breaks breaks;
  private final StringBuilder text = new StringBuilder();
  private int cursor;

  /// What becomes of line ends.
  private enum Breaks {
    BLANKS,
    KEPT
  }

  /// One line: a line end is a blank in it.
  public TextField(String start) {
    this(start, Breaks.BLANKS);
  }

  private TextField(String start, Breaks breaks) {
    this.breaks = breaks;
    insert(start);
  }

  /// Words of any number of lines.
  public static TextField ofLines(String start) {
    return new TextField(start, Breaks.KEPT);
  }

  public String text() {
    return text.toString();
  }

  /// What stands left of the cursor.
  public String before() {
    return text.substring(0, cursor);
  }

  /// What stands right of it.
  public String after() {
    return text.substring(cursor);
  }

  /// Answers false for a key that does not edit.
  public boolean press(Key key) {
    return switch (key) {
      case Key.Typed typed -> insert(typed.text());
      case Key.Pasted pasted -> insert(pasted.text());
      case Key.Chord chord -> chord.modifier() == Key.Modifier.CONTROL && control(chord.letter());
      case Key.Modified modified ->
          switch (modified.key()) {
            case LEFT -> move(wordStart());
            case RIGHT -> move(wordEnd());
            case ENTER -> breaks == Breaks.KEPT && insert("\n");
            default -> false;
          };
      case Key.Special ignored -> false;
      case Key.Named named -> named(named);
    };
  }

  private boolean control(char letter) {
    return switch (letter) {
      case 'a' -> move(0);
      case 'e' -> move(text.length());
      case 'k' -> erase(cursor, text.length());
      default -> false;
    };
  }

  private boolean named(Key.Named key) {
    return switch (key) {
      case LEFT -> move(cursor == 0 ? 0 : Clusters.previous(text, cursor));
      case RIGHT -> move(cursor == text.length() ? cursor : Clusters.next(text, cursor));
      case HOME -> move(0);
      case END -> move(text.length());
      case BACKSPACE -> cursor == 0 || erase(Clusters.previous(text, cursor), cursor);
      case DELETE -> cursor == text.length() || erase(cursor, Clusters.next(text, cursor));
      case ERASE_WORD -> erase(wordStart(), cursor);
      case ERASE_ALL -> erase(0, text.length());
      default -> false;
    };
  }

  private boolean insert(String more) {
    String line = breaks == Breaks.KEPT ? more : more.replace('\n', ' ');
    text.insert(cursor, line);
    cursor += line.length();
    return true;
  }

  private boolean move(int to) {
    cursor = to;
    return true;
  }

  private boolean erase(int from, int to) {
    text.delete(from, to);
    cursor = from;
    return true;
  }

  private int wordStart() {
    int at = cursor;
    while (at > 0 && Character.isWhitespace(text.charAt(at - 1))) {
      at--;
    }
    while (at > 0 && !Character.isWhitespace(text.charAt(at - 1))) {
      at--;
    }
    return at;
  }

  private int wordEnd() {
    int at = cursor;
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at;
  }
}
