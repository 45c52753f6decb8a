package dev.tenon.cli.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.script.Answer;
import dev.tenon.testkit.script.Reply;
import dev.tenon.testkit.wire.Received;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A plan that nobody agrees on, in a script.
@Timeout(120)
final class StuckPlanTest {
  private static final Pattern HASH = Pattern.compile("The plan with the hash ([0-9a-f]{12})");

  @TempDir Path folder;

  private static Answer answer(Received request) {
    String body = request.body().compact();
    if (body.contains("You are the helper")) {
      Matcher hash = HASH.matcher(body);
      String last = "";
      while (hash.find()) {
        last = hash.group(1);
      }
      String result =
          last.isEmpty()
              ? """
              {"title": "P", "principles": ["small"], "options": [
                {"name": "A", "for": "x", "against": "y"},
                {"name": "B", "for": "x", "against": "y"}],
               "choice": "A", "steps": ["write it"], "checks": ["make test"]}\
              """
              : "{\"plan\": \"" + last + "\", \"verdict\": \"reject\", \"points\": [\"no\"]}";
      return Reply.toolCall("y", "yield", "{\"result\": " + result + "}");
    }
    return body.contains("\"tool_result\"")
        ? Reply.text("no plan")
        : Reply.toolCall(
            "w", "workflow", "{\"action\": \"start\", \"workflow\": \"ralplan\", \"text\": \"x\"}");
  }

  @Test
  void aScriptSeesItInTheExitCode() throws Exception {
    Path home = Files.createDirectories(folder.resolve("home"));
    Path root = Files.createDirectories(folder.resolve("project")).toRealPath();
    Files.writeString(root.resolve("a.txt"), "a\n");
    try (ModelServer server = ModelServer.start().answering(StuckPlanTest::answer)) {
      Files.writeString(
          home.resolve("config.yml"),
          """
          providers: {house: {wire: anthropic, baseUrl: '%s', apiKey: sk-test-abcdef}}
          model: house/claude-opus-4-6
          sandbox: {kind: off}
          """
              .formatted(server.url()));
      var out = new ByteArrayOutputStream();
      var err = new ByteArrayOutputStream();
      Streams streams = Streams.captured(new ByteArrayInputStream(new byte[0]), out, err);
      int code =
          Main.run(
              streams,
              Map.of(
                  "TENON_HOME", home.toString(),
                  "HOME", home.toString(),
                  "PATH", System.getenv("PATH")),
              "-p",
              "/ralplan x",
              "--permission-mode",
              "full",
              "--root",
              root.toString());
      streams.end();
      assertThat(code).as(err.toString(StandardCharsets.UTF_8)).isEqualTo(3);
      assertThat(err.toString(StandardCharsets.UTF_8)).contains("PLANNING_STUCK");
      assertThat(out.toString(StandardCharsets.UTF_8)).contains("no plan");
    }
  }
}
