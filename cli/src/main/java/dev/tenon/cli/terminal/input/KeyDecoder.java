package dev.tenon.cli.terminal.input;

import java.io.IOException;
import java.util.Optional;

/// Turns characters of a terminal in raw mode into keys.
public final class KeyDecoder {
  /// The rest of a key's sequence follows at once; a lone escape is the key of that name.
  private static final long SEQUENCE_MILLIS = 50;

  private static final long PASTE_MILLIS = 1000;
  private static final String PASTE_BEGIN = "[200~";
  private static final String PASTE_END = "\033[201~";

  /// Where characters come from.
  public interface Source {
    int NOTHING_YET = -2;
    int END = -1;

    /// The next character, [#END], or [#NOTHING_YET] when none came in time.
    int read(long timeoutMillis) throws IOException;
  }

  private final Source source;

  public KeyDecoder(Source source) {
    this.source = source;
  }

  /// The next key, if one comes in time.
  public Optional<Key> next(long timeoutMillis) throws IOException {
    int c = source.read(timeoutMillis);
    if (c == Source.NOTHING_YET) {
      return Optional.empty();
    }
    return Optional.of(
        switch (c) {
          case Source.END -> Key.Named.GONE;
          case '\t' -> Key.Named.TAB;
          case '\r', '\n' -> Key.Named.ENTER;
          case '\033' -> escape();
          case 3 -> Key.Named.INTERRUPT;
          case 8, 127 -> Key.Named.BACKSPACE;
          case 21 -> Key.Named.ERASE_ALL;
          case 23 -> Key.Named.ERASE_WORD;
          case 26 -> Key.Named.SUSPEND;
          default -> c < 32 ? control(c) : new Key.Typed(character((char) c));
        });
  }

  private String character(char first) throws IOException {
    if (Character.isHighSurrogate(first)) {
      int second = source.read(SEQUENCE_MILLIS);
      if (second >= 0) {
        return new String(new char[] {first, (char) second});
      }
    }
    return String.valueOf(first);
  }

  private Key escape() throws IOException {
    int c = source.read(SEQUENCE_MILLIS);
    return switch (c) {
      case Source.NOTHING_YET, Source.END, '\033' -> Key.Named.ESCAPE;
      case '\r', '\n' -> new Key.Modified(Key.Modifier.ALT, Key.Named.ENTER);
      case 8, 127 -> Key.Named.ERASE_WORD;
      case '[' -> sequence();
      case 'O' -> arrow(source.read(SEQUENCE_MILLIS));
      default ->
          Character.isLetter(c)
              ? new Key.Chord(Key.Modifier.ALT, (char) Character.toLowerCase(c))
              : Key.Named.OTHER;
    };
  }

  private static Key control(int c) {
    return c >= 1 && c <= 26
        ? new Key.Chord(Key.Modifier.CONTROL, (char) (c + 'a' - 1))
        : Key.Named.OTHER;
  }

  private static Key arrow(int c) {
    return switch (c) {
      case 'A' -> Key.Named.UP;
      case 'B' -> Key.Named.DOWN;
      case 'C' -> Key.Named.RIGHT;
      case 'D' -> Key.Named.LEFT;
      default -> Key.Named.OTHER;
    };
  }

  private Key sequence() throws IOException {
    var sequence = new StringBuilder("[");
    while (sequence.length() < 32) {
      int c = source.read(SEQUENCE_MILLIS);
      if (c < 0) {
        break;
      }
      sequence.append((char) c);
      if (c >= 0x40 && c <= 0x7e) {
        break;
      }
    }
    String read = sequence.toString();
    return switch (read) {
      case PASTE_BEGIN -> paste();
      case "[5~" -> Key.Named.PAGE_UP;
      case "[6~" -> Key.Named.PAGE_DOWN;
      // Terminals that can tell Shift-Ctrl-O from Ctrl-O do it in one of these ways.
      case "[79;6u", "[111;6u", "[27;6;79~", "[27;6;111~" ->
          new Key.Chord(Key.Modifier.CONTROL_SHIFT, 'o');
      default -> read.length() == 2 ? arrow(read.charAt(1)) : Key.Named.OTHER;
    };
  }

  private Key paste() throws IOException {
    var text = new StringBuilder();
    while (text.indexOf(PASTE_END, Math.max(0, text.length() - PASTE_END.length())) < 0) {
      int c = source.read(PASTE_MILLIS);
      if (c < 0) {
        return new Key.Pasted(lines(text.toString()));
      }
      text.append((char) c);
    }
    text.setLength(text.length() - PASTE_END.length());
    return new Key.Pasted(lines(text.toString()));
  }

  private static String lines(String pasted) {
    return pasted.replace("\r\n", "\n").replace('\r', '\n');
  }
}
