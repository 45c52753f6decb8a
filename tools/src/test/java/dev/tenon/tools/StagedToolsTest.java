package dev.tenon.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.review.Review;
import dev.tenon.core.change.review.StagedEditing;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.tool.Addresses;
import dev.tenon.core.tool.OutputBound;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.workspace.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the tools show while edits wait for their review: the project as if all were written.
class StagedToolsTest {
  @TempDir Path temporary;

  private Path root;
  private Workspace workspace;
  private StagedEditing editing;
  private ToolRunner runner;

  @BeforeEach
  void open() throws Exception {
    root = Files.createDirectory(temporary.resolve("project"));
    workspace = Workspace.open(root);
    editing =
        new StagedEditing(
            workspace, ProjectJournal.open(temporary.resolve("state"), workspace, "test"));
    runner = runner(BuiltinTools.everything(new Shell(Set.of()), ToolLimits.DEFAULT));
    write("src/A.java", "class A { int apple; }\n");
    write("src/B.java", "class B { int apple; }\n");
    write("old/C.java", "class C { int apple; }\n");
    done("edit_file", "{\"path\":\"src/A.java\",\"old_text\":\"apple\",\"new_text\":\"banana\"}");
    done(
        "write_file", "{\"path\":\"made/here/N.java\",\"content\":\"class N { int banana; }\\n\"}");
    done(
        "apply_patch",
        "{\"input\":\"*** Begin Patch\\n*** Delete File: old/C.java\\n*** Update File:"
            + " src/B.java\\n*** Move to: src/Moved.java\\n-class B { int apple; }\\n"
            + "+class B { int cherry; }\\n*** End Patch\"}");
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

  @Test
  void grepFindsTheNewTextAndNotTheOld() throws Exception {
    assertThat(done("grep", "{\"pattern\":\"banana\"}"))
        .isEqualTo(
            """
            made/here/N.java
              1: class N { int banana; }
            src/A.java
              1: class A { int banana; }
            """);
    assertThat(done("grep", "{\"pattern\":\"apple\"}")).isEqualTo("no match\n");
    assertThat(done("grep", "{\"pattern\":\"cherry\",\"path\":\"src\"}"))
        .isEqualTo("src/Moved.java\n  1: class B { int cherry; }\n");
    assertThat(done("grep", "{\"pattern\":\"class\",\"show\":\"counts\"}"))
        .isEqualTo("made/here/N.java: 1\nsrc/A.java: 1\nsrc/Moved.java: 1\n");
    assertThat(done("grep", "{\"pattern\":\"N\",\"path\":\"made/here/N.java\"}"))
        .startsWith("made/here/N.java\n");
    assertThat(root.resolve("src/A.java")).content().contains("apple");
  }

  @Test
  void globAndListFilesShowWhatIsStaged() throws Exception {
    assertThat(entries("glob", "{\"pattern\":\"**/*.java\"}"))
        .containsExactly("made/here/N.java", "src/A.java", "src/Moved.java");
    assertThat(entries("glob", "{\"pattern\":\"*.java\",\"path\":\"made\"}"))
        .containsExactly("made/here/N.java");
    assertThat(entries("list_files", "{}")).containsExactly("made/", "old/", "src/");
    assertThat(entries("list_files", "{\"recursive\":true}"))
        .containsExactly(
            "made/",
            "made/here/",
            "made/here/N.java",
            "old/",
            "src/",
            "src/A.java",
            "src/Moved.java");
    assertThat(entries("list_files", "{\"path\":\"made/here\"}")).containsExactly("N.java");
    assertThat(entries("list_files", "{\"path\":\"old\"}")).isEmpty();
  }

  @Test
  void manyFilesAreReadByAPattern() throws Exception {
    assertThat(done("read_many_files", "{\"paths\":[\"**/*.java\"]}"))
        .contains("=== made/here/N.java\nclass N")
        .contains("=== src/Moved.java\nclass B { int cherry; }")
        .doesNotContain("apple");
  }

  @Test
  void theDiskIsSeenAgainOnceAllIsApplied() throws Exception {
    List<String> staged = entries("list_files", "{\"recursive\":true}");
    editing.review().acceptAll();
    editing.review().apply(Review.Rest.PENDING);
    assertThat(entries("list_files", "{\"recursive\":true}")).isEqualTo(staged);
    assertThat(done("grep", "{\"pattern\":\"banana\",\"show\":\"files\"}"))
        .isEqualTo("made/here/N.java\nsrc/A.java\n");
  }

  @Test
  void aStagedFileIsReadLikeAnyOther() throws Exception {
    assertThat(done("read_file", "{\"path\":\"made/here/N.java\"}"))
        .isEqualTo("class N { int banana; }\n");
    assertThat(done("read_file", "{\"path\":\"here/N.java\"}"))
        .contains("class N")
        .contains("this is made/here/N.java, the only match");
    assertThat(done("read_file", "{\"path\":\"src/A.java:7\"}"))
        .contains("Line 7 is beyond the end: src/A.java has 1 line.");
    assertThat(done("read_file", "{\"path\":\"made\"}")).contains("here/").contains("N.java (");
    Part.Result gone = call("read_file", "{\"path\":\"old/C.java\"}");
    assertThat(gone.failed()).isTrue();
    assertThat(gone.text()).contains("not_found").contains("its removal is staged");
  }

  @Test
  void mentionsAndCompletionsSeeWhatIsStaged() throws Exception {
    var mentioned =
        new MentionedFiles(
            workspace, editing, Presentation.PLAIN, ToolLimits.DEFAULT, Addresses.NONE, line -> {});
    assertThat(mentioned.read("see @src/A.java and @made/here/N.java").text())
        .contains("class A { int banana; }")
        .contains("class N { int banana; }")
        .doesNotContain("apple");
    assertThat(mentioned.read("see @old/C.java").content()).hasSize(1);
    assertThat(mentioned.read("all @**/*.java").content()).hasSize(4);
    assertThat(mentioned.read("all @made/").text()).contains("here/");
    assertThat(editing.view().find("java", 10))
        .containsExactlyInAnyOrder("made/here/N.java", "src/A.java", "src/Moved.java");
    assertThat(editing.view().find("made", 1)).containsExactly("made/");
    done("write_file", "{\"path\":\"made/More.java\",\"content\":\"\"}");
    assertThat(editing.view().find("More", 1)).containsExactly("made/More.java");
  }

  @Test
  void ignoreRulesHoldForStagedFiles() throws Exception {
    Files.createDirectory(root.resolve(".git"));
    done("write_file", "{\"path\":\".gitignore\",\"content\":\"made/\\nMoved*\\n\"}");
    assertThat(entries("glob", "{\"pattern\":\"*.java\"}")).containsExactly("src/A.java");
    assertThat(done("grep", "{\"pattern\":\"class\",\"show\":\"files\"}"))
        .isEqualTo("src/A.java\n");
    assertThat(done("grep", "{\"pattern\":\"class\",\"path\":\"src\",\"show\":\"files\"}"))
        .isEqualTo("src/A.java\n");
    assertThat(entries("list_files", "{\"recursive\":true}")).doesNotContain("made/");
    assertThat(editing.view().find("N.java", 5)).isEmpty();
  }

  @Test
  void linesThatAreShownFromABufferCanBeEditedByNumber() throws Exception {
    runner =
        runner(
            BuiltinTools.all(new Shell(Set.of()), ToolLimits.DEFAULT, EditDialect.PROPOSE_EDITS));
    assertThat(done("read_file", "{\"path\":\"src/A.java\"}"))
        .startsWith("1|class A { int banana; }");
    done(
        "propose_edits",
        "{\"edits\":[{\"file_path\":\"src/A.java\",\"operation\":\"replace\",\"start_line\":1,"
            + "\"end_line\":1,\"new_text\":\"class A { int date; }\"}]}");
    assertThat(done("grep", "{\"pattern\":\"date\"}"))
        .isEqualTo("src/A.java\n  1: class A { int date; }\n");
    assertThat(root.resolve("src/A.java")).content().contains("apple");
  }

  private void write(String path, String text) throws Exception {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private String done(String tool, String arguments) throws Exception {
    Part.Result result = call(tool, arguments);
    assertThat(result.failed()).as("%s %s: %s", tool, arguments, result.text()).isFalse();
    return result.text();
  }

  private List<String> entries(String tool, String arguments) throws Exception {
    return call(tool, arguments).envelope().objectOrEmpty("data").array("entries").stream()
        .map(entry -> ((Json.Str) entry).value())
        .toList();
  }

  private Part.Result call(String tool, String arguments) throws Exception {
    return runner.call(Part.Call.of("id", tool, Json.parseObject(arguments)), text -> {}).result();
  }
}
