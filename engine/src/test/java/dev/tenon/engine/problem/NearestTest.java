package dev.tenon.engine.problem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.model.Spelling;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {
  private static final List<String> WORDS =
      List.of("models", "config", "doctor", "help", "maxTokens");

  @ParameterizedTest
  @CsvSource({
    "modles,models",
    "model,models",
    "cofnig,config",
    "conf,config",
    "DOCTOR,doctor",
    "hlep,help",
    "max_tokens,maxTokens",
    "maxtoken,maxTokens"
  })
  void findsWhatWasMeant(String typed, String meant) {
    assertThat(Nearest.to(typed, WORDS)).contains(meant);
  }

  @ParameterizedTest
  @CsvSource({"hello", "x", "zebra", "''"})
  void saysNothingWhenNothingIsNear(String typed) {
    assertThat(Nearest.to(typed, WORDS)).isEmpty();
  }

  @Test
  void countsTypingErrors() {
    assertThat(Spelling.distance("abcd", "abdc")).isEqualTo(1);
    assertThat(Spelling.distance("kitten", "sitting")).isEqualTo(3);
    assertThat(Spelling.distance("", "abc")).isEqualTo(3);
  }
}
