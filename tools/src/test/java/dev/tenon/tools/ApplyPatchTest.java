package dev.tenon.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.Editing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.change.review.Review;
import dev.tenon.core.change.review.StagedEditing;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.tool.OutputBound;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.workspace.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `apply_patch` as a model uses it, written at once and staged.
class ApplyPatchTest {
  @TempDir Path temporary;

  private Path root;
  private Workspace workspace;
  private Journal journal;
  private Editing editing;
  private ToolRunner runner;

  @BeforeEach
  void open() throws Exception {
    root = Files.createDirectory(temporary.resolve("project")).toRealPath();
    workspace = Workspace.open(root);
    journal = ProjectJournal.open(temporary.resolve("state"), workspace, "test");
    Files.writeString(root.resolve("a.txt"), "one\ntwo\r\n");
    Files.writeString(root.resolve("b.txt"), "bee\n");
  }

  private void open(boolean staged) {
    editing =
        staged ? new StagedEditing(workspace, journal) : new DirectEditing(workspace, journal);
    runner =
        new ToolRunner(
            BuiltinTools.everything(new Shell(Set.of()), ToolLimits.DEFAULT),
            workspace,
            editing,
            new ModePolicy(Mode.FULL),
            Approver.nobody(),
            OutputBound.DEFAULT);
    editing.beginPrompt("patch");
  }

  private Part.Result call(String tool, String name, String value) throws Exception {
    Json.Obj arguments = Json.object().put(name, value).build();
    return runner.call(Part.Call.of("c1", tool, arguments), text -> {}).result();
  }

  private Part.Result patch(String body) throws Exception {
    return call("apply_patch", "input", "```\n *** Begin Patch\n" + body + " *** End Patch\n```\n");
  }

  private void write() throws Exception {
    if (editing instanceof StagedEditing staged) {
      staged.review().acceptAll();
      staged.review().apply(Review.Rest.PENDING);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void replacesWhatWasReadAndTakesItBack(boolean staged) throws Exception {
    open(staged);
    String add = "  *** Add File: b.txt\n+new\n";
    String move = "*** Update File: a.txt\n  *** Move to: b.txt\n-two\n+2\n";
    for (String body : List.of(add, move)) {
      Part.Result refused = patch(body);
      assertThat(refused.failed()).isTrue();
      assertThat(refused.text()).contains("b.txt exists already", "read b.txt first");
    }
    call("read_file", "path", "b.txt");

    Part.Result done = patch(move);

    assertThat(done.text()).contains("b.txt existed already; it was replaced");
    write();
    // The moved file keeps its own line ends.
    assertThat(Files.readString(root.resolve("b.txt"))).isEqualTo("one\n2\r\n");
    assertThat(root.resolve("a.txt")).doesNotExist();
    assertThat(new Undo(journal).undoLatestPrompt().conflicts()).isEmpty();
    assertThat(Files.readString(root.resolve("a.txt"))).isEqualTo("one\ntwo\r\n");
    assertThat(Files.readString(root.resolve("b.txt"))).isEqualTo("bee\n");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aFileThatChangedSinceIsNotReplaced(boolean staged) throws Exception {
    open(staged);
    call("read_file", "path", "b.txt");
    Files.writeString(root.resolve("b.txt"), "somebody else's\n");

    assertThat(patch("*** Add File: b.txt\n+new\n").text()).contains("read b.txt first");
    assertThat(Files.readString(root.resolve("b.txt"))).isEqualTo("somebody else's\n");
  }

  /// The policy is asked about every file that a patch can touch, however its markers are written.
  @Test
  void isAskedAboutEveryPath() {
    for (String marker :
        List.of("*** Delete File: b.txt", "*** Delete File:b.txt", "  *** Delete File: b.txt \t")) {
      for (String end : List.of("\n", "\r\n", "\r")) {
        String input =
            String.join(end, "*** Begin Patch", "*** Add File: c", "+x", marker, "*** End Patch");
        assertThat(new ApplyPatch().access(new ApplyPatch.Parameters(input)))
            .containsExactly(new Access.Write("c"), new Access.Write("b.txt"));
      }
    }
  }
}
