package dev.tenon.cli.terminal.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.input.Key.Modifier;
import dev.tenon.cli.terminal.input.Key.Named;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// What every kind of terminal sends for every key that it can tell apart.
class KeyMatrixTest {
  private static final Map<String, Named> LETTERS =
      ordered(
          "A",
          Named.UP,
          "B",
          Named.DOWN,
          "C",
          Named.RIGHT,
          "D",
          Named.LEFT,
          "H",
          Named.HOME,
          "F",
          Named.END);
  private static final Map<String, Named> NUMBERS =
      ordered("3", Named.DELETE, "5", Named.PAGE_UP, "6", Named.PAGE_DOWN);

  private static Map<String, Named> ordered(Object... pairs) {
    var map = new LinkedHashMap<String, Named>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put((String) pairs[i], (Named) pairs[i + 1]);
    }
    return map;
  }

  /// By what terminals add to 1.
  private static final Map<Integer, Modifier> MODIFIERS =
      Map.of(
          1, Modifier.SHIFT,
          2, Modifier.ALT,
          3, Modifier.ALT_SHIFT,
          4, Modifier.CONTROL,
          5, Modifier.CONTROL_SHIFT,
          6, Modifier.CONTROL_ALT);

  static List<Key> keys(String typed) throws IOException {
    int[] at = {0};
    var decoder =
        new KeyDecoder(
            timeout -> at[0] == typed.length() ? KeyDecoder.Source.END : typed.charAt(at[0]++),
            () -> 0L);
    var keys = new ArrayList<Key>();
    while (keys.isEmpty() || keys.getLast() != Named.GONE) {
      decoder.next(10).ifPresent(keys::add);
    }
    return keys.subList(0, keys.size() - 1);
  }

  /// What every terminal sends alike.
  private static Map<String, Key> common() {
    var rows = new LinkedHashMap<String, Key>();
    for (char c = ' '; c < 0x7f; c++) {
      rows.put(String.valueOf(c), new Key.Typed(String.valueOf(c)));
    }
    for (String text : List.of("ß", "é", "漢", "😀", "ا", "\u0301")) {
      rows.put(text, new Key.Typed(text));
    }
    rows.put("\r", Named.ENTER);
    rows.put("\n", new Key.Chord(Modifier.CONTROL, 'j'));
    rows.put("\t", Named.TAB);
    rows.put("\177", Named.BACKSPACE);
    rows.put("\b", Named.BACKSPACE);
    rows.put("\0", new Key.Chord(Modifier.CONTROL, ' '));
    rows.put("\003", Named.INTERRUPT);
    rows.put("\025", Named.ERASE_ALL);
    rows.put("\027", Named.ERASE_WORD);
    rows.put("\032", Named.SUSPEND);
    for (char c : "abdefgklnopqrstvxy".toCharArray()) {
      rows.put(String.valueOf((char) (c - 'a' + 1)), new Key.Chord(Modifier.CONTROL, c));
    }
    rows.put("\034", new Key.Chord(Modifier.CONTROL, '\\'));
    rows.put("\035", new Key.Chord(Modifier.CONTROL, ']'));
    rows.put("\036", new Key.Chord(Modifier.CONTROL, '^'));
    rows.put("\037", new Key.Chord(Modifier.CONTROL, '_'));
    for (char c = 'a'; c <= 'z'; c++) {
      rows.put("\033" + c, new Key.Chord(Modifier.ALT, c));
    }
    for (char c : "0123456789.,-_<>/?+=;:!@#$%^&*()".toCharArray()) {
      rows.put("\033" + c, new Key.Chord(Modifier.ALT, c));
    }
    rows.put("\033", Named.ESCAPE);
    rows.put("\033\r", new Key.Modified(Modifier.ALT, Named.ENTER));
    rows.put("\033\n", new Key.Modified(Modifier.ALT, Named.ENTER));
    rows.put("\033\177", new Key.Modified(Modifier.ALT, Named.BACKSPACE));
    rows.put("\033\b", new Key.Modified(Modifier.ALT, Named.BACKSPACE));
    rows.put("\033\t", new Key.Modified(Modifier.ALT, Named.TAB));
    rows.put("\033[Z", new Key.Modified(Modifier.SHIFT, Named.TAB));
    rows.put("\033[I", Key.Focus.GAINED);
    rows.put("\033[O", Key.Focus.LOST);
    rows.put("\033[200~a\rb\033[201~", new Key.Pasted("a\nb"));
    return rows;
  }

  private static void modified(Map<String, Key> rows) {
    MODIFIERS.forEach(
        (bits, modifier) -> {
          LETTERS.forEach(
              (letter, named) ->
                  rows.put("\033[1;" + (bits + 1) + letter, new Key.Modified(modifier, named)));
          NUMBERS.forEach(
              (number, named) ->
                  rows.put(
                      "\033[" + number + ";" + (bits + 1) + "~",
                      new Key.Modified(modifier, named)));
        });
  }

  private static void functions(Map<String, Key> rows) {
    int[] codes = {15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34};
    for (int i = 0; i < codes.length; i++) {
      rows.put("\033[" + codes[i] + "~", new Key.Function(i + 5));
    }
  }

  private static Map<String, Key> xterm() {
    var rows = common();
    LETTERS.forEach((letter, named) -> rows.put("\033[" + letter, named));
    LETTERS.forEach((letter, named) -> rows.put("\033O" + letter, named));
    NUMBERS.forEach((number, named) -> rows.put("\033[" + number + "~", named));
    modified(rows);
    functions(rows);
    for (int i = 0; i < 4; i++) {
      rows.put("\033O" + (char) ('P' + i), new Key.Function(i + 1));
    }
    rows.put("\033[2~", Named.OTHER);
    rows.put("\033OM", Named.ENTER);
    rows.put("\033Oj", new Key.Typed("*"));
    rows.put("\033Op", new Key.Typed("0"));
    rows.put("\033Oy", new Key.Typed("9"));
    for (int i = 2; i <= 8; i++) {
      rows.put("\033[1;" + i + "P", Named.OTHER);
      rows.put("\033[15;" + i + "~", Named.OTHER);
    }
    return rows;
  }

  private static Map<String, Key> tmux() {
    var rows = xterm();
    rows.put("\033[1~", Named.HOME);
    rows.put("\033[4~", Named.END);
    MODIFIERS.forEach(
        (bits, modifier) -> {
          rows.put("\033[1;" + (bits + 1) + "~", new Key.Modified(modifier, Named.HOME));
          rows.put("\033[4;" + (bits + 1) + "~", new Key.Modified(modifier, Named.END));
        });
    rows.put("\033\033[A", new Key.Modified(Modifier.ALT, Named.UP));
    return rows;
  }

  private static Map<String, Key> screen() {
    var rows = tmux();
    rows.put("\033\033OD", new Key.Modified(Modifier.ALT, Named.LEFT));
    rows.put("\033\033[3~", new Key.Modified(Modifier.ALT, Named.DELETE));
    rows.put("\033O5A", new Key.Modified(Modifier.CONTROL, Named.UP));
    rows.put("\033O1;5C", new Key.Modified(Modifier.CONTROL, Named.RIGHT));
    return rows;
  }

  private static Map<String, Key> linux() {
    var rows = common();
    LETTERS.forEach((letter, named) -> rows.put("\033[" + letter, named));
    NUMBERS.forEach((number, named) -> rows.put("\033[" + number + "~", named));
    functions(rows);
    rows.put("\033[1~", Named.HOME);
    rows.put("\033[4~", Named.END);
    for (int i = 0; i < 5; i++) {
      rows.put("\033[[" + (char) ('A' + i), new Key.Function(i + 1));
    }
    rows.put("\033\033[D", new Key.Modified(Modifier.ALT, Named.LEFT));
    return rows;
  }

  private static Map<String, Key> rxvt() {
    var rows = common();
    LETTERS.forEach((letter, named) -> rows.put("\033[" + letter, named));
    NUMBERS.forEach((number, named) -> rows.put("\033[" + number + "~", named));
    functions(rows);
    rows.put("\033[7~", Named.HOME);
    rows.put("\033[8~", Named.END);
    Map<String, Named> all =
        ordered(
            "3",
            Named.DELETE,
            "5",
            Named.PAGE_UP,
            "6",
            Named.PAGE_DOWN,
            "7",
            Named.HOME,
            "8",
            Named.END);
    all.forEach(
        (number, named) -> {
          rows.put("\033[" + number + "$", new Key.Modified(Modifier.SHIFT, named));
          rows.put("\033[" + number + "^", new Key.Modified(Modifier.CONTROL, named));
          rows.put("\033[" + number + "@", new Key.Modified(Modifier.CONTROL_SHIFT, named));
          rows.put("\033\033[" + number + "~", new Key.Modified(Modifier.ALT, named));
          rows.put("\033\033[" + number + "^", new Key.Modified(Modifier.CONTROL_ALT, named));
        });
    ordered("a", Named.UP, "b", Named.DOWN, "c", Named.RIGHT, "d", Named.LEFT)
        .forEach(
            (letter, named) -> {
              rows.put("\033[" + letter, new Key.Modified(Modifier.SHIFT, named));
              rows.put("\033O" + letter, new Key.Modified(Modifier.CONTROL, named));
              rows.put(
                  "\033\033[" + letter.toUpperCase(java.util.Locale.ROOT),
                  new Key.Modified(Modifier.ALT, named));
              rows.put("\033\033O" + letter, new Key.Modified(Modifier.CONTROL_ALT, named));
            });
    for (int i = 1; i <= 4; i++) {
      rows.put("\033[1" + i + "~", new Key.Function(i));
    }
    return rows;
  }

  @TestFactory
  List<DynamicTest> everyTerminal() {
    var tests = new ArrayList<DynamicTest>();
    Map.of(
            "xterm-256color", xterm(),
            "tmux-256color", tmux(),
            "screen", screen(),
            "linux", linux(),
            "rxvt", rxvt(),
            "kitty", KittyRows.all(),
            "modifyOtherKeys", KittyRows.otherKeys())
        .forEach((term, rows) -> tests.add(DynamicTest.dynamicTest(term, () -> check(rows))));
    return tests;
  }

  /// Each by itself, and with text around it that must stay what it is.
  private static void check(Map<String, Key> rows) throws IOException {
    assertThat(rows).hasSizeGreaterThan(100);
    for (Map.Entry<String, Key> row : rows.entrySet()) {
      String shown = row.getKey().replace("\033", "ESC ");
      assertThat(keys(row.getKey())).as(shown).containsExactly(row.getValue());
      if (!row.getKey().equals("\033") && !row.getKey().equals("\n")) {
        assertThat(keys("x" + row.getKey() + "y"))
            .as(shown)
            .containsExactly(new Key.Typed("x"), row.getValue(), new Key.Typed("y"));
      }
    }
    var all = new StringBuilder();
    var expected = new ArrayList<Key>();
    for (Map.Entry<String, Key> row : rows.entrySet()) {
      if (!row.getKey().equals("\033") && !row.getKey().equals("\n")) {
        all.append(row.getKey());
        expected.add(row.getValue());
      }
    }
    assertThat(keys(all.toString())).isEqualTo(expected);
  }
}
