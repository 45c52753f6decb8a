package dev.tenon.cli.rpc;

import static dev.tenon.cli.rpc.ProgramClient.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A run can be aborted while the program is asked, whatever that does with the question.
@Timeout(120)
class RpcAbortTest {
  private static final String WRITE =
      "{\"calls\": [{\"name\": \"write_file\", \"arguments\": {\"path\": \"b.txt\", \"content\":"
          + " \"b\\n\"}}]}";
  private static final String ASK =
      "{\"calls\": [{\"name\": \"ask\", \"arguments\": {\"questions\": [{\"id\": \"go\","
          + " \"question\": \"Go on?\", \"options\": [{\"label\": \"Yes\"}, {\"label\":"
          + " \"No\"}]}]}}]}";

  @TempDir Path folder;

  /// What a program does when it is asked.
  enum Habit {
    ANSWERS,
    ANSWERS_LATE,
    NEVER_ANSWERS
  }

  @ParameterizedTest
  @EnumSource(Habit.class)
  void aRunIsAbortedDuringAQuestion(Habit habit) throws Exception {
    for (String question : List.of(WRITE, ASK)) {
      aborted(habit, question);
    }
  }

  private void aborted(Habit habit, String question) throws Exception {
    Path root = Files.createTempDirectory(folder, "run").toRealPath();
    Path project = Files.createDirectory(root.resolve("project"));
    Path script = root.resolve("script.json");
    String next = "{\"text\": \"Next.\"}";
    Files.writeString(
        script, "{\"steps\": [" + String.join(",", question, next, next, next) + "]}");
    try (var client =
        new ProgramClient(
            Map.of("TENON_HOME", root.resolve("home").toString(), "PATH", System.getenv("PATH")),
            "rpc",
            "--root=" + project,
            "--model=scripted:" + script,
            "--permission-mode=ask")) {
      client.call("prompt", "message", "Go");
      Json.Obj asked = client.awaitEvent("extension_ui_request", 1);
      Json.Obj answer =
          Json.object()
              .put("type", "extension_ui_response")
              .put("id", asked.get("id"))
              .putAll(
                  question.equals(ASK)
                      ? Json.object().put("confirmed", true).build()
                      : value("Allow once"))
              .build();
      if (habit == Habit.ANSWERS) {
        client.write(answer);
      }
      client.call("abort");
      client.awaitEvent("agent_end", 1);
      if (habit == Habit.ANSWERS_LATE) {
        client.write(answer);
      }
      assertThat(client.call("get_state").bool("isStreaming", true)).isFalse();
      if (habit != Habit.ANSWERS) {
        assertThat(project.resolve("b.txt")).doesNotExist();
      }
      assertThat(unanswered(client)).as(client.transcript()).isEmpty();
      client.run("Again");
      assertThat(client.call("get_last_assistant_text").string("text")).isEqualTo("Next.");
      assertThat(client.count("extension_ui_request")).as("nobody asks again").isOne();
    }
  }

  /// The same at every message of a run that asks.
  @ParameterizedTest
  @EnumSource(Habit.class)
  void aRunThatAsksIsAbortedAtEveryMessage(Habit habit) throws Exception {
    Path project = Files.createDirectory(folder.toRealPath().resolve("project"));
    Path script = folder.resolve("script.json");
    String[] steps = new String[100];
    Arrays.fill(steps, WRITE);
    Files.writeString(script, "{\"steps\": [" + String.join(",", steps) + "]}");
    try (var client =
        new ProgramClient(
            Map.of("TENON_HOME", folder.resolve("home").toString(), "PATH", System.getenv("PATH")),
            "rpc",
            "--root=" + project,
            "--model=scripted:" + script,
            "--permission-mode=ask")) {
      client.answering(asked -> habit == Habit.ANSWERS ? value("Allow once") : null);
      boolean asks = false;
      for (int after = 1; after <= 16 && !(asks && habit != Habit.ANSWERS); after++) {
        int before = client.messages().size();
        int ends = client.count("agent_end");
        String id = client.send("prompt", "message", "Write");
        Json.Obj last = client.awaitNth("message " + after, before + after, message -> true);
        asks = last.string("type", "").equals("extension_ui_request");
        client.call("abort");
        if (client.response(id).bool("success", false)) {
          client.awaitEvent("agent_end", ends + 1);
        }
        if (habit == Habit.ANSWERS_LATE) {
          for (Json.Obj message : client.messages()) {
            if (message.string("type", "").equals("extension_ui_request")) {
              client.write(
                  value("Allow once")
                      .with("type", Json.of("extension_ui_response"))
                      .with("id", Json.of(message.string("id", ""))));
            }
          }
        }
        String when = habit + " after " + after;
        assertThat(client.call("get_state").bool("isStreaming", true)).as(when).isFalse();
        assertThat(unanswered(client)).as(when).isEmpty();
        client.call("new_session");
      }
      assertThat(client.count("extension_ui_request")).isPositive();
      if (habit != Habit.ANSWERS) {
        assertThat(project.resolve("b.txt")).doesNotExist();
      }
    }
  }

  private static Set<String> unanswered(ProgramClient client) throws Exception {
    Set<String> open = new HashSet<>();
    for (Json.Obj message : client.call("get_messages").objects("messages")) {
      for (Json.Obj block : message.objects("content")) {
        if (block.string("type", "").equals("toolCall")) {
          open.add(block.string("id", ""));
        }
      }
      open.remove(message.string("toolCallId", ""));
    }
    return open;
  }

  /// The same bytes mean the same, however they come.
  @Test
  void commandsMayBeCutAnywhere() throws Exception {
    Path project = Files.createDirectory(folder.toRealPath().resolve("project"));
    Path script = folder.resolve("script.json");
    Files.writeString(script, "{\"steps\": [{\"text\": \"1\"}]}");
    try (var client =
        new ProgramClient(
            Map.of("TENON_HOME", folder.resolve("home").toString(), "PATH", System.getenv("PATH")),
            "rpc",
            "--root=" + project,
            "--model=scripted:" + script)) {
      for (int seed = 0; seed < 20; seed++) {
        var random = new Random(seed);
        String name = "a\u2028b\u0085 Grüße 你好 🙂 " + seed;
        byte[] all =
            """
            {"id":"n%1$d","type":"set_session_name","name":"%2$s"}\r
            [%1$d]

            {"id":"s%1$d","type":"get_state"}
            """
                .formatted(seed, name)
                .getBytes(StandardCharsets.UTF_8);
        for (int at = 0; at < all.length; ) {
          int until = Math.min(all.length, at + 1 + random.nextInt(9));
          client.raw(Arrays.copyOfRange(all, at, until));
          at = until;
        }
        assertThat(client.response("n" + seed).bool("success", false)).as("seed " + seed).isTrue();
        Json.Obj state = client.response("s" + seed).objectOrEmpty("data");
        assertThat(state.string("sessionName", "")).as("seed " + seed).endsWith(" " + seed);
        assertThat(state.string("sessionName", "")).contains("a\u2028b", "Grüße 你好 🙂");
      }
    }
  }
}
