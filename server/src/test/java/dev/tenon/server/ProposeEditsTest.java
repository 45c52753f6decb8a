package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.edit.lines.ProposedEdit;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.script.Step;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Proposals as a model makes them: without hashes, malformed, stale, in other dialects.
class ProposeEditsTest {
  private static final String TEXT = "one\ntwo\nthree\nfour\n";

  @TempDir Path folder;
  private Harness server;

  @BeforeEach
  void open() throws Exception {
    server = Harness.in(folder);
    server.file("a.md", TEXT);
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  private static Json.Obj json(String text) throws Exception {
    return Json.parseObject(text.replace('\'', '"'));
  }

  private static Json.Obj edits(String... edits) throws Exception {
    return json("{'edits':[" + String.join(",", edits) + "]}");
  }

  private static String edit(String operation, int first, int last, String text) {
    return "{'edit_id':'"
        + operation
        + first
        + "','file_path':'a.md','operation':'"
        + operation
        + "','start_line':"
        + first
        + ",'end_line':"
        + last
        + ",'new_text':'"
        + text
        + "'}";
  }

  private static Step reading() throws Exception {
    return Step.calls("read_file", json("{'file_path':'a.md'}"));
  }

  private Json.Obj after(Step... steps) throws Exception {
    var all = new ArrayList<>(List.of(steps));
    all.add(Step.says("Done."));
    server.answering(all.toArray(new Step[0])).start();
    return server.over(server.run(server.session(), "edit"));
  }

  private static String patch(Json.Obj job) {
    var out = new StringBuilder();
    for (Json.Obj file : job.objectOrEmpty("diff_bundle").objects("files")) {
      file.objects("hunks").forEach(hunk -> out.append(hunk.string("patch", "")));
    }
    return out.toString();
  }

  @Test
  void linesThatWereReadNeedNoHashAndGetOne() throws Exception {
    Json.Obj job =
        after(
            reading(),
            Step.calls(
                "propose_edits",
                edits(
                    edit("replace", 2, 2, "TWO"),
                    edit("insert", 5, 5, "five"),
                    edit("delete", 3, 3, ""))));
    assertThat(job.string("status")).isEqualTo("awaiting_review");
    assertThat(patch(job)).contains("-two", "+TWO", "-three", "+five");
    List<Json.Obj> proposed = job.objects("proposed_edits");
    assertThat(proposed)
        .extracting(each -> each.string("edit_id"))
        .containsExactly("replace2", "delete3", "insert5");
    assertThat(proposed.get(0).string("expected_hash")).isEqualTo(ProposedEdit.hash("two"));
    assertThat(proposed.get(1).string("expected_hash")).isEqualTo(ProposedEdit.hash("three"));
    assertThat(proposed.get(2).string("expected_hash")).isEqualTo(ProposedEdit.hash(""));
    Json.Obj told =
        server.events(job.string("job_id", "")).stream()
            .filter(event -> event.string("type", "").equals("edits.proposed"))
            .findFirst()
            .orElseThrow()
            .objectOrEmpty("data");
    assertThat(told.number("edits", 0)).isEqualTo(3);
    assertThat(told.array("files")).containsExactly(Json.of("a.md"));
    assertThat(
            job.objectOrEmpty("diff_bundle").objects("files").getFirst().objects("hunks").stream()
                .flatMap(hunk -> hunk.array("edit_ids").stream()))
        .contains(Json.of("replace2"), Json.of("delete3"), Json.of("insert5"));
  }

  @Test
  void linesThatWereFoundNeedNoHashEither() throws Exception {
    Json.Obj job =
        after(
            Step.calls("search_project", json("{'query':'two'}")),
            Step.calls("propose_edits", edits(edit("replace", 2, 2, "TWO"))));
    assertThat(job.string("status")).isEqualTo("awaiting_review");
  }

  @Test
  void linesThatWereNeverShownAreRefusedAndShown() throws Exception {
    Json.Obj job =
        after(
            Step.calls("read_file", json("{'file_path':'a.md','end_line':1}")),
            Step.calls("propose_edits", edits(edit("replace", 2, 3, "X"))),
            Step.calls("propose_edits", edits(edit("replace", 2, 3, "X"))));
    List<Part.Result> results = Asking.results(server);
    assertThat(Asking.error(results.get(1)).string("code")).isEqualTo("conflict");
    assertThat(results.get(1).text())
        .contains("lines 2-3, which you have not been shown", "two\\nthree");
    assertThat(results.get(2).failed()).isFalse();
    assertThat(job.string("status")).isEqualTo("awaiting_review");
  }

  @Test
  void linesThatChangedSinceAreRefusedAndShownAsTheyAre() throws Exception {
    server
        .answering(
            reading(),
            Step.calls("clarify_user", json("{'question':'Now?'}")),
            Step.calls("propose_edits", edits(edit("replace", 2, 2, "TWO"))),
            Step.calls("propose_edits", edits(edit("replace", 4, 4, "FOUR"))),
            Step.says("Done."))
        .start();
    String job = server.run(server.session(), "edit");
    server.until(job, "waiting_for_user");
    server.file("a.md", "one\n2\nthree\nfour\n");
    server.post("/api/agent/jobs/" + job + "/clarify", json("{'question_id':'q_1','answer':'go'}"));
    Json.Obj record = server.until(job, "awaiting_review");
    Part.Result refused = Asking.results(server).get(2);
    assertThat(Asking.error(refused).string("code")).isEqualTo("conflict");
    assertThat(Asking.error(refused).objectOrEmpty("latest_file_state").string("content"))
        .isEqualTo("one\n2\nthree\nfour\n");
    // The other lines are what they were.
    assertThat(patch(record)).contains("-four", "+FOUR").doesNotContain("+TWO");
  }

  @Test
  void anEditMovesWhatTheModelKnows() throws Exception {
    Json.Obj job =
        after(
            reading(),
            Step.calls("propose_edits", edits(edit("insert", 1, 1, "zero\\nand a half"))),
            Step.calls("propose_edits", edits(edit("replace", 4, 4, "TWO"))),
            Step.calls("propose_edits", edits(edit("replace", 2, 2, "0.5"))));
    assertThat(Asking.results(server)).noneMatch(Part.Result::failed);
    assertThat(patch(job)).contains("+zero", "+0.5", "-two", "+TWO");
  }

  @Test
  void aStrictHashIsCheckedAlthoughTheLinesWereRead() throws Exception {
    String wrong =
        edit("replace", 2, 2, "TWO").replace("}", ",'expected_hash':'sha256:" + "0".repeat(64))
            + "'}";
    after(reading(), Step.calls("propose_edits", edits(wrong)));
    Part.Result refused = Asking.results(server).get(1);
    assertThat(Asking.error(refused).string("code")).isEqualTo("conflict");
    assertThat(refused.text()).contains("expects sha256:000");
  }

  @Test
  void aFileIsCreatedByAnInsertAndOnlyWhereNoneIs() throws Exception {
    Json.Obj job =
        after(
            Step.calls(
                "propose_edits",
                json(
                    "{'edits':[{'file_path':'new/b.md','operation':'insert','start_line':1,"
                        + "'new_text':'hello\\nworld'}]}")),
            Step.calls("propose_edits", edits(edit("insert", 1, 1, "first"))));
    Json.Obj created = job.objects("proposed_edits").getFirst();
    assertThat(created.string("file_operation")).isEqualTo("create");
    assertThat(created.string("edit_id")).isEqualTo("e_1");
    assertThat(Asking.error(Asking.results(server).get(1)).string("code")).isEqualTo("conflict");
    assertThat(patch(job)).contains("+hello", "+world");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'edit_id':'x','file_path':'a.md','operation':'delete','start_line':1,'end_line':1,'new_text':'y'}  | invalid_argument  | has to be empty
          {'edit_id':'x','file_path':'a.md','operation':'insert','start_line':1}                              | invalid_argument  | inserts nothing
          {'edit_id':'x','file_path':'a.md','operation':'replace','start_line':3,'end_line':2,'new_text':'y'} | invalid_argument  | 3-2
          {'edit_id':'x','file_path':'a.md','operation':'replace','start_line':0,'end_line':1,'new_text':'y'} | invalid_argument  | count from 1
          {'edit_id':'x','file_path':'a.md','operation':'replace','start_line':4,'end_line':9,'new_text':'y'} | not_found         | has 4 lines
          {'edit_id':'x','file_path':'a.md','operation':'insert','start_line':6,'new_text':'y'}               | not_found         | has 4 lines
          {'edit_id':'x','file_path':'a.md','operation':'rewrite','start_line':1,'new_text':'y'}              | invalid_argument  | replace, insert, delete
          {'edit_id':'x','file_path':'../a.md','operation':'insert','start_line':1,'new_text':'y'}            | permission_denied | outside
          {'edit_id':'x','file_path':'/etc/passwd','operation':'insert','start_line':1,'new_text':'y'}        | permission_denied | outside
          {'edit_id':'x','file_path':'.git/hooks/x','operation':'insert','start_line':1,'new_text':'y'}       | permission_denied | belongs to git
          {'edit_id':'x','file_path':'b\\u0000','operation':'insert','start_line':1,'new_text':'y'}           | permission_denied | not a usable path
          {'edit_id':'x','file_path':'n.md','operation':'insert','start_line':1,'new_text':'y\\u0000'}        | invalid_argument  | NUL
          {'edit_id':'x','file_path':'none.md','operation':'replace','start_line':1,'new_text':'y'}           | not_found         | does not exist
          {'edit_id':'x','file_path':'utf16.txt','operation':'insert','start_line':1,'new_text':'y'}          | permission_denied | only UTF-8
          {'edit_id':'x','file_path':'binary','operation':'insert','start_line':1,'new_text':'y'}             | permission_denied | cannot be edited
          {'edit_id':'x','operation':'replace','start_line':1,'new_text':'y'}                                 | invalid_argument  | file_path
          """)
  void badProposalsSayWhatIsWrong(String edit, String code, String message) throws Exception {
    Files.write(
        server.root.resolve("utf16.txt"), "\uFEFFhello\n".getBytes(StandardCharsets.UTF_16LE));
    Files.write(server.root.resolve("binary"), new byte[] {0, 1, 2, 3, 0, 0});
    Json.Obj job = after(reading(), Step.calls("propose_edits", edits(edit)));
    Json.Obj error = Asking.error(Asking.results(server).get(1));
    assertThat(error.string("code")).as(error.compact()).isEqualTo(code.strip());
    assertThat(error.string("message")).contains(message.strip());
    assertThat(job.array("proposed_edits")).isEmpty();
  }

  @Test
  void editsThatOverlapOrShareANameAreRefusedWhole() throws Exception {
    after(
        reading(),
        Step.calls("propose_edits", edits(edit("replace", 1, 2, "x"), edit("delete", 2, 2, ""))),
        Step.calls("propose_edits", edits(edit("replace", 1, 1, "x"), edit("replace", 1, 1, "y"))));
    List<Part.Result> results = Asking.results(server);
    assertThat(results.get(1).text()).contains("overlaps");
    assertThat(results.get(2).text()).contains("edit_id of its own");
  }

  @Test
  void fiveMalformedProposalsAreForgivenAndStaleOnesDoNotCount() throws Exception {
    var steps = new ArrayList<Step>();
    steps.add(reading());
    for (int i = 0; i < 5; i++) {
      steps.add(Step.calls("propose_edits", edits(edit("delete", 1, 1, "x"))));
      steps.add(
          Step.calls(
              "propose_edits",
              edits(edit("replace", 1, 1, "x").replace("}", ",'expected_hash':'sha256:0'}"))));
    }
    steps.add(Step.calls("propose_edits", edits(edit("replace", 1, 1, "ONE"))));
    Json.Obj job = after(steps.toArray(new Step[0]));
    assertThat(job.string("status")).isEqualTo("awaiting_review");
  }

  @Test
  void otherDialectsComeOutAsProposalsToo() throws Exception {
    Json.Obj job =
        after(
            reading(),
            Step.calls(
                "edit_file", json("{'path':'a.md','old_string':'two','new_string':'TWO\\n2.5'}")),
            Step.calls("write_file", json("{'path':'b.md','content':'hello\\n'}")));
    assertThat(Asking.results(server)).noneMatch(Part.Result::failed);
    assertThat(job.objects("proposed_edits"))
        .containsExactly(
            json(
                "{'edit_id':'e_1','file_path':'a.md','operation':'replace','start_line':2,"
                    + "'end_line':2,'new_text':'TWO\\n2.5','expected_hash':'"
                    + ProposedEdit.hash("two")
                    + "'}"),
            json(
                "{'edit_id':'e_2','file_path':'b.md','operation':'insert','start_line':1,"
                    + "'new_text':'hello','expected_hash':'"
                    + ProposedEdit.hash("")
                    + "','file_operation':'create'}"));
    assertThat(job.objectOrEmpty("diff_bundle").objects("files"))
        .extracting(file -> file.objects("hunks").getFirst().get("edit_ids"))
        .extracting(Object::toString)
        .containsExactly("[\"e_1\"]", "[\"e_2\"]");
  }

  @Test
  void aLargeEditIsSplitOrMarked() throws Exception {
    Json.Obj job =
        after(
            Step.calls(
                "propose_edits",
                Json.object()
                    .array(
                        "edits",
                        List.of(
                            Json.object()
                                .put("file_path", "large.md")
                                .put("operation", "insert")
                                .put("start_line", 1)
                                .put("new_text", "a line of text\n".repeat(300))
                                .build()))
                    .build()));
    List<Json.Obj> hunks =
        job.objectOrEmpty("diff_bundle").objects("files").getFirst().objects("hunks");
    assertThat(hunks)
        .allSatisfy(
            hunk -> {
              assertThat(hunk.array("edit_ids")).containsExactly(Json.of("e_1"));
              assertThat(
                      hunk.bool("oversized_hunk", false)
                          || hunk.string("patch", "").lines().count() <= 90)
                  .isTrue();
            });
  }

  @Test
  void aNameThatWasUsedBeforeGetsANumber() throws Exception {
    Json.Obj job =
        after(
            reading(),
            Step.calls("propose_edits", edits(edit("replace", 1, 1, "ONE"))),
            Step.calls(
                "propose_edits",
                edits(edit("replace", 3, 3, "THREE").replace("replace3", "replace1"))));
    assertThat(job.objects("proposed_edits"))
        .extracting(each -> each.string("edit_id"))
        .containsExactly("replace1", "replace1_2");
  }

  @Test
  void lineEndsOfTheFileStay() throws Exception {
    server.file("a.md", "one\r\ntwo\r\n");
    server
        .answering(
            reading(),
            Step.calls("propose_edits", edits(edit("replace", 2, 2, "TWO\\nthree"))),
            Step.says("Done."))
        .start();
    String session = server.session();
    String job = server.run(session, "edit");
    Json.Obj bundle = server.until(job, "awaiting_review").objectOrEmpty("diff_bundle");
    server.post(
        "/api/agent/apply",
        Json.object()
            .put("session_id", session)
            .put("job_id", job)
            .put("accepted_hunk_ids", Json.strings(Harness.hunks(bundle)))
            .build());
    assertThat(server.file("a.md")).isEqualTo("one\r\nTWO\r\nthree\r\n");
  }
}
