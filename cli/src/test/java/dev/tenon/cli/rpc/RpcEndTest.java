package dev.tenon.cli.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.cli.ThreadDump;
import dev.tenon.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What is told when the input ends, and of pictures that are none.
@Timeout(120)
class RpcEndTest {
  private static final String WRITE =
      "{\"calls\": [{\"name\": \"write_file\", \"arguments\": {\"path\": \"b.txt\", \"content\":"
          + " \"b\\n\"}}]}";

  @TempDir Path folder;
  private Path project;
  private Path home;

  @BeforeEach
  void folders() throws IOException {
    project = Files.createDirectory(folder.resolve("project")).toRealPath();
    home = Files.createDirectory(folder.resolve("home"));
  }

  private ProgramClient client(String... steps) throws IOException {
    Path script = folder.resolve("script.json");
    Files.writeString(script, "{\"steps\": [" + String.join(",", steps) + "]}");
    return new ProgramClient(
        Map.of("TENON_HOME", home.toString(), "PATH", System.getenv("PATH")),
        "--mode",
        "rpc",
        "--root=" + project,
        "--model=scripted:" + script,
        "--permission-mode=ask");
  }

  @Test
  void theLastOfAHelperComesBeforeTheEndWhenTheInputEndsDuringItsQuestion() throws Exception {
    Path agents = Files.createDirectory(home.resolve("agents"));
    Files.writeString(agents.resolve("maker.md"), "---\ndescription: Makes\n---\nMake.\n");
    String delegate =
        "{\"calls\": [{\"name\": \"task\", \"arguments\": {\"agent\": \"maker\", \"tasks\":"
            + " [{\"id\": \"Make\", \"assignment\": \"Make.\"}]}}]}";
    String hang = "{\"hang\": true}";
    // The helper works beside the conversation: whoever of both asks first waits for an answer.
    try (ProgramClient client = client(delegate, WRITE, WRITE, hang, hang)) {
      client.call("prompt", "message", "Make");
      client.awaitEvent("helper_reported", 1);
      client.awaitEvent("extension_ui_request", 1);
      assertThat(client.end()).isZero();
      client.awaitEvent("agent_end", 1);
      assertThat(client.messages())
          .as("nobody is asked who has gone")
          .filteredOn(each -> each.string("method", "").equals("select"))
          .hasSize(1);
      List<String> types = client.types();
      assertThat(types.lastIndexOf("helper_reported"))
          .as(client.transcript())
          .isPositive()
          .isLessThan(types.lastIndexOf("agent_end"));
    }
  }

  @Test
  void anApprovalThatStaysOpenEndsTheTurn() throws Exception {
    String command =
        "{\"calls\": [{\"name\": \"bash\", \"arguments\": {\"command\": \"touch asked\"}}]}";
    try (ProgramClient client = client(command, WRITE, "{\"text\": \"Done.\"}")) {
      client.call("prompt", "message", "Go");
      client.awaitEvent("extension_ui_request", 1);
      assertThat(client.end()).isZero();
      client.awaitEvent("agent_end", 1);
      assertThat(client.count("turn_start")).as(client.transcript()).isOne();
    }
    assertThat(project.resolve("asked")).doesNotExist();
    assertThat(project.resolve("b.txt")).doesNotExist();
  }

  @Test
  void theEndOfInputEndsAProgramThatNobodyReads() throws Exception {
    String[] words = new String[400];
    Arrays.fill(words, "\"" + "x".repeat(400) + "\"");
    Path script = folder.resolve("script.json");
    Files.writeString(
        script, "{\"steps\": [{\"text\": [" + String.join(",", words) + "]}, " + WRITE + "]}");
    try (var client =
        new ProgramClient(
            Map.of("TENON_HOME", home.toString(), "PATH", System.getenv("PATH")),
            false,
            "rpc",
            "--root=" + project,
            "--model=scripted:" + script)) {
      // Far more than 8 MB are told of this answer; the turn waits until somebody reads.
      client.send("prompt", "message", "Much");
      await().atMost(Duration.ofSeconds(60)).until(() -> ThreadDump.shows(folder, "Outbox.put"));
      assertThat(client.end()).isZero();
    }
    assertThat(project.resolve("b.txt")).doesNotExist();
  }

  @Test
  void abortStopsTheShorteningOfTheHistory() throws Exception {
    String answer = "{\"text\": \"" + "a ".repeat(3000) + "\"}";
    try (ProgramClient client =
        client(answer, answer, "{\"hang\": true}", "{\"text\": \"After.\"}")) {
      client.run("One " + "hello ".repeat(2000));
      client.run("Two " + "hello ".repeat(2000));
      String compact = client.send("compact");
      client.awaitEvent("compaction_start", 1);
      client.call("abort");
      assertThat(client.response(compact).string("error")).isEqualTo("Compaction cancelled");
      assertThat(client.call("get_state").bool("isCompacting", true)).isFalse();
      assertThat(client.awaitEvent("compaction_end", 1).bool("aborted", false)).isTrue();
      client.call("new_session");
      client.run("Three");
      assertThat(client.call("get_last_assistant_text").string("text")).isEqualTo("After.");
    }
  }

  @Test
  void aPictureIsOneByItsFirstBytes() throws Exception {
    try (ProgramClient client = client("{\"text\": \"A dot.\"}")) {
      assertThat(error(client, "AAAA", "image/png")).contains("no PNG, JPEG, GIF or WebP");
      assertThat(error(client, "@@", "image/png")).contains("no Base64");
      assertThat(error(client, "", "image/png")).contains("needs 'data'");
      assertThat(error(client, "iVBORw0KGgo=", "text/plain")).contains("was 'text/plain'");
      client.write(picture("iVBORw0KGgo=", "image/png"));
      client.awaitEvent("agent_end", 1);
    }
  }

  private static Json.Obj picture(String data, String type) {
    return Json.object()
        .put("id", data + type)
        .put("type", "prompt")
        .put("message", "Which is it?")
        .array(
            "images",
            List.of(
                Json.object().put("type", "image").put("data", data).put("mimeType", type).build()))
        .build();
  }

  private static String error(ProgramClient client, String data, String type) throws Exception {
    client.write(picture(data, type));
    return client.response(data + type).string("error", "");
  }
}
