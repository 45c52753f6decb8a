package dev.tenon.cli.rpc;

import static dev.tenon.cli.rpc.ProgramClient.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `tenon rpc` as a program meets it.
class RpcTest {
  private static final String WRITE =
      "{\"thinking\": \"Now.\", \"text\": \"I write.\", \"calls\": [{\"name\": \"write_file\","
          + " \"arguments\": {\"path\": \"b.txt\", \"content\": \"b\\n\"}}]}";
  private static final String SLEEP =
      "{\"text\": \"I wait.\", \"calls\": [{\"name\": \"bash\", \"arguments\": {\"command\": \"echo"
          + " begun; sleep 30\"}}]}";

  @TempDir Path temporary;
  private Path project;
  private Path home;

  @BeforeEach
  void folders() throws IOException {
    project = Files.createDirectory(temporary.toRealPath().resolve("project"));
    home = Files.createDirectory(temporary.toRealPath().resolve("home"));
    Files.writeString(project.resolve("a.txt"), "one\n");
  }

  private Map<String, String> environment() {
    return Map.of("TENON_HOME", home.toString(), "PATH", System.getenv("PATH"));
  }

  private String script(String... steps) throws IOException {
    Path script = temporary.resolve("script.json");
    Files.writeString(script, "{\"steps\": [" + String.join(",", steps) + "]}");
    return "--model=scripted:" + script;
  }

  private static String says(String text) {
    return Json.object().put("text", text).build().compact();
  }

  private ProgramClient client(String mode, String... steps) throws IOException {
    return new ProgramClient(
        environment(),
        "--mode",
        "rpc",
        "--root=" + project,
        script(steps),
        "--permission-mode=" + mode);
  }

  @Test
  void thePromptIsAnsweredBeforeItsEventsAndTheRunIsTold() throws Exception {
    try (ProgramClient client = client("full", WRITE, says("Done."))) {
      Json.Obj end = client.run("Write");
      assertThat(client.types().getFirst()).isEqualTo("response");
      List<String> told = new ArrayList<>(client.types());
      told.removeIf(type -> type.equals("message_update"));
      assertThat(told)
          .containsExactly(
              "response",
              "agent_start",
              "turn_start",
              "message_start",
              "message_end",
              "message_start",
              "message_end",
              "tool_execution_start",
              "tool_execution_end",
              "message_start",
              "message_end",
              "turn_end",
              "turn_start",
              "message_start",
              "message_end",
              "turn_end",
              "agent_end");
      assertThat(end.objects("messages").stream().map(each -> each.string("role")).toList())
          .containsExactly("user", "assistant", "toolResult", "assistant");
      Json.Obj update =
          client.await(
              "a delta",
              each ->
                  each.objectOrEmpty("assistantMessageEvent")
                      .string("type", "")
                      .equals("text_delta"));
      assertThat(update.objectOrEmpty("message").objects("content").getLast().string("text"))
          .startsWith("I");
      assertThat(update.objectOrEmpty("assistantMessageEvent").get("partial"))
          .isEqualTo(update.get("message"));
      assertThat(Files.readString(project.resolve("b.txt"))).isEqualTo("b\n");
      assertThat(client.call("get_last_assistant_text").string("text")).isEqualTo("Done.");
      Json.Obj stats = client.call("get_session_stats");
      assertThat(stats.number("toolCalls", 0)).isOne();
      assertThat(stats.number("totalMessages", 0)).isEqualTo(4);
      assertThat(client.end()).isZero();
    }
  }

  @Test
  void aQuestionOfAHelperHasItsName() throws Exception {
    Path agents = Files.createDirectory(home.resolve("agents"));
    Files.writeString(
        agents.resolve("maker.md"), "---\ndescription: Makes\nblocking: true\n---\nMake.\n");
    String delegate =
        "{\"calls\": [{\"name\": \"task\", \"arguments\": {\"agent\": \"maker\", \"tasks\":"
            + " [{\"id\": \"Make\", \"assignment\": \"Make.\"}]}}]}";
    String give = "{\"calls\": [{\"name\": \"yield\", \"arguments\": {\"result\": \"made\"}}]}";
    try (ProgramClient client = client("ask", delegate, WRITE, give, says("Done."))) {
      List<String> asked = new ArrayList<>();
      client.answering(
          request -> {
            asked.add(request.string("title", ""));
            return value("Allow once");
          });
      client.run("Make");
      assertThat(asked).singleElement().asString().startsWith("Allow 0-Make: write_file?");
      assertThat(project.resolve("b.txt")).exists();
    }
  }

  @Test
  void approvalsAndQuestionsAreDialogs() throws Exception {
    String ask =
        "{\"calls\": [{\"name\": \"ask\", \"arguments\": {\"questions\": [{\"id\": \"go\","
            + " \"question\": \"Go on?\", \"options\": [{\"label\": \"Yes\"}, {\"label\":"
            + " \"No\"}]}, {\"id\": \"which\", \"question\": \"Which?\", \"options\": [{\"label\":"
            + " \"Red\"}, {\"label\": \"Blue\"}]}, {\"id\": \"more\", \"question\": \"Which"
            + " ones?\", \"options\": [{\"label\": \"A\"}, {\"label\": \"B\"}], \"multi\":"
            + " true}]}}]}";
    try (ProgramClient client = client("ask", WRITE, ask, says("Done."))) {
      List<String> asked = new ArrayList<>();
      client.answering(
          request -> {
            asked.add(request.string("method", "") + ": " + request.string("title", ""));
            return switch (request.string("method", "")) {
              case "confirm" -> Json.object().put("confirmed", true).build();
              case "editor" -> value("B\nand C");
              case "input" -> value("Green");
              default ->
                  value(
                      request.string("title", "").startsWith("Allow")
                          ? "Allow once"
                          : "Something else…");
            };
          });
      client.run("Write");
      assertThat(asked.getFirst()).startsWith("select: Allow write_file?").contains("+b");
      assertThat(
              asked.subList(1, asked.size()).stream().map(each -> each.split(":", 2)[0]).toList())
          .containsExactly("confirm", "select", "input", "editor");
      assertThat(Files.exists(project.resolve("b.txt"))).isTrue();
      String answers = client.call("get_messages").compact();
      assertThat(answers).contains("Yes").contains("Green").contains("and C");
      assertThat(
              client
                  .await("a dialog", each -> each.string("method", "").equals("select"))
                  .number("timeout", 0))
          .isEqualTo(600_000);
    }
  }

  @Test
  void noAnswerInTimeAndWhatWasNotOfferedMeanNo() throws Exception {
    try (var client =
        new ProgramClient(
            environment(),
            "rpc",
            "--root=" + project,
            script(WRITE, WRITE, says("Refused.")),
            "--permission-mode=ask",
            "--config=rpc.answerSeconds=1")) {
      var count = new AtomicInteger();
      client.answering(
          request -> count.incrementAndGet() == 1 ? value("Allow everything for ever") : null);
      client.run("Write");
      assertThat(count.get()).isEqualTo(2);
      assertThat(project.resolve("b.txt")).doesNotExist();
      assertThat(client.call("get_messages").compact()).contains("nobody answered within 1 s");
    }
  }

  @Test
  void whatIsSaidMeanwhileIsQueuedDeliveredAndTold() throws Exception {
    String first = "{\"expect\": {\"lastUserContains\": \"left\"}, \"text\": \"Left.\"}";
    String second = "{\"expect\": {\"lastUserContains\": \"right\"}, \"text\": \"Right.\"}";
    String third = "{\"expect\": {\"lastUserContains\": \"home\"}, \"text\": \"Home.\"}";
    String wait =
        "{\"calls\": [{\"name\": \"bash\", \"arguments\": {\"command\": \"while [ ! -e go ]; do"
            + " sleep 0.05; done\"}}]}";
    try (ProgramClient client = client("full", wait, first, second, third)) {
      client.call("prompt", "message", "Begin");
      client.awaitEvent("tool_execution_start", 1);
      assertThat(client.error("prompt", "message", "More")).contains("streamingBehavior");
      client.call("steer", "message", "go left");
      client.call("prompt", "message", "go right", "streamingBehavior", "steer");
      client.call("follow_up", "message", "go home");
      Json.Obj state = client.call("get_state");
      assertThat(state.number("pendingMessageCount", 0)).isEqualTo(3);
      assertThat(state.bool("isStreaming", false)).isTrue();
      Files.writeString(project.resolve("go"), "");
      client.awaitEvent("agent_end", 1);
      assertThat(client.call("get_last_assistant_text").string("text")).isEqualTo("Home.");
      assertThat(client.count("queue_update")).isEqualTo(6);
      assertThat(client.call("get_state").number("pendingMessageCount", 9)).isZero();
    }
  }

  @Test
  void aRunIsAbortedAtEveryMessageAndLeavesPairedHistory() throws Exception {
    String[] steps = new String[80];
    Arrays.fill(steps, SLEEP);
    try (ProgramClient client = client("full", steps)) {
      boolean all = false;
      for (int after = 0; !all && after < 40; after++) {
        int before = client.messages().size();
        int ends = client.count("agent_end");
        int wanted = after;
        String id = client.send("prompt", "message", "Wait");
        Json.Obj last =
            client.await(
                "message " + after,
                new Predicate<>() {
                  private int seen;

                  @Override
                  public boolean test(Json.Obj message) {
                    // Called anew for each look; counts only what is there.
                    List<Json.Obj> now = client.messages();
                    seen = now.size() - before;
                    boolean begun =
                        !now.isEmpty()
                            && now.getLast().string("type", "").equals("tool_execution_update");
                    return message.equals(now.getLast()) && (seen >= wanted || begun);
                  }
                });
        all = last.string("type", "").equals("tool_execution_update");
        client.call("abort");
        Json.Obj answer = client.response(id);
        if (answer.bool("success", false)) {
          client.awaitEvent("agent_end", ends + 1);
        }
        assertThat(client.call("get_state").bool("isStreaming", true)).isFalse();
        assertThat(unanswered(client.call("get_messages").objects("messages")))
            .as("aborted after " + after)
            .isEmpty();
        client.call("new_session");
      }
      assertThat(all).isTrue();
    }
  }

  private static Set<String> unanswered(List<Json.Obj> messages) {
    Set<String> open = new HashSet<>();
    for (Json.Obj message : messages) {
      for (Json.Obj block : message.objects("content")) {
        if (block.string("type", "").equals("toolCall")) {
          open.add(block.string("id", ""));
        }
      }
      open.remove(message.string("toolCallId", ""));
    }
    return open;
  }

  @Test
  void linesEndWithLineFeedsAloneAndWhatIsNoCommandIsToldAndPassedOver() throws Exception {
    String separators = "a\u2028b\u2029c\u0085d";
    try (ProgramClient client = client("full", says(separators), says("2"))) {
      var bytes = new ByteArrayOutputStream();
      bytes.writeBytes(
          ("{\"id\":\"1\",\"type\":\"set_session_name\",\"name\":\"" + separators + "\"}\r\n")
              .getBytes(StandardCharsets.UTF_8));
      bytes.writeBytes("no command\n{\"broken\": \n[1]\n".getBytes(StandardCharsets.UTF_8));
      bytes.writeBytes(new byte[] {'{', '"', (byte) 0xff, '"', '}', '\n'});
      bytes.writeBytes("{\"id\":\"2\"}\n".getBytes(StandardCharsets.UTF_8));
      bytes.writeBytes("{\"id\":\"3\",\"type\":\"dance\"}\n".getBytes(StandardCharsets.UTF_8));
      bytes.writeBytes("{\"id\":\"4\",\"type\":\"get_state\"}\n".getBytes(StandardCharsets.UTF_8));
      var random = new Random(7);
      byte[] all = bytes.toByteArray();
      for (int at = 0; at < all.length; ) {
        int until = Math.min(all.length, at + 1 + random.nextInt(9));
        client.raw(Arrays.copyOfRange(all, at, until));
        at = until;
      }
      assertThat(client.response("4").bool("success", false)).isTrue();
      assertThat(
              client.messages().stream()
                  .filter(each -> each.string("command", "").equals("parse"))
                  .map(each -> each.string("error", ""))
                  .toList())
          .hasSize(4)
          .allMatch(error -> error.startsWith("Failed to parse command: "));
      assertThat(client.response("2").string("error")).contains("'type'");
      assertThat(client.response("3").string("error")).isEqualTo("Unknown command: dance");
      assertThat(client.response("1").bool("success", false)).isTrue();
      byte[] large = new byte[(16 << 20) + 2];
      Arrays.fill(large, (byte) ' ');
      large[0] = '{';
      large[large.length - 1] = '\n';
      client.raw(large);
      client.awaitNth("the large line", 5, each -> each.string("command", "").equals("parse"));
      client.run("Say it");
      assertThat(client.call("get_last_assistant_text").string("text")).isEqualTo(separators);
      client.raw("{\"id\":\"last\",\"type\":\"get_state\"}".getBytes(StandardCharsets.UTF_8));
      assertThat(client.end()).isZero();
      assertThat(client.response("last").bool("success", false)).isTrue();
    }
  }

  @Test
  void sessionsAreKeptWhereTheProgramWantsThemAndFork() throws Exception {
    Path kept = temporary.toRealPath().resolve("kept");
    String[] words = {
      "--mode=rpc",
      "--root=" + project,
      script(says("One."), says("Two."), says("Three.")),
      "--session-dir=" + kept
    };
    String file;
    try (var client = new ProgramClient(environment(), words)) {
      client.run("First");
      client.run("Second");
      file = client.call("get_state").string("sessionFile", "");
      assertThat(Path.of(file).getParent()).isEqualTo(kept);
      List<Json.Obj> forks = client.call("get_fork_messages").objects("messages");
      assertThat(forks.stream().map(each -> each.string("text")).toList())
          .containsExactly("First", "Second");
      Json.Obj forked = client.call("fork", "entryId", forks.getLast().string("entryId", ""));
      assertThat(forked.compact()).isEqualTo("{\"text\":\"Second\",\"cancelled\":false}");
      assertThat(client.call("get_messages").objects("messages")).hasSize(2);
      client.run("Other");
      assertThat(client.call("get_last_assistant_text").string("text")).isEqualTo("Three.");
      String other = client.call("get_state").string("sessionFile", "");
      assertThat(client.call("clone").compact()).isEqualTo("{\"cancelled\":false}");
      assertThat(client.call("get_state").string("sessionFile")).isNotEqualTo(other);
      assertThat(client.call("get_messages").objects("messages")).hasSize(4);
      client.call("switch_session", "sessionPath", file);
      assertThat(client.call("get_last_assistant_text").string("text")).isEqualTo("Two.");
      // Where it is already it stays.
      assertThat(client.call("switch_session", "sessionPath", file).compact())
          .isEqualTo("{\"cancelled\":false}");
      assertThat(client.call("get_last_assistant_text").string("text")).isEqualTo("Two.");
      assertThat(client.error("fork", "entryId", "nothing")).contains("get_fork_messages");
      assertThat(client.error("switch_session", "sessionPath", "gone.jsonl"))
          .contains("there is no session file");
      assertThat(client.call("new_session", "parentSession", file).compact())
          .isEqualTo("{\"cancelled\":false}");
      assertThat(client.call("get_last_assistant_text").get("text")).isEqualTo(Json.Null.VALUE);
    }
    assertThat(home.resolve("sessions")).doesNotExist();
  }

  @Test
  void aSessionThatIsNotKeptForksAllTheSame() throws Exception {
    try (var client =
        new ProgramClient(
            environment(),
            "rpc",
            "--no-session",
            "--root=" + project,
            script(says("One."), says("Two.")))) {
      client.run("First");
      client.run("Second");
      assertThat(client.call("get_state").has("sessionFile")).isFalse();
      List<Json.Obj> forks = client.call("get_fork_messages").objects("messages");
      client.call("fork", "entryId", forks.getLast().string("entryId", ""));
      assertThat(client.call("get_last_assistant_text").string("text")).isEqualTo("One.");
      client.call("clone");
      assertThat(client.call("get_messages").objects("messages")).hasSize(2);
    }
  }

  @Test
  void aClientThatDoesNotReadHoldsUpItsTurnAndNothingIsLost() throws Exception {
    String[] words = new String[400];
    Arrays.fill(words, Json.of("x".repeat(400)).compact());
    String long400 = "{\"text\": [" + String.join(",", words) + "]}";
    try (var client =
        new ProgramClient(
            environment(),
            false,
            "rpc",
            "--no-session",
            "--root=" + project,
            script(long400, says("After.")))) {
      client.send("prompt", "message", "Much");
      // Far more than 8 MB are told of this answer; the turn waits until somebody reads.
      client.read();
      client.awaitEvent("agent_end", 1);
      assertThat(
              client
                  .messages()
                  .getLast()
                  .objects("messages")
                  .getLast()
                  .objects("content")
                  .getLast()
                  .string("text", ""))
          .hasSizeGreaterThan(160_000);
      client.run("More");
      assertThat(client.call("get_last_assistant_text").string("text")).isEqualTo("After.");
    }
  }

  @Test
  void commandsOfTheProgramRunAndTheModelHearsOfThem() throws Exception {
    String heard =
        "{\"expect\": {\"lastUserContains\": \"from the program\"}, \"text\": \"I see.\"}";
    try (ProgramClient client = client("plan", heard)) {
      Json.Obj result = client.call("bash", "command", "echo from the program; exit 3");
      assertThat(result.compact())
          .isEqualTo(
              "{\"output\":\"from the program\\n\",\"exitCode\":3,\"cancelled\":false,"
                  + "\"truncated\":false}");
      Json.Obj much = client.call("bash", "command", "seq 1 20000");
      assertThat(much.bool("truncated", false)).as(much.compact()).isTrue();
      assertThat(Path.of(much.string("fullOutputPath", ""))).hasSize(108_894);
      client.run("What happened?");
      Json.Obj told = client.call("get_messages").objects("messages").getFirst();
      assertThat(told.string("role")).isEqualTo("bashExecution");
      assertThat(told.has("excludeFromContext")).as("the model hears of it").isFalse();
      String id = client.send("bash", "command", "sleep 30");
      client.call("abort_bash");
      assertThat(client.response(id).objectOrEmpty("data").bool("cancelled", false))
          .as(client.response(id).compact())
          .isTrue();
    }
  }

  @Test
  void aCommandOfTheProgramRunsBesideAPrompt() throws Exception {
    String wait =
        "{\"calls\": [{\"name\": \"bash\", \"arguments\": {\"command\": \"while [ ! -e go ]; do"
            + " sleep 0.05; done\"}}]}";
    String heard = "{\"expect\": {\"lastUserContains\": \"beside it\"}, \"text\": \"I see.\"}";
    try (ProgramClient client = client("full", wait, WRITE, says("Done."), heard)) {
      client.call("prompt", "message", "Begin");
      client.awaitEvent("tool_execution_start", 1);
      Json.Obj result = client.call("bash", "command", "echo beside it; touch go");
      assertThat(result.string("output")).isEqualTo("beside it\n");
      client.awaitEvent("agent_end", 1);
      assertThat(
              client.call("get_messages").objects("messages").stream()
                  .map(each -> each.string("role"))
                  .toList())
          .as("nothing comes between a call and its result")
          .containsExactly(
              "user",
              "assistant",
              "toolResult",
              "assistant",
              "toolResult",
              "assistant",
              "bashExecution");
      client.run("What happened?");
      assertThat(client.call("get_last_assistant_text").string("text")).isEqualTo("I see.");
    }
  }

  @Test
  void badInputGetsOneClearErrorEach() throws Exception {
    try (ProgramClient client = client("full", says("Fine."))) {
      assertThat(client.error("prompt")).isEqualTo("prompt needs 'message', a text");
      assertThat(client.error("prompt", "message", "x", "streamingBehavior", "later"))
          .contains("'later'");
      assertThat(client.error("prompt", "message", "x", "images", "y")).contains("must be a list");
      assertThat(client.error("export_html", "outputPath", "/proc/none/page.html"))
          .startsWith("the page cannot be written to /proc/none/page.html");
      assertThat(client.error("set_thinking_level", "level", "huge")).contains("xhigh");
      assertThat(client.error("set_steering_mode", "mode", "some")).contains("'one-at-a-time'");
      assertThat(client.error("set_auto_retry", "enabled", "yes")).contains("true or false");
      assertThat(client.error("set_model", "provider", "nobody", "modelId", "x"))
          .startsWith("Model not found: nobody/x");
      assertThat(client.error("set_session_name", "name", " ")).contains("empty");
      assertThat(client.error("clone")).startsWith("Cannot clone session");
      assertThat(client.error("compact")).startsWith("Nothing to compact");
      assertThat(client.awaitEvent("compaction_end", 1).bool("aborted", true)).isFalse();
      client.run("Works?");
      assertThat(client.call("get_last_assistant_text").string("text")).isEqualTo("Fine.");
    }
  }
}
