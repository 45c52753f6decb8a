package dev.tenon.cli.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
