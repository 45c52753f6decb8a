package dev.tenon.cli.slash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.TrialTools;
import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.Picker;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.config.SettingsWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolsCommandTest {
  private static final Key TOGGLE = new Key.Chord(Key.Modifier.CONTROL, 't');

  @TempDir Path folder;
  private Path file;
  private ToolsCommand tools;
  private Picker<ToolsCommand.Row> picker;

  @BeforeEach
  void open() throws Exception {
    Path home = Files.createDirectories(folder.resolve("home"));
    file = home.resolve("config.yml");
    var writer = new SettingsWriter(ProjectOptions.of(home, folder).withEnvironment(Map.of()));
    tools = new ToolsCommand(writer);
    show();
  }

  private void show() throws Exception {
    picker = tools.picker(TrialTools.in(folder), DisplayOptions.plain(Glyphs.UNICODE));
  }

  private String press(Key... keys) {
    for (Key key : keys) {
      picker.press(key);
    }
    return String.join("\n", picker.lines(90, 30));
  }

  @Test
  void eachHasItsPlaceItsSizeAndWhatItIsFor() {
    assertThat(press(new Key.Pasted("bash"))).containsPattern("❯ bash +standing +[0-9.]+ K?B");
    assertThat(press()).contains("declared in every request");
    assertThat(press(Key.Named.ERASE_ALL, new Key.Pasted("checkpoint"))).contains("shelf");
    assertThat(press(Key.Named.ERASE_ALL, new Key.Pasted("monitor")))
        .contains("off: tools.off names it");
    assertThat(press(TOGGLE)).contains("It is not your file that switches it off");
  }

  @Test
  void oneIsSwitchedOffAndOnAgain() throws Exception {
    assertThat(press(new Key.Pasted("bash"), TOGGLE)).contains("bash is off from the next start");
    assertThat(Files.readString(file)).isEqualTo("tools:\n  off: [bash]\n");
    assertThat(press(TOGGLE)).contains("bash is not switched off any more");
    assertThat(Files.readString(file)).isEmpty();
    assertThat(press(Key.Named.ENTER)).contains("Ctrl-T switches it off or on");
  }

  @Test
  void whatTheOwnFileHadOffGoesOnAndOffAgain() throws Exception {
    Files.writeString(file, "tools:\n  off: [monitor]\n");
    assertThat(press(new Key.Pasted("monitor"), TOGGLE))
        .contains("monitor is not switched off any more")
        .containsPattern("monitor +off, later on")
        .contains("on from the next start on");
    assertThat(press(TOGGLE)).contains("monitor is off from the next start");
    assertThat(Files.readString(file)).isEqualTo("tools:\n  off: [monitor]\n");
    assertThat(press()).doesNotContain("later on");
    assertThat(press(TOGGLE)).contains("monitor is not switched off any more");
  }

  @Test
  void theNextStartIsRememberedWhenItIsOpenedAgain() throws Exception {
    press(new Key.Pasted("bash"), TOGGLE);
    show();
    assertThat(press(new Key.Pasted("bash"))).containsPattern("bash +standing, later off");
    assertThat(press(TOGGLE)).contains("bash is not switched off any more");
    assertThat(Files.readString(file)).isEmpty();
  }
}
