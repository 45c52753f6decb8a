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
import dev.tenon.cli.terminal.dialog.ChoiceMenu;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.core.permission.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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

  /// A sentence that was sent while a command's dialog stood there answers nothing that comes
  /// later.
  @Test
  void whatWasSentBeforeAQuestionIsNoAnswerToIt() throws IOException {
    reopen(
        Mode.FULL,
        SlashCommand.of(
            "quiz",
            "Quiz",
            (argument, context) -> {
              context.choose(
                  new ChoiceMenu("Which one?", List.of("The first", "The second"), context.look()));
              context.print("because " + context.ask("And why?").orElse("of nothing"));
            }));
    face.says("/quiz").sees("Which one?");
    face.types("a sentence").sees("❯ a sentence").enters();
    await().until(() -> !face.text().contains("❯ a sentence"));
    face.answers(1).sees("And why?").says("it is so");
    face.sees("because it is so").sees("● You said: a sentence");
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
  void controlCClearsTheLineAndOnAnEmptyOneItTakesTwoToLeave() {
    face.types("half a prompt").sees("❯ half a prompt");
    face.types(CTRL_C).seesLast("❯");
    face.types(CTRL_C).sees("(Ctrl-C again or Ctrl-D leaves)");
    face.types("still here").sees("❯ still here");
    assertThat(face.text()).as("the hint goes away").doesNotContain("again");
    face.types(CTRL_C).seesLast("❯");
    face.types(CTRL_C).sees("(Ctrl-C again or Ctrl-D leaves)");
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
    face.types("rather this").sees("❯ rather this");
    face.types(ENTER).sees("steers: rather this");
    go();
    face.sees("● You said: rather this");
    assertThat(face.text()).contains("❯ rather this").doesNotContain("steers");
  }

  @Test
  void unsentSteeringAndTheDraftReturnToTheLineAfterAnAbort() {
    face.says(UNTIL_GO).sees("Running bash");
    face.says("first").sees("steers: first");
    face.types("second").sees("❯ second");
    face.types(ESCAPE).seesLast("❯ first\n  second");
    face.types(ENTER).sees("● You said: first");
  }

  @Test
  void theDraftIsKeptWhenTheTurnEnds() throws IOException {
    face.says(UNTIL_GO).sees("Running bash");
    face.types("nexx\177t one").sees("❯ next one");
    go();
    face.sees("All results are in.").seesLast("❯ next one");
  }

  @Test
  void aCommandThatIsTypedMeanwhileRunsAfterTheTurn() throws IOException {
    face.says(UNTIL_GO).sees("Running bash");
    face.says("/usage").sees("afterwards: /usage");
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
  void aMarkedAnswerIsGivenByEnter() throws IOException {
    reopen(Mode.ASK);
    face.says("run echo one").sees("? bash wants to run:").sees("    echo one").sees("❯ 1. No");
    face.answers(2).sees("allowed once").sees("✓ exit 0").seesLast("\n\n❯");
    face.says("run echo two").sees("    echo two").sees("❯ 1. No");
    face.enters().sees("✗ you said no").seesLast("\n\n❯");
    face.says("run echo three").sees("    echo three").sees("3. Yes, for this session: bash(echo)");
    face.answers(3).sees("allowed for this session: bash(echo)").seesLast("\n\n❯");
    face.says("run echo four").sees("→ bash echo four").seesLast("\n\n❯");
    assertThat(face.text()).doesNotContain("wants to run echo four");
  }

  @Test
  void whatStaysOfAnAnswerIsIndentedInItsFurtherRows() throws IOException {
    reopen(Mode.ASK);
    face.resizes(40, 24);
    face.says("run echo one two three four five six seven").sees("❯ 1. No");
    face.answers(2).sees("allowed once");
    assertThat(face.text())
        .contains("  ? bash wants to run")
        .containsPattern("\n {4}\\S.*allowed once");
  }

  @Test
  void aQuestionShowsThePartsTheReasonAndWhatAnswersAllow() throws IOException {
    reopen(Mode.ASK);
    face.says("run echo one && date +%Y").sees("4. Always in this project: bash(echo), bash(=date");
    face.sees("? date +%Y").sees("mode ask asks before commands");
    assertThat(face.text().split("mode ask asks before commands", -1)).hasSize(2);
    face.answers(4).sees("bash(echo), bash(=date +%Y)").sees("exit 0").seesLast("\n\n❯");
    face.says("run date +%Y").sees("→ bash date +%Y").seesLast("\n\n❯");
    assertThat(face.text()).doesNotContain("wants to run date");
    face.says("run rm -f nothing")
        .sees("3. Yes, for this session: exactly this (no always: no rule says just this)\n");
    assertThat(face.text()).doesNotContain("4. Always");
    face.enters().sees("you said no");
  }

  @Test
  void whatIsTypedAtAQuestionStaysADraft() throws IOException {
    reopen(Mode.ASK);
    face.says("run echo one").sees("❯ 1. No");
    for (String key : List.of("y", "e", "s", ",", " ", "2", "s")) {
      face.after(Duration.ofSeconds(1));
      face.types(key);
    }
    face.sees("❯ yes, 2s");
    assertThat(face.text()).contains("❯ 1. No").doesNotContain("allowed");
    face.types(ESCAPE).sees("■ Stopped.").seesLast("❯ yes, 2s");
  }

  @Test
  void aDraftThatBeginsWithADigitIsNoAnswer() throws IOException {
    reopen(Mode.ASK);
    face.says("run echo one").sees("❯ 1. No");
    face.after(Duration.ofSeconds(1));
    face.types("2").sees("❯ 2. Yes, this once");
    face.after(Duration.ofSeconds(1));
    face.types(" files").sees("❯ 2 files");
    face.enters().sees("steers: 2 files");
    assertThat(face.text()).doesNotContain("allowed");
  }

  @Test
  void aPasteAnswersNothing() throws IOException {
    reopen(Mode.ASK);
    face.says("run echo one").sees("❯ 1. No");
    face.after(Duration.ofSeconds(1));
    face.types("\033[200~2\r\033[201~").sees("❯ 2");
    assertThat(face.text()).contains("❯ 1. No").doesNotContain("allowed");
    // The same from a terminal that does not mark what is pasted.
    face.types("\177\177").sees("Enter: no; Tab").after(Duration.ofSeconds(1));
    face.types("2\r3\r").sees("❯ 2\n  3");
    assertThat(face.text()).contains("❯ 1. No").doesNotContain("allowed");
    face.after(Duration.ofSeconds(1));
    face.types("x").sees("3\n  x");
    assertThat(face.text()).contains("❯ 1. No").doesNotContain("allowed");
  }

  @Test
  void theModelIsToldWhyNot() throws IOException {
    reopen(Mode.ASK);
    face.says("run echo one").sees("❯ 1. No").after(Duration.ofSeconds(1));
    face.types("\t").sees("❯ 5. No, because").types("use printf").sees("No, because use printf");
    face.enters().sees("✗ you said no: use printf").seesLast("\n\n❯");
  }

  @Test
  void theRuleCanBeChangedBeforeItIsKept() throws IOException {
    reopen(Mode.ASK);
    face.says("run echo one").sees("❯ 1. No").after(Duration.ofSeconds(1));
    face.types("3").sees("❯ 3. ").types("\t").sees("❯ 3. Session: bash(echo)");
    face.types("\177 one").sees("bash(echo one").enters().sees("has no closing parenthesis");
    face.types(")")
        .sees("bash(echo one)")
        .enters()
        .sees("allowed for this session: bash(echo one)")
        .seesLast("\n\n❯");
    face.says("run echo two").sees("    echo two").enters().sees("you said no");
  }

  @Test
  void anEditIsShownBeforeItIsAllowed() throws IOException {
    reopen(Mode.ASK);
    face.says("write new.txt")
        .sees("? write_file wants to write:")
        .sees("  new.txt (new file)  +1 −0");
    face.sees("+").sees("❯ 1. No");
    assertThat(folder.resolve("new.txt")).doesNotExist();
    face.answers(2).sees("allowed once").seesLast("\n\n❯");
    assertThat(folder.resolve("new.txt")).exists();
  }

  @Test
  void controlCAtAQuestionMeansNoAndStops() throws IOException {
    reopen(Mode.ASK);
    face.says("write new.txt").sees("? write_file wants to write:").sees("❯ 1. No");
    face.types(CTRL_C).sees("■ Stopped.");
    assertThat(folder.resolve("new.txt")).doesNotExist();
    assertThat(face.text()).doesNotContain("1. No");
  }

  @Test
  void aDangerousCommandIsShownInFullBeforeItIsAllowed() throws IOException {
    reopen(Mode.ASK);
    String hidden = "run echo " + "x".repeat(120) + "; touch \u202e gpj.exe";
    face.says(hidden).sees("❯ 1. No");
    assertThat(face.text().replaceAll("\\s+", ""))
        .contains("x".repeat(120) + ";touch<U+202E>gpj.exe")
        .contains("(1characteraboveisacontrolorinvisibleone;");
    face.enters().sees("you said no");
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
        SlashCommand.of("mine", "Mine", (argument, context) -> context.print("say more"))
            .sentIf(argument -> !argument.isEmpty()),
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
    face.says("/mine").sees("say more").says("/mine tea").sees("● You said: /mine tea");
    face.says("/choose").seesLast("which?\n❯").says("milk").sees("chose milk");
    assertThat(Files.readString(folder.resolve("state/history"))).doesNotContain("milk");
    face.says("/refuse coffee").sees("not 'coffee'; try /ask");
    face.says("/fill").seesLast("❯ filled in");
    face.types(CTRL_C);
    face.says("/block");
    await().until(() -> entered.getCount() == 0);
    face.after(Duration.ofSeconds(5));
    face.says("and then").sees("afterwards: and then");
    face.types(CTRL_C).sees("/block was stopped.").sees("● You said: and then");
    face.says("/break").sees("A bug in Tenon ended /break");
    assertThat(face.running()).isTrue();
  }

  @Test
  void aFailureLeavesTheConversationUsable() {
    // What is said before the turn is over would be put back in the line: it was not heard.
    face.says("fail")
        .seesLast("(401). /login takes another key; 'tenon doctor' shows which are there.\n\n❯");
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

  @Test
  void whoLeavesWithADraftFindsItInTheHistory() throws IOException {
    face.says(UNTIL_GO).sees("esc to stop").types("half a thou").sees("❯ half a thou");
    face.types(CTRL_C).sees("■ Stopped.").types(CTRL_C + CTRL_C + CTRL_C);
    assertThat(face.exits()).isEqualTo(130);
    reopen(Mode.FULL);
    face.types(UP).sees("❯ half a thou");
    face.types(CTRL_C).types("cleared").sees("❯ cleared").types(CTRL_C);
    reopen(Mode.FULL);
    face.types(UP).sees("❯ cleared");
    // The end of the program by a signal closes the console in the same way.
    face.types(CTRL_C).types("by a signal").sees("❯ by a signal");
    reopen(Mode.FULL);
    face.types(UP).sees("❯ by a signal");
  }
}
