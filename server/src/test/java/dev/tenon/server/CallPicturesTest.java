package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolResult;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a tool shows to the model is handed over to whoever looks at its card.
class CallPicturesTest {
  private static final String GIF = "GIF89a-of-a-tool";
  private static final String SVG =
      "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'></svg>";

  @TempDir Path folder;
  private Harness server;
  private String session = "";
  private String job = "";

  @BeforeEach
  void open() throws Exception {
    server = Harness.in(folder);
    server.tools.add(new Camera());
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  /// A tool whose pictures are no files of the project, as those of MCP servers.
  private static final class Camera implements Tool<Camera.Parameters> {
    record Parameters() {}

    @Override
    public String name() {
      return "camera";
    }

    @Override
    public String description() {
      return "Shows what it sees.";
    }

    @Override
    public Class<Parameters> parameters() {
      return Parameters.class;
    }

    @Override
    public List<Access> access(Parameters parameters) {
      return List.of();
    }

    @Override
    public String title(Parameters parameters) {
      return "what it sees";
    }

    @Override
    public ToolResult run(Parameters parameters, ToolContext context) {
      return new ToolResult.Picture(
          "four of them",
          // Whatever it says of them: their bytes tell.
          new Part.Image("text/html", encoded(GIF)),
          List.of(
              new Part.Image("image/png", encoded(SVG)),
              new Part.Image("image/png", "=no=base64="),
              new Part.Image("image/gif", encoded("GIF8" + "x".repeat(5 * 1024 * 1024)))));
    }

    private static String encoded(String text) {
      return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private Harness.Got picture(String call, int number) throws Exception {
    return server.get(
        "/api/agent/sessions/" + session + "/calls/" + call + "/image?number=" + number);
  }

  private String callOf(String tool) throws Exception {
    return server.events(job).stream()
        .filter(event -> event.string("type", "").equals("tool.call.completed"))
        .map(event -> event.objectOrEmpty("data"))
        .filter(data -> data.string("tool", "").equals(tool))
        .map(data -> data.string("tool_call_id", ""))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void onlyPicturesThatRunNothingAreHandedOver() throws Exception {
    server.answering(Step.calls("camera", Json.Obj.EMPTY), Step.says("Seen.")).startOnDisk();
    session = server.session();
    job = server.run(session, "look");
    server.until(job, "completed");
    String call = callOf("camera");
    Harness.Got first = picture(call, 0);
    HttpHeaders headers = first.response().headers();
    assertThat(first.response().body()).isEqualTo(GIF);
    assertThat(headers.firstValue("Content-Type")).hasValue("image/gif");
    assertThat(headers.firstValue("X-Content-Type-Options")).hasValue("nosniff");
    assertThat(headers.firstValue("Content-Security-Policy"))
        .hasValue("default-src 'none'; sandbox");
    for (int number = 1; number <= 4; number++) {
      Harness.Got other = picture(call, number);
      assertThat(other.status()).as("picture %s", number).isEqualTo(404);
      assertThat(other.error().string("code")).isEqualTo("unknown_picture");
    }
    assertThat(picture("no_such_call", 0).error().string("code")).isEqualTo("unknown_picture");
    server.restart();
    assertThat(picture(call, 0).response().body()).isEqualTo(GIF);
    session = "sess_none";
    assertThat(picture(call, 0).error().string("code")).isEqualTo("unknown_session");
  }

  /// The card is there as soon as the call is answered, and so is its picture.
  @Test
  void aPictureIsThereBeforeTheOtherCallsOfItsStepAreAnswered() throws Exception {
    Json.Obj question = Json.object().put("question", "Is it well lit?").build();
    server
        .answering(
            Step.calls("camera", Json.Obj.EMPTY).call("clarify_user", question), Step.says("Seen."))
        .start();
    session = server.session();
    job = server.run(session, "look");
    server.until(job, "waiting_for_user");
    String call = callOf("camera");
    assertThat(picture(call, 0).response().body()).isEqualTo(GIF);
    server.post(
        "/api/agent/jobs/" + job + "/clarify",
        Json.object().put("question_id", "q_1").put("answer", "yes").build());
    server.until(job, "completed");
    assertThat(picture(call, 0).response().body()).isEqualTo(GIF);
  }
}
