package dev.tenon.cli.terminal.dialog;

import static dev.tenon.cli.terminal.dialog.DialogSamples.READ;
import static dev.tenon.cli.terminal.dialog.DialogSamples.SAFE;
import static dev.tenon.cli.terminal.dialog.DialogSamples.allowed;
import static dev.tenon.cli.terminal.dialog.DialogSamples.approval;
import static dev.tenon.cli.terminal.dialog.DialogSamples.choice;
import static dev.tenon.cli.terminal.dialog.DialogSamples.everyDialog;
import static dev.tenon.cli.terminal.dialog.DialogSamples.question;
import static dev.tenon.cli.terminal.dialog.DialogSamples.several;
import static dev.tenon.cli.terminal.dialog.DialogSamples.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.tool.Asker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever is typed for the editor answers nothing, at whatever pace.
class DialogsTest {
  private static final List<String> TEXTS =
      List.of(
          "yes",
          "s",
          "no, use the other one",
          "1",
          "2 files, please",
          "12 34",
          "a\nb",
          "2nd: always allow",
          "y y y y y");

  private static final Duration POLL = Duration.ofMillis(1);

  private final AtomicLong clock = new AtomicLong();
  private final Dialogs dialogs = new Dialogs(clock::get);
  private final StringBuilder editor = new StringBuilder();
  private final List<Thread> asking = new ArrayList<>();

  @AfterEach
  void withdraw() throws InterruptedException {
    for (Thread thread : asking) {
      thread.interrupt();
      thread.join();
    }
  }

  private AtomicBoolean show(Dialog dialog) {
    // Nobody says yes to what was never on the screen.
    dialog.rows(80, 24);
    var answered = new AtomicBoolean();
    asking.add(
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    dialogs.show(dialog);
                    answered.set(true);
                  } catch (InterruptedException withdrawn) {
                    answered.set(false);
                  }
                }));
    await().pollInterval(POLL).until(() -> dialogs.current().filter(dialog::equals).isPresent());
    return answered;
  }

  private void press(Key key) {
    boolean taken = dialogs.press(key, !editor.isEmpty());
    editor.append(dialogs.released());
    if (!taken) {
      switch (key) {
        case Key.Typed typed -> editor.append(typed.text());
        case Key.Pasted pasted -> editor.append(pasted.text());
        default -> {}
      }
    }
  }

  private void pass(long millis) {
    clock.addAndGet(Duration.ofMillis(millis).toNanos());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 5, 50, 200, 400, 2000})
  void nothingThatIsTypedAnswers(long pause) {
    for (String text : TEXTS) {
      for (Dialog dialog : everyDialog().values()) {
        editor.setLength(0);
        AtomicBoolean answered = show(dialog);
        pass(1000);
        for (int i = 0; i < text.length(); i++) {
          press(
              text.charAt(i) == '\n'
                  ? new Key.Chord(Key.Modifier.CONTROL, 'j')
                  : new Key.Typed(text.substring(i, i + 1)));
          pass(pause);
        }
        press(new Key.Typed("x"));
        assertThat(dialogs.waiting()).isTrue();
        assertThat(answered).isFalse();
        assertThat(editor + words(dialog)).isEqualTo(text.replace("\n", "") + "x");
        endAsking();
      }
    }
  }

  /// Whoever writes at a question of the model answers it; what was begun before it could be read,
  /// or stands in the editor already, is for the editor.
  @Test
  void wordsAtAQuestionOfTheModelAreAnAnswerToIt() {
    QuestionDialog dialog = question(Asker.Choice.ONE);
    AtomicBoolean answered = show(dialog);
    pass(100);
    press(new Key.Typed("m"));
    assertThat(editor.toString()).as("nobody has read it yet").isEqualTo("m");
    editor.setLength(0);
    pass(1000);
    for (String key : List.of("1", "2", " ", "M", "y", "S", "Q", "L")) {
      press(new Key.Typed(key));
      pass(100);
    }
    press(new Key.Pasted(" rather\nplease"));
    pass(100);
    assertThat(editor.toString()).isEmpty();
    assertThat(answered).isFalse();
    press(Key.Named.ENTER);
    assertThat(dialogs.waiting()).isFalse();
    assertThat(words(dialog)).isEqualTo("12 MySQL rather\nplease");
    assertThat(dialog.replies().getFirst().chosen()).isEmpty();
  }

  /// Another program had the window, or the whole program was suspended.
  @Test
  void whatIsBeingWrittenIsNotGivenRightAfterItWasHidden() {
    ChoiceDialog dialog = choice(SAFE, ChoiceDialog.Option.words("Change it"));
    show(dialog);
    pass(1000);
    press(Key.Named.TAB);
    pass(100);
    press(new Key.Typed("x"));
    pass(100);
    dialogs.cover();
    pass(5000);
    dialogs.uncover();
    pass(100);
    press(Key.Named.ENTER);
    assertThat(dialogs.waiting()).isTrue();
    pass(250);
    press(Key.Named.ENTER);
    assertThat(dialogs.waiting()).isFalse();
    assertThat(dialog.words()).isEqualTo("x");
  }

  /// Ctrl-C ends the question, and what was written at it is not lost.
  @Test
  void whatWasWrittenIsThereAgainWhenTheQuestionIsWithdrawn() {
    for (Dialog dialog :
        List.of(
            approval(),
            question(Asker.Choice.ONE),
            choice(SAFE, ChoiceDialog.Option.words("Change it")))) {
      show(dialog);
      pass(1000);
      press(Key.Named.TAB);
      pass(100);
      press(new Key.Pasted("use make"));
      pass(100);
      press(Key.Named.INTERRUPT);
      endAsking();
      assertThat(dialogs.unsent()).isEqualTo("use make");
      assertThat(dialogs.unsent()).isEmpty();
    }
  }

  @Test
  void aTextInOneGoIsWrittenAndNotGiven() {
    QuestionDialog dialog = question(Asker.Choice.ONE);
    show(dialog);
    pass(1000);
    for (String key : List.of("a", "b", "\r", "c", "\r")) {
      press(key.equals("\r") ? Key.Named.ENTER : new Key.Typed(key));
    }
    assertThat(words(dialog)).isEqualTo("ab c");
    assertThat(dialogs.waiting()).isTrue();
  }

  private void endAsking() {
    Thread thread = asking.removeLast();
    thread.interrupt();
    await().pollInterval(POLL).until(() -> !thread.isAlive());
  }

  @Test
  void whatIsPastedIsForTheEditor() {
    show(approval());
    pass(1000);
    press(new Key.Pasted("2\n"));
    press(Key.Named.ENTER);
    assertThat(editor.toString()).as("what comes in one go is text").isEqualTo("2\n\n");
    assertThat(dialogs.waiting()).isTrue();
  }

  @Test
  void nothingAnswersBeforeItCanBeRead() {
    ApprovalDialog dialog = approval();
    show(dialog);
    pass(299);
    press(Key.Named.ENTER);
    assertThat(dialogs.waiting()).isTrue();
    pass(299);
    press(Key.Named.ENTER);
    assertThat(dialogs.waiting()).as("every key makes it wait anew").isTrue();
    pass(300);
    press(new Key.Typed("2"));
    pass(100);
    press(Key.Named.ENTER);
    assertThat(dialogs.waiting()).isFalse();
    assertThat(dialog.answer()).isEqualTo(Approver.Answer.ONCE);
  }

  /// A key that is held down, and walks through the history that go on as a question appears.
  @ParameterizedTest
  @EnumSource(names = {"ENTER", "DOWN", "UP", "TAB", "PAGE_DOWN", "LEFT"})
  void aKeyThatIsHeldDownAnswersNothing(Key.Named held) {
    for (Dialog dialog : List.of(approval(), question(Asker.Choice.ONE), several())) {
      AtomicBoolean answered = show(dialog);
      for (int i = 0; i < 100; i++) {
        press(held);
        pass(30);
      }
      press(Key.Named.ENTER);
      assertThat(dialogs.waiting()).isTrue();
      assertThat(answered).isFalse();
      assertThat(dialog.rows(80, 24).lines()).isEqualTo(fresh(dialog));
      endAsking();
    }
  }

  /// The rows that such a dialog has when nobody has touched it.
  private static List<String> fresh(Dialog dialog) {
    Dialog other =
        dialog instanceof ApprovalDialog
            ? approval()
            : dialog.rows(80, 24).lines().getFirst().contains("1/3")
                ? several()
                : question(Asker.Choice.ONE);
    return other.rows(80, 24).lines();
  }

  @Test
  void eachQuestionHasToBeReadFirst() {
    QuestionDialog dialog = several();
    show(dialog);
    pass(400);
    press(Key.Named.ENTER);
    pass(100);
    press(Key.Named.ENTER);
    assertThat(dialog.rows(80, 24).lines().getFirst()).contains("(2/3)");
    pass(2000);
    press(Key.Named.ENTER);
    pass(2000);
    press(Key.Named.ENTER);
    assertThat(dialogs.waiting()).isFalse();
  }

  @Test
  void numbersAreWordsToTheModel() {
    for (String number : List.of("42", "12", "443", "80")) {
      ApprovalDialog dialog = approval();
      editor.setLength(0);
      show(dialog);
      pass(1000);
      for (int i = 0; i < number.length(); i++) {
        press(new Key.Typed(number.substring(i, i + 1)));
        pass(120);
      }
      press(Key.Named.ENTER);
      assertThat(editor.toString()).isEqualTo(number);
      assertThat(dialogs.waiting()).isTrue();
      // The console sends what stands there; the next Enter finds nothing marked but no.
      editor.setLength(0);
      pass(1000);
      press(Key.Named.ENTER);
      assertThat(dialog.answer().kind()).isEqualTo(Approver.Answer.Kind.NO);
      endAsking();
    }
  }

  @Test
  void aPasteWithoutBracketsIsText() {
    ApprovalDialog dialog = approval();
    show(dialog);
    pass(1000);
    for (String key : List.of("1", "\r", "2", "\r", "3", "\r")) {
      press(key.equals("\r") ? Key.Named.ENTER : new Key.Typed(key));
    }
    assertThat(editor.toString()).startsWith("1\n2").contains("3");
    assertThat(dialogs.waiting()).isTrue();
    editor.setLength(0);
    pass(1000);
    press(Key.Named.ENTER);
    assertThat(dialog.answer().kind()).isEqualTo(Approver.Answer.Kind.NO);
  }

  @Test
  void whatWasHiddenHasToBeSeenFirst() {
    dialogs.cover();
    ApprovalDialog dialog = approval();
    show(dialog);
    assertThat(dialogs.untouchedSince()).as("its time does not run").isEmpty();
    pass(60_000);
    dialogs.uncover();
    assertThat(dialogs.untouchedSince()).hasValue(clock.get());
    pass(40);
    press(Key.Named.DOWN);
    press(Key.Named.ENTER);
    pass(100);
    press(Key.Named.ENTER);
    assertThat(dialogs.waiting()).isTrue();
    pass(300);
    press(Key.Named.ENTER);
    assertThat(dialog.answer().kind()).isEqualTo(Approver.Answer.Kind.NO);
  }

  @Test
  void aMarkIsForgottenWhenThePersonWritesSomethingElse() {
    ApprovalDialog dialog = approval();
    show(dialog);
    pass(1000);
    press(Key.Named.DOWN);
    pass(500);
    press(new Key.Typed("x"));
    editor.setLength(0);
    pass(500);
    press(Key.Named.ENTER);
    assertThat(dialogs.waiting()).isFalse();
    assertThat(dialog.answer().kind()).isEqualTo(Approver.Answer.Kind.NO);
  }

  @Test
  void aSentenceThatEndsAsADialogAppearsAnswersNothing() {
    press(new Key.Typed("o"));
    press(new Key.Typed("k"));
    editor.setLength(0);
    show(approval());
    pass(350);
    press(new Key.Typed("x"));
    editor.setLength(0);
    pass(100);
    press(Key.Named.ENTER);
    assertThat(dialogs.waiting()).isTrue();
  }

  @Test
  void aDraftKeepsItsKeysUntilThePersonTurnsToTheQuestion() {
    ApprovalDialog dialog = approval();
    editor.append("a draft");
    show(dialog);
    pass(1000);
    assertThat(dialogs.press(Key.Named.ENTER, true)).isFalse();
    assertThat(dialogs.press(Key.Named.LEFT, true)).isFalse();
    pass(1000);
    assertThat(dialogs.press(Key.Named.DOWN, true)).as("moves in the draft").isFalse();
    pass(1000);
    assertThat(dialogs.press(Key.Named.TAB, true)).isTrue();
    pass(1000);
    assertThat(dialogs.press(Key.Named.DOWN, true)).isTrue();
    pass(1000);
    press(Key.Named.ENTER);
    assertThat(dialogs.waiting()).isFalse();
    assertThat(dialog.answer()).isEqualTo(Approver.Answer.ONCE);
    assertThat(editor.toString()).isEqualTo("a draft");
  }

  @Test
  void keysOfTheProgramAreNeverTaken() {
    ApprovalDialog dialog = approval();
    show(dialog);
    pass(1000);
    press(Key.Named.TAB);
    assertThat(dialog.typing()).isTrue();
    for (Key key : List.of(Key.Named.INTERRUPT, Key.Named.SUSPEND, Key.Named.GONE)) {
      assertThat(dialogs.press(key, false)).isFalse();
    }
  }

  /// Sentences with digits, at the pace of a hand, pasted or with the arrows of an editor in
  /// between: an Enter that ends them never allows anything.
  @Test
  void sentencesNeverAllow() {
    var random = new Random(41);
    for (int round = 0; round < 40; round++) {
      for (Map.Entry<String, Dialog> each : everyDialog().entrySet()) {
        editor.setLength(0);
        Dialog dialog = each.getValue();
        show(dialog);
        pass(random.nextInt(2000));
        for (int i = 0; i < 30 && dialogs.waiting(); i++) {
          int kind = random.nextInt(10);
          press(
              switch (kind) {
                case 0, 1, 2 -> new Key.Typed(String.valueOf((char) ('0' + random.nextInt(10))));
                case 3 -> new Key.Pasted("2\n3\n");
                case 4 -> editor.isEmpty() ? new Key.Typed("q") : Key.Named.DOWN;
                case 5 -> new Key.Typed(" ");
                default -> new Key.Typed(String.valueOf((char) ('a' + random.nextInt(26))));
              });
          pass(random.nextInt(600));
          if (kind > 5) {
            press(Key.Named.ENTER);
            pass(random.nextInt(600));
            // The console sends what stands there.
            editor.setLength(0);
          }
        }
        assertThat(allowed(dialog)).as(each.getKey()).isFalse();
        endAsking();
      }
    }
  }

  @Test
  void whatACommandAsksEndsWithCtrlCAndWithTheTerminal() {
    for (boolean gone : List.of(false, true)) {
      ChoiceDialog dialog = choice(SAFE, READ);
      AtomicBoolean answered = show(dialog);
      if (gone) {
        dialogs.gone();
      } else {
        press(Key.Named.INTERRUPT);
      }
      await().pollInterval(POLL).untilTrue(answered);
      assertThat(dialog.chosen()).isEqualTo(-1);
    }
    show(approval());
    dialogs.gone();
    assertThat(dialogs.waiting()).as("the prompt is stopped, which withdraws it").isTrue();
  }

  @Test
  void wordsAtAPlanAreWhatIsToBeDifferent() {
    ChoiceDialog dialog = choice(SAFE, READ, ChoiceDialog.Option.words("Change it"));
    show(dialog);
    pass(1000);
    for (String letter : "so what about 2 tests?".split("", -1)) {
      if (!letter.isEmpty()) {
        press(new Key.Typed(letter));
        pass(120);
      }
    }
    press(Key.Named.ENTER);
    assertThat(dialogs.waiting()).isFalse();
    assertThat(dialog.chosen()).isEqualTo(2);
    assertThat(dialog.words()).isEqualTo("so what about 2 tests?");
  }

  /// Without Enter nothing is ever answered, and Enter alone never says yes: some other key has to
  /// mark it first, which stands on the screen.
  @Test
  void randomTypingNeverAllows() {
    var random = new Random(14);
    for (int round = 0; round < 300; round++) {
      editor.setLength(0);
      ApprovalDialog dialog = approval();
      show(dialog);
      for (int i = 0; i < 60 && dialogs.waiting(); i++) {
        pass(random.nextInt(500));
        int kind = random.nextInt(10);
        press(
            kind == 0
                ? Key.Named.ENTER
                : kind == 1
                    ? new Key.Pasted("3\ny\n")
                    : new Key.Typed(String.valueOf((char) ('a' + random.nextInt(26)))));
        if (random.nextInt(12) == 0) {
          editor.setLength(0);
        }
      }
      assertThat(dialog.answer().kind()).isEqualTo(Approver.Answer.Kind.NO);
      endAsking();
    }
  }
}
