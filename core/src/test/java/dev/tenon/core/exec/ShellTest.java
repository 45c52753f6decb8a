package dev.tenon.core.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShellTest {
  @TempDir Path folder;

  private final Shell shell = new Shell(Set.of("SECRET_FOR_TEST", "PATH_NOT_HIDDEN"));

  @Test
  void givesBothStreamsAndTheExitCode() throws Exception {
    var progress = java.util.Collections.synchronizedList(new java.util.ArrayList<String>());
    Shell.Finished finished =
        shell.run(command("echo out; echo err >&2; exit 3", 10), progress::add);
    assertThat(finished).isEqualTo(new Shell.Finished(Shell.Ending.EXITED, 3, "out\nerr\n"));
    assertThat(String.join("", progress)).isEqualTo("out\nerr\n");
  }

  @Test
  void standardInputIsClosed() throws Exception {
    assertThat(shell.run(command("cat; echo done", 10), text -> {}).output()).isEqualTo("done\n");
  }

  @Test
  void aTimeoutKeepsTheOutputAndEndsTheTree() throws Exception {
    Path pid = folder.resolve("pid");
    Shell.Finished finished =
        shell.run(command("echo begun; (sleep 60 & echo $! > pid; wait)", 5), text -> {});
    assertThat(finished.ending()).isEqualTo(Shell.Ending.TIMED_OUT);
    assertThat(finished.output()).isEqualTo("begun\n");
    awaitGone(pid);
  }

  @Test
  void anInterruptEndsTheTree() throws Exception {
    Path pid = folder.resolve("pid");
    var thrown = new AtomicReference<Throwable>();
    Thread thread =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    shell.run(command("sleep 60 & echo $! > pid; wait", 60), text -> {});
                  } catch (IOException | InterruptedException stopped) {
                    thrown.set(stopped);
                  }
                });
    await().until(() -> Files.exists(pid) && !Files.readString(pid).isBlank());
    thread.interrupt();
    thread.join();
    assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
    awaitGone(pid);
  }

  @Test
  void aBackgroundChildThatHoldsThePipeDoesNotHangTheCall() throws Exception {
    long start = System.nanoTime();
    Shell.Finished finished = shell.run(command("echo hi; sleep 30 &", 20), text -> {});
    assertThat(finished.output()).isEqualTo("hi\n");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void muchOutputKeepsItsBeginningAndItsEnd() throws Exception {
    String output = shell.run(command("seq 1 200000", 30), text -> {}).output();
    assertThat(output).startsWith("1\n2\n").endsWith("199999\n200000\n").contains("left out");
    assertThat(output.length()).isLessThan(200_000);
  }

  @Test
  void keysAreHiddenFromCommands() throws Exception {
    assertThat(new Shell(Set.of("HOME")).run(command("echo [$HOME]", 10), text -> {}).output())
        .isEqualTo("[]\n");
  }

  private Shell.Command command(String line, int seconds) {
    return new Shell.Command(line, folder, Duration.ofSeconds(seconds));
  }

  private static void awaitGone(Path pidFile) throws IOException {
    long pid = Long.parseLong(Files.readString(pidFile).strip());
    await()
        .untilAsserted(
            () ->
                assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive))
                    .describedAs("process %s", pid)
                    .isEmpty());
  }
}
