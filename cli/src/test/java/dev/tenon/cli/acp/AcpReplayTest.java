package dev.tenon.cli.acp;

import static dev.tenon.cli.acp.AcpFixture.arguments;
import static dev.tenon.cli.acp.AcpFixture.prompt;
import static dev.tenon.cli.acp.AcpFixture.says;
import static dev.tenon.cli.acp.AcpFixture.session;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// What a client is told of a session that it loads: what a person would see of it.
@ExtendWith(SchemaCheck.class)
class AcpReplayTest {
  @TempDir Path temporary;
  private AcpFixture fixture;

  @BeforeEach
  void folders() throws IOException {
    fixture = new AcpFixture(temporary);
  }

  private static List<Json.Obj> contents(EditorClient client, String kind) {
    return client.updates(kind).stream().map(update -> update.objectOrEmpty("content")).toList();
  }

  private static Json.Obj text(String text) {
    return arguments("type", "text", "text", text);
  }

  private void load(EditorClient client, String id) throws Exception {
    client.forget();
    client.call("session/load", fixture.place().with("sessionId", Json.of(id)));
  }

  @Test
  void ofAPromptComesBackWhatThePersonWroteAndWhatTheClientSentAlong() throws Exception {
    try (EditorClient client =
        fixture.client("edit", Json.Obj.EMPTY, says("Three lines."), says("A draft."))) {
      String id = fixture.open(client);
      Json.Obj embedded =
          Json.object()
              .put("type", "resource")
              .put("resource", arguments("uri", "file:///x/draft.txt", "text", "a draft\n"))
              .build();
      Json.Obj asked = prompt(id, "Explain @a.txt");
      client.call(
          "session/prompt",
          asked.with("prompt", Json.array(List.of(asked.array("prompt").getFirst(), embedded))));
      client.call("session/prompt", asked.with("prompt", Json.array(List.of(embedded))));
      client.call("session/close", session(id));
      load(client, id);
      assertThat(contents(client, "user_message_chunk"))
          .as("not the text of a.txt, which the program sent along")
          .containsExactly(text("Explain @a.txt"), embedded, embedded);
    }
  }

  @Test
  void whatWasDoneBesideTheConversationComesBackToo() throws Exception {
    String id;
    try (EditorClient client = fixture.client("edit", AcpFixture.shows(), says("Hello."))) {
      id = fixture.open(client);
      client.call("session/prompt", prompt(id, "Hi"));
    }
    append(
        id,
        "{\"type\":\"message\",\"message\":{\"role\":\"bashExecution\",\"command\":\"make"
            + " it\",\"output\":\"made\\n\",\"exitCode\":0,\"cancelled\":false}}",
        "{\"type\":\"message\",\"message\":{\"role\":\"bashExecution\",\"command\":\"sleep"
            + " 60\",\"output\":\"\",\"cancelled\":true}}",
        "{\"type\":\"branch_summary\",\"fromId\":\"root\",\"summary\":\"It was tried.\"}",
        "{\"type\":\"custom_message\",\"customType\":\"x\",\"content\":\"Shown.\",\"display\":true}",
        "{\"type\":\"custom_message\",\"customType\":\"x\",\"content\":[{\"type\":\"text\","
            + "\"text\":\"Mine.\"}],\"display\":true,\"attribution\":\"user\"}",
        "{\"type\":\"custom_message\",\"customType\":\"x\",\"content\":\"Hidden.\",\"display\":false}",
        "{\"type\":\"message\",\"message\":{\"role\":\"user\",\"content\":[{\"type\":\"text\","
            + "\"text\":\"<hook>\\nMind it.\\n</hook>\"},{\"type\":\"text\",\"text\":\"Go"
            + " on\"}]}}",
        "{\"type\":\"message\",\"message\":{\"role\":\"user\",\"content\":\"<hook>\\nOnly"
            + " this.\\n</hook>\"}}");
    try (EditorClient client = fixture.client("edit", AcpFixture.shows(), says("Hello."))) {
      load(client, id);
      assertThat(contents(client, "user_message_chunk"))
          .containsExactly(text("Hi"), text("Mine."), text("Go on"));
      assertThat(contents(client, "agent_message_chunk"))
          .containsExactly(
              text("Hello."), text("Summary of another branch:\n\nIt was tried."), text("Shown."));
      List<Json.Obj> ran = client.updates("tool_call");
      assertThat(ran)
          .extracting(each -> each.string("title"))
          .containsExactly("make it", "sleep 60");
      assertThat(ran).extracting(each -> each.string("kind")).containsOnly("execute");
      assertThat(ran)
          .extracting(each -> each.string("status"))
          .containsExactly("completed", "failed");
      assertThat(ran.getFirst().objects("content").getFirst().objectOrEmpty("content"))
          .isEqualTo(text("made\n"));
    }
  }

  /// Entries as other programs write them, behind what there is.
  private void append(String id, String... bodies) throws Exception {
    Path file;
    try (Stream<Path> all = Files.walk(fixture.home)) {
      file =
          all.filter(each -> each.getFileName().toString().endsWith(id + ".jsonl"))
              .findFirst()
              .orElseThrow();
    }
    List<String> kept = Files.readAllLines(file);
    Json.Obj last = Json.parseObject(kept.getLast());
    String parent = last.string("id", "");
    var lines = new ArrayList<String>();
    for (int i = 0; i < bodies.length; i++) {
      lines.add(
          Json.object()
              .putAll(Json.parseObject(bodies[i]))
              .put("id", "ffffff0" + i)
              .put("parentId", parent)
              .put("timestamp", last.string("timestamp", ""))
              .build()
              .compact());
      parent = "ffffff0" + i;
    }
    Files.write(file, lines, StandardOpenOption.APPEND);
  }
}
