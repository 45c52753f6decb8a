package dev.tenon.engine.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.exec.shell.Shell;
import dev.tenon.engine.command.StatusProgram.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class StatusProgramTest {
  @TempDir Path folder;
  private final Shell shell = new Shell(Set.of("SECRET_OF_THE_TEST"));

  @AfterEach
  void close() {
    shell.close();
  }

  private Answer ask(String command) throws InterruptedException {
    return new StatusProgram(shell, folder, Duration.ofSeconds(20)).ask(command, "{\"a\":1}");
  }

  private Answer hurried(String command) throws InterruptedException {
    return new StatusProgram(shell, folder, Duration.ofMillis(300)).ask(command, "{}");
  }

  private static Answer line(String text) {
    return new Answer.Line(text);
  }

  private static Answer failed(String reason) {
    return new Answer.Failed(reason);
  }

  @Test
  void theFirstLineIsTaken() throws Exception {
    assertThat(ask("echo one; echo two")).isEqualTo(line("one"));
    assertThat(ask("printf 'no end'")).isEqualTo(line("no end"));
    assertThat(ask("printf 'of another system\\r\\nx'")).isEqualTo(line("of another system"));
    assertThat(ask("printf 'größe 日本'")).isEqualTo(line("größe 日本"));
  }

  @Test
  void itIsGivenTheStateAndTheProject() throws Exception {
    assertThat(ask("cat")).isEqualTo(line("{\"a\":1}"));
    assertThat(ask("pwd -P")).isEqualTo(line(folder.toRealPath().toString()));
  }

  @Test
  void itNeedNotReadTheState() throws Exception {
    assertThat(ask("exec <&-; echo deaf")).isEqualTo(line("deaf"));
  }

  @Test
  void nothingPrintedIsNoLine() throws Exception {
    assertThat(ask("true")).isEqualTo(failed("printed nothing"));
    assertThat(ask("echo; echo later")).isEqualTo(failed("printed nothing"));
  }

  @Test
  void aFailureSaysWhy() throws Exception {
    assertThat(ask("echo shown; exit 3")).isEqualTo(failed("ended with exit code 3"));
    assertThat(ask("echo no such place >&2; exit 2"))
        .isEqualTo(failed("ended with exit code 2: no such place"));
    assertThat(ask("no-such-program-at-all"))
        .isInstanceOfSatisfying(
            Answer.Failed.class,
            failed -> assertThat(failed.reason()).startsWith("ended with exit code 127: "));
    assertThat(ask("printf '\\033]0;title\\007' >&2; exit 1"))
        .isEqualTo(failed("ended with exit code 1"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "printf '\\033[31mred\\033[0m'",
        "printf '\\033]0;title\\007text'",
        "printf 'a\\bb'",
        "printf 'a\\rb'",
        "printf '\\302\\233 31m'",
        "printf 'bell\\007'"
      })
  void whatWouldControlATerminalIsNoLine(String command) throws Exception {
    assertThat(ask(command)).isEqualTo(failed("printed escape codes or other control characters"));
  }

  @Test
  void aHugeOutputIsTakenToItsEnd() throws Exception {
    assertThat(ask("echo first; head -c 5000000 /dev/zero | tr '\\0' x")).isEqualTo(line("first"));
    assertThat(ask("head -c 5000000 /dev/zero | tr '\\0' x"))
        .isInstanceOfSatisfying(
            Answer.Line.class, line -> assertThat(line.text()).hasSize(16 * 1024));
  }

  @Test
  void whatHangsIsEndedWithAllItsChildren() throws Exception {
    assertThat(hurried("echo early; (sleep 600 & echo $! > child); sleep 600"))
        .isEqualTo(failed("did not end within 300 ms"));
    gone("child");
    assertThat(hurried("yes")).isEqualTo(failed("did not end within 300 ms"));
  }

  @Test
  void whoStaysBehindIsEndedToo() throws Exception {
    assertThat(ask("sleep 600 & echo $! > left; echo fine")).isEqualTo(line("fine"));
    gone("left");
  }

  private void gone(String file) throws IOException {
    long pid = Long.parseLong(Files.readString(folder.resolve(file)).strip());
    await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
  }
}
