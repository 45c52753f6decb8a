package dev.tenon.cli.terminal.input;

import dev.tenon.cli.terminal.input.Key.Modifier;
import dev.tenon.cli.terminal.input.Key.Named;
import org.jspecify.annotations.Nullable;

/// What the sequences of terminals mean. Modifiers are bits here, as terminals count them: 1 for
/// Shift, 2 for Alt, 4 for Control; what else is held (Super, Hyper, Meta) makes a key one without
/// a meaning, and locks do not count.
final class SequenceKeys {
  private static final int SHIFT = 1;
  private static final int ALT = 2;
  private static final int CONTROL = 4;
  private static final int OTHERS = 8 | 16 | 32;

  private SequenceKeys() {}

  /// A control character by itself.
  static Key control(int c) {
    return switch (c) {
      case 0 -> new Key.Chord(Modifier.CONTROL, ' ');
      case 3 -> Named.INTERRUPT;
      case 8, 127 -> Named.BACKSPACE;
      case '\t' -> Named.TAB;
      case '\r' -> Named.ENTER;
      case 21 -> Named.ERASE_ALL;
      case 23 -> Named.ERASE_WORD;
      case 26 -> Named.SUSPEND;
      case 27 -> Named.ESCAPE;
      default -> new Key.Chord(Modifier.CONTROL, (char) (c <= 26 ? c + 'a' - 1 : c + 0x40));
    };
  }

  /// A character after an escape character.
  static Key alt(int c) {
    if (c < 32 || c == 127) {
      return withAlt(c == '\n' ? Named.ENTER : control(c));
    }
    return c >= 0x80 && c < 0xa0
        ? Named.OTHER
        : new Key.Chord(Modifier.ALT, (char) Character.toLowerCase(c));
  }

  static Key withAlt(Key key) {
    return switch (key) {
      case Named named -> named(named, ALT);
      case Key.Modified modified -> named(modified.key(), ALT | bits(modified.modifier()));
      case Key.Chord chord -> chord(chord.letter(), ALT | bits(chord.modifier()));
      case Key.Typed typed -> new Key.Chord(Modifier.ALT, typed.text().charAt(0));
      case Key.Pasted pasted -> pasted;
      case Key.Special special -> special;
    };
  }

  /// After `ESC O`.
  static Key applicationKey(int c, int modifiers) {
    if (c < 0 || c > 0x7e) {
      return Named.OTHER;
    }
    Named named = letter((char) c);
    if (named != null) {
      return named(named, modifiers);
    }
    return switch (c) {
      case 'M' -> named(Named.ENTER, modifiers);
      case 'I' -> named(Named.TAB, modifiers);
      case 'a' -> named(Named.UP, CONTROL);
      case 'b' -> named(Named.DOWN, CONTROL);
      case 'c' -> named(Named.RIGHT, CONTROL);
      case 'd' -> named(Named.LEFT, CONTROL);
      case 'P', 'Q', 'R', 'S' -> modifiers == 0 ? new Key.Function(c - 'P' + 1) : Named.OTHER;
      case ' ' -> new Key.Typed(" ");
      case 'X' -> new Key.Typed("=");
      default ->
          // The keypad: `j` is the asterisk and `y` the nine.
          c >= 'j' && c <= 'y' ? new Key.Typed(String.valueOf((char) (c - 0x40))) : Named.OTHER;
    };
  }

  /// Whether `n$` is a whole key, as only rxvt writes it.
  static boolean isRxvtShift(CharSequence body) {
    for (int i = 0; i < body.length() - 1; i++) {
      char c = body.charAt(i);
      if (c < '0' || c > '9') {
        return false;
      }
    }
    return body.length() == 2 || body.length() == 3;
  }

  /// A sequence after `ESC [` up to its last character.
  static Key of(String sequence) {
    char last = sequence.charAt(sequence.length() - 1);
    char first = sequence.charAt(0);
    if (first == '<') {
      // A mouse in the form of SGR.
      return Named.OTHER;
    }
    if (first >= '<' && first <= '?') {
      return new Key.Report("[" + sequence);
    }
    int[][] numbers = ControlNumbers.of(sequence);
    int modifiers = numbers.length > 1 ? Math.max(0, numbers[1][0] - 1) : 0;
    if (numbers.length > 1 && numbers[1].length > 1 && numbers[1][1] == 3) {
      // A key that is let go.
      return Named.OTHER;
    }
    return switch (last) {
      case '~' -> tilde(numbers, modifiers);
      case '^' -> numbered(numbers[0][0], CONTROL);
      case '$' -> numbered(numbers[0][0], SHIFT);
      case '@' -> numbered(numbers[0][0], CONTROL | SHIFT);
      case 'u' -> CodeKeys.of(numbers, modifiers);
      case 'Z' -> named(Named.TAB, modifiers | SHIFT);
      case 'I' -> sequence.length() == 1 ? Key.Focus.GAINED : Named.OTHER;
      case 'O' -> sequence.length() == 1 ? Key.Focus.LOST : Named.OTHER;
      case 'a' -> named(Named.UP, SHIFT);
      case 'b' -> named(Named.DOWN, SHIFT);
      case 'c' -> sequence.length() == 1 ? named(Named.RIGHT, SHIFT) : report(sequence);
      case 'd' -> named(Named.LEFT, SHIFT);
      case 'P', 'Q', 'S' -> modifiers == 0 ? new Key.Function(last - 'P' + 1) : Named.OTHER;
      case 'R' -> third(sequence, numbers, modifiers);
      case 'n', 't', 'y', 'x' -> report(sequence);
      default -> {
        Named named = letter(last);
        yield named == null ? Named.OTHER : named(named, modifiers);
      }
    };
  }

  private static Key report(String sequence) {
    return new Key.Report("[" + sequence);
  }

  /// F3, unless it is the place of the cursor.
  private static Key third(String sequence, int[][] numbers, int modifiers) {
    if (numbers.length < 2) {
      return new Key.Function(3);
    }
    return numbers[0][0] == 1 && modifiers >= 1 && modifiers <= 7 ? Named.OTHER : report(sequence);
  }

  private static Key tilde(int[][] numbers, int modifiers) {
    if (numbers[0][0] == 27 && numbers.length > 2) {
      // xterm's modifyOtherKeys.
      return CodeKeys.of(new int[][] {numbers[2]}, modifiers);
    }
    return numbered(numbers[0][0], modifiers);
  }

  private static Key numbered(int number, int modifiers) {
    Named named =
        switch (number) {
          case 1, 7 -> Named.HOME;
          case 4, 8 -> Named.END;
          case 3 -> Named.DELETE;
          case 5 -> Named.PAGE_UP;
          case 6 -> Named.PAGE_DOWN;
          default -> null;
        };
    if (named != null) {
      return named(named, modifiers);
    }
    int function =
        switch (number) {
          case 11, 12, 13, 14, 15 -> number - 10;
          case 17, 18, 19, 20, 21 -> number - 11;
          case 23, 24, 25, 26 -> number - 12;
          case 28, 29 -> number - 13;
          case 31, 32, 33, 34 -> number - 14;
          default -> 0;
        };
    return function == 0 || modifiers != 0 ? Named.OTHER : new Key.Function(function);
  }

  private static @Nullable Named letter(char c) {
    return switch (c) {
      case 'A' -> Named.UP;
      case 'B' -> Named.DOWN;
      case 'C' -> Named.RIGHT;
      case 'D' -> Named.LEFT;
      case 'H' -> Named.HOME;
      case 'F' -> Named.END;
      default -> null;
    };
  }

  /// A named key with what is held.
  static Key named(Named key, int modifiers) {
    if ((modifiers & OTHERS) != 0) {
      return Named.OTHER;
    }
    int held = modifiers & (SHIFT | ALT | CONTROL);
    return switch (key) {
      // Who stops something stops it, whatever else is held.
      case INTERRUPT, SUSPEND, GONE, OTHER -> key;
      // The control character is in the key already.
      case ERASE_ALL -> held == 0 ? key : chord('u', held | CONTROL);
      case ERASE_WORD -> held == 0 ? key : chord('w', held | CONTROL);
      case ENTER,
          TAB,
          BACKSPACE,
          DELETE,
          ESCAPE,
          UP,
          DOWN,
          LEFT,
          RIGHT,
          HOME,
          END,
          PAGE_UP,
          PAGE_DOWN -> {
        Modifier modifier = modifier(held);
        yield held == 0 ? key : modifier == null ? Named.OTHER : new Key.Modified(modifier, key);
      }
    };
  }

  /// A character with what is held.
  static Key chord(char letter, int modifiers) {
    if ((modifiers & OTHERS) != 0) {
      return Named.OTHER;
    }
    Modifier modifier = modifier(modifiers & (SHIFT | ALT | CONTROL));
    return modifier == null ? Named.OTHER : new Key.Chord(modifier, letter);
  }

  /// Nothing for no keys, and for all three together, which mean nothing anywhere.
  private static @Nullable Modifier modifier(int held) {
    return switch (held) {
      case SHIFT -> Modifier.SHIFT;
      case ALT -> Modifier.ALT;
      case CONTROL -> Modifier.CONTROL;
      case SHIFT | ALT -> Modifier.ALT_SHIFT;
      case SHIFT | CONTROL -> Modifier.CONTROL_SHIFT;
      case ALT | CONTROL -> Modifier.CONTROL_ALT;
      default -> null;
    };
  }

  private static int bits(Modifier modifier) {
    return switch (modifier) {
      case SHIFT -> SHIFT;
      case ALT -> ALT;
      case CONTROL -> CONTROL;
      case ALT_SHIFT -> SHIFT | ALT;
      case CONTROL_SHIFT -> SHIFT | CONTROL;
      case CONTROL_ALT -> ALT | CONTROL;
    };
  }
}
