package dev.tenon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.engine.observe.Secrets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConversationStatusTest {

  /// Titles come from prompts, and titles and notifications are seen by others.
  @ParameterizedTest
  @CsvSource({
    "mend the parser, mend the parser",
    "use my-own-secret-value now, use [hidden] now",
    "use sk-ant-api03-abcdefghijkl now, use [hidden] now",
    "clone https://ann:hunter22@example.org/x.git, ''",
    "push with ghp_abcdefghijklmnopqrstuvwxyz0123456789, ''"
  })
  void aTitleHoldsNoSecret(String title, String shown) {
    var mask = Secrets.remover(Map.of("MY_API_KEY", "my-own-secret-value"), List.of());
    assertThat(ConversationStatus.shown(title, mask)).isEqualTo(shown);
  }
}
