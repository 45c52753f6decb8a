package dev.tenon.providers.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class SurrogateRepairTest {
  private static String textOf(String text) {
    return SurrogateRepair.textOf(Json.object().put("x", text).build());
  }

  @Test
  void halvesOfCharactersAreReplaced() {
    assertThat(textOf("a\ud83d")).isEqualTo("{\"x\":\"a\ufffd\"}");
    assertThat(textOf("\ude00b")).isEqualTo("{\"x\":\"\ufffdb\"}");
    assertThat(textOf("\ud83d\ud83d\ude00")).isEqualTo("{\"x\":\"\ufffd\ud83d\ude00\"}");
  }

  @Test
  void wholeCharactersAndWhatLooksLikeAnEscapeStay() {
    String text = "\ud83d\ude00 \\ud83d \u2028 \u00e9 \u0001 \ue000";
    Json.Obj body = Json.object().put("x", text).array("y", List.of(Json.of("\\udead"))).build();
    assertThat(SurrogateRepair.textOf(body)).isEqualTo(body.compact());
  }
}
