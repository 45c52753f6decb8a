package dev.tenon.core.change.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.text.FileBytes;
import dev.tenon.core.text.Sha256;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.core.workspace.state.StableRead;
import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that are changed by their bytes: committed whole or not at all, undone and done again.
class BytesJournalTest {
  private static final Attribution AGENT = new Attribution(Origin.AGENT, "embedder", "call");

  @TempDir Path temporary;
  private Path root;
  private DirectEditing editing;
  private Journal journal;

  @BeforeEach
  void open() throws Exception {
    root = Files.createDirectories(temporary.resolve("project"));
    Workspace workspace = Workspace.open(root);
    journal = ProjectJournal.open(temporary.resolve("state"), workspace, "session");
    editing = new DirectEditing(workspace, journal);
  }

  private static byte[] noise(int length, int seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    bytes[length / 2] = 0;
    return bytes;
  }

  private static String sha256(byte[] bytes) {
    return Sha256.of(bytes);
  }

  private Commit commit(FileChange... changes) throws Exception {
    return editing.commit(new Transaction(List.of(changes)), AGENT);
  }

  private Undo undo() {
    return new Undo(journal);
  }

  @Test
  void filesComeChangeMoveAndGoByTheirBytes() throws Exception {
    Files.write(root.resolve("p"), noise(50, 1));
    Files.setPosixFilePermissions(root.resolve("p"), PosixFilePermissions.fromString("rwxr-x---"));
    Files.write(root.resolve("q"), noise(60, 2));
    Files.write(root.resolve("r"), noise(70, 3));
    Files.writeString(root.resolve("t"), "text\n");
    Commit done =
        commit(
            FileChange.Bytes.create("sub/n", FileBytes.of(noise(80, 4))),
            FileChange.Bytes.replace("p", sha256(noise(50, 1)), FileBytes.of(noise(90, 5))),
            FileChange.Bytes.delete("q", sha256(noise(60, 2))),
            FileChange.Bytes.move("r", sha256(noise(70, 3)), "sub/r"),
            new FileChange.Update((FileState.Existing) editing.current("t"), "other\n"));
    assertThat(done.files()).hasSize(5);
    assertThat(root.resolve("sub/n")).hasBinaryContent(noise(80, 4));
    assertThat(root.resolve("p")).hasBinaryContent(noise(90, 5));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(root.resolve("p"))))
        .isEqualTo("rwxr-x---");
    assertThat(root.resolve("q")).doesNotExist();
    assertThat(root.resolve("sub/r")).hasBinaryContent(noise(70, 3));
    Change replaced = journal.changes().get(1);
    assertThat(replaced.before().sha256()).isEqualTo(sha256(noise(50, 1)));
    assertThat(replaced.after().sha256()).isEqualTo(sha256(noise(90, 5)));
    assertThat(undo().diff(replaced))
        .isEqualTo(
            "Binary files a/p and b/p differ\n-binary file, 50 bytes\n+binary file, 90 bytes\n");

    assertThat(undo().undo(journal.changes()).conflicts()).isEmpty();
    assertThat(root.resolve("sub")).doesNotExist();
    assertThat(root.resolve("p")).hasBinaryContent(noise(50, 1));
    assertThat(root.resolve("q")).hasBinaryContent(noise(60, 2));
    assertThat(root.resolve("r")).hasBinaryContent(noise(70, 3));
    assertThat(root.resolve("t")).hasContent("text");
    undo().redo();
    assertThat(root.resolve("sub/n")).hasBinaryContent(noise(80, 4));
    assertThat(root.resolve("p")).hasBinaryContent(noise(90, 5));
    assertThat(root.resolve("q")).doesNotExist();
    assertThat(root.resolve("t")).hasContent("other");
  }

  @Test
  void anotherBaseIsRefusedAndNothingIsWritten() throws Exception {
    Files.write(root.resolve("p"), noise(50, 1));
    Files.write(root.resolve("q"), noise(50, 2));
    Files.write(root.resolve("z"), noise(50, 3));
    String wrong = sha256(noise(50, 9));
    FileBytes bytes = FileBytes.of(noise(10, 1));
    FileChange good = FileChange.Bytes.replace("q", sha256(noise(50, 2)), bytes);
    for (FileChange bad :
        List.of(
            FileChange.Bytes.replace("p", wrong, bytes),
            FileChange.Bytes.delete("p", wrong),
            FileChange.Bytes.move("p", wrong, "x"),
            FileChange.Bytes.create("p", bytes),
            FileChange.Bytes.replace("gone", wrong, bytes),
            FileChange.Bytes.move("p", sha256(noise(50, 1)), "z"))) {
      assertThatThrownBy(() -> commit(good, bad))
          .isInstanceOfSatisfying(
              CommitException.class,
              stale -> assertThat(stale.kind()).isEqualTo(CommitException.Kind.STALE));
      assertThat(root.resolve("q")).hasBinaryContent(noise(50, 2));
    }
    assertThat(journal.changes()).isEmpty();
    assertThatThrownBy(() -> commit(FileChange.Bytes.create("../out", bytes)))
        .isInstanceOfSatisfying(
            CommitException.class,
            denied -> assertThat(denied.kind()).isEqualTo(CommitException.Kind.DENIED));
  }

  @Test
  void anUndoOfAFileThatSomeoneChangedSinceNamesBothSides() throws Exception {
    Files.write(root.resolve("p"), noise(12_345, 1));
    commit(FileChange.Bytes.replace("p", sha256(noise(12_345, 1)), FileBytes.of(noise(90, 2))));
    byte[] foreign = noise(20_480, 3);
    foreign[0] = (byte) 0x89;
    System.arraycopy("PNG".getBytes(StandardCharsets.US_ASCII), 0, foreign, 1, 3);
    Files.write(root.resolve("p"), foreign);
    assertThat(undo().undo(journal.changes()).conflicts())
        .containsExactly(
            new Undo.Conflict(
                "p",
                "it is not a text file and was changed since: it is now a binary file, 20,480"
                    + " bytes, image/png, and would have to become a binary file, 12,345 bytes"));
    assertThat(root.resolve("p")).hasBinaryContent(foreign);
  }

  @Test
  void bytesAreTakenFromAFileOfTheCaller() throws Exception {
    Path source = temporary.resolve("made.bin");
    Files.write(source, noise(3_000_000, 1));
    FileBytes bytes = FileBytes.ofFile(source);
    assertThat(bytes).isInstanceOf(FileBytes.Streamed.class);
    commit(FileChange.Bytes.create("made.bin", bytes));
    assertThat(root.resolve("made.bin")).hasSameBinaryContentAs(source);
    Files.write(source, noise(3_000_000, 2));
    // The journal has kept the bytes that were meant.
    commit(FileChange.Bytes.create("other.bin", bytes));
    assertThat(root.resolve("other.bin")).hasBinaryContent(noise(3_000_000, 1));
  }

  @Test
  void bytesThatChangeUnderTheCommitAreNotWritten() throws Exception {
    Path source = temporary.resolve("made.bin");
    Files.write(source, noise(3_000_000, 1));
    FileBytes bytes = FileBytes.ofFile(source);
    Files.write(source, noise(3_000_000, 2));
    Files.writeString(root.resolve("t"), "text\n");
    assertThatThrownBy(
            () ->
                commit(
                    new FileChange.Update((FileState.Existing) editing.current("t"), "other\n"),
                    FileChange.Bytes.create("made.bin", bytes)))
        .isInstanceOf(IOException.class);
    assertThat(root.resolve("t")).hasContent("text");
    assertThat(root.resolve("made.bin")).doesNotExist();
    assertThat(journal.changes()).isEmpty();
    assertThat(blobs()).allSatisfy(name -> assertThat(name).doesNotEndWith(".tmp"));
  }

  private List<String> blobs() throws IOException {
    try (var files = Files.walk(journal.folder().resolve("blobs"))) {
      return files.filter(Files::isRegularFile).map(Path::toString).toList();
    }
  }

  @Test
  void aDamagedContentOfTheJournalIsNotWrittenBack() throws Exception {
    Files.write(root.resolve("p"), noise(2_000_000, 1));
    String before = sha256(noise(2_000_000, 1));
    commit(FileChange.Bytes.replace("p", before, FileBytes.of(noise(90, 2))));
    Path blob =
        journal
            .folder()
            .resolve("blobs")
            .resolve(before.substring(0, 2))
            .resolve(before.substring(2));
    Files.write(blob, noise(2_000_000, 7));
    assertThatThrownBy(() -> undo().undo(journal.changes())).hasMessageContaining("no longer");
    assertThat(root.resolve("p")).hasBinaryContent(noise(90, 2));
  }

  /// As if the program had been killed after the files were renamed, or between them.
  @Test
  void aCrashInTheMiddleIsTakenBackToTheByte() throws Exception {
    for (int renamed = 0; renamed <= 3; renamed++) {
      Path folder = Files.createDirectories(temporary.resolve("crash" + renamed + "/project"));
      Path state = temporary.resolve("crash" + renamed + "/state");
      Files.write(folder.resolve("a"), noise(2_000_000, 1));
      Files.write(folder.resolve("b"), noise(60, 2));
      Files.writeString(folder.resolve("c"), "text\n");
      Journal first = ProjectJournal.open(state, Workspace.open(folder), "session");
      first.commit(
          new Transaction(
              List.of(
                  FileChange.Bytes.replace(
                      "a", sha256(noise(2_000_000, 1)), FileBytes.of(noise(1_900_000, 3))),
                  FileChange.Bytes.move("b", sha256(noise(60, 2)), "moved"),
                  FileChange.Bytes.replace("c", Sha256.of("text\n"), FileBytes.of(noise(20, 4))))),
          AGENT);
      Path file = first.folder().resolve("journal.jsonl");
      List<String> lines = Files.readAllLines(file);
      assertThat(lines.getLast()).contains("\"done\"");
      Files.write(file, lines.subList(0, lines.size() - 1));
      if (renamed < 1) {
        Files.write(folder.resolve("a"), noise(2_000_000, 1));
      }
      if (renamed < 2) {
        Files.move(folder.resolve("moved"), folder.resolve("b"));
      }
      if (renamed < 3) {
        Files.writeString(folder.resolve("c"), "text\n");
      }
      Files.write(folder.resolve(".tenon-12ab.tmp"), noise(10, 1));
      Journal second = ProjectJournal.open(state, Workspace.open(folder), "session");
      assertThat(second.changes()).isEmpty();
      assertThat(folder.resolve("a")).hasBinaryContent(noise(2_000_000, 1));
      assertThat(folder.resolve("b")).hasBinaryContent(noise(60, 2));
      assertThat(folder.resolve("moved")).doesNotExist();
      assertThat(folder.resolve("c")).hasContent("text");
      assertThat(folder.resolve(".tenon-12ab.tmp")).doesNotExist();
    }
  }

  @Test
  void aFullDiskOfTheProjectOrOfTheJournalChangesNothing() throws Exception {
    for (String full : List.of("project", "state")) {
      Path home = Files.createDirectories(temporary.resolve("full-" + full));
      Path folder = Files.createDirectories(home.resolve("project"));
      Path state = Files.createDirectories(home.resolve("state"));
      TestPrograms.require("mount");
      Path small = home.resolve(full);
      assumeTrue(
          run("mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", small.toString()) == 0,
          "needs the right to mount a small file system");
      try {
        Files.write(folder.resolve("p"), noise(1_200_000, 1));
        Files.writeString(folder.resolve("t"), "text\n");
        var own = ProjectJournal.open(state, Workspace.open(folder), "session");
        assertThatThrownBy(
                () ->
                    own.commit(
                        new Transaction(
                            List.of(
                                FileChange.Bytes.replace(
                                    "t", Sha256.of("text\n"), FileBytes.of(noise(30, 1))),
                                FileChange.Bytes.replace(
                                    "p",
                                    sha256(noise(1_200_000, 1)),
                                    FileBytes.of(noise(2_500_000, 2))))),
                        AGENT))
            .satisfies(
                failure ->
                    assertThat(failure.getMessage())
                        .containsAnyOf("No space left on device", "no room"));
        assertThat(folder.resolve("p")).hasBinaryContent(noise(1_200_000, 1));
        assertThat(folder.resolve("t")).hasContent("text");
        try (var files = Files.list(folder)) {
          assertThat(files).hasSize(2);
        }
      } finally {
        run("umount", small.toString());
      }
    }
  }

  @Test
  void whatIsMoreThanTheJournalKeepsIsNotTouched() throws Exception {
    Path huge = root.resolve("huge");
    try (var sparse = new RandomAccessFile(huge.toFile(), "rw")) {
      sparse.setLength(FileBytes.MOST + 1);
    }
    assertThatThrownBy(() -> commit(FileChange.Bytes.delete("huge", Sha256.EMPTY)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("more than the limit of 4294967296");
    assertThatThrownBy(
            () ->
                commit(
                    FileChange.Bytes.create(
                        "copy",
                        FileBytes.stored(
                            () -> Files.newByteChannel(huge), FileBytes.MOST + 1, Sha256.EMPTY))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("more than the journal keeps");
    assertThat(huge).exists();
    assertThat(root.resolve("copy")).doesNotExist();
  }

  @Test
  void aFileThatGrowsWhileItIsHashedIsNoticed() throws Exception {
    Path file = temporary.resolve("growing");
    try (var sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(40L << 20);
    }
    var thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!Thread.currentThread().isInterrupted()) {
                    append(file);
                  }
                });
    try {
      assertThatThrownBy(() -> StableRead.of(file, () -> Files.newByteChannel(file)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("changed while it was read");
    } finally {
      thread.interrupt();
      thread.join();
    }
    assertThat(StableRead.of(file, () -> Files.newByteChannel(file)).size())
        .isEqualTo(Files.size(file));
  }

  private static void append(Path file) {
    try {
      Files.write(file, new byte[] {1}, StandardOpenOption.APPEND);
    } catch (IOException stopped) {
      Thread.currentThread().interrupt();
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
