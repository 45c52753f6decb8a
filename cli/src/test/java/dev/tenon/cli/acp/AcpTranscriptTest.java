package dev.tenon.cli.acp;

import static dev.tenon.cli.acp.AcpFixture.arguments;
import static dev.tenon.cli.acp.AcpFixture.calls;
import static dev.tenon.cli.acp.AcpFixture.prompt;
import static dev.tenon.cli.acp.AcpFixture.says;
import static dev.tenon.cli.acp.AcpFixture.session;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.engine.observe.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is said on the wire for each method, word for word. Written anew with `-Dgolden=update`,
/// and then read by a person.
class AcpTranscriptTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden/acp.jsonl");

  @TempDir Path temporary;
  private final List<String> lines = new ArrayList<>();
  private AcpFixture fixture;
  private EditorClient client;
  private int heard;

  @Test
  void everyMethodIsAnsweredAsBefore() throws Exception {
    fixture = new AcpFixture(temporary);
    String look =
        "{\"thinking\": \"Look.\", \"text\": \"I look.\", \"usage\": {\"input\": 10, \"output\":"
            + " 5}, \"calls\": [{\"name\": \"todo_write\", \"arguments\": {\"ops\": [{\"op\":"
            + " \"init\", \"list\": [{\"phase\": \"Work\", \"items\": [\"Look\"]}]}]}}]}";
    String edit =
        calls("edit_file", arguments("path", "a.txt", "old_string", "two", "new_string", "2"));
    Path script = fixture.folder.resolve("script.json");
    Files.writeString(script, "{\"steps\": [" + String.join(",", look, edit, says("Done.")) + "]}");
    String id;
    try (var started =
        new EditorClient(
            fixture.environment(),
            "acp",
            "--root=" + fixture.project,
            "--model=scripted:" + script,
            "--permission-mode=ask")) {
      client = started.choosing("once");
      say("initialize", AcpFixture.hello(AcpFixture.shows()));
      say("authenticate", arguments("methodId", "login"));
      say("logout", Json.Obj.EMPTY);
      id = say("session/new", fixture.place()).string("sessionId", "");
      commands(1);
      say("session/set_mode", session(id).with("modeId", Json.of("plan")));
      say(
          "session/set_config_option",
          session(id).with("configId", Json.of("mode")).with("value", Json.of("ask")));
      say("session/prompt", prompt(id, "Translate two"));
      client.tell("session/cancel", session(id));
      say("session/list", arguments("cwd", fixture.project.toString()));
      say("session/close", session(id));
      Json.Obj there = fixture.place().with("sessionId", Json.of(id));
      say("session/load", there);
      commands(2);
      say("session/close", session(id));
      say("session/resume", there);
      commands(3);
      say("session/delete", session(id));
      say("session/prompt", prompt(id, "Gone"));
    }
    String all = normal(String.join("\n", lines) + "\n", id);
    if ("update".equals(System.getProperty("golden"))) {
      Files.createDirectories(GOLDEN.getParent());
      Files.writeString(GOLDEN, all);
    }
    assertThat(all).isEqualTo(Files.readString(GOLDEN));
  }

  private Json.Obj say(String method, Json.Obj params) throws IOException, InterruptedException {
    lines.add("> " + method + " " + params.compact());
    Json.Obj reply = client.reply(client.send(method, params));
    hear();
    return reply.objectOrEmpty("result");
  }

  /// Opening a session is followed by its commands.
  private void commands(int times) throws InterruptedException {
    client.await(
        "the commands",
        () -> client.updates("available_commands_update").size() >= times ? true : null);
    hear();
  }

  private void hear() {
    List<Json.Obj> all = client.messages();
    for (Json.Obj message : all.subList(heard, all.size())) {
      lines.add("< " + message.compact());
    }
    heard = all.size();
  }

  private String normal(String text, String id) {
    return text.replace(fixture.project.toString(), "PROJECT")
        .replace(fixture.folder.toString(), "FOLDER")
        .replace(id, "SESSION")
        .replace(Version.withCommit(), "VERSION")
        .replaceAll("\"updatedAt\":\"[^\"]*\"", "\"updatedAt\":\"TIME\"")
        .replaceAll("\"messageId\":\"[0-9a-f]{6,}\"", "\"messageId\":\"ENTRY\"")
        .replaceAll("\"messageId\":\"(message-[0-9]+)-[0-9a-f]{8}\"", "\"messageId\":\"$1\"")
        .replaceAll("sha256:[0-9a-f]{8,64}", "sha256:HASH")
        .replaceAll("\"change_?[iI]d\":\"[^\"]*\"", "\"changeId\":\"CHANGE\"");
  }
}
