package dev.tenon.cli.slash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.tool.Helpers;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentMentionsTest {
  private static final AgentMentions MENTIONS =
      new AgentMentions(
          () ->
              List.of(
                  new Helpers.Agent("explore", ""),
                  new Helpers.Agent("Code-Reviewer", "Looks at changes."),
                  new Helpers.Agent("executor", "Does it.")));

  @ParameterizedTest
  @CsvSource({
    "'',explore Code-Reviewer executor",
    "ex,explore executor",
    "EXPL,explore",
    "rev,Code-Reviewer",
    "re,''",
    "src/,''"
  })
  void agentsAreFoundByTheirNames(String typed, String names) {
    List<String> found = MENTIONS.apply(typed).stream().map(Mention::text).toList();
    assertThat(String.join(" ", found)).isEqualTo(names);
  }

  @ParameterizedTest
  @CsvSource({"expl,agent", "code,agent: Looks at changes."})
  void theySayWhatTheyAreAndWhereTheyStand(String typed, String description) {
    assertThat(MENTIONS.apply(typed))
        .singleElement()
        .satisfies(
            mention -> {
              assertThat(mention.description()).isEqualTo(description);
              assertThat(mention.place()).isEqualTo(Mention.Place.BEGINNING);
            });
  }
}
