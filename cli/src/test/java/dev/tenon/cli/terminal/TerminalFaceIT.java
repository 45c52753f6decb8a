package dev.tenon.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The face in a real terminal, as a process of its own: what an emulator in this process cannot
/// show.
@Timeout(120)
class TerminalFaceIT {
  @TempDir Path folder;
  private @Nullable Tmux tmux;

  @BeforeAll
  static void needsTmux() {
    TestPrograms.require("tmux");
  }

  @AfterEach
  void close() throws IOException, InterruptedException {
    if (tmux != null) {
      tmux.close();
    }
  }

  private Tmux start(String environment) throws IOException, InterruptedException {
    Path root = Files.createDirectories(folder.resolve("root"));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String command =
        String.join(
            " ",
            "env",
            environment,
            quoted(java),
            "--enable-native-access=ALL-UNNAMED -XX:+UseSerialGC -XX:TieredStopAtLevel=1",
            "-cp",
            quoted(System.getProperty("java.class.path")),
            TrialMain.class.getName(),
            quoted(root.toString()),
            quoted(folder.resolve("history").toString()),
            "FULL");
    tmux = new Tmux(folder, 60, 20, command);
    tmux.see("❯");
    return tmux;
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  private ProcessHandle program() {
    return await()
        .atMost(Duration.ofSeconds(10))
        .until(
            () ->
                ProcessHandle.allProcesses()
                    .filter(
                        process ->
                            process
                                .info()
                                .commandLine()
                                .orElse("")
                                .contains(folder.resolve("history").toString()))
                    .filter(process -> process.info().command().orElse("").endsWith("java"))
                    .findFirst(),
            Optional::isPresent)
        .orElseThrow();
  }

  @Test
  void answersAndLeavesTheTerminalAsItWas() throws Exception {
    Tmux terminal = start("");
    terminal.say("hello");
    terminal.see("● You said: hello");
    terminal.say("run echo out; sleep 0.3; echo done");
    terminal.see("✓ exit 0");
    terminal.seeLast("❯");
    terminal.press("C-d");
    assertThat(terminal.code()).isZero();
    assertThat(terminal.restored()).isTrue();
    assertThat(terminal.text()).doesNotContain("esc to stop").doesNotContain("^[");
  }

  /// A question is not answered before a person can have read it.
  private static void settle() {
    await().pollDelay(Duration.ofMillis(400)).until(() -> true);
  }

  @Test
  void questionsAreAnsweredWithArrows() throws Exception {
    Tmux terminal = start("");
    terminal.say("ask both");
    terminal.see("❯ 2. Files (Recommended)");
    settle();
    terminal.press("Up");
    terminal.see("❯ 1. SQLite");
    settle();
    terminal.press("Enter");
    terminal.see("❯ [ ] 1. Linux");
    settle();
    terminal.press("Space");
    terminal.see("❯ [x] 1. Linux");
    terminal.press("5");
    terminal.see("❯ 5. Done selecting");
    settle();
    terminal.press("Enter");
    terminal.see("Which store? · SQLite");
    terminal.see("Which systems? · Linux");
    terminal.seeLast("❯");
    assertThat(terminal.text()).doesNotContain("Done selecting");
    terminal.press("C-d");
    assertThat(terminal.code()).isZero();
  }

  @Test
  void controlCStopsAndAnotherLeaves() throws Exception {
    Tmux terminal = start("");
    terminal.say("deaf");
    terminal.see("Waiting for the model…");
    terminal.press("C-c");
    terminal.see("Ctrl-C again leaves");
    terminal.press("C-c");
    assertThat(terminal.code()).isEqualTo(130);
    assertThat(terminal.restored()).isTrue();
  }

  @Test
  void aSignalToEndRestoresTheTerminal() throws Exception {
    Tmux terminal = start("");
    terminal.say("hang");
    terminal.see("Waiting for the model…");
    program().destroy();
    assertThat(terminal.code()).isEqualTo(143);
    assertThat(terminal.restored()).isTrue();
    assertThat(terminal.text()).doesNotContain("Waiting").doesNotContain("Exception");
  }

  @Test
  void aSignalToEndAtTheLineRestoresTheTerminal() throws Exception {
    Tmux terminal = start("");
    terminal.type("half a line");
    terminal.see("half a line");
    program().destroy();
    assertThat(terminal.code()).isEqualTo(143);
    assertThat(terminal.restored()).isTrue();
    assertThat(terminal.text()).doesNotContain("Exception");
  }

  @Test
  void anInterruptFromElsewhereStopsTheTurn() throws Exception {
    Tmux terminal = start("");
    terminal.say("hang");
    terminal.see("Waiting for the model…");
    new ProcessBuilder("kill", "-INT", Long.toString(program().pid())).start().waitFor();
    terminal.see("■ Stopped.");
    terminal.say("hello");
    terminal.see("You said: hello");
  }

  @Test
  void pastedLinesWaitForEnter() throws Exception {
    Tmux terminal = start("");
    terminal.paste("one\n\ttwo\nthree");
    terminal.seeLast("three");
    assertThat(terminal.text()).doesNotContain("You said");
    terminal.press("Enter");
    terminal.see("● You said: one");
    terminal.see("\nthree\n");
  }

  @Test
  void anotherWidthLeavesNoRubbish() throws Exception {
    Tmux terminal = start("");
    // So slowly that rows are written over: tmux breaks a row by how long it once was.
    terminal.say(
        "run for i in 1 2 3; do echo line $i; sleep 0.3; done;"
            + " until [ -e go ]; do sleep 0.1; done");
    terminal.see("│ line 3");
    terminal.run("resize-window", "-x", "33", "-y", "15");
    terminal.type("typed");
    terminal.see("❯ typed");
    terminal.run("resize-window", "-x", "90", "-y", "30");
    terminal.press("BSpace");
    terminal.see("❯ type");
    Files.createFile(folder.resolve("root/go"));
    terminal.see("● All results are in.");
    terminal.seeLast("❯ type");
    assertThat(terminal.text()).doesNotContain("│").doesNotContain("esc to stop");
    assertThat(Pattern.compile("line 3").matcher(terminal.text()).results().count()).isEqualTo(1);
  }

  @Test
  void wideTextWrapsCleanlyUnderTheFooter() throws Exception {
    Tmux terminal = start("");
    String wide = "x" + "世界".repeat(60);
    terminal.say("echo " + wide);
    terminal.see("● You said: echo");
    terminal.seeLast("❯");
    await()
        .untilAsserted(
            () ->
                assertThat(terminal.text().replaceAll("\\s", "")).contains("●Yousaid:echo" + wide));
  }

  @Test
  void aDumbTerminalGetsPlainLines() throws Exception {
    Tmux terminal = start("TERM=dumb");
    terminal.say("markdown");
    terminal.see("**wrong**");
    terminal.say("exit");
    assertThat(terminal.code()).isZero();
    assertThat(terminal.restored()).isTrue();
  }

  @Test
  void noColorMeansNone() throws Exception {
    Tmux terminal = start("NO_COLOR=1");
    terminal.say("markdown");
    terminal.see("snake_case_name stays.");
    terminal.seeLast("❯");
    assertThat(terminal.run("capture-pane", "-p", "-e"))
        .doesNotContainPattern("\033\\[([0-9]+;)*(3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]")
        .contains("\033[1m");
  }
}
