package dev.tenon.cli.slash;

import static dev.tenon.cli.slash.PickingContext.typing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.engine.config.ProjectOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsCommandTest {
  private static final Key RESET = new Key.Chord(Key.Modifier.CONTROL, 'd');

  @TempDir Path folder;
  private Path file;
  private ProjectOptions options;
  private final PickingContext context = new PickingContext();

  @BeforeEach
  void home() throws IOException {
    Path home = Files.createDirectories(folder.resolve("home"));
    file = home.resolve("config.yml");
    Files.writeString(file, "# mine\nui: {color: never} # plain\n");
    options = ProjectOptions.of(home, folder).withEnvironment(Map.of("TENON_MAX_STEPS", "9"));
  }

  private void run(String argument, CommandContext with) throws Exception {
    new SettingsCommand(options, "theme.dark"::equals).slash().action().run(argument, with);
  }

  @Test
  void eachHasItsValueItsOriginAndWhatItIsFor() throws Exception {
    run("", context.pressing(typing("ui.color")));
    assertThat(context.screen())
        .containsPattern("❯ ui.color +never ")
        .contains("never, from")
        .contains("config.yml:2")
        .contains("Colours in the terminal")
        .contains("takes one of auto, always, never")
        .contains("a project may set it");
  }

  @Test
  void whatAProjectMayNotSetIsSaid() throws Exception {
    run("", context.pressing(typing("permissions.allow")));
    assertThat(context.screen()).contains("a project may not set it");
  }

  @Test
  void aNumberIsTypedInPlaceAndChecked() throws Exception {
    run(
        "",
        context.pressing(
            typing(
                "retry.maxRetries",
                Key.Named.ENTER,
                Key.Named.ERASE_ALL,
                new Key.Pasted("many"),
                Key.Named.ENTER,
                Key.Named.ERASE_ALL,
                new Key.Typed("7"),
                Key.Named.ENTER)));
    assertThat(context.screens)
        .anySatisfy(
            screen -> assertThat(screen).contains("retry.maxRetries must be 0..20, was 'many'"));
    assertThat(context.screen()).contains("Written to").contains("❯ retry.maxRetries");
    assertThat(Files.readString(file))
        .isEqualTo("# mine\nui: {color: never} # plain\nretry:\n  maxRetries: 7\n");
  }

  @Test
  void aFewWordsAreChosen() throws Exception {
    run(
        "",
        context
            .pressing(typing("ui.color", Key.Named.ENTER))
            .pressing(typing("always", Key.Named.ENTER))
            .pressing(RESET, new Key.Typed("y")));
    assertThat(context.screens)
        .anySatisfy(screen -> assertThat(screen).contains("❯ never").contains("now"));
    assertThat(context.screens)
        .anySatisfy(screen -> assertThat(screen).containsPattern("❯ ui.color +always "));
    assertThat(Files.readString(file)).isEqualTo("# mine\n");
  }

  @Test
  void secretsAreNeitherShownNorTyped() throws Exception {
    Files.writeString(file, "providers: {anthropic: {apiKey: sk-secret}}\n");
    run("", context.pressing(typing("anthropic.apiKey", Key.Named.ENTER)));
    assertThat(context.screen()).contains("****").contains("Secrets are not typed here");
    assertThat(String.join("\n", context.screens)).doesNotContain("sk-secret");
    assertThatThrownBy(() -> run("providers.anthropic.apiKey sk-2", context))
        .hasMessageContaining("Secrets are not typed here");
    assertThat(Files.readString(file)).contains("sk-secret");
  }

  @Test
  void patternsAreNamedFirst() throws Exception {
    run("", context.pressing(typing("providers.*.baseUrl", Key.Named.ENTER)));
    assertThat(context.screen()).contains("Name it: /settings providers.NAME.baseUrl VALUE");
    run("providers.own.baseUrl http://localhost:1", context);
    assertThat(Files.readString(file)).contains("own:").contains("baseUrl: http://localhost:1");
  }

  @Test
  void whatWinsOverTheFileIsSaid() throws Exception {
    run("maxSteps 7", context);
    assertThat(context.said()).contains("Written to").contains("$TENON_MAX_STEPS wins over it");
  }

  @Test
  void linesGetATableAndArguments() throws Exception {
    var lines = new PickingContext(false);
    run("", lines);
    assertThat(lines.said()).contains("KEY").contains("ui.color");
    run("ui.color", lines);
    assertThat(lines.printed.getLast()).startsWith("ui.color is never (");
    assertThatThrownBy(() -> run("ui.colour", lines)).hasMessageContaining("no setting");
    assertThatThrownBy(() -> run("ui.color pink", lines)).hasMessageContaining("must be one of");
  }

  @Test
  void whatCanHoldAtOnceDoesAndOnlyTheOthersSaySo() throws Exception {
    run("theme.dark light", context);
    assertThat(context.said()).endsWith("It holds from now on.");
    run("retry.maxRetries 4", context);
    assertThat(context.said()).endsWith("It holds from the next start on.");
  }

  @ParameterizedTest
  @CsvSource({
    "model,       nosuch/x,       unknown provider 'nosuch'",
    "ui.theme,    purple,         Theme not found: purple",
    "theme.dark,  auto,           Theme not found: auto",
    "theme.light, drak,           did you mean 'dark'",
    "keys.undo,   ctrl-foo,       keys.undo: 'ctrl-foo' is no key",
    "keys.undo,   escape,         escape cannot be given away",
    "keys.fly,    ctrl-g,         keys.fly: it is no action"
  })
  void whatIsKnownToBeWrongIsNotWritten(String key, String value, String reason) throws Exception {
    String before = Files.readString(file);
    assertThatThrownBy(() -> run(key + " " + value, context))
        .hasMessageContaining(reason)
        .hasMessageNotContaining(key + ": " + key);
    assertThat(Files.readString(file)).isEqualTo(before);
  }

  @Test
  void thePickerRefusesWithTheReason() throws Exception {
    String before = Files.readString(file);
    run(
        "",
        context.pressing(
            typing(
                "ui.theme",
                Key.Named.ENTER,
                Key.Named.ERASE_ALL,
                new Key.Pasted("purple"),
                Key.Named.ENTER)));
    assertThat(context.screens)
        .anySatisfy(screen -> assertThat(screen).contains("Theme not found: purple"));
    assertThat(Files.readString(file)).isEqualTo(before);
  }

  @Test
  void themesAndKeysThatThereAreAreWritten() throws Exception {
    run("ui.theme auto", context);
    run("ui.theme light", context);
    run("keys.undo ctrl-e, alt-u", context);
    run("keys.undo alt-u", context);
    assertThat(Files.readString(file)).contains("theme: light").contains("undo: [alt-u]");
    assertThatThrownBy(() -> run("keys.redo alt-u", context))
        .hasMessageContaining("alt-u is the key of undo already");
  }
}
