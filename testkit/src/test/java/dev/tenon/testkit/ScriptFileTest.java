package dev.tenon.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.model.Usage;
import dev.tenon.testkit.script.Block;
import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.script.Fault;
import dev.tenon.testkit.script.Reply;
import dev.tenon.testkit.script.Stop;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Scripts as files, and the server as a program.
final class ScriptFileTest {
  private static final String SCRIPT =
      """
      {
        "answers": [
          {"thinking": "Hm.", "signature": "s", "text": "I look.",
           "toolCalls": [{"id": "c1", "name": "read_file", "arguments": {"path": "a.txt"}}],
           "usage": {"input": 10, "output": 5, "cacheRead": 1}, "chunk": 3, "paceMillis": 2},
          {"blocks": [{"type": "redacted", "data": "x"}, {"type": "text", "text": "One."},
                      {"type": "tool_call", "id": "c", "name": "x", "arguments": "no json"}],
           "stop": "length"},
          {"fault": "status", "kind": "rate_limit", "headers": {"retry-after": 1}},
          {"fault": "cut_after_visible", "count": 2, "reset": true, "reply": {"text": "never"}},
          {"fault": "drip", "count": 3, "pauseMillis": 4, "reply": {"text": "slow"}}
        ],
        "turns": [{"text": "hello"}]
      }
      """;

  @Test
  void readsRepliesAndFaults() {
    ScriptFile script = ScriptFile.parse(SCRIPT, "script.json");
    assertThat(script.answers())
        .containsExactly(
            Reply.thinking("Hm.", "s")
                .thenText("I look.")
                .thenToolCall("c1", "read_file", "{\"path\":\"a.txt\"}")
                .usage(new Usage(10, 5, 1, 0))
                .chunk(3)
                .pace(Duration.ofMillis(2)),
            Reply.of(
                    new Block.Redacted("x"),
                    new Block.Text("One."),
                    new Block.ToolCall("c", "x", "no json"))
                .stop(Stop.LENGTH),
            Fault.status(ErrorKind.RATE_LIMIT).header("retry-after", "1"),
            new Fault.CutAfterVisible(Reply.text("never"), 2, Fault.Closing.RESET),
            new Fault.Drip(Reply.text("slow"), 3, Duration.ofMillis(4)));
    assertThat(script.turns()).containsExactly(Reply.text("hello"));
  }

  @Test
  void saysWhatIsWrong() {
    assertProblem("{\"answers\": [", "script.json: ");
    assertProblem("{}", "script.json: there are neither 'answers' nor 'turns'");
    assertProblem("{\"turns\":[{\"fault\":\"rain\"}]}", "script.json: unknown fault 'rain'");
    assertProblem("{\"turns\":[{\"stop\":\"now\"}]}", "script.json: 'now' is none of [END, LENGTH");
    assertProblem(
        "{\"turns\":[{\"blocks\":[{\"type\":\"song\"}]}]}",
        "script.json: block type must be thinking, redacted, text or tool_call, was 'song'");
  }

  private static void assertProblem(String script, String message) {
    assertThatThrownBy(() -> ScriptFile.parse(script, "script.json"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void theProgramServesAScript(@TempDir Path folder) throws Exception {
    Path script = Files.writeString(folder.resolve("s.json"), "{\"turns\":[{\"text\":\"Hi.\"}]}");
    Process server = start("--port", "0", "--script", script.toString());
    try (BufferedReader out = server.inputReader(StandardCharsets.UTF_8)) {
      String line = out.readLine();
      assertThat(line).startsWith("listening on http://127.0.0.1:");
      URI address = URI.create(line.substring("listening on ".length()) + "/api/version");
      try (var in = address.toURL().openStream()) {
        assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).contains("version");
      }
    } finally {
      server.destroy();
      assertThat(server.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void theProgramExplainsItself() throws Exception {
    Map<List<String>, String> wrong =
        Map.of(
            List.of("--sript", "x"), "unknown argument '--sript'",
            List.of("--port", "many"), "--port must be 0..65535, was 'many'",
            List.of("--script", "/nowhere/s.json"), "cannot read the script /nowhere/s.json",
            List.of("--key"), "--key needs a value");
    for (Map.Entry<List<String>, String> entry : wrong.entrySet()) {
      Process process = start(entry.getKey().toArray(String[]::new));
      String error = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).isEqualTo(2);
      assertThat(error).startsWith(entry.getValue()).contains("usage:");
    }
  }

  private static Process start(String... arguments) throws IOException {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                ModelServer.class.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).start();
  }
}
