package dev.tenon.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.exec.shell.Artifacts;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.tool.AddressReader;
import dev.tenon.core.tool.Addresses;
import dev.tenon.core.tool.OutputBound;
import dev.tenon.core.tool.Permits;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.workspace.Workspace;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Addresses are read where files can be, and are no files.
class AddressTest {
  @TempDir Path temporary;

  private Path root;
  private Path outputs;
  private Workspace workspace;
  private DirectEditing editing;
  private Shell shell;
  private ToolRunner runner;

  @BeforeEach
  void open() throws Exception {
    root = Files.createDirectory(temporary.toRealPath().resolve("project"));
    outputs = temporary.toRealPath().resolve("outputs");
    workspace = Workspace.open(root, List.of());
    editing =
        new DirectEditing(
            workspace, ProjectJournal.open(temporary.resolve("state"), workspace, "test"));
    shell =
        new Shell(
            Shell.Setup.DEFAULT
                .showing(4096)
                .spillingTo(new Artifacts(outputs, Artifacts.Limits.DEFAULT)));
    runner = runner(BuiltinTools.everything(shell, ToolLimits.DEFAULT));
  }

  @AfterEach
  void close() {
    shell.close();
  }

  @Test
  void aLongOutputIsReadByItsAddressInRanges() throws Exception {
    String address = longOutput("seq 1 20000");
    Part.Result range = read(address + ":15000-15002");
    assertThat(range.text()).isEqualTo("15000\n15001\n15002\n");
    Json.Obj data = range.envelope().objectOrEmpty("data");
    assertThat(data.string("path")).isEqualTo(address);
    assertThat(data.number("total_lines", 0)).isEqualTo(20000);
    assertThat(data.string("version")).isNull();
    assertThat(data.string("sha256")).isNull();
    assertThat(read("ARTIFACT://" + id(address) + ":1-1").text()).isEqualTo("1\n");
    assertThat(
            call(
                    "read_file",
                    Json.object().put("path", address).put("start_line", 7).put("end_line", 8))
                .text())
        .isEqualTo("7\n8\n");
    assertThat(read(address).text())
        .startsWith("1\n2\n")
        .contains("Lines 1-3000 of 20000 are shown", "For more read " + address + ":3001");
    assertThat(call("read_file", Json.object().put("path", address).put("max_bytes", 100)).text())
        .contains("a read). For more read " + address);
    assertThat(read(address + ":20001").text()).contains("Line 20001 is beyond the end");
    assertThat(read(address + ":0").text()).contains("lines are counted from 1");
  }

  @Test
  void itsFileIsForTheOwnerAloneAndItsNameSaysNothing() throws Exception {
    String first = id(longOutput("seq 1 2000"));
    String second = id(longOutput("seq 1 2000"));
    assertThat(first).matches("[a-z2-7]{16}").isNotEqualTo(second);
    Path file = outputs.resolve(first + ".log");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(outputs)))
        .isEqualTo("rwx------");
    // The folder itself is nothing that tools reach.
    assertThat(read(file.toString()).text()).contains("permission_denied");
  }

  @Test
  void outputsAreFoundByEveryToolThatReads() throws Exception {
    String address = longOutput("seq 1 5000");
    assertThat(call("grep", Json.object().put("pattern", "^477.$").put("path", address)).text())
        .startsWith(address + "\n  4770: 4770\n");
    Files.writeString(root.resolve("a.txt"), "of the file\n");
    assertThat(
            call(
                    "read_many_files",
                    Json.object()
                        .put(
                            "paths",
                            Json.strings(List.of("a.txt", address + ":5-6", "artifact://x"))))
                .text())
        .contains("of the file", "=== " + address + ":5-6\n5\n6\n", "'x' is no id of an output");
    var told = new ArrayList<String>();
    var mentions =
        new MentionedFiles(
            workspace,
            editing,
            Presentation.PLAIN,
            ToolLimits.DEFAULT,
            BuiltinTools.addresses(shell),
            told::add);
    assertThat(texts(mentions, "see @" + address + ":5-6 please"))
        .anySatisfy(text -> assertThat(text).startsWith("<file path=\"" + address + "\">\n5\n6\n"));
    assertThat(texts(mentions, "see @https://example.org/x")).hasSize(1);
    assertThat(told).isEmpty();
    assertThat(texts(mentions, "see @artifact://abc"))
        .anySatisfy(text -> assertThat(text).contains("'abc' is no id of an output"));
    assertThat(told).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "artifact:// | invalid_argument: artifact:// needs the id of an output behind it",
        "artifact:///etc/passwd | is no id of an output: no path, no query and no encoding",
        "artifact://../../etc/passwd | is no id of an output",
        "artifact://..%2f..%2fetc%2fpasswd | is no id of an output",
        "artifact://%61bcdefghijklmnop | is no id of an output",
        "artifact://abcdefghijklmnop?y#z | is no id of an output",
        "artifact://abcdefghijklmnop/ | is no id of an output",
        "artifact://abcdefghijklmnop.log | is no id of an output",
        "artifact://ABCDEFGHIJKLMNOP | is no id of an output",
        "artifact://user@abcdefghijklmnop | is no id of an output",
        "artifact://x | is no id of an output",
        "ARTIFACT://x | is no id of an output",
        "Artifact://abcdefghijklmnop | not_found: there is no output artifact://abcdefghijklmnop"
            + " in",
        "artifact://abcdefghijklmnop:1-2 | not_found: there is no output",
        "artifact://abcdefghijklmnop:raw | not_found: there is no output",
        "artifact://abcdefghijklmnop:x | is no id of an output",
        "artifact://C:\\Windows\\x | is no id of an output",
        "artifact:\\\\x | not_found: not found",
        "https://example.org/x | nothing here reads addresses that begin with https://",
        "https://example.org/x | what can be read are files, and artifact://",
        "HTTPS://example.org:443/x | begin with https://",
        "agent://x | begin with agent://",
        "a+b.c-1://x | begin with a+b.c-1://",
        "C://Windows/x | not_found",
        "1x://y | not_found",
        "x_y://z | not_found",
        "://x | not_found",
        "file:///etc/passwd | permission_denied",
      })
  void oddAddressesHaveAnAnswer(String path, String answer) throws Exception {
    Part.Result refused = read(path);
    assertThat(refused.failed()).isTrue();
    assertThat(refused.text()).contains(answer);
    assertThat(call("grep", Json.object().put("pattern", "x").put("path", path)).failed()).isTrue();
  }

  @Test
  void aFileThatIsReallyCalledSoWins() throws Exception {
    String address = longOutput("seq 1 2000");
    Files.createDirectory(root.resolve("artifact:"));
    Files.writeString(root.resolve("artifact:/" + id(address)), "a real file\n");
    assertThat(read(address).text()).startsWith("a real file");
    assertThat(read(address + ":1-1").text()).startsWith("a real file");
    Part.Result edited =
        call(
            "edit_file",
            Json.object().put("path", address).put("old_text", "real").put("new_text", "true"));
    assertThat(edited.failed()).as(edited.text()).isFalse();
    assertThat(root.resolve("artifact:/" + id(address))).content().isEqualTo("a true file\n");
  }

  @Test
  void anAddressIsNotWritten() throws Exception {
    String address = longOutput("seq 1 2000");
    read(address);
    String sha = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    for (String path : List.of(address, "https://example.org/x", "ARTIFACT://new", "agent://a/b")) {
      for (Part.Result refused :
          List.of(
              call("write_file", Json.object().put("path", path).put("content", "x")),
              call(
                  "edit_file",
                  Json.object().put("path", path).put("old_text", "1").put("new_text", "2")),
              call(
                  "edit_file",
                  Json.object().put("path", path).put("old_text", "").put("new_text", "2")),
              call(
                  "safe_patch",
                  Json.object()
                      .put("file_path", path)
                      .put("unified_diff", "@@ -0,0 +1 @@\n+x\n")
                      .put("base_content_sha256", sha)),
              call("hashline_edit", Json.object().put("input", "§" + path + "\n»BOF\nx\n")),
              call(
                  "apply_patch",
                  Json.object()
                      .put(
                          "input",
                          "*** Begin Patch\n*** Add File: " + path + "\n+x\n*** End Patch\n")),
              call(
                  "propose_edits",
                  Json.object()
                      .array(
                          "edits",
                          List.of(
                              Json.object()
                                  .put("file_path", path)
                                  .put("operation", "insert")
                                  .put("start_line", 1)
                                  .put("new_text", "x")
                                  .build()))))) {
        assertThat(refused.text()).contains("is an address, not a file");
      }
    }
    try (Stream<Path> files = Files.list(root)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void whatIsGoneOrNoTextIsToldAsSuch() throws Exception {
    String binary = longOutput("head -c 9000 /dev/zero");
    assertThat(read(binary).text())
        .contains("invalid_argument: " + binary + " is not text (")
        .contains("and cannot be read");
    String gone = longOutput("seq 1 2000");
    Files.delete(outputs.resolve(id(gone) + ".log"));
    assertThat(read(gone).text())
        .contains("not_found: there is no output " + gone, "Run the command again.");
    String link = longOutput("seq 1 2000");
    Files.delete(outputs.resolve(id(link) + ".log"));
    Files.createSymbolicLink(outputs.resolve(id(link) + ".log"), Path.of("/etc/passwd"));
    assertThat(read(link).text()).contains("not_found");
    assertThat(call("grep", Json.object().put("pattern", "root").put("path", link)).text())
        .contains("not_found");
  }

  @ParameterizedTest
  @EnumSource(
      value = Approver.Answer.Kind.class,
      names = {"NO", "ONCE"})
  void whatAnAddressTouchesIsAskedFor(Approver.Answer.Kind kind) throws Exception {
    var answer = new Approver.Answer(kind, Optional.empty(), "");
    var asked = new ArrayList<Access>();
    var reader =
        new AddressReader() {
          @Override
          public String scheme() {
            return "far";
          }

          @Override
          public List<Access> access(String rest) {
            return List.of(new Access.Connect(rest, 443));
          }

          @Override
          public Opened open(String rest, Permits permits) {
            return new Opened(
                new ByteArrayInputStream(("at " + rest).getBytes(StandardCharsets.UTF_8)));
          }
        };
    var addresses = new Addresses(List.of(reader));
    ToolRunner asking =
        new ToolRunner(
            List.of(
                new ReadFile(ToolLimits.DEFAULT, Presentation.PLAIN, addresses),
                new GrepFiles(ToolLimits.DEFAULT, addresses)),
            workspace,
            editing,
            new ModePolicy(Mode.EDIT),
            question -> {
              question.items().forEach(item -> asked.add(item.access()));
              return answer;
            },
            OutputBound.DEFAULT);
    Part.Result read =
        asking
            .call(
                Part.Call.of("id", "read_file", Json.object().put("path", "far://host").build()),
                text -> {})
            .result();
    assertThat(asked).containsExactly(new Access.Connect("host", 443));
    assertThat(read.text())
        .contains(
            answer.equals(Approver.Answer.NO) ? "the user said no to: connect to" : "at host");
    if (answer.equals(Approver.Answer.ONCE)) {
      Part.Result search =
          asking
              .call(
                  Part.Call.of(
                      "id",
                      "grep",
                      Json.object().put("pattern", "x").put("path", "far://host").build()),
                  text -> {})
              .result();
      assertThat(search.text()).contains("can be read with read_file, not searched");
    }
  }

  private String longOutput(String command) throws Exception {
    Part.Result ran = call("bash", Json.object().put("command", command));
    String address = ran.envelope().objectOrEmpty("data").string("artifact", "");
    assertThat(ran.text()).endsWith("] " + address);
    assertThat(address).startsWith("artifact://");
    return address;
  }

  private static String id(String address) {
    return address.substring("artifact://".length());
  }

  private static List<String> texts(MentionedFiles mentions, String prompt) throws Exception {
    var texts = new ArrayList<String>();
    for (Part.Input part : mentions.read(prompt).content()) {
      texts.add(part instanceof Part.Text text ? text.text() : "");
    }
    return texts;
  }

  private Part.Result read(String path) throws Exception {
    return call("read_file", Json.object().put("path", path));
  }

  private Part.Result call(String tool, Json.Builder arguments) throws Exception {
    return runner.call(Part.Call.of("id", tool, arguments.build()), text -> {}).result();
  }

  private ToolRunner runner(List<Tool<?>> tools) {
    return new ToolRunner(
        tools,
        workspace,
        editing,
        new ModePolicy(Mode.FULL),
        Approver.nobody(),
        OutputBound.DEFAULT);
  }
}
