package dev.tenon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.editor.EditorSettings;
import dev.tenon.engine.config.Settings;
import dev.tenon.tools.HandedPictures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EditorChoicesTest {
  @TempDir Path folder;

  private static Settings.Ui ui(Settings.EditingStyle style, Settings.KeyChoice... chosen) {
    return new Settings.Ui(
        Settings.Color.AUTO,
        true,
        new Settings.Look("auto", "dark", "light", false, Settings.SymbolPreset.AUTO),
        new Settings.EditorKeys(style, List.of(chosen)),
        new Settings.Window(
            new Settings.StatusLine(true, List.of(), ""), true, Settings.Notify.AUTO),
        false,
        "short");
  }

  @Test
  void whatIsWrongIsNamedWithItsFile() {
    var choices =
        EditorChoices.of(
            ui(
                Settings.EditingStyle.VI,
                new Settings.KeyChoice("undo", List.of("ctrl-x"), "config.yml:3"),
                new Settings.KeyChoice("redo", List.of("ctrl-x"), "config.yml:4"),
                new Settings.KeyChoice("fly", List.of("ctrl-q"), "config.yml:5")),
            folder,
            new HandedPictures());
    assertThat(choices.settings().mode()).isEqualTo(EditorSettings.Mode.VI);
    assertThat(choices.problems())
        .containsExactly(
            "config.yml:4: keys.redo: ctrl-x is the key of undo already",
            "config.yml:5: keys.fly is no action; /keys lists them");
  }

  @Test
  void picturesAreFilesThatExist() throws IOException {
    Files.createFile(folder.resolve("a b.PNG"));
    Files.createFile(folder.resolve("notes.md"));
    var pictures =
        EditorChoices.of(ui(Settings.EditingStyle.EMACS), folder, new HandedPictures())
            .settings()
            .pictures();
    assertThat(pictures.test("a b.PNG")).isTrue();
    assertThat(pictures.test(folder.resolve("a b.PNG").toString())).isTrue();
    assertThat(pictures.test("notes.md")).isFalse();
    assertThat(pictures.test("none.png")).isFalse();
    assertThat(pictures.test("\0.png")).isFalse();
  }
}
