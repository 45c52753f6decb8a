package dev.tenon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThemeKeepingTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '>',
      value = {
        "'' > ui:|  theme: dusk|",
        "'# mine|model: a/b' > # mine|model: a/b|ui:|  theme: dusk|",
        "'ui:|  color: never|model: m|' > ui:|  theme: dusk|  color: never|model: m|",
        "'ui: # look|    # why|    spinner: false|' > ui: # look|    theme: dusk|    # why|   "
            + " spinner: false|",
        "'ui:|  theme: light # bright|  spinner: true|' > ui:|  theme: dusk # bright|  spinner:"
            + " true|",
        "'theme:|  dark: x|ui:|  theme: y|' > theme:|  dark: x|ui:|  theme: dusk|"
      })
  void nothingElseChanges(String before, String after) {
    assertThat(ThemeKeeping.with(before.replace('|', '\n'), "dusk"))
        .contains(after.replace('|', '\n'));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ui: {color: never}", "{ui: {}}", "\"ui\":\n  x: 1", "---\na: 1", "ui: []"})
  void whatIsWrittenOtherwiseIsLeftToThePerson(String text) throws Exception {
    Path file = Files.writeString(folder.resolve("config.yml"), text);
    assertThat(new ThemeKeeping(file).keep("dusk"))
        .contains("add ui: {theme: dusk} to " + file)
        .startsWith("It holds until you leave");
    assertThat(file).hasContent(text);
  }

  @Test
  void aLinkStaysALinkAndRightsStay() throws Exception {
    Path real = Files.writeString(folder.resolve("real.yml"), "model: m\n");
    Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rw-------"));
    Path link = Files.createSymbolicLink(folder.resolve("config.yml"), real);
    assertThat(new ThemeKeeping(link).keep("my theme")).contains("is kept in " + link);
    assertThat(link).isSymbolicLink();
    assertThat(real).hasContent("model: m\nui:\n  theme: 'my theme'\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(real)))
        .isEqualTo("rw-------");
  }

  @Test
  void aFileIsMade() throws Exception {
    Path file = folder.resolve("new/config.yml");
    new ThemeKeeping(file).keep("light");
    assertThat(file).hasContent("ui:\n  theme: light\n");
  }
}
