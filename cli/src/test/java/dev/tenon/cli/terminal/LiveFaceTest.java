package dev.tenon.cli.terminal;

import static dev.tenon.cli.terminal.VirtualFace.CTRL_C;
import static dev.tenon.cli.terminal.VirtualFace.CTRL_D;
import static dev.tenon.cli.terminal.VirtualFace.ENTER;
import static dev.tenon.cli.terminal.VirtualFace.ESCAPE;
import static dev.tenon.cli.terminal.VirtualFace.UP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.cli.slash.CommandException;
import dev.tenon.cli.slash.SlashCommand;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.core.permission.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LiveFaceTest {
  /// A command that runs until the test makes a file.
  private static final String UNTIL_GO = "run until [ -e go ]; do sleep 0.05; done";

  @TempDir Path folder;
  private VirtualFace face;

  @BeforeEach
  void open() throws IOException {
    face = new VirtualFace(folder, Mode.FULL);
  }

  @AfterEach
  void close() {
    face.close();
  }

  private void reopen(Mode mode, SlashCommand... commands) throws IOException {
    face.close();
    face = new VirtualFace(folder, mode, commands);
  }

  private void go() throws IOException {
    Files.createFile(folder.resolve("go"));
  }

  @Test
  void aPromptIsAnsweredAndExitLeaves() {
    face.says("hello there").sees("● You said: hello there");
    face.says("count").sees("● 3 messages");
    face.says("exit");
    assertThat(face.exits()).isZero();
  }

  @Test
  void controlDLeaves() {
    face.types(CTRL_D);
    assertThat(face.exits()).isZero();
  }

  @Test
  void aTerminalThatGoesAwayEndsTheProgram() {
    face.says("hang").sees("Waiting for the model…");
    face.close();
    assertThat(face.exits()).isEqualTo(130);
  }

  @Test
  void withoutASpinnerNothingMovesByItself() throws IOException {
    face.close();
    face = new VirtualFace(folder, Mode.FULL, DisplayOptions.Waiting.STILL);
    face.says("hang").sees("· Waiting for the model… esc to stop");
    assertThat(face.text()).doesNotContainPattern("[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]|[0-9] s ·");
    face.types(CTRL_C).sees("■ Stopped.").seesLast("❯");
  }

  @Test
  void controlCStopsTheTurnAndTheConversationGoesOn() {
    face.says("hang").sees("Waiting for the model…");
    face.types(CTRL_C).sees("■ Stopped.").seesLast("❯");
    face.after(Duration.ofSeconds(3));
    face.says("hello").sees("You said: hello");
    assertThat(face.text()).doesNotContain("Waiting");
    assertThat(face.running()).isTrue();
  }

  @Test
  void escapeStopsTheTurn() {
    face.says("hang").sees("Waiting for the model…");
    face.types(ESCAPE).sees("■ Stopped.");
    assertThat(face.running()).isTrue();
  }

  @Test
  void aSecondControlCLeavesEvenWhenTheTurnDoesNotStop() {
    face.says("deaf").sees("Waiting for the model…");
    face.types(CTRL_C).sees("Stopping…").sees("Ctrl-C again leaves");
    face.after(Duration.ofSeconds(1));
    face.types(CTRL_C);
    assertThat(face.exits()).isEqualTo(130);
  }

  @Test
  void aSecondControlCLaterOnlyStopsAgain() {
    face.says("hang").sees("Waiting for the model…");
    face.types(CTRL_C).sees("■ Stopped.").seesLast("❯");
    face.after(Duration.ofSeconds(3));
    face.says("hang").sees("Waiting for the model…");
    face.types(CTRL_C).seesLast("■ Stopped.\n\n❯");
    assertThat(face.running()).isTrue();
  }

  @Test
  void controlCClearsTheLineAndLeavesOnAnEmptyOne() {
    face.types("half a prompt").sees("❯ half a prompt");
    face.types(CTRL_C).sees("❯ half a prompt\n❯");
    face.after(Duration.ofSeconds(3));
    face.types(CTRL_C);
    assertThat(face.exits()).isEqualTo(130);
  }

  @Test
  void controlCRightAfterAnAnswerWasMeantForTheTurn() {
    face.says("hello").sees("You said: hello").seesLast("\n\n❯");
    face.types(CTRL_C).sees("(Ctrl-C again or Ctrl-D leaves)");
    assertThat(face.running()).isTrue();
    face.types(CTRL_C);
    assertThat(face.exits()).isEqualTo(130);
  }

  @Test
  void whatIsTypedWhileTheModelWorksSteersIt() throws IOException {
    face.says(UNTIL_GO).sees("Running bash");
    face.types("rather this").sees("❯ rather this_");
    face.types(ENTER).sees("queued: rather this");
    go();
    face.sees("● You said: rather this");
    assertThat(face.text()).contains("❯ rather this").doesNotContain("queued");
  }

  @Test
  void unsentSteeringAndTheDraftReturnToTheLineAfterAnAbort() {
    face.says(UNTIL_GO).sees("Running bash");
    face.says("first").sees("queued: first");
    face.types("second").sees("❯ second_");
    face.types(ESCAPE).seesLast("❯ first\n  second");
    face.types(ENTER).sees("● You said: first");
  }

  @Test
  void theDraftIsKeptWhenTheTurnEnds() throws IOException {
    face.says(UNTIL_GO).sees("Running bash");
    face.types("nexx\177t one").sees("❯ next one_");
    go();
    face.sees("All results are in.").seesLast("❯ next one");
  }

  @Test
  void aCommandThatIsTypedMeanwhileRunsAfterTheTurn() throws IOException {
    face.says(UNTIL_GO).sees("Running bash");
    face.says("/usage").sees("queued: /usage");
    go();
    face.sees("tokens in");
    assertThat(face.text().indexOf("tokens in")).isGreaterThan(face.text().indexOf("All results"));
  }

  @Test
  void outputOfACommandIsShownWhileItRuns() throws IOException {
    face.says("run echo early; until [ -e go ]; do sleep 0.05; done; echo late");
    face.sees("│ early");
    go();
    face.sees("✓ exit 0").sees("late");
    assertThat(face.text()).doesNotContain("│ early");
  }

  @Test
  void aKeyAllowsOnce() throws IOException {
    reopen(Mode.ASK);
    face.says("run echo one").sees("? bash wants to run echo one").sees("Allow? [y] once");
    face.types("y").sees("allowed once").sees("✓ exit 0").seesLast("\n\n❯");
    face.says("run echo two").sees("? bash wants to run echo two").sees("Allow?");
    face.types("n").sees("not allowed").sees("✗ permission_denied").seesLast("\n\n❯");
    face.says("run echo three").sees("? bash wants to run echo three").sees("Allow?");
    face.types("s").sees("allowed for this session: bash(echo)").seesLast("\n\n❯");
    face.says("run echo four").sees("→ bash echo four");
    assertThat(face.text()).doesNotContain("wants to run echo four");
  }

  @Test
  void aQuestionShowsThePartsTheReasonAndWhatAnswersAllow() throws IOException {
    reopen(Mode.ASK);
    face.says("run echo one && date +%Y").sees("Allow? [y] once").sees("[a] always");
    face.sees("? date +%Y").sees("asked because: mode ask asks before commands");
    face.sees("session and always allow: bash(echo), bash(=date +%Y)");
    face.types("a").sees("bash(echo), bash(=date +%Y)").sees("exit 0").seesLast("\n\n❯");
    face.says("run date +%Y").sees("→ bash date +%Y").seesLast("\n\n❯");
    assertThat(face.text()).doesNotContain("wants to run date");
    face.says("run rm -f nothing").sees("for this session means exactly this");
    assertThat(face.text()).doesNotContain("[a] always");
    face.types("n").sees("not allowed");
  }

  @Test
  void aKeyUnderTheFingersOfSomeoneWhoTypesIsNoAnswer() throws IOException {
    reopen(Mode.ASK);
    face.says("run echo one").sees("Allow?");
    face.types("yes, but").sees("❯ yes, but_");
    assertThat(face.text()).contains("Allow?").doesNotContain("allowed once");
    face.types(ESCAPE).sees("not allowed").seesLast("❯ yes, but");
  }

  @Test
  void aWordAllowsToo() throws IOException {
    reopen(Mode.ASK);
    face.says("run echo one").sees("Allow?");
    face.types("yes" + ENTER).sees("allowed once").sees("✓ exit 0");
  }

  @Test
  void controlCAtAQuestionMeansNoAndStops() throws IOException {
    reopen(Mode.ASK);
    face.says("write new.txt").sees("? write_file wants to write new.txt").sees("Allow?");
    face.types(CTRL_C).sees("not allowed").sees("■ Stopped.");
    assertThat(folder.resolve("new.txt")).doesNotExist();
    assertThat(face.text()).doesNotContain("Allow?");
  }

  @Test
  void aDangerousCommandIsShownInFullBeforeItIsAllowed() throws IOException {
    reopen(Mode.ASK);
    String hidden = "run echo " + "x".repeat(120) + "; touch \u202e gpj.exe";
    face.says(hidden).sees("Allow?");
    assertThat(face.text().replaceAll("\\s+", ""))
        .contains("x".repeat(120) + ";touch<U+202E>gpj.exe")
        .contains("(1characteraboveisacontrolorinvisibleone;");
    face.types("n").sees("not allowed");
  }

  @Test
  void linesCanBeBrokenInSeveralWays() {
    face.types("one\\").types(ENTER).types("two\033\rthree").sees("  three");
    face.types(ENTER).sees("● You said: one\ntwo\nthree");
  }

  @Test
  void pastedLinesAreNotSent() {
    face.types("\033[200~first\nsecond\n\033[201~third").sees("  third");
    face.types(ENTER).sees("● You said: first\nsecond\nthird");
  }

  @Test
  void anOpenFenceGoesOn() {
    face.types("see\r").sees("You said: see");
    face.types("```\rcode\r").types("```\r").sees("● You said: ```\ncode");
  }

  @Test
  void textThatWasTypedAheadIsSentByItsLineFeed() {
    face.types("typed by a program\n").sees("● You said: typed by a program");
  }

  @Test
  void whatWasSaidBeforeComesBack() throws IOException {
    face.says("remember me").sees("● You said: remember me").seesLast("❯");
    face.says("and me").sees("● You said: and me").seesLast("❯");
    reopen(Mode.FULL);
    face.types(UP).seesLast("❯ and me");
    face.types(UP).seesLast("❯ remember me");
    face.types(ENTER).sees("● You said: remember me");
    assertThat(Files.readAllLines(folder.resolve("state/history")))
        .containsExactly("remember me", "and me", "remember me");
  }

  @Test
  void commandsAreCompletedAndRun() {
    face.types("/he\t").sees("/help");
    face.types(ENTER).sees("Begin a new conversation").sees("Ctrl-D");
    face.says("/nothing").sees("There is no command /nothing.");
    face.says("/tools")
        .sees("read_file  ")
        .sees("On the shelf, for the model to take:")
        .sees("checkpoint  Mark this point")
        .sees("Off (tools.off): monitor");
    face.says("/usr/bin is full").sees("You said: /usr/bin is full");
  }

  @Test
  void clearForgetsTheConversation() {
    face.says("hello").sees("You said: hello").seesLast("\n\n❯");
    face.says("/clear").sees("A new conversation.");
    face.says("count").sees("● 1 messages");
  }

  @Test
  void verboseShowsUsageAfterEachPrompt() {
    face.says("/verbose").sees("followed by its usage");
    face.says("hello")
        .sees("2,250 tokens in (1,000 from the cache, 50 into it) · 345 out · 1 step");
  }

  @Test
  void aCommandOfSomeoneElseIsOneDeclaration() throws IOException {
    var entered = new CountDownLatch(1);
    reopen(
        Mode.FULL,
        SlashCommand.of("ask", "Ask", (argument, context) -> context.prompt("about " + argument)),
        SlashCommand.of(
            "choose",
            "Choose",
            (argument, context) -> context.print("chose " + context.ask("which?").orElse("none"))),
        SlashCommand.of("fill", "Fill", (argument, context) -> context.prefill("filled in")),
        SlashCommand.of(
            "refuse",
            "Refuse",
            (argument, context) -> {
              throw new CommandException("not '" + argument + "'; try /ask");
            }),
        SlashCommand.of(
            "break",
            "Break",
            (argument, context) -> {
              throw new IllegalStateException("broken");
            }),
        SlashCommand.of(
            "block",
            "Block",
            (argument, context) -> {
              entered.countDown();
              new CountDownLatch(1).await();
            }));
    face.says("/ask  tea ").sees("● You said: about tea");
    face.says("/choose").seesLast("which?\n❯").says("milk").sees("chose milk");
    assertThat(Files.readString(folder.resolve("state/history"))).doesNotContain("milk");
    face.says("/refuse coffee").sees("not 'coffee'; try /ask");
    face.says("/fill").seesLast("❯ filled in");
    face.types(CTRL_C);
    face.says("/block");
    await().until(() -> entered.getCount() == 0);
    face.after(Duration.ofSeconds(5));
    face.says("and then").sees("queued: and then");
    face.types(CTRL_C).sees("/block was stopped.").sees("● You said: and then");
    face.says("/break").sees("A bug in Tenon ended /break");
    assertThat(face.running()).isTrue();
  }

  @Test
  void aFailureLeavesTheConversationUsable() {
    // What is said before the turn is over would be put back in the line: it was not heard.
    face.says("fail").seesLast("(401). 'tenon doctor' shows which keys are there.\n\n❯");
    face.says("hello").sees("You said: hello");
  }

  @Test
  void hostileTextDoesNotReachTheTerminal() {
    face.says("evil").sees("● red <U+202E>reversed");
    assertThat(face.text()).contains("❯ evil");
  }

  @Test
  void hiddenCharactersInTheLineAreSeen() {
    face.types("\033[200~rm \u202ex\u200by\033[201~").sees("❯ rm <U+202E>x<U+200B>y");
    face.types(ENTER).sees("● You said: rm <U+202E>x<U+200B>y").seesLast("❯");
    face.types(UP).seesLast("❯ rm <U+202E>x<U+200B>y");
  }
}
