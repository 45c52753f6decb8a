package dev.tenon.cli.terminal.input;

import dev.tenon.cli.terminal.input.Key.Modifier;
import dev.tenon.cli.terminal.input.Key.Named;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// What terminals send that say which key it was and what was held.
final class KittyRows {
  private KittyRows() {}

  static Map<String, Key> all() {
    var rows = new LinkedHashMap<String, Key>();
    for (char c = 'a'; c <= 'z'; c++) {
      rows.put("\033[" + (int) c + "u", new Key.Typed(String.valueOf(c)));
      rows.put("\033[" + (int) c + ";5u", control(c));
      rows.put("\033[" + (int) c + ";3u", new Key.Chord(Modifier.ALT, c));
      rows.put("\033[" + (int) c + ";7u", new Key.Chord(Modifier.CONTROL_ALT, c));
      rows.put(
          "\033[" + (int) c + ";2u", new Key.Typed(String.valueOf(c).toUpperCase(Locale.ROOT)));
      // Locks do not count, and a repeated key is one.
      rows.put("\033[" + (int) c + ";69u", control(c));
      rows.put("\033[" + (int) c + ";5:2u", control(c));
      rows.put("\033[" + (int) c + ";5:3u", Named.OTHER);
      rows.put("\033[" + (int) c + ";9u", Named.OTHER);
    }
    named(rows, 13, Named.ENTER);
    named(rows, 9, Named.TAB);
    named(rows, 27, Named.ESCAPE);
    named(rows, 127, Named.BACKSPACE);
    named(rows, 57417, Named.LEFT);
    named(rows, 57423, Named.HOME);
    named(rows, 57426, Named.DELETE);
    rows.put("\033[47;5u", new Key.Chord(Modifier.CONTROL, '_'));
    rows.put("\033[32;5u", new Key.Chord(Modifier.CONTROL, ' '));
    rows.put("\033[111;6u", new Key.Chord(Modifier.CONTROL_SHIFT, 'o'));
    rows.put("\033[79;6u", new Key.Chord(Modifier.CONTROL_SHIFT, 'o'));
    // What Shift makes of a key is the character of the chord.
    rows.put("\033[45:95;6u", new Key.Chord(Modifier.CONTROL, '_'));
    rows.put("\033[45:95;4u", new Key.Chord(Modifier.ALT, '_'));
    rows.put("\033[44:60;4u", new Key.Chord(Modifier.ALT, '<'));
    rows.put("\033[46:62;4u", new Key.Chord(Modifier.ALT, '>'));
    rows.put("\033[47:63;4u", new Key.Chord(Modifier.ALT, '?'));
    rows.put("\033[50:64;6u", new Key.Chord(Modifier.CONTROL, ' '));
    rows.put("\033[49:33;8u", new Key.Chord(Modifier.CONTROL_ALT, '!'));
    rows.put("\033[95;6u", new Key.Chord(Modifier.CONTROL, '_'));
    rows.put("\033[45;6u", new Key.Chord(Modifier.CONTROL_SHIFT, '-'));
    rows.put("\033[111:79;6u", new Key.Chord(Modifier.CONTROL_SHIFT, 'o'));
    // On another alphabet it is the key that counts.
    rows.put("\033[1089::99;5u", Named.INTERRUPT);
    rows.put("\033[1086:1054:106;6u", new Key.Chord(Modifier.CONTROL_SHIFT, 'j'));
    rows.put("\033[1073::44;3u", new Key.Chord(Modifier.ALT, 'б'));
    rows.put("\033[99;6u", Named.INTERRUPT);
    rows.put("\033[97:65;2u", new Key.Typed("A"));
    rows.put("\033[49:33;2u", new Key.Typed("!"));
    rows.put("\033[97;2;65u", new Key.Typed("A"));
    rows.put("\033[0;;8364u", Named.OTHER);
    rows.put("\033[228u", new Key.Typed("ä"));
    rows.put("\033[128512u", new Key.Typed("😀"));
    rows.put("\033[57399u", new Key.Typed("0"));
    rows.put("\033[57413u", new Key.Typed("+"));
    rows.put("\033[57414u", Named.ENTER);
    rows.put("\033[57376u", new Key.Function(13));
    rows.put("\033[57358u", Named.OTHER);
    rows.put("\033[57441u", Named.OTHER);
    rows.put("\033[1u", Named.OTHER);
    rows.put("\033[155u", Named.OTHER);
    rows.put("\033[55296u", Named.OTHER);
    rows.put("\033[99999999u", Named.OTHER);
    rows.put("\033[1;1:1A", Named.UP);
    rows.put("\033[1;5:1A", new Key.Modified(Modifier.CONTROL, Named.UP));
    rows.put("\033[1;1:3A", Named.OTHER);
    rows.put("\033[?1u", new Key.Report("[?1u"));
    return rows;
  }

  private static Key control(char c) {
    return switch (c) {
      case 'c' -> Named.INTERRUPT;
      case 'h' -> Named.BACKSPACE;
      case 'i' -> Named.TAB;
      case 'm' -> Named.ENTER;
      case 'u' -> Named.ERASE_ALL;
      case 'w' -> Named.ERASE_WORD;
      case 'z' -> Named.SUSPEND;
      default -> new Key.Chord(Modifier.CONTROL, c);
    };
  }

  private static void named(Map<String, Key> rows, int code, Named key) {
    rows.put("\033[" + code + "u", key);
    rows.put("\033[" + code + ";2u", new Key.Modified(Modifier.SHIFT, key));
    rows.put("\033[" + code + ";3u", new Key.Modified(Modifier.ALT, key));
    rows.put("\033[" + code + ";5u", new Key.Modified(Modifier.CONTROL, key));
    rows.put("\033[" + code + ";6u", new Key.Modified(Modifier.CONTROL_SHIFT, key));
    rows.put("\033[" + code + ";8u", Named.OTHER);
  }

  static Map<String, Key> otherKeys() {
    var rows = new LinkedHashMap<String, Key>();
    for (char c = 'a'; c <= 'z'; c++) {
      rows.put("\033[27;5;" + (int) c + "~", control(c));
      rows.put("\033[27;3;" + (int) c + "~", new Key.Chord(Modifier.ALT, c));
      rows.put("\033[27;7;" + (int) c + "~", new Key.Chord(Modifier.CONTROL_ALT, c));
      rows.put(
          "\033[27;2;" + (c - 32) + "~", new Key.Typed(String.valueOf(c).toUpperCase(Locale.ROOT)));
    }
    rows.put("\033[27;2;13~", new Key.Modified(Modifier.SHIFT, Named.ENTER));
    rows.put("\033[27;5;13~", new Key.Modified(Modifier.CONTROL, Named.ENTER));
    rows.put("\033[27;3;13~", new Key.Modified(Modifier.ALT, Named.ENTER));
    rows.put("\033[27;5;9~", new Key.Modified(Modifier.CONTROL, Named.TAB));
    rows.put("\033[27;2;9~", new Key.Modified(Modifier.SHIFT, Named.TAB));
    rows.put("\033[27;5;127~", new Key.Modified(Modifier.CONTROL, Named.BACKSPACE));
    rows.put("\033[27;6;95~", new Key.Chord(Modifier.CONTROL, '_'));
    rows.put("\033[27;4;60~", new Key.Chord(Modifier.ALT, '<'));
    rows.put("\033[27;6;79~", new Key.Chord(Modifier.CONTROL_SHIFT, 'o'));
    rows.put("\033[27;5;47~", new Key.Chord(Modifier.CONTROL, '_'));
    rows.put("\033[27;1;27~", Named.ESCAPE);
    return rows;
  }
}
