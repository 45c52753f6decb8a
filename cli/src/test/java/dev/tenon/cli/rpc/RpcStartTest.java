package dev.tenon.cli.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.json.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// How a program starts us, and what it says before we are ready.
@Timeout(120)
class RpcStartTest {
  @TempDir Path folder;
  private Path project;
  private Path home;

  @BeforeEach
  void folders() throws IOException {
    project = Files.createDirectory(folder.resolve("project")).toRealPath();
    home = Files.createDirectory(folder.resolve("home"));
  }

  private Map<String, String> environment() {
    return Map.of(
        "TENON_HOME",
        home.toString(),
        "PATH",
        System.getenv("PATH"),
        "OPENAI_API_KEY",
        "canary",
        "ANTHROPIC_API_KEY",
        "canary");
  }

  private Json.Obj model(String... words) throws Exception {
    var all = new String[words.length + 4];
    all[0] = "--mode";
    all[1] = "rpc";
    all[2] = "--root=" + project;
    all[3] = "--no-session";
    System.arraycopy(words, 0, all, 4, words.length);
    try (var client = new ProgramClient(environment(), all)) {
      Json.Obj state = client.call("get_state");
      return state.objectOrEmpty("model").with("level", Json.of(state.string("thinkingLevel", "")));
    }
  }

  /// What a start without a conversation says on standard error, with its exit code.
  private String refused(String input, String... words) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
    var all = new String[words.length + 2];
    all[0] = "rpc";
    all[1] = "--root=" + project;
    System.arraycopy(words, 0, all, 2, words.length);
    int code = Main.run(Streams.captured(in, out, err), environment(), all);
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    return code + " " + err.toString(StandardCharsets.UTF_8).strip();
  }

  @Test
  void aProviderIsNamedAloneOrWithAModel() throws Exception {
    assertThat(model("--provider", "openai").string("provider")).isEqualTo("openai");
    Json.Obj both = model("--provider", "openai", "--model", "gpt-4o");
    assertThat(both.string("provider") + "/" + both.string("id")).isEqualTo("openai/gpt-4o");
    assertThat(both.string("level")).isEqualTo("off");
    Json.Obj level = model("--provider", "openai", "--model", "openai/gpt-5:high");
    assertThat(level.string("provider") + "/" + level.string("id")).isEqualTo("openai/gpt-5");
    assertThat(level.string("level")).isEqualTo("high");
  }

  @Test
  void aProviderThatIsUnknownIsNamed() {
    assertThat(refused("", "--provider", "nobody"))
        .startsWith("2 ")
        .contains("--provider 'nobody' has no model in the list");
    assertThat(refused("", "--provider", "nobody", "--model", "x")).contains("nobody");
  }

  @Test
  void aBrokenConfigurationIsToldBeforeAnythingIsAnswered() throws Exception {
    Files.writeString(home.resolve("config.yml"), "retry: {maxRetries: many}\n");
    assertThat(refused("{\"type\":\"get_state\"}\nno command\n"))
        .startsWith("2 ")
        .contains("maxRetries");
  }

  /// All of it is there before the project is open, and its end.
  @Test
  void whatIsSaidAtOnceIsAnsweredInItsOrder() {
    var out = new ByteArrayOutputStream();
    var in =
        new ByteArrayInputStream(
            "no command\n{\"id\":\"1\",\"type\":\"get_state\"}\n{\"id\":\"2\",\"type\":\"dance\"}"
                .getBytes(StandardCharsets.UTF_8));
    int code =
        Main.run(
            Streams.captured(in, out, new ByteArrayOutputStream()),
            environment(),
            "rpc",
            "--root=" + project,
            "--no-session");
    assertThat(code).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8).lines().toList())
        .satisfiesExactly(
            line -> assertThat(line).contains("Failed to parse command"),
            line -> assertThat(line).contains("\"id\":\"1\"").contains("\"success\":true"),
            line -> assertThat(line).contains("Unknown command: dance"));
  }
}
