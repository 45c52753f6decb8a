package dev.tenon.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The program itself in a real terminal that other programs and signals take from it: what it
/// gives back, what it finds again, and what it keeps.
@Timeout(180)
class TerminalSignalsIT {
  private static final String SCRIPT =
      """
      {"steps": [
        {"text": "the first answer"},
        {"text": "it begins", "hang": true},
        {"text": "the third answer"},
        {"text": "the fourth answer"}
      ]}
      """;

  @TempDir Path folder;
  private String model;
  private @Nullable Tmux tmux;
  private int starts;

  @BeforeAll
  static void needsTmux() {
    TestPrograms.require("tmux");
  }

  @BeforeEach
  void begin() throws IOException {
    Files.createDirectories(folder.resolve("root"));
    model = "scripted:" + Files.writeString(folder.resolve("script.json"), SCRIPT);
  }

  @AfterEach
  void end() throws IOException, InterruptedException {
    if (tmux != null) {
      tmux.close();
    }
  }

  private String program(String... options) {
    var all = new String[options.length + 4];
    all[0] = "--model";
    all[1] = model;
    all[2] = "--mode";
    all[3] = "edit";
    System.arraycopy(options, 0, all, 4, options.length);
    return JavaCommand.program(folder, "", all);
  }

  private Tmux start(String command) throws IOException, InterruptedException {
    tmux = new Tmux(Files.createDirectory(folder.resolve("tmux-" + ++starts)), 80, 24, command);
    return tmux;
  }

  private static ProcessHandle java(Tmux terminal) throws IOException, InterruptedException {
    long pane = Long.parseLong(terminal.run("display-message", "-p", "#{pane_pid}").strip());
    return ProcessHandle.of(pane)
        .orElseThrow()
        .descendants()
        .filter(each -> each.info().command().orElse("").endsWith("java"))
        .findFirst()
        .orElseThrow();
  }

  private static void screen(Tmux terminal, String alternate) {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> terminal.run("display-message", "-p", "#{alternate_on}").strip(),
            alternate::equals);
  }

  @Test
  void modesGoRoundAndProgramsGetTheTerminalAndGiveItBack() throws Exception {
    TestPrograms.require("vi");
    TestPrograms.require("less");
    Tmux terminal = start(program());
    terminal.see("❯");
    // The conversation is opened after the first picture; before that there is no mode to change.
    terminal.say("one");
    terminal.see("the first answer");
    terminal.seeLast("❯");
    terminal.press("BTab");
    terminal.see("mode auto:");
    terminal.press("BTab");
    terminal.see("mode plan:");
    terminal.press("BTab");
    terminal.see("mode ask:");
    terminal.type("kept as a draft");
    terminal.press("BTab");
    terminal.see("mode edit:");
    terminal.seeLast("❯ kept as a draft");
    terminal.press("C-u");

    Path note = folder.resolve("root/note.txt");
    terminal.say("!vi note.txt");
    screen(terminal, "1");
    terminal.type("ihello from vi");
    terminal.press("Escape");
    terminal.say(":wq");
    screen(terminal, "0");
    terminal.see("(exit code 0; what it showed is not kept)");
    assertThat(note).hasContent("hello from vi");
    terminal.say("!less note.txt");
    screen(terminal, "1");
    terminal.type("q");
    screen(terminal, "0");
    // A program that is killed cannot give back what it has switched on.
    terminal.say("!tty sh -c 'printf \"\\033[?1049h\\033[?1000h\\033[2;5r\"; kill -9 $$'");
    terminal.see("(exit code 137");
    screen(terminal, "0");
    assertThat(terminal.run("display-message", "-p", "#{mouse_any_flag}").strip()).isEqualTo("0");
    // One that uses nothing of all that finds the cursor where it was, and leaves it there.
    terminal.say("!tty echo plainly");
    terminal.see("❯ !tty echo plainly\nplainly\n(exit code 0; what it showed is not kept)");
    terminal.type("it is ours again");
    terminal.seeLast("❯ it is ours again");
    terminal.press("C-u");
    terminal.press("C-d");
    assertThat(terminal.code()).isZero();
    assertThat(terminal.restored()).isTrue();
    assertThat(terminal.text()).doesNotContain("^[");
  }

  /// Ctrl-C reaches every process of the terminal's group, but is meant for the one that has the
  /// terminal.
  @Test
  void ctrlCAtAProgramThatHasTheTerminalIsForThatProgram() throws Exception {
    Path deaf =
        Files.writeString(
            folder.resolve("deaf.sh"), "trap '' INT\necho the editor has it\nexec cat >\"$1\"\n");
    Tmux terminal = start("env VISUAL='sh " + deaf + "' " + program());
    terminal.see("❯");
    terminal.say("one");
    terminal.see("the first answer");
    terminal.seeLast("❯");
    terminal.say("!tty sh -c 'trap \"\" INT; echo lent; exec cat'");
    terminal.see("\nlent");
    // The terminal throws away what it has not shown yet, also the echo of the first one.
    terminal.press("C-c");
    terminal.see("lent\n^C");
    terminal.press("C-c");
    terminal.see("^C^C");
    terminal.say("still there");
    terminal.see("still there\nstill there");
    terminal.press("C-d");
    terminal.see("(exit code ");
    terminal.type("it is ours again");
    terminal.seeLast("❯ it is ours again");
    terminal.press("C-g");
    terminal.see("the editor has it");
    terminal.press("C-c");
    terminal.press("C-c");
    terminal.say("from the editor");
    terminal.press("C-d");
    terminal.seeLast("❯ from the editor");
    terminal.press("C-u");
    terminal.press("C-d");
    assertThat(terminal.code()).isZero();
    assertThat(terminal.text()).doesNotContain("Ctrl-C again");
  }

  @Test
  void theDraftIsEditedInAnEditorThatFillsTheScreen() throws Exception {
    TestPrograms.require("vi");
    Tmux terminal = start("env VISUAL=vi " + program());
    terminal.see("❯");
    terminal.say("one");
    terminal.see("the first answer");
    terminal.seeLast("❯");
    terminal.type("a draft");
    terminal.press("C-g");
    screen(terminal, "1");
    terminal.see("a draft\n~");
    terminal.type("A of two lines");
    terminal.press("Enter");
    terminal.type("the second one");
    terminal.press("Escape");
    terminal.say(":wq");
    screen(terminal, "0");
    terminal.seeLast("❯ a draft of two lines\n  the second one");
    assertThat(terminal.text()).contains("the first answer").doesNotContain("~");
    terminal.press("C-c");
    terminal.seeLast("\n\n❯");
    terminal.press("C-d");
    assertThat(terminal.code()).isZero();
    assertThat(terminal.restored()).isTrue();
  }

  @Test
  void aTurnIsSuspendedAndGoesOn() throws Exception {
    TestPrograms.require("bash");
    Tmux terminal = start("env PS1='sh> ' bash --norc --noprofile -i");
    terminal.see("sh>");
    terminal.say(program());
    terminal.see("❯");
    terminal.say("one");
    terminal.see("the first answer");
    terminal.seeLast("❯");
    terminal.say("two");
    terminal.see("it begins");
    terminal.see("esc to stop");
    terminal.type("a draft");
    terminal.see("❯ a draft");
    terminal.press("C-z");
    terminal.see("Stopped");
    terminal.say(
        "echo $((40+2)); stty -a | tr ' ' '\\n' | grep -x -e echo -e icanon | tr '\\n' '+'");
    terminal.see("\n42\n");
    terminal.see("icanon+echo+");
    terminal.say("fg");
    terminal.see("❯ a draft");
    terminal.see("esc to stop");
    terminal.press("Escape");
    terminal.see("■ Stopped.");
    terminal.seeLast("❯ a draft");
    terminal.press("C-u");
    terminal.say("three");
    terminal.see("the third answer");
    terminal.seeLast("❯");
    terminal.press("C-z");
    await()
        .until(() -> Pattern.compile("Stopped  ").matcher(terminal.text()).results().count() == 2);
    terminal.say("fg");
    terminal.say("four");
    terminal.see("the fourth answer");
    terminal.seeLast("❯");
    terminal.press("C-d");
    terminal.seeLast("sh>");
    assertThat(terminal.text()).doesNotContain("^[").doesNotContain("Exception");
  }

  @Test
  void aClosedWindowEndsTheProgramAndKeepsTheSession() throws Exception {
    Tmux terminal = start(program());
    terminal.see("❯");
    terminal.say("a prompt to be kept");
    terminal.see("the first answer");
    terminal.seeLast("❯");
    terminal.say("another");
    terminal.see("it begins");
    // Waits for the end of everything that ran in it.
    terminal.close();

    terminal = start(program("--continue"));
    terminal.see("a prompt to be kept");
    terminal.see("the first answer");
    terminal.seeLast("❯");
    terminal.press("Up");
    terminal.seeLast("❯ another");
    terminal.press("C-u");
    terminal.press("C-d");
    assertThat(terminal.code()).isZero();
  }

  @Test
  void aKilledProgramLeavesASessionThatGoesOnInTheSameTerminal() throws Exception {
    Tmux terminal =
        start(
            program()
                + "; echo killed; "
                + program("--continue")
                // As it was found, which is how the killed one had set it.
                + "; code=$?; stty sane; (exit $code)");
    terminal.see("❯");
    terminal.say("a prompt to be kept");
    terminal.see("the first answer");
    terminal.seeLast("❯");
    terminal.say("another");
    terminal.see("it begins");
    terminal.see("esc to stop");
    terminal.type("half a thou");
    Path drafts = folder.resolve("state/prompts.d");
    await()
        .until(
            () -> {
              try (var files = Files.list(drafts)) {
                // One of the prompt before may still be there.
                for (Path file : files.toList()) {
                  if (file.toString().contains(".draft-")
                      && Files.readString(file).contains("half a thou")) {
                    return true;
                  }
                }
                return false;
              } catch (NoSuchFileException replaced) {
                return false;
              }
            });
    assertThat(java(terminal).destroyForcibly()).isTrue();
    terminal.see("killed");
    await()
        .until(
            () ->
                Pattern.compile("the first answer").matcher(terminal.text()).results().count()
                    == 2);
    // What the killed program was doing still stands above.
    await().until(() -> terminal.text().endsWith("❯"));
    terminal.press("C-l");
    await()
        .until(
            () -> {
              terminal.run("clear-history");
              return terminal.text().strip();
            },
            "❯"::equals);
    terminal.press("Up");
    terminal.seeLast("❯ half a thou");
    terminal.press("C-u");
    terminal.say("going on");
    // The script begins anew with the program.
    terminal.see("● the first answer");
    terminal.seeLast("❯");
    terminal.press("C-d");
    assertThat(terminal.code()).isZero();
    assertThat(terminal.text()).doesNotContain("^[").doesNotContain("Exception");
  }
}
