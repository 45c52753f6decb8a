package dev.tenon.cli.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is said on the wire for each of the 29 commands, word for word. Written anew with
/// `-Dgolden=update`, and then read by a person.
class RpcTranscriptTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden");

  @TempDir Path temporary;
  private final List<String> lines = new ArrayList<>();
  private ProgramClient client;
  private int heard;

  @Test
  void everyCommandIsAnsweredAsBefore() throws Exception {
    Path folder = temporary.toRealPath();
    Path project = Files.createDirectory(folder.resolve("project"));
    Files.writeString(project.resolve("a.txt"), "one\ntwo\n");
    Path prompts = Files.createDirectories(folder.resolve("home/commands"));
    Files.writeString(prompts.resolve("fix.md"), "---\ndescription: Fix it\n---\nFix $ARGUMENTS\n");
    Path script = folder.resolve("script.json");
    Files.writeString(
        script,
        "{\"steps\": [{\"thinking\": \"Look.\", \"text\": \"I look.\", \"usage\": {\"input\": 10,"
            + " \"output\": 5}, \"calls\": [{\"id\": \"call-1\", \"name\": \"edit_file\","
            + " \"arguments\": {\"path\": \"a.txt\", \"old_string\": \"two\", \"new_string\":"
            + " \"2\"}}]}, {\"text\": \"Done.\"}, {\"fail\": {\"kind\": \"invalid_request\","
            + " \"message\": \"no\"}}]}");
    try (var started =
        new ProgramClient(
            Map.of("TENON_HOME", folder.resolve("home").toString(), "PATH", System.getenv("PATH")),
            "rpc",
            "--root=" + project,
            "--model=scripted:" + script,
            "--permission-mode=ask")) {
      client = started.answering(request -> ProgramClient.value("Allow once"));
      say("get_state");
      say("get_messages");
      say("get_commands");
      say("get_available_models");
      say("set_model", "provider", "nobody", "modelId", "nothing");
      say("cycle_model");
      say("set_thinking_level", "level", "high");
      say("cycle_thinking_level");
      say("set_steering_mode", "mode", "all");
      say("set_follow_up_mode", "mode", "all");
      flag("set_auto_compaction", false);
      flag("set_auto_retry", false);
      say("abort_retry");
      say("abort_bash");
      say("abort");
      prompt("Translate two", 1);
      say("set_session_name", "name", "Numbers");
      say("get_last_assistant_text");
      say("get_messages");
      say("get_session_stats");
      say("get_fork_messages");
      say("export_html", "outputPath", "page.html");
      say("bash", "command", "echo hello");
      prompt("Fail", 2);
      say("clone");
      say("fork", "entryId", forkable());
      say("steer", "message", "left");
      say("follow_up", "message", "right");
      say("get_state");
      say("new_session");
      say("compact");
      say("switch_session", "sessionPath", "gone.jsonl");
      say("dance");
    }
    compare("rpc.jsonl", folder);
  }

  /// A history that is shortened, sessions that change and models that are chosen: what the other
  /// transcript only has the refusals of.
  @Test
  void aLongerSessionIsAnsweredAsBefore() throws Exception {
    Path folder = temporary.toRealPath();
    Path project = Files.createDirectory(folder.resolve("project"));
    Path home = Files.createDirectories(folder.resolve("home"));
    Files.writeString(
        home.resolve("config.yml"),
        """
        providers:
          own: {wire: openai-chat, baseUrl: "http://127.0.0.1:1", apiKey: none}
        models:
          own/small: {contextWindow: 32000, maxOutput: 4000}
          own/large: {contextWindow: 64000, maxOutput: 8000}
        """);
    Path script = folder.resolve("script.json");
    String answer = "word-".repeat(4);
    Files.writeString(
        script,
        "{\"steps\": [{\"text\": \"One. "
            + answer
            + "\"}, {\"text\": \"Two. "
            + answer
            + "\"}, {\"text\": \"THE SUMMARY\"}, {\"text\": \"Three.\"}]}");
    try (var started =
        new ProgramClient(
            Map.of("TENON_HOME", home.toString(), "PATH", System.getenv("PATH")),
            "rpc",
            "--root=" + project,
            "--model=scripted:" + script)) {
      client = started;
      prompt("First", 1);
      prompt("Second", 2);
      say("compact", "customInstructions", "Keep the numbers");
      String file = client.call("get_state").string("sessionFile", "");
      heard = client.messages().size();
      say("new_session");
      say("switch_session", "sessionPath", file);
      say("get_messages");
      prompt("Third", 3);
      say("get_available_models");
      say("set_model", "provider", "own", "modelId", "small");
      say("cycle_model");
      say("get_state");
    }
    compare("rpc-longer.jsonl", folder);
  }

  private void compare(String name, Path folder) throws IOException {
    String all = normal(String.join("\n", lines) + "\n", folder);
    Path golden = GOLDEN.resolve(name);
    if ("update".equals(System.getProperty("golden"))) {
      Files.writeString(golden, all);
    }
    assertThat(all).isEqualTo(Files.readString(golden));
  }

  private void say(String type, String... pairs) throws IOException, InterruptedException {
    lines.add("> " + type + " " + String.join(" ", pairs));
    Json.Obj response = client.response(client.send(type, pairs));
    assertThat(response.string("command")).isEqualTo(type);
    awaitQuiet(type);
    hear();
  }

  /// Some commands are followed by an event.
  private void awaitQuiet(String type) throws InterruptedException {
    if (type.equals("steer") || type.equals("follow_up")) {
      client.awaitEvent("queue_update", type.equals("steer") ? 1 : 2);
    } else if (type.equals("set_session_name")) {
      client.awaitEvent("session_info_changed", 1);
    }
  }

  private void flag(String type, boolean value) throws IOException, InterruptedException {
    lines.add("> " + type + " " + value);
    client.write(
        Json.object().put("id", "flag-" + type).put("type", type).put("enabled", value).build());
    client.response("flag-" + type);
    hear();
  }

  private void prompt(String text, int run) throws IOException, InterruptedException {
    lines.add("> prompt " + text);
    client.call("prompt", "message", text);
    client.awaitEvent("agent_end", run);
    hear();
  }

  private String forkable() throws IOException, InterruptedException {
    String entry =
        client.call("get_fork_messages").objects("messages").getFirst().string("entryId", "");
    heard = client.messages().size();
    return entry;
  }

  private void hear() {
    List<Json.Obj> all = client.messages();
    for (Json.Obj message : all.subList(heard, all.size())) {
      lines.add("< " + message.compact());
    }
    heard = all.size();
  }

  private static String normal(String text, Path folder) {
    return text.replace(folder.toString(), "FOLDER")
        .replaceAll("FOLDER/home/sessions/[^\"]*\\.jsonl", "FILE")
        .replaceAll("\"sessionId\":\"[^\"]*\"", "\"sessionId\":\"SESSION\"")
        .replaceAll("\"timestamp\":[0-9]+", "\"timestamp\":0")
        .replaceAll("\"entryId\":\"[^\"]*\"", "\"entryId\":\"ENTRY\"")
        .replaceAll("\"firstKeptEntryId\":\"[^\"]*\"", "\"firstKeptEntryId\":\"ENTRY\"")
        .replaceAll("\"tokensBefore\":[0-9]+", "\"tokensBefore\":0")
        .replaceAll("entryId [0-9a-f]+", "entryId ENTRY")
        .replaceAll("sha256:[0-9a-f]{8,64}", "sha256:HASH")
        .replaceAll("\"sha256\":\"[0-9a-f]{64}\"", "\"sha256\":\"HASH\"")
        .replaceAll("\"change_?[iI]d\":\"[^\"]*\"", "\"changeId\":\"CHANGE\"");
  }
}
