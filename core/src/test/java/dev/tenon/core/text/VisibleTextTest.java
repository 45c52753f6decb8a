package dev.tenon.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VisibleTextTest {
  @ParameterizedTest
  @CsvSource({
    "0,^@",
    "7,^G",
    "8,^H",
    "b,^K",
    "c,^L",
    "d,^M",
    "e,^N",
    "1b,^[",
    "1f,^_",
    "7f,^?",
    "80,<U+0080>",
    "9b,<U+009B>",
    "ad,<U+00AD>",
    "34f,<U+034F>",
    "61c,<U+061C>",
    "115f,<U+115F>",
    "1160,<U+1160>",
    "180e,<U+180E>",
    "200b,<U+200B>",
    "200c,<U+200C>",
    "200d,<U+200D>",
    "200e,<U+200E>",
    "200f,<U+200F>",
    "2028,<U+2028>",
    "2029,<U+2029>",
    "202a,<U+202A>",
    "202e,<U+202E>",
    "2060,<U+2060>",
    "2066,<U+2066>",
    "2069,<U+2069>",
    "206f,<U+206F>",
    "3164,<U+3164>",
    "d800,<U+D800>",
    "dfff,<U+DFFF>",
    "fe0f,<U+FE0F>",
    "feff,<U+FEFF>",
    "ffa0,<U+FFA0>",
    "fff9,<U+FFF9>",
    "fffb,<U+FFFB>",
    "e0001,<U+E0001>",
    "e0041,<U+E0041>",
    "e007f,<U+E007F>",
    "e0100,<U+E0100>",
    "1d173,<U+1D173>",
    "10ffff,<U+10FFFF>"
  })
  void isSpelledOut(String code, String spelled) {
    String text = "a" + Character.toString(Integer.parseInt(code, 16)) + "b";
    assertThat(VisibleText.of(text)).isEqualTo("a" + spelled + "b");
    assertThat(VisibleText.line(text)).isEqualTo("a" + spelled + "b");
    assertThat(VisibleText.count(text)).isEqualTo(1);
  }

  @Test
  void theEndOfALineIsNoCarriageReturnOfItsOwn() {
    assertThat(VisibleText.of("a\r\nb\rc\r")).isEqualTo("a\nb^Mc^M");
  }

  @Test
  void aLineIsOneLine() {
    assertThat(VisibleText.line("a\nb\tc\r\nd")).isEqualTo("a^Jb^Ic^Jd");
  }

  @Test
  void textWithoutHiddenCharactersIsTheSameObject() {
    String text = "plain — “text” → 世界\n\tx";
    assertThat(VisibleText.of(text)).isSameAs(text);
    assertThat(new VisibleText().next(text)).isSameAs(text);
  }

  @Test
  void itDoesNotMatterHowAStreamIsCut() {
    List<String> atoms =
        List.of(
            "a",
            "\r",
            "\n",
            "\033[2K",
            "👩",
            "\u200d",
            "\ufe0f",
            "❤",
            "\u202e",
            "م",
            "\u200c",
            "1",
            "\u20e3",
            "\ud800",
            "\udc00",
            "\udb40\udc41",
            "\t",
            "text ");
    for (int seed = 0; seed < 3000; seed++) {
      var random = new Random(seed);
      var text = new StringBuilder();
      for (int i = 0; i < 20; i++) {
        text.append(atoms.get(random.nextInt(atoms.size())));
      }
      String whole = VisibleText.of(text.toString());
      assertThat(VisibleText.of(whole)).as("seed %d", seed).isEqualTo(whole);
      var stream = new VisibleText();
      var pieces = new StringBuilder();
      for (int at = 0; at < text.length(); ) {
        int end = Math.min(text.length(), at + 1 + random.nextInt(4));
        pieces.append(stream.next(text.substring(at, end)));
        at = end;
      }
      stream.end(pieces);
      assertThat(pieces.toString()).as("seed %d", seed).isEqualTo(whole);
      assertThat(stream.shown()).isEqualTo(VisibleText.count(text.toString()));
    }
  }
}
