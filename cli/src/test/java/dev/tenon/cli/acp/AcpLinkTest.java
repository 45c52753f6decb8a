package dev.tenon.cli.acp;

import static dev.tenon.cli.acp.AcpFixture.arguments;
import static dev.tenon.cli.acp.AcpFixture.calls;
import static dev.tenon.cli.acp.AcpFixture.prompt;
import static dev.tenon.cli.acp.AcpFixture.says;
import static dev.tenon.cli.acp.AcpFixture.session;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// A project that the editor has opened through a link: it knows its files by that link alone.
@ExtendWith(SchemaCheck.class)
class AcpLinkTest {
  @TempDir Path temporary;
  private AcpFixture fixture;
  private Path link;
  private Path more;
  private final EditorBuffers buffers = new EditorBuffers();

  @BeforeEach
  void folders() throws IOException {
    fixture = new AcpFixture(temporary);
    link = Files.createSymbolicLink(fixture.folder.resolve("link"), fixture.project);
    Path real = Files.createDirectory(fixture.folder.resolve("real"));
    Files.writeString(real.resolve("m.txt"), "more\n");
    more = Files.createSymbolicLink(fixture.folder.resolve("more"), real);
  }

  private Json.Obj place() {
    return Json.object()
        .put("cwd", link.toString())
        .array("mcpServers", List.of())
        .array("additionalDirectories", List.of(Json.of(more.toString())))
        .build();
  }

  @Test
  void filesAreReadWrittenAndShownByTheLink() throws Exception {
    String file = link.resolve("a.txt").toString();
    String far = more.resolve("m.txt").toString();
    buffers.unsaved.put(file, "one\nunsaved two\nthree\n");
    buffers.unsaved.put(far, "unsaved more\n");
    String read = calls("read_file", arguments("path", far));
    String edit =
        "{\"expect\": {\"lastResultContains\": \"unsaved more\"}, \"calls\": [{\"name\":"
            + " \"edit_file\", \"arguments\": {\"path\": \"a.txt\", \"old_string\": \"unsaved"
            + " two\", \"new_string\": \"zwei\"}}]}";
    String done = "{\"expect\": {\"lastResult\": \"ok\"}, \"text\": \"Done.\"}";
    try (EditorClient client = fixture.client("edit", AcpFixture.files(), read, edit, done)) {
      buffers.serve(client);
      String id = client.call("session/new", place()).string("sessionId", "");
      Json.Obj block =
          Json.object()
              .put("type", "resource_link")
              .put("name", "a.txt")
              .put("uri", "file://" + file)
              .build();
      Json.Obj asked = prompt(id, "Translate ");
      client.call(
          "session/prompt",
          asked.with("prompt", Json.array(List.of(asked.array("prompt").getFirst(), block))));
      assertThat(client.text(id)).as(client.transcript()).isEqualTo("Done.");
      assertThat(buffers.written).containsExactly(file);
      assertThat(buffers.unsaved).containsOnlyKeys(far);
      assertThat(link.resolve("a.txt")).hasContent("one\nzwei\nthree\n");
      assertThat(client.updates("tool_call").getFirst().objects("locations"))
          .containsExactly(arguments("path", far));
      Json.Obj diff =
          client
              .awaitUpdate("tool_call_update", update -> update.compact().contains("\"diff\""))
              .objects("content")
              .getFirst();
      assertThat(diff.string("path")).isEqualTo(file);
      assertThat(client.transcript()).doesNotContain("\"path\":\"" + fixture.project);

      Json.Obj here = Json.object().put("cwd", link.toString()).build();
      for (Json.Obj listing : List.of(here, Json.Obj.EMPTY)) {
        assertThat(client.call("session/list", listing).objects("sessions"))
            .extracting(each -> each.string("cwd"))
            .containsExactly(link.toString());
      }
      client.call("session/close", session(id));
      client.forget();
      client.call("session/load", place().with("sessionId", Json.of(id)));
      assertThat(client.updates("user_message_chunk").getFirst().compact())
          .as("as a name of the project")
          .contains("Translate @a.txt");
      assertThat(client.transcript()).doesNotContain("\"path\":\"" + fixture.project);
    }
  }

  @Test
  void commandsInTerminalsOfTheEditorBeginInTheLink() throws Exception {
    Files.writeString(fixture.home.resolve("config.yml"), "acp: {terminal: client}\n");
    String make = calls("bash", arguments("command", "make"));
    Json.Obj can = Json.object().put("terminal", true).build();
    try (EditorClient client = fixture.client("full", can, make, says("Done."))) {
      client.on("terminal/create", params -> arguments("terminalId", "t"));
      client.on("terminal/wait_for_exit", params -> Json.object().put("exitCode", 0).build());
      client.on(
          "terminal/output",
          params -> Json.object().put("output", "made").put("truncated", false).build());
      client.on("terminal/release", params -> Json.Obj.EMPTY);
      String id = client.call("session/new", place()).string("sessionId", "");
      client.call("session/prompt", prompt(id, "Make"));
      Json.Obj create =
          client.awaitMessage(
              "a terminal", message -> message.string("method", "").equals("terminal/create"));
      assertThat(create.objectOrEmpty("params").string("cwd")).isEqualTo(link.toString());
    }
  }
}
