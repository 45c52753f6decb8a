package dev.tenon.cli.acp;

import static dev.tenon.cli.acp.AcpFixture.arguments;
import static dev.tenon.cli.acp.AcpFixture.calls;
import static dev.tenon.cli.acp.AcpFixture.prompt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.cli.ThreadDump;
import dev.tenon.core.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// A client that goes while it is asked something has not said no: its turn ends there.
@Timeout(120)
@ExtendWith(SchemaCheck.class)
class AcpEndTest {
  private static final String ASK =
      "{\"calls\": [{\"name\": \"ask\", \"arguments\": {\"questions\": [{\"id\": \"a\","
          + " \"question\": \"Which?\", \"options\": [{\"label\": \"x\"}, {\"label\":"
          + " \"y\"}]}]}}]}";

  @TempDir Path temporary;
  private AcpFixture fixture;

  @BeforeEach
  void folders() throws IOException {
    fixture = new AcpFixture(temporary);
  }

  @Test
  void aQuestionOfTheModelThatStaysOpenEndsTheTurn() throws Exception {
    nothingFollows("full", Json.Obj.EMPTY, ASK, "session/request_permission");
    nothingFollows("full", forms(), ASK, "elicitation/create");
  }

  @Test
  void anApprovalThatStaysOpenEndsTheTurn() throws Exception {
    String command = calls("bash", arguments("command", "touch asked"));
    nothingFollows("ask", Json.Obj.EMPTY, command, "session/request_permission");
  }

  @Test
  void aFileThatIsNotToldAnyMoreEndsTheTurn() throws Exception {
    String read = calls("read_file", arguments("path", "a.txt"));
    nothingFollows("full", AcpFixture.files(), read, "fs/read_text_file");
    String write = calls("write_file", arguments("path", "b.txt", "content", "b\n"));
    nothingFollows("full", AcpFixture.files(), write, "fs/read_text_file");
  }

  @Test
  void theEndOfInputEndsAProgramThatNobodyReads() throws Exception {
    String much = AcpFixture.says("word ".repeat(200_000));
    EditorClient client = fixture.client("full", Json.Obj.EMPTY, much);
    String id = fixture.open(client);
    client.stopReading();
    client.send("session/prompt", prompt(id, "Much"));
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> ThreadDump.shows(fixture.folder, "SinkChannelImpl.write"));
    assertThat(client.end()).isZero();
  }

  private static Json.Obj forms() {
    return Json.object().object("elicitation", it -> it.put("form", Json.Obj.EMPTY)).build();
  }

  private void nothingFollows(String mode, Json.Obj can, String first, String question)
      throws Exception {
    String next =
        "{\"text\": \"Going on.\", \"calls\": [{\"name\": \"bash\", \"arguments\": {\"command\":"
            + " \"touch after-end\"}}, {\"name\": \"write_file\", \"arguments\": {\"path\":"
            + " \"after.txt\", \"content\": \"x\"}}]}";
    EditorClient client = fixture.client(mode, can, first, next, AcpFixture.says("Done."));
    String id = fixture.open(client);
    long turn = client.send("session/prompt", prompt(id, "Go"));
    client.awaitMessage(question, message -> message.string("method", "").equals(question));
    assertThat(client.end()).isZero();
    assertThat(client.reply(turn).objectOrEmpty("result").string("stopReason"))
        .as(client.transcript())
        .isEqualTo("cancelled");
    assertThat(client.text(id)).as(question).isEmpty();
    for (String made : List.of("asked", "b.txt", "after-end", "after.txt")) {
      assertThat(fixture.project.resolve(made)).as(question).doesNotExist();
    }
  }
}
