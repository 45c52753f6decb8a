package dev.tenon.core.exec.resident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.exec.shell.Alive;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.exec.shell.Program;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.exec.shell.VariableFilter;
import dev.tenon.harness.Alone;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Residents that behave and residents that do not.
@Timeout(120)
@Alone
class ResidentTest {
  /// Ends nobody can talk a program out of: it hears nothing and reads nothing.
  private static final String STUBBORN = "trap '' TERM HUP INT PIPE; while :; do sleep 600; done";

  private static final String SETSID =
      "setsid sh -c 'trap \"\" TERM; echo $$ >>pids; while :; do sleep 600; done' &";

  private static final String DAEMON =
      "( ( env -i /bin/sh -c 'trap \"\" TERM; echo $$ >>pids; while :; do sleep 600; done' & ) & )";

  @TempDir Path folder;

  private final Residents residents =
      new Residents(
          new Shell(Set.of("TENON_TEST_HIDDEN")), text -> text.replace("hunter2", "********"));

  @AfterEach
  void close() {
    residents.close();
  }

  private Resident bash(String script) throws IOException {
    return residents.start(
        "the resident",
        new Program(List.of("bash", "-c", script), folder).with(Map.of("MORE", "more")),
        Confinement.none());
  }

  private static long millis(Runnable action) {
    long before = System.nanoTime();
    action.run();
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);
  }

  @Test
  void pipesLeadBothWays() throws Exception {
    Resident cat = bash("echo \"$MORE\"; pwd; exec cat");
    var lines = new BufferedReader(new InputStreamReader(cat.stdout(), StandardCharsets.UTF_8));
    assertThat(lines.readLine()).isEqualTo("more");
    assertThat(lines.readLine()).isEqualTo(folder.toRealPath().toString());
    for (int i = 0; i < 100; i++) {
      cat.stdin().write(("line " + i + "\n").getBytes(StandardCharsets.UTF_8));
      assertThat(lines.readLine()).isEqualTo("line " + i);
    }
    assertThat(cat.isAlive()).isTrue();
    assertThat(cat.exitCode()).isEmpty();
    assertThat(residents.living()).containsExactly(cat);
    // A program that ends with its input is not asked twice.
    assertThat(millis(cat::close)).isLessThan(450);
    assertThat(cat.exitCode()).hasValue(0);
    await().untilAsserted(() -> assertThat(residents.living()).isEmpty());
  }

  @Test
  void aMegabyteThatIsWrittenAtOnceComesBack() throws Exception {
    Resident cat = bash("exec cat");
    byte[] sent = "0123456789abcdef".repeat(1 << 17).getBytes(StandardCharsets.US_ASCII);
    var writing =
        CompletableFuture.runAsync(
            () -> {
              try (OutputStream stdin = cat.stdin()) {
                stdin.write(sent);
              } catch (IOException failed) {
                throw new IllegalStateException(failed);
              }
            });
    assertThat(cat.stdout().readAllBytes()).isEqualTo(sent);
    writing.join();
    assertThat(cat.awaitExit(Duration.ofSeconds(20))).isTrue();
  }

  @Test
  void aProgramThatEndsAtOnceIsNoticedAtOnceWithItsLastWords() throws Exception {
    Resident gone = bash("echo 'key hunter2 \u001b[31mis bad' >&2; echo half; exit 3");
    assertThat(new String(gone.stdout().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("half\n");
    assertThat(gone.epitaph())
        .isEqualTo("it ended with exit code 3; it last said:\nkey ********  [31mis bad");
    assertThat(gone.exitCode()).hasValue(3);
    await().untilAsserted(() -> assertThat(residents.living()).isEmpty());
    assertThatThrownBy(
            () -> {
              while (true) {
                gone.stdin().write(new byte[4096]);
              }
            })
        .isInstanceOf(IOException.class);
    Resident killed = bash("kill -SEGV $$");
    assertThat(killed.stdout().read()).isEqualTo(-1);
    assertThat(killed.epitaph()).startsWith("it was ended by signal 11 (segmentation fault)");
  }

  @Test
  void whatCannotBeStartedSaysWhy() throws Exception {
    Path text = Files.writeString(folder.resolve("text"), "echo hello");
    fails("the program /no/such does not exist", "/no/such");
    fails("the program ./none does not exist", "./none");
    fails("the program no-such-program was not found on the PATH", "no-such-program");
    fails("the program " + text + " is not executable", text.toString());
    fails("the program " + folder + " is not executable", folder.toString());
    assertThatThrownBy(
            () ->
                residents.start(
                    "it", new Program(List.of("cat"), folder.resolve("x")), Confinement.none()))
        .hasMessage("it cannot be started: the folder " + folder.resolve("x") + " does not exist");
    Path script = Files.writeString(folder.resolve("script"), "#!/no/such/interpreter\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    Resident wrong =
        residents.start("it", new Program(List.of("./script"), folder), Confinement.none());
    assertThat(wrong.stdout().read()).isEqualTo(-1);
    assertThat(wrong.epitaph()).contains("exit code 127").contains("./script");
    await().untilAsserted(() -> assertThat(residents.living()).isEmpty());
  }

  private void fails(String why, String program) {
    assertThatThrownBy(
            () -> residents.start("it", new Program(List.of(program), folder), Confinement.none()))
        .isInstanceOf(IOException.class)
        .hasMessage("it cannot be started: " + why);
  }

  @Test
  void closingTakesTwoSecondsWhateverTheProgramDoes() throws Exception {
    Resident stubborn =
        bash(SETSID + "\n" + DAEMON + "\ntrap '' TERM; echo $$ >>pids; " + STUBBORN);
    Path pids = folder.resolve("pids");
    Alive.awaitNumbers(pids, 3);
    assertThat(millis(stubborn::close)).isLessThan(2_000);
    for (String pid : Files.readAllLines(pids)) {
      assertThat(Alive.isAlive(Long.parseLong(pid))).describedAs(pid).isFalse();
    }
    assertThat(stubborn.exitCode()).isPresent();
  }

  @Test
  void anOwnerEndsAllOfThemAtTheSameTime() throws Exception {
    for (int i = 0; i < 4; i++) {
      bash("echo $$ >>pids; " + STUBBORN);
    }
    Path pids = folder.resolve("pids");
    Alive.awaitNumbers(pids, 4);
    assertThat(millis(residents::close)).isLessThan(2_500);
    Alive.awaitGone(pids);
    assertThatThrownBy(() -> bash("true")).hasMessageContaining("the owner is closed");
  }

  @Test
  void aWriterIsNeverStuckWithAProgramThatDoesNotRead() throws Exception {
    Resident deaf = bash(STUBBORN);
    var interrupted = new CompletableFuture<Exception>();
    Thread writer = fill(deaf, interrupted);
    await().until(() -> isBlocked(writer));
    long before = System.nanoTime();
    writer.interrupt();
    assertThat(interrupted.get(20, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
    assertThat(System.nanoTime() - before).isLessThan(1_000_000_000L);
    assertThat(deaf.isAlive()).isTrue();

    Resident another = bash(STUBBORN);
    var closed = new CompletableFuture<Exception>();
    Thread second = fill(another, closed);
    await().until(() -> isBlocked(second));
    another.close();
    assertThat(closed.get(20, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
  }

  private static Thread fill(Resident resident, CompletableFuture<Exception> end) {
    return Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                while (true) {
                  resident.stdin().write(new byte[64 * 1024]);
                }
              } catch (IOException failed) {
                end.complete(failed);
              }
            });
  }

  private static boolean isBlocked(Thread thread) {
    StackTraceElement[] stack = thread.getStackTrace();
    return stack.length > 0 && stack[0].isNativeMethod();
  }

  @Test
  void aReaderIsNeverStuckWithAProgramThatSaysNothing() throws Exception {
    Resident mute = bash(STUBBORN);
    var end = new CompletableFuture<Exception>();
    Thread reader =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try (InputStream stdout = mute.stdout()) {
                    end.completeExceptionally(new AssertionError(stdout.read()));
                  } catch (IOException failed) {
                    end.complete(failed);
                  }
                });
    await().until(() -> isBlocked(reader));
    reader.interrupt();
    assertThat(end.get(20, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
  }

  @Test
  void aFloodTakesNoMemory() throws Exception {
    Resident flood =
        bash(
            "echo first >&2; head -c 50000000 /dev/zero | tr '\\0' 'e' >&2; echo >&2;"
                + " for i in 1 2 3; do echo \"line $i\" >&2; done; echo done; yes");
    var lines = new BufferedReader(new InputStreamReader(flood.stdout(), StandardCharsets.UTF_8));
    assertThat(lines.readLine()).isEqualTo("done");
    await().untilAsserted(() -> assertThat(flood.stderr()).endsWith("line 3\n"));
    assertThat(flood.stderr()).hasSizeLessThanOrEqualTo(StderrRing.SIZE).doesNotContain("first");
    // Nobody reads the rest of its output: it waits in the pipe.
    assertThat(flood.isAlive()).isTrue();
    assertThat(millis(flood::close)).isLessThan(2_000);
  }

  /// Who leaves a child with the pipe would keep its owner waiting for ever, or fill its memory.
  @Test
  void whatAProgramLeavesBehindEndsWithIt() throws Exception {
    Resident left = bash(DAEMON + "\n" + SETSID + "\nyes & sleep 600 & exit 0");
    assertThat(left.awaitExit(Duration.ofSeconds(20))).isTrue();
    InputStream stdout = left.stdout();
    byte[] chunk = new byte[64 * 1024];
    long read = 0;
    for (int count = stdout.read(chunk); count >= 0; count = stdout.read(chunk)) {
      read += count;
    }
    assertThat(read).isGreaterThanOrEqualTo(0);
    if (Files.exists(folder.resolve("pids"))) {
      Alive.awaitGone(folder.resolve("pids"));
    }
    await().untilAsserted(() -> assertThat(residents.living()).isEmpty());
  }

  @Test
  void keysAreWithheld() throws Exception {
    try (var filtered =
        new Residents(
            new Shell(Shell.Setup.DEFAULT.inheriting(VariableFilter.OPEN.hiding(Set.of("PATH")))),
            text -> text)) {
      Resident env =
          filtered.start("env", new Program(List.of("/usr/bin/env"), folder), Confinement.none());
      String all = new String(env.stdout().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(all).contains("TENON_MARK=", "PAGER=cat").doesNotContain("\nPATH=");
    }
  }
}
