package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

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

/// The four tools by their contracts, called by a model through the real server.
class ProjectToolsTest {
  @TempDir Path folder;
  private Harness server;

  @BeforeEach
  void open() throws Exception {
    server = Harness.in(folder);
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  private static Json.Obj json(String text) throws Exception {
    return Json.parseObject(text.replace('\'', '"'));
  }

  private Json.Obj read(String arguments) throws Exception {
    return Asking.data(new Asking(server).call("read_file", json(arguments)).run().getFirst());
  }

  @Test
  void readingAnswersTheContractAndNumbersTheLinesOfItsText() throws Exception {
    server.file("a.md", "one\ntwo\nthree\nfour\n");
    Part.Result result =
        new Asking(server)
            .call("read_file", json("{'file_path':'a.md','start_line':2,'end_line':3}"))
            .run()
            .getFirst();
    assertThat(Asking.data(result))
        .isEqualTo(
            json(
                "{'file_path':'a.md','content':'two\\nthree\\n','start_line':2,'end_line':3,"
                    + "'total_lines':4,'truncated':true}"));
    assertThat(result.text())
        .isEqualTo(
            "a.md, 4 lines\n2|two\n3|three\n[more lines follow; read on from start_line 4]\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          plain       | a\\nb\\n         | {'file_path':'f'}                              | a\\nb\\n | 1 | 2
          no newline  | a\\nb            | {'file_path':'f'}                              | a\\nb    | 1 | 2
          CRLF        | a\\r\\nb\\r\\n   | {'file_path':'f'}                              | a\\nb\\n | 1 | 2
          lone CR     | a\\rb\\n         | {'file_path':'f'}                              | a\\rb\\n | 1 | 1
          a range     | a\\nb\\nc\\n     | {'file_path':'f','start_line':2,'end_line':2}   | b\\n     | 2 | 2
          past end    | a\\nb\\n         | {'file_path':'f','start_line':2,'end_line':99}  | b\\n     | 2 | 2
          other name  | a\\n             | {'path':'./f'}                                 | a\\n     | 1 | 1
          few bytes   | abc\\ndef\\n     | {'file_path':'f','max_bytes':5}                | abc\\n   | 1 | 1
          a long line | abcdef\\n        | {'file_path':'f','max_bytes':3}                | abc      | 1 | 1
          wide        | ééé\\n           | {'file_path':'f','max_bytes':5}                | éé       | 1 | 1
          """)
  void whatIsReadIsTheSameOnDiskAndStaged(
      String name, String text, String arguments, String content, long first, long last)
      throws Exception {
    String real = text.strip().translateEscapes();
    server.file("f", real);
    Json.Obj disk = read(arguments);
    assertThat(disk.string("content")).isEqualTo(content.strip().translateEscapes());
    assertThat(disk.number("start_line", 0)).isEqualTo(first);
    assertThat(disk.number("end_line", 0)).isEqualTo(last);
    // The same text in a working buffer, over another file.
    server.close();
    server = Harness.in(folder);
    server.file("f", "something else\n");
    List<Part.Result> staged =
        new Asking(server)
            .call("read_file", json("{'file_path':'f'}"))
            .call("write_file", Json.object().put("path", "f").put("content", real).build())
            .call("read_file", json(arguments))
            .run();
    assertThat(Asking.data(staged.get(2)).string("content")).isEqualTo(disk.string("content"));
  }

  @Test
  void anEmptyFileHasNoLines() throws Exception {
    server.file("f", "");
    assertThat(read("{'file_path':'f'}"))
        .isEqualTo(
            json("{'file_path':'f','content':'','start_line':1,'end_line':0,'total_lines':0}"));
  }

  @Test
  void theLimitsOfLinesAndBytesHold() throws Exception {
    server.file("many", "x\n".repeat(2_000));
    server.file("wide", ("y".repeat(999) + "\n").repeat(200));
    List<Part.Result> results =
        new Asking(server)
            .call("read_file", json("{'file_path':'many','max_bytes':9999999}"))
            .call("read_file", json("{'file_path':'wide','max_bytes':9999999}"))
            .run();
    assertThat(Asking.data(results.get(0)).number("end_line", 0)).isEqualTo(800);
    assertThat(Asking.data(results.get(1)).string("content", "").length())
        .isBetween(60_000, 65_536);
    assertThat(Asking.data(results.get(1)).bool("truncated", false)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'file_path':'none'}                            | not_found         | not found: none
          {'file_path':'../x'}                            | permission_denied | outside the root
          {'file_path':'/etc/passwd'}                     | permission_denied | outside the root
          {'file_path':'out'}                             | permission_denied | outside the root
          {'file_path':'a\\u0000b'}                       | invalid_argument  | NUL
          {'file_path':''}                                | invalid_argument  | empty
          {'file_path':'folder'}                          | invalid_argument  | is a folder
          {'file_path':'binary'}                          | invalid_argument  | is not text
          {'file_path':'.git/config'}                     | permission_denied | belongs to git
          {'file_path':'a.md','start_line':0}             | invalid_argument  | counted from 1
          {'file_path':'a.md','start_line':3,'end_line':2}| invalid_argument  | lies before
          {'file_path':'a.md','start_line':99}            | invalid_argument  | a.md has 2 lines
          {'file_path':'a.md','max_bytes':-1}             | invalid_argument  | negative
          {}                                              | invalid_argument  | missing argument
          """)
  void badReadsAreClearErrors(String arguments, String code, String message) throws Exception {
    server.file("a.md", "one\ntwo\n");
    server.file("folder/x", "x\n");
    server.file(".git/config", "[core]\n");
    Files.write(server.root.resolve("binary"), new byte[] {0, 1, 2, 3, 0, 0});
    Files.createSymbolicLink(server.root.resolve("out"), Path.of("/etc/hostname"));
    Part.Result result = new Asking(server).call("read_file", json(arguments)).run().getFirst();
    assertThat(Asking.error(result).string("code")).isEqualTo(code.strip());
    assertThat(Asking.error(result).string("message")).contains(message.strip());
  }

  @Test
  void aHugeFileIsReadInPartsAndFoundInButNotEdited() throws Exception {
    String line = "y".repeat(99) + "\n";
    server.file("huge.log", line.repeat(340_000) + "needle at the end\n");
    Files.write(server.root.resolve("binary"), "needle \0\0\1\2".getBytes(StandardCharsets.UTF_8));
    List<Part.Result> results =
        new Asking(server)
            .call("read_file", json("{'file_path':'huge.log','start_line':339999,'max_bytes':150}"))
            .call("search_project", json("{'query':'needle'}"))
            .call(
                "propose_edits",
                json(
                    "{'edits':[{'file_path':'huge.log','operation':'delete','start_line':1,"
                        + "'end_line':1}]}"))
            .run();
    assertThat(Asking.data(results.get(0)).string("content")).isEqualTo(line);
    assertThat(Asking.data(results.get(0)).number("end_line", 0)).isEqualTo(339_999);
    assertThat(paths(results.get(1))).containsExactly("huge.log");
    assertThat(results.get(2).failed()).isTrue();
  }

  @Test
  void latinTextIsReadAndNamedAsSuch() throws Exception {
    Files.write(
        server.root.resolve("old.txt"), "caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
    Json.Obj read = read("{'file_path':'old.txt'}");
    assertThat(read.string("content")).isEqualTo("caf\u00e9\n");
    assertThat(read.string("encoding")).isNotNull();
  }

  private List<String> listed(String arguments) throws Exception {
    Json.Obj data =
        Asking.data(new Asking(server).call("list_files", json(arguments)).run().getFirst());
    return data.array("files").stream().map(file -> ((Json.Str) file).value()).toList();
  }

  private void tree() throws Exception {
    for (String path :
        List.of(
            "b.md",
            "a.md",
            "notes/team/x.md",
            "notes/teamwork.md",
            "notes/y.txt",
            ".github/ci.yml",
            "build/out.md",
            "node_modules/p/index.md",
            ".git/config",
            ".DS_Store")) {
      server.file(path, "needle in " + path + "\n");
    }
    server.file(".gitignore", "build/\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'glob':'*.md'}                          | a.md b.md notes/team/x.md notes/teamwork.md build/out.md node_modules/p/index.md
          {'prefix':'notes/team'}                  | notes/team/x.md notes/teamwork.md
          {'prefix':'notes/team/'}                 | notes/team/x.md
          {'prefix':'./notes/../notes/team/x'}     | notes/team/x.md
          {'prefix':'notes/','glob':'team/*'}      | notes/team/x.md
          {'prefix':'build'}                       | build/out.md
          {'prefix':'none/at/all'}                 | ''
          {'prefix':'.gi'}                         | .github/ci.yml .gitignore
          {'prefix':'.','glob':'**/*.txt'}         | notes/y.txt
          {'prefix':'/','glob':'*.txt'}            | notes/y.txt
          """)
  void listsBeginWithWhatAPersonWorksOn(String arguments, String files) throws Exception {
    tree();
    assertThat(String.join(" ", listed(arguments))).isEqualTo(files);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          list_files     | {'prefix':'../x'}            | outside the root
          list_files     | {'prefix':'/etc/'}           | outside the root
          list_files     | {'prefix':'link/'}           | outside the root
          list_files     | {'glob':'a\\u0000'}          | NUL
          list_files     | {'glob':''}                  | the glob is empty
          search_project | {'query':''}                 | the query is empty
          search_project | {'query':'a\\u0000'}         | NUL
          search_project | {'query':'a\\nb'}            | one line
          search_project | {'query':'a','limit':-1}     | negative
          search_project | {'query':'a','glob':' '}     | the glob is empty
          search_project | {'query':'a','glob':'{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}'} | more than 500
          clarify_user   | {'question':'  '}            | the question is empty
          """)
  void badRequestsAreClearErrors(String tool, String arguments, String message) throws Exception {
    server.file("a.md", "a\n");
    Files.createSymbolicLink(server.root.resolve("link"), Path.of("/etc"));
    Part.Result result = new Asking(server).call(tool, json(arguments)).run().getFirst();
    assertThat(result.failed()).isTrue();
    assertThat(Asking.error(result).string("message")).contains(message.strip());
  }

  @Test
  void theSameBadRequestsOverHttpAreNoBugsOfTheServer() throws Exception {
    server.file("a.md", "a\n");
    Files.write(server.root.resolve("binary"), new byte[] {0, 1, 2, 3, 0, 0});
    server.answering().start();
    String files = "/api/agent/sessions/" + server.session();
    for (String bad :
        List.of(
            "/files?prefix=../x",
            "/files?prefix=%00",
            "/files?glob=%20",
            "/file?file_path=%00",
            "/file?file_path=binary",
            "/file?file_path=..%2Fx",
            "/file?file_path=a.md&start_line=9",
            "/buffer?file_path=%00",
            "/buffer?file_path=binary",
            "/search?query=a%00",
            "/search?query=a&glob=%20")) {
      assertThat(server.get(files + bad).status()).as(bad).isEqualTo(400);
    }
    assertThat(server.get(files + "/file?file_path=none").status()).isEqualTo(404);
  }

  @Test
  void searchFindsWhatGitIgnoresOnlyAfterTheRest() throws Exception {
    tree();
    List<Part.Result> results =
        new Asking(server)
            .call("search_project", json("{'query':'NEEDLE'}"))
            .call("search_project", json("{'query':'needle','limit':3}"))
            .call("search_project", json("{'query':'needle','glob':'notes/**'}"))
            .run();
    assertThat(paths(results.get(0)))
        .containsExactly(
            ".github/ci.yml",
            "a.md",
            "b.md",
            "notes/team/x.md",
            "notes/teamwork.md",
            "notes/y.txt",
            "build/out.md",
            "node_modules/p/index.md");
    assertThat(paths(results.get(1))).containsExactly(".github/ci.yml", "a.md", "b.md");
    assertThat(Asking.data(results.get(1)).bool("truncated", false)).isTrue();
    assertThat(paths(results.get(2)))
        .containsExactly("notes/team/x.md", "notes/teamwork.md", "notes/y.txt");
    assertThat(Asking.data(results.get(0)).objects("results").get(1))
        .isEqualTo(
            json("{'file_path':'a.md','start_line':1,'end_line':1,'snippet':'needle in a.md'}"));
  }

  private static List<String> paths(Part.Result result) {
    return Asking.data(result).objects("results").stream()
        .map(each -> each.string("file_path", ""))
        .toList();
  }

  @Test
  void snippetsAreBoundedOnDiskAndStagedAlike() throws Exception {
    var lines = new ArrayList<String>();
    for (int i = 1; i <= 100; i++) {
      lines.add(i % 10 == 0 || (i > 40 && i < 75) ? "needle " + i : "hay " + i);
    }
    String text = String.join("\n", lines) + "\n";
    server.file("disk.txt", text);
    List<Part.Result> results =
        new Asking(server)
            .call("write_file", Json.object().put("path", "new.txt").put("content", text).build())
            .call("search_project", json("{'query':'needle','glob':'new.txt','limit':50}"))
            .call("search_project", json("{'query':'needle','glob':'disk.txt','limit':50}"))
            .run();
    List<Json.Obj> staged = Asking.data(results.get(1)).objects("results");
    List<Json.Obj> disk = Asking.data(results.get(2)).objects("results");
    assertThat(staged).hasSameSizeAs(disk).hasSizeGreaterThan(3);
    for (int i = 0; i < disk.size(); i++) {
      assertThat(staged.get(i).with("file_path", Json.of("disk.txt"))).isEqualTo(disk.get(i));
      long count = disk.get(i).number("end_line", 0) - disk.get(i).number("start_line", 0) + 1;
      assertThat(count).isBetween(1L, 20L);
      assertThat(disk.get(i).string("snippet", "").lines().count()).isEqualTo(count);
      assertThat(disk.get(i).string("snippet", "")).contains("needle");
    }
  }

  @Test
  void searchAndListShowWhatIsStaged() throws Exception {
    server.file("a.md", "old words\n");
    server.file("gone.md", "old words\n");
    List<Part.Result> results =
        new Asking(server)
            .call("read_file", json("{'file_path':'a.md'}"))
            .call("write_file", json("{'path':'a.md','content':'new words\\n'}"))
            .call("write_file", json("{'path':'deep/er/b.md','content':'new words\\n'}"))
            .call("search_project", json("{'query':'old words'}"))
            .call("search_project", json("{'query':'new words'}"))
            .call("list_files", json("{'prefix':'deep'}"))
            .run();
    assertThat(paths(results.get(3))).containsExactly("gone.md");
    assertThat(paths(results.get(4))).containsExactly("a.md", "deep/er/b.md");
    assertThat(Asking.data(results.get(5)).array("files")).containsExactly(Json.of("deep/er/b.md"));
  }

  @Test
  void everyCallOfTheFourToolsCountsAndEditsDoNot() throws Exception {
    server.file("a.md", "one\n");
    server
        .answering(
            Step.calls("read_file", json("{'file_path':'a.md'}")),
            Step.calls("read_file", Json.Obj.EMPTY),
            Step.calls("clarify_user", json("{'question':'Go on?'}")),
            Step.calls("list_files", Json.Obj.EMPTY),
            Step.calls(
                "propose_edits",
                json(
                    "{'edits':[{'file_path':'a.md','operation':'replace','start_line':1,"
                        + "'end_line':1,'new_text':'ONE'}]}")),
            Step.says("Done."))
        .start();
    String job =
        server
            .post(
                "/api/agent/run",
                Json.object()
                    .put("session_id", server.session())
                    .put("instruction", "go")
                    .put("tool_config", json("{'max_tool_calls':3}"))
                    .build())
            .text("job_id");
    server.until(job, "waiting_for_user");
    server.post(
        "/api/agent/jobs/" + job + "/clarify", json("{'question_id':'q_1','answer':'yes'}"));
    server.until(job, "awaiting_review");
    List<Part.Result> results = Asking.results(server);
    assertThat(Asking.data(results.get(2))).isEqualTo(json("{'answer':'yes'}"));
    assertThat(Asking.error(results.get(3)).string("message"))
        .contains("the budget of 3 tool calls is used up");
    assertThat(results.get(4).failed()).isFalse();
  }

  @Test
  void twoQuestionsOfOneMessageAreAskedOneAfterTheOther() throws Exception {
    server
        .answering(
            Step.answer()
                .call("clarify_user", json("{'question':'First?'}"))
                .call("clarify_user", json("{'question':'Second?'}")),
            Step.says("Done."))
        .start();
    String job = server.run(server.session(), "ask");
    for (String question : List.of("First?", "Second?")) {
      org.awaitility.Awaitility.await()
          .until(
              () ->
                  server
                      .get("/api/agent/jobs/" + job)
                      .json()
                      .objectOrEmpty("pending_question")
                      .string("question", "")
                      .equals(question));
      String id = question.equals("First?") ? "q_1" : "q_2";
      server.post(
          "/api/agent/jobs/" + job + "/clarify",
          Json.object().put("question_id", id).put("answer", "to " + question).build());
    }
    server.until(job, "completed");
    assertThat(Asking.results(server))
        .extracting(Part.Result::text)
        .containsExactly("to First?", "to Second?");
  }

  @Test
  void whatAPersonReadsTheModelHasNotSeen() throws Exception {
    server.file("a.md", "one\n");
    server
        .answering(
            Step.calls("write_file", json("{'path':'a.md','content':'mine'}")), Step.says("Done."))
        .start();
    String session = server.session();
    assertThat(
            server.get("/api/agent/sessions/" + session + "/file?file_path=a.md").text("content"))
        .isEqualTo("one\n");
    server.until(server.run(session, "overwrite it"), "completed");
    assertThat(Asking.error(Asking.results(server).getFirst()).string("message"))
        .contains("you have not read it");
  }
}
