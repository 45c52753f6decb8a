package dev.tenon.cli.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What hooks do, as a program hears of it.
@Timeout(120)
class RpcHooksTest {
  @TempDir Path folder;
  private Path project;
  private Path home;

  @BeforeEach
  void folders() throws IOException {
    project = Files.createDirectory(folder.resolve("project")).toRealPath();
    home = Files.createDirectory(folder.resolve("home"));
  }

  private ProgramClient client(String hooks) throws IOException {
    Files.writeString(home.resolve("config.yml"), "compaction: {keepTokens: 20}\nhooks:\n" + hooks);
    Path script = folder.resolve("script.json");
    Files.writeString(script, "{\"steps\": [{\"text\": \"One.\"}, {\"text\": \"Two.\"}]}");
    return new ProgramClient(
        Map.of("TENON_HOME", home.toString(), "PATH", System.getenv("PATH")),
        "rpc",
        "--root=" + project,
        "--model=scripted:" + script);
  }

  @Test
  void aHookThatKeepsTheHistoryCancelsItsSummary() throws Exception {
    try (ProgramClient client =
        client("  PreCompact: [{hooks: [{type: command, command: 'echo no >&2; exit 2'}]}]\n")) {
      client.run("First " + "word ".repeat(50));
      client.run("Second " + "word ".repeat(50));
      assertThat(client.error("compact")).isEqualTo("Compaction cancelled");
      assertThat(client.count("compaction_start")).isOne();
      assertThat(client.awaitEvent("compaction_end", 1).compact())
          .isEqualTo(
              "{\"type\":\"compaction_end\",\"reason\":\"manual\",\"aborted\":true,"
                  + "\"willRetry\":false}");
    }
  }

  @Test
  void aHookThatFailsIsAnErrorOfAnExtension() throws Exception {
    try (ProgramClient client =
        client(
            "  UserPromptSubmit: [{hooks: [{type: command, command: 'echo broken >&2; exit"
                + " 1'}]}]\n")) {
      client.run("Go");
      Json.Obj error = client.awaitEvent("extension_error", 1);
      assertThat(error.string("extensionPath")).endsWith("config.yml");
      assertThat(error.string("event")).isEqualTo("UserPromptSubmit");
      assertThat(error.string("error")).isEqualTo("failed with exit code 1: broken");
      assertThat(client.count("extension_error")).isOne();
    }
  }
}
