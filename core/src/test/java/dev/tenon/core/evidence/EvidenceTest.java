package dev.tenon.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.CommandRunner;
import dev.tenon.core.change.effects.TreeFingerprints;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.exec.shell.Reach;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Every way to call something done that is not, on a real project with a real shell.
final class EvidenceTest extends EvidenceTrial {
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
            "grep -q missing a.txt; test -f a.txt",
            "test 1 = 1",
            "true",
            "echo ok")) {
      refused(run(line), "proves nothing by its exit code");
    }
  }

  /// Variables that a call sets are part of its command: with them it is not the one that somebody
  /// has named, and some make every exit code worthless.
  @Test
  void whatACallSetsIsPartOfItsCommand() throws Exception {
    refused(runWith(Map.of("MAKEFLAGS", "-n")), "MAKEFLAGS=-n");
    Check check = runWith(Map.of("B", "it's", "A", "1"));
    assertThat(check.command()).isEqualTo("export A='1'; export B='it'\\''s'; sh check.sh");
    assertThat(now().refusal(check)).isEmpty();
    assertThat(log.ran("sh check.sh")).isEmpty();
  }

  /// The same for what a shell keeps from one command to the next.
  @Test
  void whatACommandLeavesInTheShellIsPartOfTheNext() throws Exception {
    try (var keeping =
        new Shell(Shell.Setup.DEFAULT.remembering(Shell.Remembering.FOLDER_AND_VARIABLES))) {
      runner = new CommandRunner(keeping, log);
      run("export PYTEST_ADDOPTS=--collect-only OTHER=1");
      refused(run("sh check.sh"), "PYTEST_ADDOPTS=--collect-only");
      assertThat(log.ran("sh check.sh")).isEmpty();
      run("unset PYTEST_ADDOPTS");
      assertThat(now().refusal(run("sh check.sh"))).isEmpty();
    }
  }

  private Check runWith(Map<String, String> variables) throws Exception {
    var command =
        new Shell.Command(
            "sh check.sh",
            root,
            variables,
            Duration.ofSeconds(60),
            Confinement.none(),
            Optional.empty(),
            Reach.USUAL);
    var by = new Attribution(Origin.SHELL, "bash", "with");
    return Objects.requireNonNull(runner.run(command, editing, by, piece -> {}).check());
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
            "",
            "");
    refused(discarded, "without the state of the files being recorded");
  }

  @Test
  void onlyWhatChangedOutsideIsNamed() throws Exception {
    Check real = run("sh check.sh");
    String tree = real.trees().after();
    Check check =
        Check.of(
            Json.object()
                .putAll(real.toJson())
                .put("outside", Json.strings(List.of("q.txt")))
                .build());
    var other = new TreeFingerprints("f" + tree, "f" + tree, List.of("a.txt", "q.txt"));
    assertThat(new Evidence(journal.changes(), List.of(check), other).refusal(check).orElseThrow())
        .contains("a.txt changed outside of Tenon")
        .doesNotContain("q.txt");
    var again = new TreeFingerprints("f" + tree, "f" + tree, List.of("q.txt"));
    assertThat(new Evidence(journal.changes(), List.of(check), again).refusal(check).orElseThrow())
        .contains("q.txt changed outside of Tenon");
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
}
