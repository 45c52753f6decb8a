package dev.tenon.cli.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.theme.BuiltinThemes;
import dev.tenon.cli.terminal.theme.ThemeJson;
import dev.tenon.engine.config.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtmlColoursTest {
  private static final String WHEN_DARK = "@media(prefers-color-scheme:dark){";

  @TempDir Path home;
  private final List<String> told = new ArrayList<>();

  private String css(String theme) {
    var look = new Settings.Look(theme, "dark", "light", false, Settings.SymbolPreset.AUTO);
    return HtmlColours.css(look, home, told::add);
  }

  private void write(String name, String json) throws Exception {
    Files.writeString(
        Files.createDirectories(home.resolve("themes")).resolve(name + ".json"), json);
  }

  @Test
  void aPageFollowsItsReaderBetweenTheTwoThemes() {
    String css = css("auto");
    int dark = css.indexOf(WHEN_DARK);
    assertThat(css.substring(0, dark)).contains("#7a35b8").doesNotContain("#c5a5f5");
    assertThat(css.substring(dark)).contains("#c5a5f5").doesNotContain("#7a35b8");
    assertThat(told).isEmpty();
  }

  @Test
  void theUsersOwnThemeSaysWhatPagesLookLike() throws Exception {
    String json = ThemeJson.of(BuiltinThemes.dark(), "mine").pretty();
    write(
        "mine",
        json.replaceFirst("\"pageBg\": \"[^\"]*\"", "\"pageBg\": \"#fdf6e3\"")
            .replaceFirst("\"cardBg\": \"[^\"]*\"", "\"cardBg\": \"#eee8d5\"")
            .replaceFirst("\"infoBg\": \"[^\"]*\"", "\"infoBg\": \"#00ff00\""));
    assertThat(css("mine"))
        .contains("background:#fdf6e3")
        .contains("details pre{background:#eee8d5}")
        .contains("background:#00ff00")
        .contains(".assistant{border-color:#c5a5f5}")
        .doesNotContain(WHEN_DARK);
    assertThat(told).isEmpty();
  }

  @Test
  void aThemeThatCannotBeUsedIsToldAndTheUsualColoursStay() throws Exception {
    write("mine", "{\"name\": \"mine\", \"export\": {\"pageBg\": \"nope\"}}");
    assertThat(css("mine")).contains("#c5a5f5");
    assertThat(told).singleElement().asString().contains("mine.json");
    assertThat(css("absent")).contains("#c5a5f5");
    assertThat(told).last().asString().contains("absent");
  }
}
