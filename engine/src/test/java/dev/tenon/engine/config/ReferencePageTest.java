package dev.tenon.engine.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// `docs/configuration.md` says what the declarations say. With the system property
/// `tenon.docs=write` the page is written instead.
class ReferencePageTest {
  private static final Path PAGE = Path.of("..", "docs", "configuration.md");

  @Test
  void thePageSaysWhatTheDeclarationsSay() throws IOException {
    if ("write".equals(System.getProperty("tenon.docs"))) {
      Files.writeString(PAGE, ReferencePage.text());
    }
    assertThat(Files.exists(PAGE) ? Files.readString(PAGE) : "")
        .as("docs/configuration.md is stale; make it anew with: %s", ReferencePage.COMMAND)
        .isEqualTo(ReferencePage.text());
  }

  @Test
  void everySettingIsOnThePageAndTheWayToMakeItIsAtItsTop() {
    String page = ReferencePage.text();
    assertThat(page.lines().limit(4)).anyMatch(line -> line.contains(ReferencePage.COMMAND));
    for (Setting<?> setting : Catalog.ALL) {
      assertThat(page).contains("**`" + setting.key().replace("*", "NAME") + "`**");
    }
    assertThat(page)
        .contains(
            "- **`maxSteps`** Model turns for one prompt.  \n  a whole number, `1` to `10000`;"
                + " default `50`. Variable `TENON_MAX_STEPS`. Project: not more.\n");
  }
}
