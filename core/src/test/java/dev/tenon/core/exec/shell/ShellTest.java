package dev.tenon.core.exec.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tenon.harness.Alone;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Alone
class ShellTest {
  @TempDir Path folder;
  @TempDir Path state;

  private final List<Shell> shells = new ArrayList<>();
  private final Shell shell = open(Shell.Setup.DEFAULT);

  private Shell open(Shell.Setup setup) {
    var opened = new Shell(setup);
    shells.add(opened);
    return opened;
  }

  @AfterEach
  void close() {
    shells.forEach(Shell::close);
  }

  private Shell spilling() {
    return open(
        Shell.Setup.DEFAULT.spillingTo(
            new Artifacts(state.resolve("artifacts"), Artifacts.Limits.DEFAULT)));
  }

  @Test
  void givesBothStreamsAndTheExitCode() throws Exception {
    var progress = Collections.synchronizedList(new ArrayList<String>());
    Shell.Finished finished =
        shell.run(command("echo out; echo err >&2; exit 3", 20), progress::add);
    assertThat(finished.ending()).isEqualTo(Shell.Ending.EXITED);
    assertThat(finished.exitCode()).isEqualTo(3);
    assertThat(finished.output()).isEqualTo("out\nerr\n");
    assertThat(finished.bytes()).isEqualTo(8);
    assertThat(finished.notes()).isEmpty();
    assertThat(finished.artifact()).isEmpty();
    assertThat(String.join("", progress)).isEqualTo("out\nerr\n");
  }

  @Test
  void keepsTheOrderInWhichTheStreamsArrive() throws Exception {
    String output =
        shell
            .run(command("for i in {1..500}; do echo o$i; echo e$i >&2; done", 60), text -> {})
            .output();
    var expected = new StringBuilder();
    for (int i = 1; i <= 500; i++) {
      expected.append("o").append(i).append("\ne").append(i).append('\n');
    }
    assertThat(output).isEqualTo(expected.toString());
  }

  @Test
  void standardInputIsClosedAndThereIsNoTerminal() throws Exception {
    assertThat(shell.run(command("cat; echo done", 20), text -> {}).output()).isEqualTo("done\n");
    assertThat(shell.run(command("exec 2>&1; : </dev/tty; echo $?", 20), text -> {}).output())
        .contains("/dev/tty")
        .endsWith("1\n");
  }

  @Test
  void theLineIsRunAsItIs() throws Exception {
    String output =
        shell.run(command("echo \"$0 $# $*\"\nnosuchprogram\nif ;; fi", 20), text -> {}).output();
    assertThat(output)
        .startsWith("bash 0 \n".replace("bash", output.substring(0, output.indexOf(' '))))
        .contains("line 2: nosuchprogram: command not found")
        .contains("line 3: syntax error near unexpected token `;;'");
    Shell.Finished missing = shell.run(command("exit 300", 20), text -> {});
    assertThat(missing.exitCode()).isEqualTo(300 % 256);
  }

  @Test
  void nothingWaitsForAPerson() throws Exception {
    var command = command("echo $PAGER $GIT_PAGER $EDITOR $GIT_TERMINAL_PROMPT $TERM $X", 20);
    assertThat(shell.run(command.with(Map.of("X", "a b")), text -> {}).output())
        .isEqualTo("cat cat true 0 dumb a b\n");
    assertThat(shell.run(command.with(Map.of("PAGER", "less")), text -> {}).output())
        .startsWith("less cat");
  }

  @Test
  void keysAreHiddenFromCommands() throws Exception {
    Shell hiding = open(Shell.Setup.DEFAULT.hiding(Set.of("HOME")));
    assertThat(hiding.run(command("echo [$HOME]", 20), text -> {}).output()).isEqualTo("[]\n");
  }

  @Test
  void aConfinementGoesAroundTheCommandAndAViewAroundThat() throws Exception {
    Shell confined = open(Shell.Setup.DEFAULT.confinedBy(wrapper("inner")));
    Shell.Command command = command("echo $WHO", 20).inside(wrapper("outer"));
    assertThat(confined.run(command, text -> {}).output()).isEqualTo("outer inner\n");
  }

  private static Confinement wrapper(String name) {
    return new Confinement() {
      @Override
      public List<String> wrap(List<String> argv, Path directory) {
        var all =
            new ArrayList<>(List.of("/bin/sh", "-c", "WHO=\"${WHO:+$WHO }\"$0 exec \"$@\"", name));
        all.addAll(argv);
        return all;
      }

      @Override
      public String label() {
        return name;
      }
    };
  }

  @Test
  void outputComesWhileTheCommandRuns() throws Exception {
    var seen = new AtomicReference<String>("");
    Path go = folder.resolve("go");
    Shell.Finished finished =
        shell.run(
            command("printf 'no newline'; until [ -e go ]; do sleep 0.02; done; echo end", 60),
            text -> {
              seen.set(seen.get() + text);
              if (seen.get().equals("no newline")) {
                touch(go);
              }
            });
    assertThat(finished.output()).isEqualTo("no newlineend\n");
    assertThat(seen.get()).isEqualTo("no newlineend\n");
  }

  @Test
  void charactersAreNotTornAndWrongBytesAreReplaced() throws Exception {
    var pieces = Collections.synchronizedList(new ArrayList<String>());
    Path go = folder.resolve("go");
    String line =
        "printf 'a\\xe2\\x82'; until [ -e go ]; do sleep 0.02; done;"
            + " printf '\\xacb\\xff\\xfec\\xf0\\x9f\\x98'";
    Shell.Finished finished =
        shell.run(
            command(line, 60),
            text -> {
              pieces.add(text);
              touch(go);
            });
    assertThat(finished.output()).isEqualTo("a€b\ufffd\ufffdc\ufffd");
    assertThat(String.join("", pieces)).isEqualTo("a€b\ufffd\ufffdc\ufffd");
    assertThat(pieces.getFirst()).isEqualTo("a");
  }

  @Test
  void muchOutputKeepsItsEndsAndGoesToAnArtifact() throws Exception {
    Shell.Finished finished = spilling().run(command("seq 1 200000", 60), text -> {});
    Path artifact = finished.artifact().orElseThrow();
    assertThat(finished.output())
        .startsWith("1\n2\n")
        .endsWith("199999\n200000\n")
        .contains(" of 1288895 bytes left out here. All are in " + Artifacts.address(artifact));
    assertThat(finished.output().length()).isLessThan(50 * 1024);
    assertThat(Files.size(artifact)).isEqualTo(1288895);
    assertThat(Files.readAllLines(artifact)).hasSize(200000).endsWith("200000");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(artifact)))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(artifact.getParent())))
        .isEqualTo("rwx------");
  }

  @Test
  void withoutAPlaceForItTheRestIsSaidToBeLost() throws Exception {
    assertThat(shell.run(command("seq 1 20000", 60), text -> {}).output())
        .contains("They were not kept");
    Files.writeString(state.resolve("artifacts"), "a file in the way");
    assertThat(spilling().run(command("seq 1 20000", 60), text -> {}).output())
        .contains("They were not kept (");
  }

  @Test
  void aHundredMegabytesTakeConstantMemory() throws Exception {
    var shown = new AtomicLong();
    long before = used();
    var most = new AtomicLong();
    Shell.Finished finished =
        spilling()
            .run(
                command("head -c 104857600 /dev/zero | tr '\\0' x", 120),
                text -> {
                  shown.addAndGet(text.length());
                  most.accumulateAndGet(used(), Math::max);
                });
    assertThat(finished.bytes()).isEqualTo(104857600);
    assertThat(Files.size(finished.artifact().orElseThrow())).isEqualTo(104857600);
    assertThat(finished.output().length()).isLessThan(60_000);
    assertThat(shown.get()).isPositive().isLessThan(104857600);
    assertThat(used() - before).isLessThan(32 << 20);
  }

  private static long used() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  @Test
  void aTimeoutBeforeAnyOutput() throws Exception {
    Shell.Finished finished = shell.run(command("sleep 60", 1), text -> {});
    assertThat(finished.ending()).isEqualTo(Shell.Ending.TIMED_OUT);
    assertThat(finished.exitCode()).isEqualTo(-1);
    assertThat(finished.output()).isEmpty();
  }

  @Test
  void aTimeoutInTheMiddleKeepsWhatWasPrinted() throws Exception {
    Shell.Finished finished =
        spilling().run(command("seq 1 20000; printf half; sleep 60; echo never", 3), text -> {});
    assertThat(finished.ending()).isEqualTo(Shell.Ending.TIMED_OUT);
    assertThat(finished.output()).startsWith("1\n").endsWith("20000\nhalf");
    assertThat(finished.artifact().orElseThrow()).content().endsWith("20000\nhalf");
  }

  @Test
  void aTimeoutAfterTheOutputWasClosed() throws Exception {
    Shell.Finished finished =
        shell.run(command("echo said; exec >&- 2>&-; sleep 60", 2), text -> {});
    assertThat(finished.ending()).isEqualTo(Shell.Ending.TIMED_OUT);
    assertThat(finished.output()).isEqualTo("said\n");
  }

  @Test
  void aTimeoutWhileOutputIsDrainedDoesNotMatter() throws Exception {
    // The exit lies just before the end of the time, and the pipe stays open beyond it.
    Shell.Finished finished =
        shell.run(command("echo said; sleep 60 & sleep 1.8; exit 4", 2), text -> {});
    if (finished.ending() == Shell.Ending.EXITED) {
      assertThat(finished.exitCode()).isEqualTo(4);
    }
    assertThat(finished.output()).isEqualTo("said\n");
  }

  @Test
  void outputThatComesJustAfterTheExitCounts() throws Exception {
    assertThat(shell.run(command("(sleep 0.02; echo late) & echo early", 20), text -> {}).output())
        .isEqualTo("early\nlate\n");
  }

  @Test
  void whoOnlyHasToFinishMay() throws Exception {
    Shell.Finished finished =
        shell.run(command("echo x > >(sleep 0.02; cat > written)", 20), text -> {});
    assertThat(folder.resolve("written")).hasContent("x");
    assertThat(finished.notes()).isEmpty();
  }

  @Test
  void anAbortKeepsWhatWasPrinted() throws Exception {
    var result = new AtomicReference<Shell.Finished>();
    Thread thread =
        inThread(command("echo begun; echo $$ > pid; sleep 60; echo never", 60), result, it -> {});
    Alive.awaitNumbers(folder.resolve("pid"), 1);
    thread.interrupt();
    thread.join();
    assertThat(result.get().ending()).isEqualTo(Shell.Ending.CANCELLED);
    assertThat(result.get().output()).isEqualTo("begun\n");
    Alive.awaitGone(folder.resolve("pid"));
  }

  @Test
  void aThreadThatIsInterruptedAlreadyStartsNothing() throws Exception {
    Thread.currentThread().interrupt();
    Shell.Finished finished = shell.run(command("touch there", 20), text -> {});
    assertThat(Thread.interrupted()).isFalse();
    assertThat(finished.ending()).isEqualTo(Shell.Ending.CANCELLED);
    assertThat(folder.resolve("there")).doesNotExist();
  }

  /// What Ctrl-C and the end of the program promise: a second, of which the kill needs something.
  @Test
  void theUsualGraceIsOverWithinASecond() {
    assertThat(Shell.Setup.DEFAULT.grace()).isLessThanOrEqualTo(Duration.ofMillis(700));
  }

  @Test
  void aSecondInterruptCutsTheGraceShortAndIsKept() throws Exception {
    Shell patient = open(Shell.Setup.DEFAULT.withGrace(Duration.ofMinutes(10)));
    var kept = new AtomicReference<Boolean>();
    Thread thread =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    patient.run(
                        command(
                            "trap 'echo > asked' TERM; echo $$ > pid; while :; do sleep 0.1; done",
                            600),
                        text -> {});
                    kept.set(Thread.interrupted());
                  } catch (IOException problem) {
                    kept.set(null);
                  }
                });
    Alive.awaitNumbers(folder.resolve("pid"), 1);
    thread.interrupt();
    await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(folder.resolve("asked")));
    thread.interrupt();
    assertThat(thread.join(Duration.ofSeconds(60))).isTrue();
    assertThat(kept.get()).isTrue();
    Alive.awaitGone(folder.resolve("pid"));
  }

  @Test
  void aListenerThatBreaksEndsTheCommand() throws Exception {
    assertThatThrownBy(
            () ->
                shell.run(
                    command("echo $$ > pid; echo out; sleep 60", 60),
                    text -> {
                      throw new IllegalStateException("broken face");
                    }))
        .isInstanceOf(IllegalStateException.class);
    Alive.awaitGone(folder.resolve("pid"));
  }

  @Test
  void manyCommandsRunAtOnce() throws Exception {
    var results = Collections.synchronizedList(new ArrayList<String>());
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < 12; i++) {
      var result = new AtomicReference<Shell.Finished>();
      threads.add(
          inThread(
              command("seq " + i + " 1000; echo end", 60),
              result,
              it -> results.add(it.output().substring(0, 3) + it.output().endsWith("end\n"))));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(results).hasSize(12).allMatch(it -> it.endsWith("true"));
  }

  @Test
  void whatCannotBeStartedIsSaid() {
    var nowhere = new Shell.Command("true", folder.resolve("none"), Duration.ofSeconds(9));
    assertThatThrownBy(() -> shell.run(nowhere, text -> {})).isInstanceOf(IOException.class);
    shell.close();
    assertThatThrownBy(() -> shell.run(command("true", 9), text -> {}))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("closed");
  }

  private Thread inThread(
      Shell.Command command,
      AtomicReference<Shell.Finished> result,
      Consumer<Shell.Finished> then) {
    return Thread.ofVirtual()
        .start(
            () -> {
              try {
                result.set(shell.run(command, text -> {}));
                then.accept(result.get());
              } catch (IOException problem) {
                throw new UncheckedIOException(problem);
              }
            });
  }

  private static void touch(Path file) {
    try {
      Files.writeString(file, "");
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  private Shell.Command command(String line, int seconds) {
    return new Shell.Command(line, folder, Duration.ofSeconds(seconds));
  }
}
