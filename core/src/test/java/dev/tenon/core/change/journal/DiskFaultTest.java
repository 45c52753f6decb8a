package dev.tenon.core.change.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileStates;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.harness.Alone;
import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Disks that refuse in the middle of a commit: real ones, where the machine lets us make them.
@Alone
class DiskFaultTest {
  private static final Attribution AGENT = new Attribution(Origin.AGENT, "edit_file", "call");

  @TempDir Path temporary;

  @Test
  void aFullDiskChangesNothing() throws Exception {
    Path root = Files.createDirectory(temporary.resolve("small"));
    TestPrograms.require("mount");
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", root.toString()) == 0,
        "needs the right to mount a small file system");
    try {
      Files.writeString(root.resolve("a.txt"), "old\n");
      Journal journal = open(root);
      assertThatThrownBy(
              () ->
                  journal.commit(
                      new Transaction(
                          List.of(
                              new FileChange.Update(FileStates.of("a.txt", "old\n"), "new\n"),
                              new FileChange.Create("deep/b.txt", "x".repeat(200_000)))),
                      AGENT))
          .isInstanceOfSatisfying(
              CommitException.class,
              full -> assertThat(full.kind()).isEqualTo(CommitException.Kind.IO));
      assertThat(root.resolve("a.txt")).hasContent("old");
      assertThat(names(root)).containsExactly("a.txt");
      assertThat(journal.changes()).isEmpty();
    } finally {
      run("umount", root.toString());
    }
  }

  @Test
  void aFileThatMayNotBeReplacedLeavesTheOthersAlone() throws Exception {
    Path root = Files.createDirectory(temporary.resolve("project"));
    Files.writeString(root.resolve("a.txt"), "a\n");
    Path fixed = root.resolve("z.txt");
    Files.writeString(fixed, "z\n");
    TestPrograms.require("chattr");
    assumeTrue(run("chattr", "+i", fixed.toString()) == 0, "needs immutable files");
    try {
      Journal journal = open(root);
      assertThatThrownBy(
              () ->
                  journal.commit(
                      new Transaction(
                          List.of(
                              new FileChange.Update(FileStates.of("a.txt", "a\n"), "A\n"),
                              new FileChange.Create("new/b.txt", "b\n"),
                              new FileChange.Update(FileStates.of("z.txt", "z\n"), "Z\n"))),
                      AGENT))
          .isInstanceOfSatisfying(
              CommitException.class,
              denied -> assertThat(denied.kind()).isEqualTo(CommitException.Kind.IO));
      assertThat(root.resolve("a.txt")).hasContent("a");
      assertThat(names(root)).containsExactly("a.txt", "z.txt");
      assertThat(journal.changes()).isEmpty();
    } finally {
      run("chattr", "-i", fixed.toString());
    }
  }

  /// More files than are prepared at a time, so that some are in their places before one refuses.
  @Test
  void oneOfManyFilesThatRefusesTakesAllBack() throws Exception {
    Path root = Files.createDirectory(temporary.resolve("project"));
    TestPrograms.require("chattr");
    var changes = new ArrayList<FileChange>();
    for (int i = 0; i < 600; i++) {
      Path folder = Files.createDirectories(root.resolve("d" + i % 7));
      Files.writeString(folder.resolve(i + ".txt"), "old " + i + "\n");
      String path = "d" + i % 7 + "/" + i + ".txt";
      changes.add(new FileChange.Update(FileStates.of(path, "old " + i + "\n"), "new\n"));
    }
    Path fixed = root.resolve("d3/598.txt");
    assumeTrue(run("chattr", "+i", fixed.toString()) == 0, "needs immutable files");
    Journal journal = open(root);
    try {
      assertThatThrownBy(() -> journal.commit(new Transaction(changes), AGENT))
          .isInstanceOf(CommitException.class)
          .hasMessageContaining("598.txt");
      for (int i = 0; i < 600; i++) {
        assertThat(root.resolve("d" + i % 7 + "/" + i + ".txt")).hasContent("old " + i);
      }
      assertThat(names(root.resolve("d3"))).noneMatch(name -> name.endsWith(".tmp"));
      assertThat(journal.changes()).isEmpty();
    } finally {
      run("chattr", "-i", fixed.toString());
    }
    journal.commit(new Transaction(changes), AGENT);
    assertThat(root.resolve("d0/0.txt")).hasContent("new");
    assertThat(fixed).hasContent("new");
  }

  /// As if the program had been killed while it put the files into place.
  @Test
  void whatACrashLeavesBesideTheFilesIsRemoved() throws Exception {
    Path root = Files.createDirectory(temporary.resolve("project"));
    Files.createDirectory(root.resolve("deep"));
    Files.writeString(root.resolve("deep/a.txt"), "old\n");
    Files.writeString(root.resolve(".tenon-mine"), "not a temporary file of ours\n");
    open(root)
        .commit(
            new Transaction(
                List.of(
                    new FileChange.Update(FileStates.of("deep/a.txt", "old\n"), "new\n"),
                    new FileChange.Create("b.txt", "b\n"))),
            AGENT);
    Path file =
        Journal.folderOf(temporary.resolve("state"), root.toRealPath()).resolve("journal.jsonl");
    List<String> lines = Files.readAllLines(file);
    assertThat(lines.getLast()).contains("\"done\"");
    Files.write(file, lines.subList(0, lines.size() - 1));
    Files.writeString(root.resolve("deep/.tenon-12ab.tmp"), "new\n");
    Files.writeString(root.resolve(".tenon-34cd.tmp"), "b\n");
    assertThat(open(root).changes()).isEmpty();
    assertThat(names(root)).containsExactly(".tenon-mine", "deep");
    assertThat(names(root.resolve("deep"))).containsExactly("a.txt");
    assertThat(root.resolve("deep/a.txt")).hasContent("old");
  }

  private Journal open(Path root) throws IOException, CommitException {
    return ProjectJournal.open(temporary.resolve("state"), Workspace.open(root), "session");
  }

  private static List<String> names(Path root) throws IOException {
    try (var files = Files.list(root)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static int run(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException absent) {
      return -1;
    }
  }
}
