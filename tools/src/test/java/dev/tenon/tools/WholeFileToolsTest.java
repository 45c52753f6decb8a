package dev.tenon.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.tool.OutputBound;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.workspace.Workspace;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that are no text, or too large to be held as one, in the hands of a model: it can read of
/// them what there is, and then move, delete or replace them.
class WholeFileToolsTest {
  private static final byte[] BINARY = {1, 2, 0, 3, 4};

  @TempDir Path temporary;

  private Path root;
  private Journal journal;
  private ToolRunner runner;

  @BeforeEach
  void open() throws Exception {
    root = Files.createDirectory(temporary.resolve("project"));
    Workspace workspace = Workspace.open(root);
    journal = ProjectJournal.open(temporary.resolve("state"), workspace, "test");
    runner =
        new ToolRunner(
            BuiltinTools.everything(new Shell(Set.of()), ToolLimits.DEFAULT),
            workspace,
            new DirectEditing(workspace, journal),
            new ModePolicy(Mode.FULL),
            Approver.nobody(),
            OutputBound.DEFAULT);
    Files.write(root.resolve("b.bin"), BINARY);
  }

  private Part.Result call(String tool, Json.Obj arguments) throws Exception {
    return runner.call(Part.Call.of("id", tool, arguments), text -> {}).result();
  }

  private Part.Result write(String path, String content) throws Exception {
    return call("write_file", Json.object().put("path", path).put("content", content).build());
  }

  private Part.Result read(String path) throws Exception {
    return call("read_file", Json.object().put("path", path).build());
  }

  private Part.Result patch(String sections) throws Exception {
    String input = "*** Begin Patch\n" + sections + "\n*** End Patch";
    return call("apply_patch", Json.object().put("input", input).build());
  }

  private void undo() throws Exception {
    assertThat(new Undo(journal).undo(journal.changes()).conflicts()).isEmpty();
  }

  @Test
  void aBinaryFileIsReplacedOnceItHasBeenRead() throws Exception {
    Part.Result refused = write("b.bin", "text\n");
    assertThat(refused.failed()).isTrue();
    assertThat(refused.text()).contains("you have not read it in its present state");
    assertThat(read("b.bin").text()).contains("is not text").contains("as a whole");
    Files.write(root.resolve("b.bin"), new byte[] {0, 9});
    assertThat(write("b.bin", "text\n").failed()).isTrue();
    assertThat(root.resolve("b.bin")).hasBinaryContent(new byte[] {0, 9});
    read("b.bin");
    Part.Result done = write("b.bin", "text\n");
    assertThat(done.failed()).as(done.text()).isFalse();
    assertThat(root.resolve("b.bin")).hasContent("text");
    assertThat(write("b.bin", "more\n").failed()).isFalse();
    undo();
    assertThat(root.resolve("b.bin")).hasBinaryContent(new byte[] {0, 9});
  }

  @Test
  void aPatchMovesAndDeletesABinaryFile() throws Exception {
    Part.Result moved = patch("*** Update File: b.bin\n*** Move to: sub/c.bin");
    assertThat(moved.failed()).as(moved.text()).isFalse();
    assertThat(root.resolve("b.bin")).doesNotExist();
    assertThat(root.resolve("sub/c.bin")).hasBinaryContent(BINARY);
    Part.Result deleted = patch("*** Delete File: sub/c.bin\n*** Add File: n.txt\n+new");
    assertThat(deleted.failed()).as(deleted.text()).isFalse();
    assertThat(root.resolve("sub/c.bin")).doesNotExist();
    undo();
    assertThat(root.resolve("b.bin")).hasBinaryContent(BINARY);
    assertThat(root.resolve("sub")).doesNotExist();
    assertThat(root.resolve("n.txt")).doesNotExist();
  }

  @Test
  void aBinaryFileThatHasChangedSinceIsNotDeleted() throws Exception {
    read("b.bin");
    Files.write(root.resolve("b.bin"), new byte[] {0, 9});
    Part.Result refused = patch("*** Delete File: b.bin");
    assertThat(refused.failed()).isTrue();
    assertThat(refused.text()).contains("has changed since it was read");
    assertThat(root.resolve("b.bin")).exists();
  }

  @Test
  void whatNeedsLinesIsRefused() throws Exception {
    for (String sections :
        new String[] {
          "*** Update File: b.bin\n-a\n+b",
          "*** Update File: b.bin\n*** Move to: c.bin\n-a\n+b",
          "*** Delete File: b.bin\n*** Delete File: b.bin",
          "*** Update File: b.bin\n*** Move to: b.bin",
          "*** Update File: gone.bin\n*** Move to: c.bin",
          "*** Add File: b.bin\n+text",
        }) {
      Part.Result refused = patch(sections);
      assertThat(refused.failed()).as(sections + ": " + refused.text()).isTrue();
      assertThat(root.resolve("b.bin")).hasBinaryContent(BINARY);
    }
    Files.writeString(root.resolve("t.txt"), "text\n");
    assertThat(patch("*** Update File: t.txt\n*** Move to: b.bin").failed()).isTrue();
    assertThat(patch("*** Update File: b.bin\n*** Move to: t.txt").failed()).isTrue();
    assertThat(journal.changes()).isEmpty();
  }

  @Test
  void aGuessedEncodingIsMovedAndNotOverwritten() throws Exception {
    byte[] latin = "caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1);
    Files.write(root.resolve("latin"), latin);
    read("latin");
    assertThat(write("latin", "text\n").text()).contains("cannot be edited because");
    assertThat(patch("*** Update File: latin\n*** Move to: latin.old").failed()).isFalse();
    assertThat(root.resolve("latin.old")).hasBinaryContent(latin);
  }

  @Test
  void aFileOver32MegabytesHasAVersionAndIsReplacedMovedAndDeleted() throws Exception {
    Path large = root.resolve("large.log");
    Files.writeString(large, "first line\nsecond line\n");
    try (var file = new RandomAccessFile(large.toFile(), "rw")) {
      byte[] line = "0123456789\n".repeat(100_000).getBytes(StandardCharsets.US_ASCII);
      file.seek(file.length());
      while (file.length() < 40 << 20) {
        file.write(line);
      }
    }
    long size = Files.size(large);
    assertThat(write("large.log", "short\n").text()).contains("you have not read it");
    Part.Result read = read("large.log:2-2");
    assertThat(read.text()).contains("second line").contains("as a whole");
    assertThat(read.envelope().compact()).contains("\"version\":1");
    assertThat(patch("*** Update File: large.log\n-first line\n+1").text())
        .contains("cannot be edited because it has");
    assertThat(patch("*** Update File: large.log\n*** Move to: old/large.log").failed()).isFalse();
    assertThat(root.resolve("old/large.log")).hasSize(size);
    Part.Result replaced = write("old/large.log", "short\n");
    assertThat(replaced.failed()).as(replaced.text()).isFalse();
    assertThat(root.resolve("old/large.log")).hasContent("short");
    assertThat(patch("*** Delete File: old/large.log").failed()).isFalse();
    undo();
    assertThat(large).hasSize(size);
    assertThat(patch("*** Delete File: large.log").failed()).isFalse();
    assertThat(large).doesNotExist();
    new Undo(journal)
        .undo(journal.changes().subList(journal.changes().size() - 1, journal.changes().size()));
    assertThat(large).hasSize(size);
  }
}
