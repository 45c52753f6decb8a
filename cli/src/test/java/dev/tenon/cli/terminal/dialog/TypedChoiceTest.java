package dev.tenon.cli.terminal.dialog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.core.tool.Asker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A question with several answers: digits mark, blanks tick.
class TypedChoiceTest {
  private final AtomicLong clock = new AtomicLong();
  private final Dialogs dialogs = new Dialogs(clock::get);
  private final QuestionDialog dialog = DialogSamples.question(Asker.Choice.SEVERAL);
  private Thread asking = new Thread();

  @BeforeEach
  void ask() {
    asking =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    dialogs.show(dialog);
                  } catch (InterruptedException withdrawn) {
                    Thread.currentThread().interrupt();
                  }
                });
    await().until(dialogs::waiting);
    pass(2000);
  }

  @AfterEach
  void withdraw() throws InterruptedException {
    asking.interrupt();
    asking.join();
  }

  private void type(String keys, long between) {
    keys.chars()
        .forEach(
            c -> {
              dialogs.press(new Key.Typed(Character.toString(c)), false);
              pass(between);
            });
  }

  private void pass(long millis) {
    clock.addAndGet(Duration.ofMillis(millis).toNanos());
  }

  private String shown() {
    return String.join("\n", dialog.rows(80, 24).lines());
  }

  @ParameterizedTest
  @ValueSource(longs = {300, 600, 1200, 3000})
  void aDigitAndABlankTick(long between) {
    type("2 ", between);
    assertThat(shown()).contains("[x] 2.").contains("[ ] 1.");
    assertThat(dialog.unsent()).isEmpty();
    type("1 ", between);
    assertThat(shown()).contains("[x] 2.").contains("[x] 1.");
    type(" ", between);
    assertThat(shown()).contains("[x] 2.").contains("[ ] 1.");
    assertThat(dialog.typing()).isFalse();
  }

  @Test
  void whatGoesOnWithLettersIsAnAnswerInWordsAndTicksNothing() {
    type("2 files", 400);
    assertThat(dialog.unsent()).isEqualTo("2 files");
    assertThat(shown()).contains("[ ] 2.");
  }

  @Test
  void whatIsTypedAtOnceIsText() {
    type("2 files", 100);
    assertThat(dialog.unsent()).isEqualTo("2 files");
    assertThat(shown()).contains("[ ] 2.");
  }
}
