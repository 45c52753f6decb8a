package dev.tenon.cli.terminal.theme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThemeStoreTest {
  @TempDir Path home;

  private ThemeStore store() {
    return ThemeStore.in(home);
  }

  private Path write(String name, String text) throws IOException {
    Path folder = Files.createDirectories(home.resolve("themes"));
    return Files.writeString(folder.resolve(name), text);
  }

  private static String json(Theme theme) {
    return ThemeJson.of(theme, "mine").pretty();
  }

  @Test
  void filesAreThemesAndBuiltInOnesWin() throws Exception {
    write("mine.json", json(BuiltinThemes.light()));
    write("dark.json", json(BuiltinThemes.light()));
    write("notes.txt", "");
    write(".hidden.json", "{}");
    assertThat(store().names())
        .containsExactly("colour-blind", "dark", "high-contrast", "light", "mine");
    assertThat(store().load("mine", Background.DARK).theme().colour(Token.ACCENT))
        .isEqualTo(BuiltinThemes.light().colour(Token.ACCENT));
    assertThat(store().load("dark", Background.DARK).theme()).isEqualTo(BuiltinThemes.dark());
    assertThat(store().load("color-blind", Background.DARK).theme().name())
        .isEqualTo("colour-blind");
  }

  @Test
  void nothingIsThereWithoutAFolder() {
    assertThat(store().names()).isEqualTo(BuiltinThemes.NAMES);
  }

  @Test
  void aThemeThatIsNotThereIsSaidWithThoseThatAre() throws Exception {
    write("midnight.json", "{}");
    assertThatThrownBy(() -> store().load("midnigth", Background.DARK))
        .hasMessage("Theme not found: midnigth; did you mean 'midnight'?");
    assertThatThrownBy(() -> store().load("solar", Background.DARK))
        .hasMessage(
            "Theme not found: solar; there are colour-blind, dark, high-contrast, light, midnight");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../secret", "/etc/passwd", "a/b", "..", ".", "a\\b", "a\u0000b", "\033[2J", " "})
  void aNameNeverLeadsOutOfTheFolder(String name) throws Exception {
    Files.writeString(home.resolve("secret.json"), json(BuiltinThemes.dark()));
    Files.createDirectories(home.resolve("themes"));
    assertThatThrownBy(() -> store().load(name, Background.DARK))
        .isInstanceOf(ThemeException.class)
        .hasMessageStartingWith("Theme not found: ")
        .satisfies(
            wrong ->
                assertThat(wrong.getMessage().codePoints()).noneMatch(Character::isISOControl));
  }

  @Test
  void whatIsNoTextOrNoFileIsSaid() throws Exception {
    Path folder = Files.createDirectories(home.resolve("themes"));
    Files.write(folder.resolve("binary.json"), new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});
    Files.createDirectory(folder.resolve("folder.json"));
    Files.writeString(folder.resolve("large.json"), " ".repeat((1 << 20) + 1));
    assertThatThrownBy(() -> store().load("binary", Background.DARK))
        .hasMessageEndingWith("binary.json: is not UTF-8");
    assertThatThrownBy(() -> store().load("folder", Background.DARK))
        .hasMessageEndingWith("folder.json: is no file");
    assertThatThrownBy(() -> store().load("large", Background.DARK))
        .hasMessageContaining("larger than 1 MB");
    assertThat(store().names()).doesNotContain("folder");
  }
}
