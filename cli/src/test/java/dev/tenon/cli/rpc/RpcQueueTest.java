package dev.tenon.cli.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.json.Json;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.script.Answer;
import dev.tenon.testkit.script.Fault;
import dev.tenon.testkit.script.Reply;
import dev.tenon.testkit.wire.Received;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What is said at the moments when no model listens is heard all the same.
@Timeout(120)
class RpcQueueTest {
  @TempDir Path folder;
  private Path project;
  private Path home;
  private final ModelServer server = ModelServer.start();
  private final CountDownLatch release = new CountDownLatch(1);

  @BeforeEach
  void folders() throws IOException {
    project = Files.createDirectory(folder.resolve("project")).toRealPath();
    home = Files.createDirectory(folder.resolve("home"));
    Files.writeString(
        home.resolve("config.yml"),
        """
        providers: {house: {wire: anthropic, baseUrl: '%s', apiKey: sk-test-abcdef}}
        model: house/claude-opus-4-6
        sandbox: {kind: off}
        """
            .formatted(server.url()));
  }

  @AfterEach
  void stop() {
    release.countDown();
    server.close();
  }

  private ProgramClient client() throws IOException {
    return new ProgramClient(
        Map.of("TENON_HOME", home.toString(), "PATH", System.getenv("PATH")),
        "--mode",
        "rpc",
        "--root=" + project,
        "--permission-mode=full");
  }

  /// What the model was told last, and the number of the request.
  private static String last(Received request) {
    return request.body().objects("messages").getLast().compact();
  }

  private Answer echo(Received request) {
    return Reply.text("Heard: " + last(request).replaceAll(".*\"text\":\"(\\w+).*", "$1"));
  }

  private List<String> heard(ProgramClient client) throws IOException, InterruptedException {
    List<String> heard = new ArrayList<>();
    for (Json.Obj each : client.call("get_messages").objects("messages")) {
      for (Json.Obj block : each.objects("content")) {
        String text = block.string("text", "");
        if (each.string("role", "").equals("assistant") && text.startsWith("Heard: ")) {
          heard.add(text.substring("Heard: ".length()));
        }
      }
    }
    return heard;
  }

  /// A conversation that can be shortened, whose summary waits until it is let go.
  private ProgramClient shortening() throws IOException, InterruptedException {
    Reply summary = Reply.text("What was said.");
    server.reply(Reply.text("a ".repeat(3000)), Reply.text("b ".repeat(3000)));
    ProgramClient client = client();
    client.run("One " + "hello ".repeat(2000));
    client.run("Two " + "hello ".repeat(2000));
    server.answering(
        request -> release.getCount() > 0 ? new Fault.Held(summary, 0, release) : echo(request));
    return client;
  }

  @Test
  void aPromptDuringTheShorteningRunsWhenItIsDone() throws Exception {
    try (ProgramClient client = shortening()) {
      String compact = client.send("compact");
      client.awaitEvent("compaction_start", 1);
      assertThat(client.call("get_state").bool("isStreaming", true)).isFalse();
      String plain = client.send("prompt", "message", "Three");
      client.call("prompt", "message", "Four", "streamingBehavior", "followUp");
      assertThat(client.call("get_state").number("pendingMessageCount", 0)).isOne();
      release.countDown();
      assertThat(client.response(compact).bool("success", false)).isTrue();
      assertThat(client.response(plain).bool("success", false)).isTrue();
      client.awaitEvent("agent_end", 3);
      assertThat(heard(client)).containsExactly("Three", "Four");
      List<String> types = client.types();
      assertThat(types.subList(types.lastIndexOf("agent_start"), types.size()))
          .as("the shortening is answered before what comes after it")
          .filteredOn("response"::equals)
          .hasSize(1);
      assertThat(client.call("get_state").number("pendingMessageCount", 9)).isZero();
    }
  }

  @Test
  void whatIsSaidDuringTheShorteningRunsWhenItIsDone() throws Exception {
    try (ProgramClient client = shortening()) {
      client.send("compact");
      client.awaitEvent("compaction_start", 1);
      client.call("follow_up", "message", "Three");
      client.call("steer", "message", "Four");
      release.countDown();
      client.awaitEvent("agent_end", 3);
      assertThat(heard(client)).containsExactly("Four", "Three");
    }
  }

  @Test
  void aPromptThatWaitsForAShorteningThatIsStoppedFails() throws Exception {
    try (ProgramClient client = shortening()) {
      String compact = client.send("compact");
      client.awaitEvent("compaction_start", 1);
      String plain = client.send("prompt", "message", "Three");
      client.call("get_state");
      client.call("abort");
      assertThat(client.response(compact).string("error")).isEqualTo("Compaction cancelled");
      assertThat(client.response(plain).string("error")).contains("aborted before it was sent");
    }
  }

  @Test
  void whatIsSaidWhileHelpersWorkIsHeardBeforeTheirEnd() throws Exception {
    server.answering(
        request -> {
          String body = request.body().compact();
          String last = last(request);
          if (body.contains("You are the helper ")) {
            return last.contains("tool_result")
                ? Reply.toolCall("y", "yield", "{\"result\": \"made\"}")
                : Reply.toolCall(
                    "b", "bash", "{\"command\": \"while [ ! -e go ]; do sleep 0.05; done\"}");
          }
          if (last.contains("Begin")) {
            return Reply.toolCall(
                "t",
                "task",
                "{\"agent\": \"task\", \"tasks\": [{\"id\": \"Make\", \"description\": \"does"
                    + " it\", \"assignment\": \"Do it.\"}]}");
          }
          return last.contains("Look") ? echo(request) : Reply.text("Heard: Nothing");
        });
    try (ProgramClient client = client()) {
      client.call("prompt", "message", "Begin");
      await().atMost(Duration.ofSeconds(60)).until(() -> heard(client).equals(List.of("Nothing")));
      client.call("steer", "message", "Look");
      await().atMost(Duration.ofSeconds(60)).until(() -> heard(client).contains("Look"));
      assertThat(client.count("agent_end")).as("the helper works").isZero();
      Files.writeString(project.resolve("go"), "");
      client.awaitEvent("agent_end", 1);
      assertThat(heard(client)).containsExactly("Nothing", "Look", "Nothing");
    }
  }

  /// A message that is said as the answer ends is a part of the run, or a run of its own.
  @Test
  void aPromptThatIsQueuedAtTheEndOfAnAnswerRuns() throws Exception {
    server.answering(this::echo);
    try (ProgramClient client = client()) {
      var said = new ArrayList<String>();
      for (int i = 0; i < 40; i++) {
        int sent = i;
        client.call("prompt", "message", "Begin" + i, "streamingBehavior", "followUp");
        client.awaitNth(
            "the end of an answer",
            said.size() + 1,
            each ->
                each.string("type", "").equals("message_end")
                    && each.objectOrEmpty("message").string("role", "").equals("assistant"));
        client.call("prompt", "message", "Late" + i, "streamingBehavior", "steer");
        said.addAll(List.of("Begin" + sent, "Late" + sent));
        client.awaitNth(
            "the second answer",
            said.size(),
            each ->
                each.string("type", "").equals("message_end")
                    && each.objectOrEmpty("message").string("role", "").equals("assistant"));
      }
      assertThat(heard(client)).containsExactlyElementsOf(said);
    }
  }
}
