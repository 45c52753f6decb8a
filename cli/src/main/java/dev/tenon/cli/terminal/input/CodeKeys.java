package dev.tenon.cli.terminal.input;

import dev.tenon.cli.terminal.input.Key.Named;

/// Keys that come as the number of a character, with what is held: the kitty protocol (`CSI … u`)
/// and xterm's `modifyOtherKeys`.
final class CodeKeys {
  private static final int SHIFT = 1;
  private static final int CONTROL = 4;
  private static final int HELD = 63;

  /// What no keyboard writes without Shift, for terminals that say only what was written.
  private static final String SHIFTED = "~!@#$%^&*()_+{}|:\"<>?";

  private CodeKeys() {}

  /// @param numbers the key with its alternatives, what is held, and the text it stands for
  static Key of(int[][] numbers, int modifiers) {
    int code = numbers[0][0];
    int held = modifiers & HELD;
    Key functional = functional(code, held);
    if (functional != Named.OTHER) {
      return functional;
    }
    if (code < 32 || (code >= 0x7f && code < 0xa0) || !Character.isValidCodePoint(code)) {
      return Named.OTHER;
    }
    if ((code >= 57344 && code <= 63743) || (code >= 0xd800 && code <= 0xdfff)) {
      return keypad(code, held);
    }
    if (held <= SHIFT) {
      return new Key.Typed(typed(numbers, code, held));
    }
    if ((held & SHIFT) != 0 && isShifted(numbers[0])) {
      // What both keys write together is the character of the chord: Ctrl-_ and Alt-<.
      boolean known = numbers[0].length > 1 && numbers[0][1] >= 32;
      return chord(known ? numbers[0][1] : code, held & ~SHIFT);
    }
    // With another alphabet it is the key that counts, as with the control characters of others.
    int base = numbers[0].length > 2 ? numbers[0][2] : 0;
    return chord(code > 0x7f && base >= 'a' && base <= 'z' ? base : code, held);
  }

  /// Whether Shift has made another character of this one than the same letter, a large one.
  private static boolean isShifted(int[] key) {
    if (Character.isLetter(key[0])) {
      return false;
    }
    boolean known = key.length > 1 && key[1] >= 32;
    return known ? key[1] != key[0] : SHIFTED.indexOf(key[0]) >= 0;
  }

  private static Key chord(int code, int held) {
    int letter = Character.toLowerCase(code);
    if (held == CONTROL || (held == (CONTROL | SHIFT) && isNamedControl(letter))) {
      return controlled(letter);
    }
    return letter > 0xffff ? Named.OTHER : SequenceKeys.chord((char) letter, held);
  }

  private static String typed(int[][] numbers, int code, int held) {
    if (numbers.length > 2 && numbers[2][0] >= 32 && Character.isValidCodePoint(numbers[2][0])) {
      var text = new StringBuilder();
      for (int c : numbers[2]) {
        if (c >= 32 && (c < 0x7f || c >= 0xa0) && (c < 0xd800 || c > 0xdfff)) {
          text.appendCodePoint(c);
        }
      }
      return text.toString();
    }
    if (held == 0) {
      return Character.toString(code);
    }
    boolean known = numbers[0].length > 1 && numbers[0][1] >= 32;
    return Character.toString(known ? numbers[0][1] : Character.toUpperCase(code));
  }

  /// Shift makes no difference to what stops and suspends.
  private static boolean isNamedControl(int letter) {
    return letter == 'c' || letter == 'z';
  }

  /// The same key as the control character that other terminals send.
  private static Key controlled(int letter) {
    return switch (letter) {
      case 'c', 'h', 'i', 'm', 'u', 'w', 'z', '[' -> SequenceKeys.control(letter & 31);
      case '/', '-', '7' -> new Key.Chord(Key.Modifier.CONTROL, '_');
      case '2', '@' -> new Key.Chord(Key.Modifier.CONTROL, ' ');
      default -> letter > 0xffff ? Named.OTHER : new Key.Chord(Key.Modifier.CONTROL, (char) letter);
    };
  }

  private static Key functional(int code, int held) {
    return switch (code) {
      case 9 -> SequenceKeys.named(Named.TAB, held);
      case 13, 57414 -> SequenceKeys.named(Named.ENTER, held);
      case 27 -> SequenceKeys.named(Named.ESCAPE, held);
      case 8, 127 -> SequenceKeys.named(Named.BACKSPACE, held);
      case 57417 -> SequenceKeys.named(Named.LEFT, held);
      case 57418 -> SequenceKeys.named(Named.RIGHT, held);
      case 57419 -> SequenceKeys.named(Named.UP, held);
      case 57420 -> SequenceKeys.named(Named.DOWN, held);
      case 57421 -> SequenceKeys.named(Named.PAGE_UP, held);
      case 57422 -> SequenceKeys.named(Named.PAGE_DOWN, held);
      case 57423 -> SequenceKeys.named(Named.HOME, held);
      case 57424 -> SequenceKeys.named(Named.END, held);
      case 57426 -> SequenceKeys.named(Named.DELETE, held);
      default -> Named.OTHER;
    };
  }

  private static Key keypad(int code, int held) {
    if (code >= 57399 && code <= 57416 && held <= SHIFT) {
      return new Key.Typed(String.valueOf("0123456789./*-+\r=,".charAt(code - 57399)));
    }
    return code >= 57376 && code <= 57398 && held == 0
        ? new Key.Function(code - 57376 + 13)
        : Named.OTHER;
  }
}
