package dev.tenon.core.exec.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.harness.Alone;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Alone
class TerminalTest {
  @TempDir Path folder;

  private final Shell shell = new Shell(Shell.Setup.DEFAULT);

  @AfterEach
  void close() {
    shell.close();
  }

  private Shell.Finished run(String line, Shell.Terminal size) throws Exception {
    return shell.run(new Shell.Command(line, folder, Duration.ofSeconds(60)).in(size), text -> {});
  }

  @Test
  void theCommandIsInATerminalOfTheWantedSize() throws Exception {
    Shell.Finished finished =
        run(
            "[ -t 0 ] && [ -t 1 ] && [ -t 2 ] && echo \"it's one\"; stty size; echo $TERM; exit 7",
            Shell.Terminal.DEFAULT);
    assertThat(finished.output()).isEqualTo("it's one\n40 120\nxterm-256color\n");
    assertThat(finished.exitCode()).isEqualTo(7);
    assertThat(run("stty size", new Shell.Terminal(5, 1000)).output()).isEqualTo("200 20\n");
    assertThat(run("stty size", new Shell.Terminal(1000, 1)).output()).isEqualTo("5 400\n");
  }

  @Test
  void coloursAndProgressAreCleaned() throws Exception {
    String line =
        "printf '\\033[1;31mred\\033[0m \\033]0;title\\007x\\n"
            + "'; for i in 1 2 3; do printf \"\\r"
            + "$i%%\"; sleep 0.05; done; echo; printf 'ab\\bc\\n"
            + "'; printf 'no newline'";
    assertThat(run(line, Shell.Terminal.DEFAULT).output()).isEqualTo("red x\n3%\nac\nno newline");
  }

  @Test
  void nothingCanBeReadFromTheTerminal() throws Exception {
    assertThat(run("cat; echo end", Shell.Terminal.DEFAULT).output()).isEqualTo("end\n");
  }

  @Test
  void aTimeoutEndsTheTerminalToo() throws Exception {
    Shell.Finished finished =
        shell.run(
            new Shell.Command(
                    "echo $$ >> pids; setsid sleep 600 & echo $! >> pids; echo up; sleep 600",
                    folder,
                    Duration.ofSeconds(3))
                .in(Shell.Terminal.DEFAULT),
            text -> {});
    assertThat(finished.ending()).isEqualTo(Shell.Ending.TIMED_OUT);
    assertThat(finished.output()).startsWith("up\n");
    Alive.awaitGone(folder.resolve("pids"));
  }

  @Test
  void textMayBeTornAnywhere() {
    String raw =
        "plain\r\n"
            + "\u001b[38;5;1mé€😀\u001b[K\r\n"
            + "bar 1\r"
            + "bar 2\u001b[2K\r"
            + "done\r\n"
            + "\u001b(B\u001bMx\u001bP1q\u001b\\y";
    String expected = "plain\né€😀\ndone\nxy";
    byte[] bytes = raw.getBytes(StandardCharsets.UTF_8);
    for (int seed = 0; seed < 200; seed++) {
      var random = new Random(seed);
      var cleaner = new TerminalText(TerminalText.Lines.FINISHED);
      var out = new ByteArrayOutputStream();
      for (int at = 0; at < bytes.length; ) {
        int size = Math.min(bytes.length - at, 1 + random.nextInt(9));
        write(out, cleaner.clean(ByteBuffer.wrap(bytes, at, size)));
        at += size;
      }
      write(out, cleaner.rest());
      assertThat(out.toString(StandardCharsets.UTF_8))
          .describedAs("seed %s", seed)
          .isEqualTo(expected);
    }
  }

  private static void write(ByteArrayOutputStream out, ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(copy);
    out.writeBytes(copy);
  }
}
