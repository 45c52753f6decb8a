package dev.tenon.cli.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.Settings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoginCommandTest {
  private static final String KEY = "sk-secret-0123456789";

  @TempDir Path folder;

  private int code;

  private String run(String input, Map<String, String> more, String... words) {
    var out = new ByteArrayOutputStream();
    var environment = new HashMap<>(more);
    environment.put("TENON_HOME", folder.resolve("home").toString());
    var print = new PrintStream(out, true, StandardCharsets.UTF_8);
    code =
        Main.run(
            new Streams(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                print,
                print,
                new Streams.Tty(false, false, false)),
            environment,
            words);
    return out.toString(StandardCharsets.UTF_8);
  }

  private Path file() {
    return folder.resolve("home/keys.json");
  }

  @Test
  void aKeyThatTheProviderTakesIsKeptForTheUserAlone() throws Exception {
    try (var server = ModelServer.start()) {
      Map<String, String> there = Map.of("ANTHROPIC_BASE_URL", server.url());
      String shown = run(KEY + "\n", there, "login", "anthropic");
      assertThat(code).as(shown).isZero();
      assertThat(shown).contains("anthropic accepts it").doesNotContain(KEY);
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
    assertThat(run("", Map.of(), "models")).contains("ANTHROPIC_API_KEY");
    assertThat(run("", Map.of(), "config")).contains("providers.anthropic.apiKey");
    assertThat(run("", Map.of(), "config", "--json")).doesNotContain(KEY);
    assertThat(run("", Map.of(), "logout")).contains("The key of anthropic is forgotten.");
    assertThat(run("", Map.of(), "logout")).contains("no key is stored");
    assertThat(Files.readString(file())).doesNotContain(KEY);
    assertThat(run("", Map.of(), "models")).doesNotContain("ANTHROPIC_API_KEY");
  }

  @Test
  void aKeyThatTheProviderRefusesIsNotKept() throws Exception {
    try (var server = ModelServer.start()) {
      Map<String, String> there = Map.of("ANTHROPIC_BASE_URL", server.url());
      String shown = run(Settings.BAD_KEY, there, "login", "anthropic");
      assertThat(code).isEqualTo(1);
      assertThat(shown).contains("anthropic does not accept this key; nothing was stored");
    }
    assertThat(file()).doesNotExist();
  }

  @Test
  void aKeyThatCannotBeTriedIsKeptWithAWord() {
    String shown = run(KEY, Map.of("OPENAI_BASE_URL", "http://127.0.0.1:1/v1"), "login", "openai");
    assertThat(code).isZero();
    assertThat(shown).contains("could not be tried").doesNotContain(KEY);
    assertThat(file()).exists();
  }

  @Test
  void whatIsNoKeyIsNotKept() {
    assertThat(run("", Map.of(), "login", "anthropic")).contains("no key was given");
    assertThat(run("two words\n", Map.of(), "login", "anthropic")).contains("that is no key");
    assertThat(run("k\033[2J", Map.of(), "login", "anthropic")).contains("that is no key");
    assertThat(run("x".repeat(9000), Map.of(), "login", "anthropic")).contains("that is no key");
    assertThat(run(KEY, Map.of(), "login", "antropic")).contains("anthropic");
    assertThat(code).isEqualTo(2);
    assertThat(run(KEY, Map.of(), "login")).contains("name the provider");
    assertThat(file()).doesNotExist();
  }

  @Test
  void aFileThatIsBrokenIsNamedAndStays() throws Exception {
    Files.createDirectories(folder.resolve("home"));
    Files.writeString(file(), "{\"providers\": [");
    assertThat(run(KEY, Map.of(), "login", "openai", "--no-check")).contains("keys.json");
    assertThat(code).isNotZero();
    assertThat(file()).content().isEqualTo("{\"providers\": [");
  }
}
