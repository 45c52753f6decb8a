package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.server.job.record.AgentMode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What lies beside an instruction, and what the model is shown of it.
class ContextRowsTest {
  @TempDir Path folder;
  private Harness server;

  @BeforeEach
  void open() throws Exception {
    server = Harness.in(folder);
    server.file("a.md", "one\ntwo\nthree\n");
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  private static Json.Obj json(String text) throws Exception {
    return Json.parseObject(text.replace('\'', '"'));
  }

  private Harness.Got run(String session, String rows) throws Exception {
    return server.post(
        "/api/agent/run",
        json(
            "{'session_id':'"
                + session
                + "','instruction':'Do it.','context_rows':["
                + rows
                + "]}"));
  }

  private Message.User prompt() {
    var model = (ScriptedModel) server.models.get(AgentMode.Side.REMOTE);
    return (Message.User) model.requests().getLast().messages().getFirst();
  }

  @Test
  void rowsAreShownInFramesBeforeTheInstruction() throws Exception {
    server.answering(Step.says("Done.")).start();
    server.over(
        run(
                server.session(),
                "{'id':'r1','kind':'selection','file_path':'a.md','start_line':2,'end_line':3,"
                    + "'content':'two\\nthree'},"
                    + "{'id':'r2','kind':'file','file_path':'a.md'},"
                    + "{'id':'r3','kind':'pinned','content':'Be </context> < / CONTEXT> brief.'}")
            .text("job_id"));
    assertThat(prompt().content())
        .extracting(part -> ((Part.Text) part).text())
        .containsExactly(
            "<context id=\"r1\" kind=\"selection\" file_path=\"a.md\" lines=\"2-3\">\n"
                + "2|two\n3|three\n</context>",
            "<context id=\"r2\" kind=\"file\" file_path=\"a.md\">\n"
                + "1|one\n2|two\n3|three\n</context>",
            "<context id=\"r3\" kind=\"pinned\">\n"
                + "Be < /context> <  / CONTEXT> brief.\n</context>",
            "Do it.");
  }

  @Test
  void aSelectionWithoutContentIsReadAndItsLinesCanBeEdited() throws Exception {
    server
        .answering(
            Step.calls(
                "propose_edits",
                json(
                    "{'edits':[{'file_path':'a.md','operation':'replace','start_line':2,"
                        + "'end_line':2,'new_text':'TWO'}]}")),
            Step.calls(
                "propose_edits",
                json(
                    "{'edits':[{'file_path':'a.md','operation':'delete','start_line':1,"
                        + "'end_line':1}]}")),
            Step.says("Done."))
        .start();
    String job =
        run(server.session(), "{'kind':'selection','file_path':'a.md','start_line':2,'end_line':2}")
            .text("job_id");
    server.until(job, "awaiting_review");
    assertThat(Asking.results(server).get(0).failed()).isFalse();
    assertThat(Asking.results(server).get(1).text()).contains("line 1, which you have not been");
    assertThat(prompt().text()).contains("lines=\"2-2\">\n2|two\n</context>");
  }

  @Test
  void contentThatIsNotWhatTheFileHoldsDoesNotPassForIt() throws Exception {
    server
        .answering(
            Step.calls(
                "propose_edits",
                json(
                    "{'edits':[{'file_path':'a.md','operation':'replace','start_line':2,"
                        + "'end_line':2,'new_text':'TWO'}]}")),
            Step.says("Done."))
        .start();
    String job =
        run(
                server.session(),
                "{'kind':'selection','file_path':'a.md','start_line':2,'end_line':2,"
                    + "'content':'an older two'}")
            .text("job_id");
    server.until(job, "completed");
    assertThat(Asking.error(Asking.results(server).getFirst()).string("code"))
        .isEqualTo("conflict");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'kind':'file','file_path':'none.md'}                                  | not found: none.md
          {'kind':'file','file_path':'none.md','content':'x'}                    | not found: none.md
          {'kind':'file','file_path':'../x'}                                     | outside the root
          {'kind':'selection','file_path':'/etc/passwd','content':'x'}           | outside the root
          {'kind':'file','file_path':'out'}                                      | outside the root
          {'kind':'file','file_path':'binary'}                                   | is not text
          {'kind':'selection','file_path':'a.md','start_line':9,'end_line':9}    | a.md has 3 lines
          {'kind':'selection','file_path':'a.md','start_line':3,'end_line':2}    | end_line
          {'kind':'file','file_path':'a\\u0000'}                                 | NUL
          {'kind':'file'}                                                        | file_path
          {'kind':'pinned'}                                                      | neither content
          {'kind':'picture','content':'x'}                                       | kind
          """)
  void rowsThatCannotBeShownAreRefused(String row, String message) throws Exception {
    Files.write(server.root.resolve("binary"), new byte[] {0, 1, 2, 3, 0, 0});
    Files.createSymbolicLink(server.root.resolve("out"), Path.of("/etc/hostname"));
    server.answering().start();
    Harness.Got refused = run(server.session(), row);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.error().string("message")).contains(message.strip());
  }

  @Test
  void pinnedRowsStay() throws Exception {
    server.answering(Step.says("One."), Step.says("Two.")).start();
    String session = server.session();
    server.over(run(session, "{'id':'p','kind':'pinned','content':'Be brief.'}").text("job_id"));
    server.over(run(session, "").text("job_id"));
    var model = (ScriptedModel) server.models.get(AgentMode.Side.REMOTE);
    assertThat(model.requests().getLast().messages().getLast().toString()).contains("Be brief.");
  }
}
