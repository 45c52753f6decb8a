package dev.tenon.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.change.CommandRunner;
import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.effects.TreeFingerprints;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.text.Sha256;
import dev.tenon.core.workspace.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every way to call something done that is not, on a real project with a real shell.
class EvidenceTest {
  @TempDir Path folder;
  private Path root;
  private Workspace workspace;
  private Journal journal;
  private DirectEditing editing;
  private Shell shell;
  private CheckLog log;
  private CommandRunner runner;
  private final List<Check> kept = new ArrayList<>();
  private final GoalBook book = new GoalBook(goal -> {});

  @BeforeEach
  void open() throws Exception {
    root = Files.createDirectory(folder.resolve("project")).toRealPath();
    Files.writeString(root.resolve("a.txt"), "one\n");
    Files.writeString(root.resolve(".gitignore"), "target/\n");
    Files.writeString(root.resolve("check.sh"), "grep -q one a.txt\n");
    workspace = Workspace.open(root);
    journal = ProjectJournal.open(folder.resolve("home"), workspace, "test");
    editing = new DirectEditing(workspace, journal);
    shell = new Shell(Set.of());
    log = new CheckLog(journal, root, kept::add);
    runner = new CommandRunner(shell, log);
    journal.beginPrompt("work");
  }

  @AfterEach
  void close() {
    shell.close();
  }

  private Check run(String line) throws Exception {
    return run(line, Duration.ofSeconds(60));
  }

  private Check run(String line, Duration timeout) throws Exception {
    CommandRunner.Result result =
        runner.run(
            new Shell.Command(line, root, timeout),
            editing,
            new Attribution(Origin.SHELL, "bash", "call" + kept.size()),
            piece -> {});
    return Objects.requireNonNull(result.check());
  }

  private void edit(String path, String text) throws Exception {
    FileState state = editing.current(path);
    FileChange change =
        state instanceof FileState.Existing existing
            ? new FileChange.Update(existing, text)
            : new FileChange.Create(path, text);
    editing.commit(
        new Transaction(List.of(change)), new Attribution(Origin.AGENT, "edit_file", "e"));
  }

  private Evidence now() throws Exception {
    return new Evidence(journal.changes(), log.all(), editing.fingerprint());
  }

  private void refused(Check check, String... words) throws Exception {
    assertThat(now().refusal(check)).as(check.command()).isPresent();
    assertThat(now().refusal(check).orElseThrow()).contains(words).contains(check.id());
  }

  @Test
  void aCheckThatRanAfterTheLastChangeProves() throws Exception {
    edit("a.txt", "one and two\n");
    Check check = run("sh check.sh");
    assertThat(now().refusal(check)).isEmpty();
    assertThat(check.folder()).isEmpty();
    assertThat(check.parts()).containsExactly("sh check.sh");
    assertThat(check.lastChange()).isEqualTo(journal.changes().getLast().id());
    assertThat(check.trees().before()).isEqualTo(check.trees().after()).hasSize(32);
    assertThat(Check.of(Json.parse(check.toJson().compact()))).isEqualTo(check);
    assertThat(now().refusal(Check.of(check.toJson()))).isEmpty();
  }

  @Test
  void whatIsIgnoredDoesNotCount() throws Exception {
    Check check = run("mkdir -p target && date > target/out && sh check.sh");
    assertThat(now().refusal(check)).isEmpty();
    Files.writeString(root.resolve("target/out"), "other");
    assertThat(now().refusal(check)).isEmpty();
  }

  @Test
  void aFailureProvesNothing() throws Exception {
    refused(run("grep -q missing a.txt"), "failed with exit code 1");
  }

  @Test
  void aTimeoutProvesNothing() throws Exception {
    refused(run("sleep 30", Duration.ofMillis(200)), "timed out");
  }

  @Test
  void whatWasCutOffProvesNothing() throws Exception {
    var check = new AtomicReference<@Nullable Check>();
    var started = new CountDownLatch(1);
    Thread thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    CommandRunner.Result result =
                        runner.run(
                            new Shell.Command("echo on; sleep 60", root, Duration.ofMinutes(2)),
                            editing,
                            new Attribution(Origin.SHELL, "bash", "cut"),
                            piece -> started.countDown());
                    check.set(result.check());
                  } catch (Exception failed) {
                    throw new IllegalStateException(failed);
                  }
                });
    started.await();
    thread.interrupt();
    thread.join();
    refused(Objects.requireNonNull(check.get()), "was cut off");
  }

  @Test
  void anEditMakesItStale() throws Exception {
    Check check = run("sh check.sh");
    edit("b.txt", "new\n");
    refused(check, "began before the last change", "an edit of b.txt (edit_file)");
  }

  @Test
  void anotherCommandMakesItStale() throws Exception {
    Check check = run("sh check.sh");
    run("echo more >> a.txt");
    refused(check, "began before the last change", "a command (bash), which changed a.txt");
  }

  @Test
  void thePersonsOwnEditMakesItStale() throws Exception {
    Check check = run("sh check.sh");
    Files.writeString(root.resolve("a.txt"), "one, said the person\n");
    refused(check, "saw other files", "a.txt", "changed outside of Tenon");
  }

  @Test
  void thePersonsOwnEditIsNamedEvenAfterAnotherCommand() throws Exception {
    Check check = run("sh check.sh");
    Files.writeString(root.resolve("a.txt"), "one, said the person\n");
    run("ls a.txt");
    refused(check, "saw other files", "a.txt");
  }

  @Test
  void aFileOfThePersonMakesItStale() throws Exception {
    Check check = run("sh check.sh");
    Files.writeString(root.resolve("new.txt"), "hello\n");
    refused(check, "new.txt");
    Files.delete(root.resolve("new.txt"));
    assertThat(now().refusal(check)).as("all is as it was").isEmpty();
    Files.delete(root.resolve("a.txt"));
    refused(check, "a.txt");
  }

  @Test
  void anUndoMakesItStale() throws Exception {
    edit("a.txt", "one and two\n");
    Check check = run("sh check.sh");
    new Undo(journal).undoLatestPrompt();
    assertThat(root.resolve("a.txt")).hasContent("one");
    refused(check, "began before the last change", "an undo");
  }

  @Test
  void aCheckThatChangesFilesHasToRunOnceMore() throws Exception {
    Check check = run("sh check.sh && touch made.txt && grep -q one a.txt");
    refused(check, "changed files itself (made.txt)", "once more");
    Check again = run("sh check.sh && touch made.txt && grep -q one a.txt");
    assertThat(now().refusal(again)).isEmpty();
  }

  @Test
  void anExitCodeThatMeansNothingProvesNothing() throws Exception {
    for (String line :
        List.of(
            "grep -q missing a.txt || true",
            "grep -q missing a.txt; echo done",
            "grep -q missing a.txt | cat",
            "true",
            "echo ok")) {
      refused(run(line), "proves nothing by its exit code");
    }
  }

  @Test
  void aRunnerWithoutTestsProvesNothing() throws Exception {
    Files.writeString(root.resolve("runner"), "#!/bin/sh\ncat report\n");
    root.resolve("runner").toFile().setExecutable(true);
    for (String report :
        List.of(
            "collected 0 items\n\n=== no tests ran in 0.01s ===",
            "Tests run: 0, Failures: 0, Errors: 0, Skipped: 0",
            "?   \texample.com/x\t[no test files]",
            "running 0 tests\n\ntest result: ok. 0 passed; 0 failed",
            "No tests found, exiting with code 0",
            "  0 passing (2ms)",
            "# tests 0\n# pass 0",
            "Ran 0 tests in 0.000s\n\nOK",
            "> Task :test NO-SOURCE",
            "0 examples, 0 failures",
            "1..0")) {
      Files.writeString(root.resolve("report"), report + "\n");
      refused(run("./runner"), "ran no tests");
    }
    for (String report :
        List.of(
            "3 passed in 0.1s",
            "Tests run: 0, Failures: 0\nTests run: 4, Failures: 0",
            "?   \texample.com/x\t[no test files]\nok  \texample.com/y\t0.01s",
            "test result: ok. 0 passed\ntest result: ok. 7 passed; 0 failed")) {
      Files.writeString(root.resolve("report"), report + "\n");
      assertThat(now().refusal(run("./runner"))).as(report).isEmpty();
    }
  }

  @Test
  void aCheckOfAnotherSessionDoesNotExist() throws Exception {
    book.create("all is well", List.of(Goal.Criterion.of("one is there")));
    assertThatThrownBy(
            () -> book.complete(List.of(List.of("c99")), Map.of(), List.of(), log, now()))
        .isInstanceOf(GoalException.class)
        .hasMessageContaining("there is no check 'c99' in this session");
    assertThatThrownBy(() -> book.complete(List.of(), Map.of(), List.of(), log, now()))
        .hasMessageContaining("criterion 1 (one is there): no check is named");
  }

  @Test
  void aCommandInACopyThatIsGoneProvesNothing() throws Exception {
    Check real = run("sh check.sh");
    var discarded =
        new Check(
            "c9",
            "",
            "bash",
            real.command(),
            real.parts(),
            "",
            Shell.Ending.EXITED,
            0,
            real.began(),
            real.ended(),
            "",
            real.lastChange(),
            TreeFingerprints.UNKNOWN,
            List.of(),
            "");
    refused(discarded, "without the state of the files being recorded");
  }

  @Test
  void aGoalIsCompleteWhenEveryCriterionIsProvedOrGivenUp() throws Exception {
    book.create(
        "all is well",
        List.of(Goal.Criterion.of("one is there"), Goal.Criterion.of("it is signed")));
    Check check = run("sh check.sh");
    assertThatThrownBy(
            () -> book.complete(List.of(List.of(check.id())), Map.of(), List.of(), log, now()))
        .hasMessageContaining("criterion 2 (it is signed): no check is named")
        .hasMessageContaining("refusal 1 of 3");
    Goal goal =
        book.complete(
            List.of(List.of(check.id())), Map.of(1, "no key here"), List.of(), log, now());
    assertThat(goal.state()).isEqualTo(Goal.State.COMPLETE);
    assertThat(goal.shown()).contains("proved by c1").contains("given up: no key here");
    assertThat(goal.summary()).contains("1 criterion given up");
    assertThat(Goal.of(goal.toJson())).isEqualTo(goal);
  }

  @Test
  void threeRefusalsAndItIsUnverified() throws Exception {
    book.create("all is well", List.of(Goal.Criterion.of("one is there")));
    for (int i = 1; i <= 3; i++) {
      assertThatThrownBy(() -> book.complete(List.of(), Map.of(), List.of(), log, now()))
          .isInstanceOf(GoalException.class);
    }
    assertThat(book.goal().orElseThrow().state()).isEqualTo(Goal.State.UNVERIFIED);
    Check check = run("sh check.sh");
    assertThatThrownBy(
            () -> book.complete(List.of(List.of(check.id())), Map.of(), List.of(), log, now()))
        .hasMessageContaining("the goal is unverified");
    assertThatThrownBy(() -> book.resume(GoalBook.Who.MODEL))
        .hasMessageContaining("only the person");
    book.resume(GoalBook.Who.PERSON);
    assertThat(book.complete(List.of(List.of(check.id())), Map.of(), List.of(), log, now()).state())
        .isEqualTo(Goal.State.COMPLETE);
  }

  @Test
  void aCriterionWithACommandIsProvedByNothingElse() throws Exception {
    book.create("x", List.of(Goal.Criterion.ofCheck("sh check.sh")));
    Check other = run("test -f a.txt");
    assertThatThrownBy(
            () -> book.complete(List.of(List.of(other.id())), Map.of(), List.of(), log, now()))
        .hasMessageContaining("'sh check.sh' and nothing else");
    run("sh check.sh");
    assertThat(book.complete(List.of(), Map.of(), List.of(), log, now()).state())
        .isEqualTo(Goal.State.COMPLETE);
  }

  @Test
  void theReceiptNamesFilesChecksAndJudges() throws Exception {
    String prompt = journal.currentPrompt().orElseThrow().id();
    assertThat(new Receipts(journal.changes(), log.all()).of(prompt, "")).isEmpty();
    run("sh check.sh");
    edit("a.txt", "one!\n");
    assertThat(receipt(prompt).lines())
        .containsExactly("changed 1 file: a.txt", "nothing was checked since");
    edit("check.sh", "true\n");
    edit("src/test/XTest.java", "class X {}\n");
    run("sh check.sh");
    Receipt made = receipt(prompt);
    assertThat(made.files()).containsExactly("a.txt", "check.sh", "src/test/XTest.java");
    assertThat(made.checks())
        .extracting(Receipt.Line::afterLastChange)
        .containsExactly(false, true);
    assertThat(made.judges()).containsExactly("check.sh", "src/test/XTest.java");
    assertThat(Receipt.of(made.toJson())).isEqualTo(made);
    new Undo(journal).undoLatestPrompt();
    assertThat(new Receipts(journal.changes(), log.all()).upTo(prompt, made.lastChange(), ""))
        .contains(made);
  }

  private Receipt receipt(String prompt) throws Exception {
    return new Receipts(journal.changes(), log.all()).of(prompt, "").orElseThrow();
  }

  /// Random edits, commands, edits of the person, undos and checks: a check proves exactly while
  /// the journal has nothing newer and every byte is what it was when it ended.
  @Test
  void randomHistoriesAgreeWithASlowOracle() throws Exception {
    long seed = Long.getLong("tenon.seed", 20261116L);
    var random = new Random(seed);
    Map<String, Integer> changesThen = new HashMap<>();
    Map<String, Map<String, String>> filesThen = new HashMap<>();
    int fresh = 0;
    int stale = 0;
    for (int step = 0; step < 60; step++) {
      String name = "f" + random.nextInt(4) + ".txt";
      Path file = root.resolve(name);
      switch (random.nextInt(7)) {
        case 0 -> edit(name, "edit " + random.nextInt(3) + "\n");
        case 1 -> run("echo " + random.nextInt(3) + " > " + name);
        case 2 -> Files.writeString(file, "edit " + random.nextInt(3) + "\n");
        case 3 -> Files.deleteIfExists(file);
        case 4 -> {
          if (random.nextInt(3) == 0) {
            new Undo(journal).undoLatestPrompt();
            journal.beginPrompt("next");
          }
        }
        default -> {
          int before = journal.changes().size();
          Check check = run("test -f a.txt");
          changesThen.put(check.id(), before);
          filesThen.put(check.id(), files());
        }
      }
      Evidence now = now();
      for (Check check : log.all()) {
        Map<String, String> then = filesThen.get(check.id());
        if (then == null) {
          continue;
        }
        boolean proves =
            journal.changes().size() == changesThen.get(check.id()) && then.equals(files());
        assertThat(now.refusal(check).isEmpty())
            .as("seed %d, step %d, %s", seed, step, check)
            .isEqualTo(proves);
        fresh += proves ? 1 : 0;
        stale += proves ? 0 : 1;
      }
    }
    assertThat(fresh).isPositive();
    assertThat(stale).isPositive();
  }

  private Map<String, String> files() throws Exception {
    Map<String, String> all = new TreeMap<>();
    try (Stream<Path> walk = Files.walk(root)) {
      for (Path file : walk.filter(Files::isRegularFile).toList()) {
        all.put(root.relativize(file).toString(), Sha256.of(Files.readAllBytes(file)));
      }
    }
    return all;
  }
}
