package dev.tenon.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class QuotedWordsTest {
  @Test
  void wordsAreCutAtBlanksOutsideOfQuotes() {
    assertThat(QuotedWords.of("don't do \"this thing\" ''"))
        .isEqualTo(List.of("don't", "do", "this thing", ""));
    assertThat(QuotedWords.of(" who='you and me' what=\"it\" why= "))
        .isEqualTo(List.of("who=you and me", "what=it", "why="));
    assertThat(QuotedWords.of("it's 5'' \"no end"))
        .isEqualTo(List.of("it's", "5''", "\"no", "end"));
    assertThat(QuotedWords.of("name=\"no end")).isEqualTo(List.of("name=\"no", "end"));
    assertThat(QuotedWords.of("  ")).isEmpty();
  }
}
