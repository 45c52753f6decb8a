package dev.tenon.core.edit.hashline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnchorsTest {

  @Test
  void ofALineNeverChange() {
    assertThat(Anchors.render(List.of("int a = 1;", "}", ""), 41))
        .isEqualTo("41ol|int a = 1;\n42pk|}\n43lj|\n");
  }

  @Test
  void forgiveSpaceAtTheEndOnly() {
    assertThat(Anchors.hash("a b  \t", 7)).isEqualTo(Anchors.hash("a b", 7));
    assertThat(Anchors.hash("  a b", 7)).isNotEqualTo(Anchors.hash("a b", 7));
  }

  @Test
  void dependOnTheNumberForPunctuationOnly() {
    assertThat(Anchors.hash("  });", 1)).isNotEqualTo(Anchors.hash("  });", 2));
    assertThat(Anchors.hash("", 1)).isNotEqualTo(Anchors.hash("", 2));
    assertThat(Anchors.hash("a", 1)).isEqualTo(Anchors.hash("a", 2));
    assertThat(Anchors.hash("漢", 1)).isEqualTo(Anchors.hash("漢", 2));
  }

  @Test
  void useManyLetters() {
    var seen = new HashSet<String>();
    for (int i = 0; i < 20_000; i++) {
      seen.add(Anchors.hash("line " + i, i));
    }
    assertThat(seen).hasSize(647).allMatch(hash -> hash.matches("[a-z]{2}"));
  }

  @Test
  void parse() {
    assertThat(Anchors.Anchor.parse("41th")).contains(new Anchors.Anchor(41, "th"));
    assertThat(List.of("", "th", "41", "41t", "41TH", "4 1th", "0th", "41th|", "99999999999th"))
        .allMatch(token -> Anchors.Anchor.parse(token).isEmpty());
  }

  @Test
  void canBeStripped() {
    String shown = Anchors.render(List.of("a", "", "  b|c"), 9);
    assertThat(Anchors.stripped(shown)).contains("a\n\n  b|c\n");
    assertThat(Anchors.stripped("1ab|x\n\n2cd|y")).contains("x\n\ny");
    assertThat(Anchors.stripped("1ab|x\nplain\n")).isEmpty();
    assertThat(Anchors.stripped("")).isEmpty();
  }
}
