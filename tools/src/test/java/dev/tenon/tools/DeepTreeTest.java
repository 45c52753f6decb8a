package dev.tenon.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.exec.sandbox.RecursiveDelete;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.tool.Addresses;
import dev.tenon.core.tool.OutputBound;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.core.workspace.walk.FileIndex;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Folders in folders in folders: deeper than a stack, and than any path that the system takes. No
/// tool breaks on them; each shows what it can reach and says what it cannot.
@Timeout(300)
class DeepTreeTest {
  @TempDir Path temporary;

  private Path root;
  private Workspace workspace;
  private Journal journal;
  private DirectEditing editing;
  private Shell shell;
  private ToolRunner runner;

  @BeforeEach
  void open() throws Exception {
    root = Files.createDirectory(temporary.toRealPath().resolve("project"));
    workspace = Workspace.open(root);
    journal = ProjectJournal.open(temporary.resolve("state"), workspace, "test");
    editing = new DirectEditing(workspace, journal);
    shell = new Shell(Set.of());
    runner =
        new ToolRunner(
            BuiltinTools.everything(shell, ToolLimits.DEFAULT),
            workspace,
            editing,
            new ModePolicy(Mode.FULL),
            Approver.nobody(),
            OutputBound.DEFAULT);
    Files.writeString(root.resolve("top.txt"), "needle at the top\n");
  }

  /// JUnit itself cannot delete such a tree.
  @AfterEach
  void close() throws Exception {
    shell.close();
    RecursiveDelete.delete(root);
    assertThat(root).doesNotExist();
  }

  /// From the innermost folder outward, so that no path is ever long.
  private void nest(int levels, String name) throws Exception {
    Path inner = Files.createDirectory(root.resolve("inner"));
    for (int level = levels; level > 0; level--) {
      if (level % 100 == 0 || level == levels) {
        Files.writeString(inner.resolve("deep.txt"), "needle at " + level + "\n");
      }
      Path outer = Files.createDirectory(root.resolve("outer"));
      Files.move(inner, outer.resolve(name));
      Files.move(outer, inner);
    }
    Files.move(inner.resolve(name), root.resolve(name));
    Files.delete(inner);
  }

  private void run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).directory(root.toFile()).inheritIO().start();
    assertThat(process.waitFor()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "1200,folder",
    "2100,a",
    "300,a-name-that-is-rather-long-for-a-folder-of-this-depth-I-would-say"
  })
  void everySearchShowsWhatItReaches(int levels, String name) throws Exception {
    nest(levels, name);
    assertThat(ok("glob", "{\"pattern\":\"**/*.txt\"}")).contains(name + "/deep.txt");
    assertThat(ok("glob", "{\"pattern\":\"**/t*.txt\"}")).contains("top.txt");
    assertThat(ok("glob", "{\"pattern\":\"**\"}")).contains(".txt");
    assertThat(ok("grep", "{\"pattern\":\"needle\"}")).contains("top.txt");
    assertThat(ok("grep", "{\"pattern\":\"nee+dle\",\"glob\":\"**/*.txt\"}")).contains("top.txt");
    assertThat(ok("list_files", "{\"path\":\".\",\"recursive\":true}")).contains(name);
    assertThat(ok("list_files", "{\"path\":\".\"}")).contains(name);
    assertThat(ok("read_file", "{\"path\":\".\"}")).contains("top.txt");
    assertThat(ok("read_file", "{\"path\":\"" + name + "\"}")).isNotEmpty();
    assertThat(ok("read_file", "{\"path\":\"top.txt\"}")).contains("needle");
    Part.Result lost = call("read_file", "{\"path\":\"no-such-file.txt\"}");
    assertThat(lost.text()).contains("not_found");
    String far = (name + "/").repeat(levels) + "deep.txt";
    assertThat(call("read_file", Json.object().put("path", far).build().compact()).text())
        .doesNotContain("the tool broke");
    assertThat(
            call(
                    "write_file",
                    Json.object().put("path", far + ".new").put("content", "x").build().compact())
                .text())
        .doesNotContain("the tool broke");
    assertThat(new FileIndex().paths(workspace.sandbox())).contains("top.txt");
    assertThat(
            new MentionedFiles(
                    workspace,
                    editing,
                    Presentation.suiting(EditDialect.EDIT_FILE),
                    ToolLimits.DEFAULT,
                    Addresses.NONE,
                    line -> {})
                .read("see @**/*.txt and @" + name + "/ and @top.txt"))
        .isNotNull();
  }

  @ParameterizedTest
  @CsvSource({"400,folder-with-a-name-of-some-length", "2100,a"})
  void aCommandThatNestsIsWatchedAndUndoneAsFarAsPathsReach(int levels, String name)
      throws Exception {
    String nested =
        ok(
            "bash",
            Json.object()
                .put("command", "mkdir -p " + (name + "/").repeat(levels) + "; echo x > new.txt")
                .build()
                .compact());
    assertThat(nested).contains("undo takes it back");
    assertThat(ok("bash", "{\"command\":\"echo y >> new.txt\"}")).contains("new.txt");
    assertThat(new Undo(journal).undoLatestPrompt().conflicts()).isEmpty();
    assertThat(root.resolve("new.txt")).hasContent("x");
    // Hundreds of levels take long to take back, each of them checked from the root on.
    if (name.length() > 30) {
      assertThat(new Undo(journal).undoLatestPrompt().changes()).hasSizeGreaterThan(90);
      assertThat(root.resolve("new.txt")).doesNotExist();
    }
    assertThat(root.resolve("top.txt")).exists();
  }

  @Test
  void anythingIsDeletedWhateverItsDepthAndRights() throws Exception {
    nest(1500, "folder");
    nest(4000, "b");
    run(
        "sh",
        "-c",
        "mkdir -p locked/in/ner && touch locked/in/ner/f && ln -s / locked/link && chmod 000"
            + " locked/in/ner locked/in");
    Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
    Files.writeString(elsewhere.resolve("kept"), "kept");
    Files.createSymbolicLink(root.resolve("folder/link"), elsewhere);
    long began = System.nanoTime();
    RecursiveDelete.delete(root);
    assertThat(root).doesNotExist();
    assertThat(elsewhere.resolve("kept")).exists();
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(30));
    Files.createDirectory(root);
  }

  private String ok(String tool, String arguments) throws Exception {
    Part.Result result = call(tool, arguments);
    assertThat(result.failed()).as(result.text()).isFalse();
    return result.text();
  }

  private Part.Result call(String tool, String arguments) throws Exception {
    return runner.call(Part.Call.of("1", tool, Json.parseObject(arguments)), text -> {}).result();
  }
}
