package dev.tenon.cli.terminal.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SafeTextTest {

  private static String filtered(String text) {
    return new SafeText().filter(text);
  }

  @Test
  void ordinaryTextPassesUntouched() {
    String text = "Grüße, 世界 👩‍👩‍👧 e\u0301\n\tx\n";
    assertThat(filtered(text)).isEqualTo(text);
    assertThat(SafeText.visible(text)).isEqualTo(text);
  }

  @Test
  void escapeSequencesAreDropped() {
    assertThat(filtered("a\033[31;1mred\033[0mb")).isEqualTo("aredb");
    assertThat(filtered("a\033[2J\033[H\033[?25lb")).isEqualTo("ab");
    assertThat(filtered("a\033]0;title\007b")).isEqualTo("ab");
    assertThat(filtered("a\033]52;c;cGFzc3dvcmQ=\033\\b")).isEqualTo("ab");
    assertThat(filtered("a\033P1$r\033\\b\033(Bc\033Md")).isEqualTo("abcd");
    assertThat(filtered("a\u009b31mb\u009d0;t\u009cc")).isEqualTo("abc");
  }

  @Test
  void otherControlCharactersBecomeVisible() {
    assertThat(filtered("a\bb\007c\u007fd\u0085e\0f")).isEqualTo("a^Hb^Gc^?d<U+0085>e^@f");
  }

  @Test
  void textCannotBeReorderedOrHidden() {
    assertThat(filtered("a\u202eb\u2066c\u200bd\u200ee\ufefff"))
        .isEqualTo("a<U+202E>b<U+2066>c<U+200B>d<U+200E>e<U+FEFF>f");
    assertThat(filtered("x" + Character.toString(0xE0041))).isEqualTo("x<U+E0041>");
  }

  @Test
  void aSequenceThatNeverEndsSwallowsNoMoreThanItsLine() {
    assertThat(filtered("a\033]0;hidden rm -rf\nb")).isEqualTo("a\nb");
    assertThat(filtered("a\033[\nb")).isEqualTo("a\nb");
  }

  @Test
  void aPersonWhoDecidesSeesEverything() {
    assertThat(SafeText.visible("ls\033[8m; rm x\r\nnext\rover"))
        .isEqualTo("ls^[[8m; rm x\nnext^Mover");
  }

  @Test
  void oneLineIsOneLine() {
    assertThat(SafeText.line("  a\nb\tc\r\nd ", 100, Glyphs.UNICODE)).isEqualTo("a ↵ b c ↵ d");
    assertThat(SafeText.line("0123456789", 5, Glyphs.UNICODE)).isEqualTo("0123…");
    assertThat(SafeText.line("0123456789", 10, Glyphs.UNICODE)).isEqualTo("0123456789");
    assertThat(SafeText.line("\033\033\033\033", 5, Glyphs.ASCII)).hasSizeLessThanOrEqualTo(5);
    assertThat(SafeText.line("😀😀😀😀😀😀", 4, Glyphs.UNICODE)).isEqualTo("😀😀😀…");
  }

  @Test
  @Timeout(10)
  void aVeryLongLineTakesNoLongTime() {
    assertThat(SafeText.line("x".repeat(2_000_000), Integer.MAX_VALUE, Glyphs.UNICODE))
        .hasSize(2_000_000);
  }

  @Test
  void whateverArrivesInWhateverPiecesNothingDangerousGetsThrough() {
    List<String> atoms =
        List.of(
            "\033", "[", "]", "0;", "31", "m", "\007", "\\", "\033\\", "\n", "text ", "\u009b",
            "\u009d", "\r", "P", "é", "😀", "\u202e", "(", "\b");
    for (int seed = 0; seed < 2000; seed++) {
      var random = new Random(seed);
      var text = new StringBuilder();
      for (int i = 0; i < 30; i++) {
        text.append(atoms.get(random.nextInt(atoms.size())));
      }
      String whole = filtered(text.toString());
      assertThat(whole.codePoints())
          .as("seed %d", seed)
          .noneMatch(c -> (c < 0x20 && c != '\n') || (c >= 0x7f && c < 0xa0) || c == 0x202e);

      var stream = new SafeText();
      var pieces = new StringBuilder();
      int at = 0;
      while (at < text.length()) {
        int end = Math.min(text.length(), at + 1 + random.nextInt(4));
        if (end < text.length() && Character.isLowSurrogate(text.charAt(end))) {
          end++;
        }
        pieces.append(stream.filter(text.substring(at, end)));
        at = end;
      }
      assertThat(pieces.toString()).as("seed %d", seed).isEqualTo(whole);
    }
  }
}
