package dev.tenon.engine.config.value;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FlowListTest {
  private static List<String> items(String text) {
    var texts = new ArrayList<String>();
    for (Raw each : ((Raw.Items) FlowList.items(text)).items()) {
      texts.add(((Raw.Text) each).text());
    }
    return texts;
  }

  @Test
  void commasOutsideOfParenthesesAndQuotesSeparate() {
    assertThat(items("a, b")).containsExactly("a", "b");
    assertThat(items("bash(git log --format=%h,%s), read(x)"))
        .containsExactly("bash(git log --format=%h,%s)", "read(x)");
    assertThat(items("[a, 'b, c', \"d, e\"]")).containsExactly("a", "b, c", "d, e");
    assertThat(items("it's, so")).containsExactly("it's", "so");
    assertThat(items("['(', b]")).containsExactly("(", "b");
    assertThat(items("[]")).isEmpty();
  }

  @Test
  void jsonIsTakenToTheLetter() {
    List<String> odd = List.of("/a,b", "c (d", "e \"f\"", "g\\h", " i ", "j)k");
    assertThat(items(Json.strings(odd).compact())).isEqualTo(odd);
  }
}
