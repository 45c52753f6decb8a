package dev.tenon.cli.terminal.input;

/// A line of text within a dialog or a menu. Used under the lock of whoever owns it.
public final class TextField {
  private final StringBuilder text = new StringBuilder();
  private int cursor;

  public TextField(String start) {
    insert(start);
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
          modified.key() == Key.Named.LEFT
              ? move(wordStart())
              : modified.key() == Key.Named.RIGHT && move(wordEnd());
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
      case LEFT -> move(cursor == 0 ? 0 : text.offsetByCodePoints(cursor, -1));
      case RIGHT -> move(cursor == text.length() ? cursor : text.offsetByCodePoints(cursor, 1));
      case HOME -> move(0);
      case END -> move(text.length());
      case BACKSPACE -> cursor == 0 || erase(text.offsetByCodePoints(cursor, -1), cursor);
      case DELETE -> cursor == text.length() || erase(cursor, text.offsetByCodePoints(cursor, 1));
      case ERASE_WORD -> erase(wordStart(), cursor);
      case ERASE_ALL -> erase(0, text.length());
      default -> false;
    };
  }

  private boolean insert(String more) {
    String line = more.replace('\n', ' ');
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
