package dev.tenon.cli.login;

import static dev.tenon.cli.login.VirtualProgram.ENTER;
import static dev.tenon.cli.login.VirtualProgram.ESCAPE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.cli.terminal.theme.BuiltinThemes;
import dev.tenon.cli.terminal.theme.Theme;
import dev.tenon.cli.terminal.theme.ThemeJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The theme from the settings and the command to the bytes of the terminal.
@Timeout(120)
class ThemesInConversationTest {
  private static final String DARK = front(spelled(BuiltinThemes.dark(), "accent"));
  private static final String LIGHT = front(spelled(BuiltinThemes.light(), "accent"));
  private static final String GREEN = front(spelled(BuiltinThemes.dark(), "success"));

  @TempDir Path folder;
  private Path config = Path.of("/");

  private VirtualProgram start(String settings, String... variables) throws IOException {
    Path home = Files.createDirectories(folder.resolve("home"));
    config = Files.writeString(home.resolve("config.yml"), "model: openai/gpt-5.2\n" + settings);
    var environment = new HashMap<>(Map.of("COLORTERM", "truecolor"));
    environment.put("OPENAI_API_KEY", "sk-trial");
    for (int i = 0; i < variables.length; i += 2) {
      environment.put(variables[i], variables[i + 1]);
    }
    return new VirtualProgram(folder, environment);
  }

  private void theme(String name, String accent) throws IOException {
    Path themes = Files.createDirectories(folder.resolve("home/themes"));
    String json = ThemeJson.of(BuiltinThemes.dark(), name).pretty();
    Path aside =
        Files.writeString(
            folder.resolve("aside"),
            json.replace(
                "\"accent\": \"" + spelled(BuiltinThemes.dark(), "accent") + "\"",
                "\"accent\": \"" + accent + "\""));
    Files.move(
        aside,
        themes.resolve(name + ".json"),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.ATOMIC_MOVE);
  }

  private static String spelled(Theme theme, String token) {
    return ThemeJson.of(theme, "any").objectOrEmpty("colors").string(token, "");
  }

  /// How the terminal is told of a colour.
  private static String front(String spelled) {
    int rgb = Integer.parseInt(spelled.substring(1), 16);
    return "38;2;%d;%d;%dm".formatted(rgb >> 16, rgb >> 8 & 255, rgb & 255);
  }

  private static VirtualProgram leaves(VirtualProgram program) {
    program.types(ESCAPE);
    await().until(() -> !program.text().contains("Enter keeps it"));
    return program;
  }

  /// Waits until this was written after what had been written then.
  private static void paints(VirtualProgram program, int before, String colour) {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> program.bytes().substring(before).contains(colour));
  }

  @Test
  void aThemeIsLookedAtLeftAndKept() throws Exception {
    try (var program = start("ui.theme: dark\n")) {
      program.sees("/help");
      int opened = program.bytes().length();
      program.types("/theme ").types(ENTER).sees("Enter keeps it").types("light");
      program.sees("❯ light");
      paints(program, opened, LIGHT);
      int left = program.bytes().length();
      program.types(ESCAPE).sees("(chosen)").sees("1/");
      leaves(program);
      paints(program, left, DARK);
      assertThat(config).content().contains("ui.theme: dark");

      program.types("/theme ").types(ENTER).sees("Enter keeps it").types("light");
      program.sees("❯ light").types(ENTER).sees("The theme is light. It is kept in");
      assertThat(config).content().contains("ui.theme: light");
      int named = program.bytes().length();
      program.types("/theme dark").types(ENTER).sees("The theme is dark.");
      paints(program, named, DARK);
      assertThat(config).content().contains("ui.theme: dark");
      program.types("/theme lihgt").types(ENTER).sees("did you mean 'light'?");
      assertThat(config).content().contains("ui.theme: dark");
    }
  }

  /// What the terminal tells of its background, and what the user's file says by now.
  @Test
  void theThemeFollowsTheTerminalAndItsFile() throws Exception {
    theme("mine", "#010203");
    try (var program = start("theme.light: mine\n", "COLORFGBG", "15;0")) {
      program.sees("/help");
      int dark = program.bytes().length();
      program.types("/theme ").types(ENTER).sees("dark or mine, as the background is");
      paints(program, dark, DARK);
      int light = program.bytes().length();
      program.types("\033[?997;2n");
      paints(program, light, front("#010203"));
      int written = program.bytes().length();
      theme("mine", "#040506");
      paints(program, written, front("#040506"));
      leaves(program);
    }
  }

  @Test
  void signsAndColoursForTheColourBlindAreAsTheSettingsSay() throws Exception {
    try (var program = start("ui: {theme: dark, colorBlind: true, symbolPreset: ascii}\n")) {
      program.sees("/help").types("/theme ").types(ENTER).sees("Enter keeps it");
      await().until(() -> program.text().contains("> dark"));
      assertThat(program.text()).doesNotContain("❯");
      // The green of what went well is a blue there.
      assertThat(program.bytes()).doesNotContain(GREEN);
      int before = program.bytes().length();
      leaves(program).types("/settings ui.colorBlind false").types(ENTER);
      program.sees("It holds from now on.");
      program.types("/theme ").types(ENTER);
      paints(program, before, GREEN);
      leaves(program);
    }
  }
}
