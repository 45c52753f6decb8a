package dev.tenon.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.text.Sha256;
import dev.tenon.core.tool.Addresses;
import dev.tenon.core.tool.OutputBound;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.workspace.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolsTest {
  @TempDir Path temporary;

  private Path root;
  private Workspace workspace;
  private DirectEditing editing;
  private ToolRunner runner;

  @BeforeEach
  void open() throws Exception {
    root = Files.createDirectory(temporary.resolve("project"));
    workspace = Workspace.open(root);
    editing =
        new DirectEditing(
            workspace, ProjectJournal.open(temporary.resolve("state"), workspace, "test"));
    runner =
        new ToolRunner(
            BuiltinTools.everything(new Shell(Set.of()), ToolLimits.DEFAULT),
            workspace,
            editing,
            new ModePolicy(Mode.FULL),
            Approver.nobody(),
            OutputBound.DEFAULT);
  }

  @Test
  void readsGiveVersionsThatGrowWithTheFile() throws Exception {
    write("a.txt", "one\ntwo\n");
    Json.Obj first = data(call("read_file", "{\"path\":\"a.txt\"}"));
    assertThat(first.string("content")).isEqualTo("one\ntwo\n");
    assertThat(first.string("sha256")).isEqualTo(Sha256.of("one\ntwo\n"));
    assertThat(data(call("read_file", "{\"path\":\"a.txt:2\"}")).string("content"))
        .isEqualTo("two\n");
    write("a.txt", "one\nthree\n");
    Json.Obj second = data(call("read_file", "{\"path\":\"a.txt\"}"));
    assertThat(second.number("version", 0)).isGreaterThan(first.number("version", 0));
  }

  @Test
  void aWrongPathIsResolvedBySuffixOrSuggested() throws Exception {
    write("src/main/Deep.java", "class Deep {}\n");
    Part.Result found = call("read_file", "{\"path\":\"main/Deep.java\"}");
    assertThat(found.text()).contains("class Deep").contains("src/main/Deep.java");
    Part.Result missing = call("read_file", "{\"path\":\"src/main/Dep.java\"}");
    assertThat(missing.failed()).isTrue();
    assertThat(missing.text()).contains("not_found").contains("Deep.java");
  }

  @Test
  void anUnreadFileIsNotOverwritten() throws Exception {
    write("a.txt", "precious\n");
    Part.Result refused = call("write_file", "{\"path\":\"a.txt\",\"content\":\"x\"}");
    assertThat(refused.failed()).isTrue();
    assertThat(refused.text()).contains("conflict").contains("not read it");
    call("read_file", "{\"path\":\"a.txt\"}");
    assertThat(call("write_file", "{\"path\":\"a.txt\",\"content\":\"x\\n\"}").failed()).isFalse();
    assertThat(root.resolve("a.txt")).hasContent("x");
    assertThat(call("write_file", "{\"path\":\"n/e/w.txt\",\"content\":\"new\"}").failed())
        .isFalse();
  }

  @Test
  void everyDialectEndsInTheSameTransaction() throws Exception {
    write("a.txt", "one\ntwo\nthree\n");
    assertThat(
            call("edit_file", "{\"path\":\"a.txt\",\"old_text\":\"two\",\"new_text\":\"2\"}")
                .failed())
        .isFalse();
    assertThat(root.resolve("a.txt")).content().isEqualTo("one\n2\nthree\n");
    String diff = "--- a/a.txt\\n+++ b/a.txt\\n@@ -9,9 +9,9 @@\\n one\\n-2\\n+zwei\\n three\\n";
    Json.Obj patched =
        data(
            call(
                "safe_patch",
                "{\"file_path\":\"a.txt\",\"unified_diff\":\""
                    + diff
                    + "\",\"base_content_sha256\":\""
                    + Sha256.of("one\n2\nthree\n")
                    + "\"}"));
    assertThat(patched.objects("files").getFirst().has("latest_file_state")).isTrue();
    assertThat(root.resolve("a.txt")).content().isEqualTo("one\nzwei\nthree\n");
    String envelope =
        "*** Begin Patch\\n*** Update File: a.txt\\n one\\n-zwei\\n+deux\\n*** Add File:"
            + " b.txt\\n+bee\\n*** End Patch";
    assertThat(call("apply_patch", "{\"input\":\"" + envelope + "\"}").failed()).isFalse();
    assertThat(root.resolve("a.txt")).content().isEqualTo("one\ndeux\nthree\n");
    assertThat(root.resolve("b.txt")).content().isEqualTo("bee\n");
    String edits =
        "{\"edits\":[{\"file_path\":\"a.txt\",\"operation\":\"replace\",\"start_line\":2,"
            + "\"end_line\":2,\"new_text\":\"due\",\"expected_hash\":\"sha256:"
            + Sha256.of("deux")
            + "\"}]}";
    assertThat(call("propose_edits", edits).failed()).isFalse();
    assertThat(root.resolve("a.txt")).content().isEqualTo("one\ndue\nthree\n");
    assertThat(call("propose_edits", edits).text()).contains("conflict");
    assertThat(call("hashline_edit", "{\"input\":\"§a.txt\\n» EOF\\nend\"}").text())
        .contains("end");
  }

  @Test
  void aStaleHashAnswersWithThePresentState() throws Exception {
    write("a.txt", "present\n");
    Part.Result stale =
        call(
            "safe_patch",
            "{\"file_path\":\"a.txt\",\"unified_diff\":\"@@ -1 +1 @@\\n-past\\n+x\\n\","
                + "\"base_content_sha256\":\""
                + Sha256.of("past\n")
                + "\"}");
    assertThat(stale.failed()).isTrue();
    assertThat(stale.envelope().objectOrEmpty("error").objectOrEmpty("latest_file_state").compact())
        .contains("present");
    assertThat(root.resolve("a.txt")).hasContent("present");
  }

  @Test
  void searchingLeavesOutWhatGitIgnores() throws Exception {
    Files.createDirectory(root.resolve(".git"));
    write(".gitignore", "out/\n");
    write("src/A.java", "class A { int needle; }\n");
    write("out/B.java", "class B { int needle; }\n");
    assertThat(data(call("glob", "{\"pattern\":\"**/*.java\"}")).array("entries"))
        .containsExactly(Json.of("src/A.java"));
    Part.Result grep = call("grep", "{\"pattern\":\"nee[d]le\"}");
    assertThat(grep.text()).contains("src/A.java").contains("1: class A").doesNotContain("out/");
    assertThat(call("list_files", "{\"recursive\":true}").text())
        .contains("src/")
        .contains("src/A.java")
        .doesNotContain("out");
    assertThat(call("read_many_files", "{\"paths\":[\"src/*.java\"]}").text())
        .contains("=== src/A.java");
  }

  @Test
  void mentionedFilesGoAlongWithThePrompt() throws Exception {
    write("src/A.java", "class A {\n  int x;\n}\n");
    write("with space.txt", "spacious\n");
    var mentioned =
        new MentionedFiles(
            workspace, editing, Presentation.PLAIN, ToolLimits.DEFAULT, Addresses.NONE, line -> {});
    Message.User user =
        mentioned.read("compare @src/A.java:2-2 and @\"with space.txt\", mail a@b.c, @nobody.");
    assertThat(user.content()).hasSize(3);
    assertThat(user.text())
        .contains("  int x;")
        .contains("spacious")
        .contains("sha256=\"")
        .doesNotContain("class A {");
    assertThat(mentioned.read("see @src/*.java").text()).contains("class A {");
    assertThat(mentioned.read("see @src/").text()).contains("A.java");
    assertThat(mentioned.read("plain").content()).hasSize(1);
  }

  @Test
  void generatedFilesAreGuarded() throws Exception {
    write("Api.java", "// Code generated by gen. DO NOT EDIT.\nclass Api {}\n");
    Part.Result refused =
        call("edit_file", "{\"path\":\"Api.java\",\"old_text\":\"Api {}\",\"new_text\":\"X {}\"}");
    assertThat(refused.text()).contains("permission_denied").contains("not edited by hand");
    assertThat(root.resolve("Api.java")).content().contains("class Api {}");
  }

  @Test
  void picturesAreShownAsPictures() throws Exception {
    byte[] png = {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13};
    Files.write(root.resolve("logo.png"), png);
    Files.write(root.resolve("other.bin"), new byte[] {0, 1, 2, 3});
    Part.Result read = call("read_file", "{\"path\":\"logo.png\"}");
    assertThat(read.images()).hasSize(1);
    assertThat(read.images().getFirst().mediaType()).isEqualTo("image/png");
    assertThat(call("read_file", "{\"path\":\"other.bin\"}").text()).contains("is not text");
    var mentioned =
        new MentionedFiles(
            workspace, editing, Presentation.PLAIN, ToolLimits.DEFAULT, Addresses.NONE, line -> {});
    assertThat(mentioned.read("look at @logo.png").content())
        .anyMatch(Part.Image.class::isInstance);
  }

  @Test
  void commandsRunInTheProject() throws Exception {
    write("a.txt", "x\n");
    Json.Obj ran = data(call("bash", "{\"command\":\"ls; exit 3\"}"));
    assertThat(ran.number("exit_code", 0)).isEqualTo(3);
    assertThat(ran.string("output")).isEqualTo("a.txt\n");
    assertThat(call("bash", "{\"command\":\"ls\",\"cwd\":\"..\"}").text())
        .contains("permission_denied");
    assertThat(call("bash", "{\"command\":\"rm -rf /\"}").text()).contains("refused");
  }

  @Test
  void theToolsOfAModelAreLean() {
    for (EditDialect dialect : EditDialect.values()) {
      var tools = BuiltinTools.all(new Shell(Set.of()), ToolLimits.DEFAULT, dialect);
      assertThat(tools.stream().map(tool -> tool.name()).toList())
          .contains("read_file", "write_file", "list_files", "glob", "grep", "bash");
    }
    assertThat(EditDialect.suiting("anthropic/claude-opus-4-6")).isEqualTo(EditDialect.EDIT_FILE);
    assertThat(EditDialect.suiting("openai/gpt-5.2")).isEqualTo(EditDialect.APPLY_PATCH);
    assertThat(EditDialect.suiting("openrouter/openai/o3")).isEqualTo(EditDialect.APPLY_PATCH);
  }

  private void write(String path, String text) throws Exception {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private Part.Result call(String tool, String arguments) throws Exception {
    return runner.call(Part.Call.of("id", tool, Json.parseObject(arguments)), text -> {}).result();
  }

  private static Json.Obj data(Part.Result result) {
    assertThat(result.failed()).describedAs(result.text()).isFalse();
    return result.envelope().objectOrEmpty("data");
  }
}
