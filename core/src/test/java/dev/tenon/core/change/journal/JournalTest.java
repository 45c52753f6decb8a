package dev.tenon.core.change.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.FileStates;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.workspace.Workspace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  private static final Attribution AGENT = new Attribution(Origin.AGENT, "edit_file", "call-1");

  @TempDir Path temporary;

  private Path root;
  private Path state;

  @BeforeEach
  void folders() throws IOException {
    root = Files.createDirectory(temporary.resolve("project"));
    state = temporary.resolve("state");
  }

  @Test
  void aCommitKeepsBytesAndIsRecorded() throws Exception {
    Files.write(root.resolve("a.txt"), "\uFEFFone\r\ntwo\nthree".getBytes(StandardCharsets.UTF_8));
    Files.setPosixFilePermissions(
        root.resolve("a.txt"), PosixFilePermissions.fromString("rwxr-x---"));
    Journal journal = open();
    Checkpoint checkpoint = journal.beginPrompt("make it better\nplease");
    List<Change> changes =
        journal.commit(
            new Transaction(
                List.of(
                    new FileChange.Update(file("a.txt"), "one\nzwei\nthree"),
                    new FileChange.Create("new/deep/b.txt", "hello\n"))),
            AGENT);
    assertThat(Files.readAllBytes(root.resolve("a.txt")))
        .isEqualTo("\uFEFFone\r\nzwei\nthree".getBytes(StandardCharsets.UTF_8));
    assertThat(Files.getPosixFilePermissions(root.resolve("a.txt")))
        .isEqualTo(PosixFilePermissions.fromString("rwxr-x---"));
    assertThat(changes).hasSize(2).isEqualTo(open().changes());
    assertThat(changes.getFirst().prompt()).isEqualTo(checkpoint.id());
    assertThat(changes.getFirst().by()).isEqualTo(AGENT);
    assertThat(changes.get(1).folders()).containsExactly("new", "new/deep");
    assertThat(journal.checkpoints().getFirst().summary()).isEqualTo("make it better");
    assertThat(new Undo(journal).undoLatestPrompt().conflicts()).isEmpty();
    assertThat(tree()).containsOnlyKeys("a.txt");
    assertThat(root.resolve("new")).doesNotExist();
    new Undo(journal).redo();
    assertThat(tree()).containsOnlyKeys("a.txt", "new/deep/b.txt");
  }

  @Test
  void aStaleBaseIsNeverWritten() throws Exception {
    write("a.txt", "one\n");
    FileState.Existing old = file("a.txt");
    write("a.txt", "someone else\n");
    Journal journal = open();
    assertThatThrownBy(
            () ->
                journal.commit(
                    new Transaction(
                        List.of(
                            new FileChange.Create("b.txt", "b\n"),
                            new FileChange.Update(old, "mine\n"))),
                    AGENT))
        .isInstanceOfSatisfying(
            CommitException.class,
            stale -> assertThat(stale.kind()).isEqualTo(CommitException.Kind.STALE));
    assertThat(tree()).isEqualTo(Map.of("a.txt", "someone else\n"));
    assertThat(journal.changes()).isEmpty();
  }

  @Test
  void pathsOutsideAreDenied() throws Exception {
    Files.createSymbolicLink(root.resolve("out"), temporary);
    Journal journal = open();
    for (String path : List.of("../x.txt", "out/x.txt", "/etc/x.txt")) {
      assertThatThrownBy(
              () ->
                  journal.commit(new Transaction(List.of(new FileChange.Create(path, "x"))), AGENT))
          .isInstanceOfSatisfying(
              CommitException.class,
              denied -> assertThat(denied.kind()).isEqualTo(CommitException.Kind.DENIED));
    }
    assertThat(temporary.resolve("x.txt")).doesNotExist();
  }

  @Test
  void aRefusalInTheMiddleChangesNothing() throws Exception {
    write("a.txt", "a\n");
    write("c.txt", "c\n");
    Files.createDirectory(root.resolve("folder"));
    Journal journal = open();
    assertThatThrownBy(
            () ->
                journal.commit(
                    new Transaction(
                        List.of(
                            new FileChange.Update(file("a.txt"), "A\n"),
                            new FileChange.Create("d/e/f.txt", "f\n"),
                            new FileChange.Delete(file("c.txt")),
                            new FileChange.Create("a.txt/below", "x\n"))),
                    AGENT))
        .isInstanceOf(Exception.class);
    assertThat(tree()).isEqualTo(Map.of("a.txt", "a\n", "c.txt", "c\n"));
    assertThat(root.resolve("d")).doesNotExist();
    assertThat(journal.changes()).isEmpty();
  }

  @Test
  void laterEditsSurviveAnUndoAndOverlapsAreConflicts() throws Exception {
    write("a.txt", "1\n2\n3\n4\n5\n");
    Journal journal = open();
    journal.beginPrompt("first");
    Change first = update(journal, "a.txt", "one\n2\n3\n4\n5\n");
    journal.beginPrompt("second");
    update(journal, "a.txt", "one\n2\n3\n4\nfive\n");
    write("a.txt", "one\n2\nthree by hand\n4\nfive\n");
    assertThat(new Undo(journal).undo(List.of(first)).conflicts()).isEmpty();
    assertThat(tree()).isEqualTo(Map.of("a.txt", "1\n2\nthree by hand\n4\nfive\n"));
    write("a.txt", "1\n2\nthree by hand\n4\nfive, no six\n");
    Undo.Report report = new Undo(journal).undoLatestPrompt();
    assertThat(report.changes()).isEmpty();
    assertThat(report.conflicts())
        .singleElement()
        .satisfies(
            conflict ->
                assertThat(conflict.reason())
                    .contains("line 5")
                    .contains("five, no six")
                    .contains("“5”"));
    assertThat(tree()).isEqualTo(Map.of("a.txt", "1\n2\nthree by hand\n4\nfive, no six\n"));
    assertThat(journal.changes())
        .anyMatch(change -> change.by().equals(Attribution.user("outside Tenon")));
  }

  @Test
  void singleHunksAreTakenBack() throws Exception {
    String before = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n";
    write("a.txt", before);
    Journal journal = open();
    Change change = update(journal, "a.txt", before.replace("a\n", "A\n").replace("l\n", "L\nM\n"));
    var undo = new Undo(journal);
    assertThat(undo.hunks(change)).hasSize(2);
    assertThat(undo.undoHunks(change, Set.of(0)).conflicts()).isEmpty();
    assertThat(tree()).isEqualTo(Map.of("a.txt", before.replace("l\n", "L\nM\n")));
    undo.redo();
    assertThat(undo.undoHunks(change, Set.of(1)).conflicts()).isEmpty();
    assertThat(tree()).isEqualTo(Map.of("a.txt", before.replace("a\n", "A\n")));
  }

  @Test
  void aHardRollbackBringsBackTheCheckpoint() throws Exception {
    write("a.txt", "1\n");
    write("b.txt", "b\n");
    Journal journal = open();
    journal.beginPrompt("zero");
    update(journal, "a.txt", "2\n");
    Map<String, String> then = tree();
    Checkpoint checkpoint = journal.beginPrompt("one");
    update(journal, "a.txt", "3\n");
    journal.commit(
        new Transaction(
            List.of(
                new FileChange.Move(file("b.txt"), "sub/c.txt", "b!\n"),
                new FileChange.Create("d.txt", "d\n"))),
        AGENT);
    write("a.txt", "by hand\n");
    new Undo(journal).rollback(checkpoint);
    assertThat(tree()).isEqualTo(then);
    assertThat(root.resolve("sub")).doesNotExist();
    new Undo(journal).redo();
    assertThat(tree()).isEqualTo(Map.of("a.txt", "by hand\n", "sub/c.txt", "b!\n", "d.txt", "d\n"));
  }

  @Test
  void undoingEverythingRestoresTheTree() throws Exception {
    for (int seed = 0; seed < 25; seed++) {
      Path project = Files.createDirectory(temporary.resolve("p" + seed));
      root = project;
      var random = new Random(seed);
      for (int i = 0; i < 4; i++) {
        write("f" + i + ".txt", lines(random));
      }
      Map<String, String> initial = tree();
      Journal journal = open();
      for (int i = 0; i < 25; i++) {
        journal.beginPrompt("prompt " + i);
        act(journal, random);
      }
      Map<String, String> changed = tree();
      var undo = new Undo(journal);
      List<String> before = undo.inForce().stream().map(Change::id).toList();
      Undo.Report report = undo.undo(undo.inForce());
      assertThat(report.conflicts()).describedAs("seed %s", seed).isEmpty();
      assertThat(tree()).describedAs("seed %s", seed).isEqualTo(initial);
      assertThat(undo.redo().conflicts()).isEmpty();
      assertThat(tree()).describedAs("seed %s", seed).isEqualTo(changed);
      assertThat(
              undo.inForce().stream().filter(change -> !change.isUndo()).map(Change::id).toList())
          .describedAs("seed %s", seed)
          .isEqualTo(before);
      assertThat(
              undo.undo(undo.inForce().stream().filter(change -> !change.isUndo()).toList())
                  .conflicts())
          .isEmpty();
      assertThat(tree()).describedAs("seed %s", seed).isEqualTo(initial);
    }
  }

  @Test
  void undoingOneChangeKeepsTheOthers() throws Exception {
    for (int seed = 0; seed < 25; seed++) {
      root = Files.createDirectory(temporary.resolve("q" + seed));
      var random = new Random(seed);
      var lines = new ArrayList<String>();
      for (int i = 0; i < 40; i++) {
        lines.add("line " + i + "\n");
      }
      write("a.txt", String.join("", lines));
      Journal journal = open();
      // Each change has lines of its own, so none overlaps another.
      var changes = new ArrayList<Change>();
      var places = new ArrayList<Integer>();
      for (int i = 0; i < 8; i++) {
        int place = i * 5 + random.nextInt(3);
        places.add(place);
        lines.set(place, "changed " + i + "\n");
        changes.add(update(journal, "a.txt", String.join("", lines)));
      }
      int which = random.nextInt(8);
      lines.set(places.get(which), "line " + places.get(which) + "\n");
      new Undo(journal).undo(List.of(changes.get(which)));
      assertThat(tree())
          .describedAs("seed %s", seed)
          .isEqualTo(Map.of("a.txt", String.join("", lines)));
    }
  }

  @Test
  void aJournalCutAtAnyByteRecovers() throws Exception {
    write("a.txt", "1\n");
    Journal journal = open();
    update(journal, "a.txt", "2\n");
    update(journal, "a.txt", "3\n");
    Path file = Journal.folderOf(state, root.toRealPath()).resolve("journal.jsonl");
    byte[] whole = Files.readAllBytes(file);
    List<Change> all = journal.changes();
    for (int cut = 0; cut <= whole.length; cut++) {
      write("a.txt", "3\n");
      Files.write(file, java.util.Arrays.copyOf(whole, cut));
      Journal damaged = open();
      List<Change> left = damaged.changes();
      assertThat(all.subList(0, left.size())).describedAs("cut %s", cut).isEqualTo(left);
      boolean torn = cut > 0 && whole[cut - 1] != '\n';
      assertThat(damaged.takeWarnings().isEmpty()).describedAs("cut %s", cut).isEqualTo(!torn);
      update(damaged, "a.txt", "4\n");
      assertThat(open().changes().getLast().kind()).isEqualTo(Change.Kind.UPDATED);
      assertThat(open().takeWarnings()).isEmpty();
    }
  }

  @Test
  void aCommitThatDiedHalfWayIsTakenBack() throws Exception {
    write("a.txt", "1\n");
    write("b.txt", "1\n");
    Journal journal = open();
    journal.commit(
        new Transaction(
            List.of(
                new FileChange.Update(file("a.txt"), "2\n"),
                new FileChange.Update(file("b.txt"), "2\n"))),
        AGENT);
    // As if the program had died after the first rename: no end of the commit, one file old.
    Path folder = Journal.folderOf(state, root.toRealPath());
    Path file = folder.resolve("journal.jsonl");
    List<String> entries = Files.readAllLines(file);
    Files.writeString(file, entries.getFirst() + "\n");
    Files.writeString(folder.resolve("pending"), "x");
    write("b.txt", "1\n");
    Journal next = open();
    assertThat(tree()).isEqualTo(Map.of("a.txt", "1\n", "b.txt", "1\n"));
    assertThat(next.changes()).isEmpty();
  }

  /// Before a commit the journal notes what people did meanwhile. Wherever it dies, that stays.
  @Test
  void whatAPersonDidIsNotTakenBackWithACommitThatDied() throws Exception {
    write("a.txt", "1\n");
    write("b.txt", "1\n");
    Journal journal = open();
    update(journal, "a.txt", "2\n");
    update(journal, "b.txt", "2\n");
    Path file = Journal.folderOf(state, root.toRealPath()).resolve("journal.jsonl");
    int before = Files.readAllLines(file).size();
    write("a.txt", "mine\n");
    Files.delete(root.resolve("b.txt"));
    journal.commit(
        new Transaction(
            List.of(
                new FileChange.Update(file("a.txt"), "3\n"),
                new FileChange.Create("b.txt", "3\n"))),
        AGENT);
    List<String> entries = Files.readAllLines(file);
    assertThat(entries).hasSizeGreaterThan(before + 2);
    for (int left = before; left < entries.size(); left++) {
      write("a.txt", "mine\n");
      Files.deleteIfExists(root.resolve("b.txt"));
      Files.writeString(file, String.join("\n", entries.subList(0, left)) + "\n");
      Files.writeString(file.resolveSibling("pending"), "x");
      open().changes();
      assertThat(tree()).as("after entry " + left).isEqualTo(Map.of("a.txt", "mine\n"));
    }
  }

  @Test
  void ofTwoWritersOneWins() throws Exception {
    for (int round = 0; round < 20; round++) {
      write("a.txt", "0\n");
      FileState.Existing base = file("a.txt");
      var wins = new AtomicInteger();
      var stale = new AtomicInteger();
      var start = new CountDownLatch(1);
      var threads = new ArrayList<Thread>();
      for (int writer = 0; writer < 4; writer++) {
        String text = "writer " + writer + "\n";
        threads.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      try {
                        start.await();
                        open()
                            .commit(
                                new Transaction(List.of(new FileChange.Update(base, text))), AGENT);
                        wins.incrementAndGet();
                      } catch (CommitException lost) {
                        stale.incrementAndGet();
                      } catch (IOException | InterruptedException broken) {
                        throw new IllegalStateException(broken);
                      }
                    }));
      }
      start.countDown();
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(wins).hasValue(1);
      assertThat(stale).hasValue(3);
    }
  }

  private void act(Journal journal, Random random) throws Exception {
    List<String> files = List.copyOf(tree().keySet());
    String any = files.isEmpty() ? "" : files.get(random.nextInt(files.size()));
    switch (random.nextInt(6)) {
      case 0 -> {
        String path =
            random.nextBoolean() ? "n" + random.nextInt(1000) : "d/e/n" + random.nextInt(9);
        if (!files.contains(path)) {
          journal.commit(
              new Transaction(List.of(new FileChange.Create(path, lines(random)))), AGENT);
        }
      }
      case 1 -> {
        if (files.size() > 2) {
          journal.commit(new Transaction(List.of(new FileChange.Delete(file(any)))), AGENT);
        }
      }
      case 2 -> {
        String target = "m" + random.nextInt(1000);
        if (!files.isEmpty() && !files.contains(target)) {
          journal.commit(
              new Transaction(List.of(new FileChange.Move(file(any), target, lines(random)))),
              AGENT);
        }
      }
      case 3 -> {
        // A person edits a file that Tenon has touched; it is noticed with Tenon's next change.
        if (!files.isEmpty() && journal.locked(locked -> locked.lastKnown(any)).isPresent()) {
          write(any, lines(random));
          update(journal, any, lines(random));
        }
      }
      default -> {
        if (!files.isEmpty()) {
          update(journal, any, lines(random));
        }
      }
    }
  }

  private Change update(Journal journal, String path, String text) throws Exception {
    return journal
        .commit(new Transaction(List.of(new FileChange.Update(file(path), text))), AGENT)
        .getFirst();
  }

  private static String lines(Random random) {
    var text = new StringBuilder();
    for (int n = random.nextInt(12); n > 0; n--) {
      text.append("line ")
          .append(random.nextInt(30))
          .append(random.nextInt(4) == 0 ? "é😀\n" : "\n");
    }
    return text.toString();
  }

  private Journal open() throws IOException, CommitException {
    return ProjectJournal.open(state, Workspace.open(root), "session");
  }

  private void write(String path, String text) throws IOException {
    Files.writeString(root.resolve(path), text);
  }

  private FileState.Existing file(String path) throws IOException {
    return FileStates.onDisk(root, path);
  }

  private Map<String, String> tree() throws IOException {
    var tree = new TreeMap<String, String>();
    try (var files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        tree.put(root.relativize(file).toString(), Files.readString(file));
      }
    }
    return tree;
  }

  @Test
  void theJournalIsUsedUnderItsLockAlone() throws Exception {
    write("a", "one\n");
    Journal journal = open();
    LockedJournal escaped = journal.locked(locked -> locked);
    var update = new Transaction(List.of(new FileChange.Update(file("a"), "two\n")));
    List<Commit.Step> steps = journal.locked(locked -> locked.verify(update));
    assertThatThrownBy(() -> escaped.carryOut(steps, AGENT))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(escaped::changes).isInstanceOf(IllegalStateException.class);
    assertThat(tree()).isEqualTo(Map.of("a", "one\n"));
    List<Change> done = journal.locked(locked -> locked.carryOut(steps, AGENT));
    assertThat(done).hasSize(1);
    assertThat(tree()).isEqualTo(Map.of("a", "two\n"));
  }
}
