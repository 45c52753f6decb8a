package dev.tenon.cli.terminal.dialog;

import static dev.tenon.cli.terminal.dialog.DialogSamples.SAFE;
import static dev.tenon.cli.terminal.dialog.DialogSamples.choice;
import static dev.tenon.cli.terminal.dialog.DialogSamples.everyDialog;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.cli.terminal.input.Key;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An Enter answers a question once; one that a keyboard repeats answers none.
class HeldEnterTest {
  private static final Duration POLL = Duration.ofMillis(1);

  private final AtomicLong clock = new AtomicLong();
  private final Dialogs dialogs = new Dialogs(clock::get);
  private final List<Thread> asking = new ArrayList<>();

  @AfterEach
  void withdraw() {
    while (!asking.isEmpty()) {
      endAsking();
    }
  }

  private void endAsking() {
    Thread thread = asking.removeLast();
    thread.interrupt();
    await().pollInterval(POLL).until(() -> !thread.isAlive());
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
    dialogs.press(key, false);
  }

  private void pass(long millis) {
    clock.addAndGet(Duration.ofMillis(millis).toNanos());
  }

  /// The Enter that sent the prompt is held down. Its keyboard repeats it so late that the question
  /// has stood there for long.
  @ParameterizedTest
  @ValueSource(longs = {250, 375, 660, 1200, 1900})
  void anEnterThatIsHeldDownAnswersNothing(long delay) {
    for (long between : List.of(25L, 33L, 90L)) {
      for (Dialog dialog : everyDialog().values()) {
        press(Key.Named.ENTER);
        pass(20);
        AtomicBoolean answered = show(dialog);
        pass(delay);
        for (int i = 0; i < 30; i++) {
          press(Key.Named.ENTER);
          pass(between);
        }
        assertThat(dialogs.current()).contains(dialog);
        assertThat(answered).isFalse();
        endAsking();
        pass(3000);
      }
    }
  }

  /// Whoever answers one question with Enter and holds the key does not answer the next one too.
  @Test
  void anEnterHeldDownAtOneQuestionAnswersNotTheNext() {
    AtomicBoolean first = show(choice(SAFE));
    pass(1000);
    press(Key.Named.ENTER);
    await().pollInterval(POLL).untilTrue(first);
    AtomicBoolean second = show(choice(SAFE));
    pass(500);
    press(Key.Named.ENTER);
    pass(33);
    press(Key.Named.ENTER);
    pass(33);
    press(Key.Named.ENTER);
    assertThat(second).isFalse();
    pass(1000);
    press(Key.Named.ENTER);
    pass(1000);
    await().pollInterval(POLL).untilTrue(second);
  }

  /// Somebody sends a prompt with Enter, reads the question, and presses Enter once.
  @Test
  void oneEnterSoonAfterAnotherAnswersAMomentLater() {
    press(Key.Named.ENTER);
    assertThat(dialogs.waitsForKeys()).isFalse();
    AtomicBoolean answered = show(choice(SAFE));
    assertThat(dialogs.waitsForKeys()).isTrue();
    pass(500);
    press(Key.Named.ENTER);
    assertThat(dialogs.waiting()).isTrue();
    // It ends without a key now: whoever sleeps until one comes would sleep too long.
    assertThat(dialogs.waitsForKeys()).isFalse();
    pass(119);
    assertThat(dialogs.waiting()).isTrue();
    pass(1);
    await().pollInterval(POLL).untilTrue(answered);
    assertThat(dialogs.waitsForKeys()).isFalse();
  }

  @Test
  void anEnterThatIsPutOffIsNotMeantOnceAnotherKeyComes() {
    press(Key.Named.ENTER);
    AtomicBoolean answered = show(choice(SAFE));
    pass(500);
    press(Key.Named.ENTER);
    pass(50);
    press(new Key.Typed("x"));
    pass(1000);
    assertThat(dialogs.waitsForKeys()).isTrue();
    assertThat(answered).isFalse();
  }
}
