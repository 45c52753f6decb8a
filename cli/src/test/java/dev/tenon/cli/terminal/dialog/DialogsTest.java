package dev.tenon.cli.terminal.dialog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.tool.Asker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever is typed for the editor answers nothing, at whatever pace.
class DialogsTest {
  private static final DisplayOptions LOOK = DisplayOptions.plain(Glyphs.ASCII);
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

  private static ApprovalDialog approval() {
    return new ApprovalDialog(
        new Approver.Question(
            "bash",
            List.of(
                new Approver.Question.Item(
                    new Access.Execute("make clean"), new Decision.Ask("run", "")))),
        LOOK);
  }

  private static QuestionDialog question(Asker.Choice choice) {
    return new QuestionDialog(
        List.of(new Asker.Question("id", "Which?", List.of("one", "two", "three"), choice, 1)),
        LOOK,
        Optional::empty);
  }

  private AtomicBoolean show(Dialog dialog) {
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
    if (!dialogs.press(key, !editor.isEmpty())) {
      editor.append(dialogs.released());
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
    for (Dialog dialog :
        List.of(approval(), question(Asker.Choice.ONE), question(Asker.Choice.SEVERAL))) {
      for (String text : TEXTS) {
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
        assertThat(editor.toString()).isEqualTo(text.replace("\n", "") + "x");
        assertThat(dialogs.waiting()).isTrue();
        assertThat(answered).isFalse();
        endAsking();
      }
    }
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
    assertThat(editor.toString()).isEqualTo("2\n");
    assertThat(dialogs.waiting()).isTrue();
  }

  @Test
  void nothingAnswersBeforeItCanBeRead() {
    ApprovalDialog dialog = approval();
    show(dialog);
    pass(299);
    press(Key.Named.ENTER);
    assertThat(dialogs.waiting()).isTrue();
    pass(1);
    press(new Key.Typed("2"));
    press(Key.Named.ENTER);
    assertThat(dialogs.waiting()).as("Enter came with the digit in one go").isTrue();
    pass(100);
    press(Key.Named.ENTER);
    assertThat(dialogs.waiting()).isFalse();
    assertThat(dialog.answer()).isEqualTo(Approver.Answer.ONCE);
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
