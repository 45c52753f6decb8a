package dev.tenon.cli.terminal.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.device.Notifications.Bell;
import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.screen.FramePainter;
import dev.tenon.cli.terminal.screen.LiveScreen;
import dev.tenon.cli.terminal.screen.Rows;
import dev.tenon.engine.config.Settings;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AttentionTest {
  private final StringWriter out = new StringWriter();
  private final long[] clock = {0};
  private final Attention attention =
      new Attention(
          new WindowSignals(
              new LiveScreen(
                  out,
                  () -> 80,
                  () -> 24,
                  (columns, rows) -> Rows.of(List.of()),
                  Duration.ZERO,
                  FramePainter.Narrowing.REFLOWS),
              "xterm-kitty"),
          Glyphs.UNICODE,
          () -> clock[0]);

  @BeforeEach
  void begin() {
    enable(Settings.Notify.AUTO);
    attention.title("Mend it", Attention.State.WORKING);
    sent();
  }

  private void enable(Settings.Notify notify) {
    attention.enable(
        new Settings.Window(new Settings.StatusLine(true, List.of(), ""), true, notify),
        "xterm-kitty",
        Map.of());
    sent();
  }

  private String sent() {
    String text = out.toString();
    out.getBuffer().setLength(0);
    return text;
  }

  private void pass(Duration time) {
    clock[0] += time.toNanos();
  }

  private String turn(Duration took) {
    attention.begins();
    pass(took);
    attention.turnEnded();
    return sent();
  }

  @Test
  void aLongTurnCallsWhoLooksElsewhere() {
    assertThat(attention.press(Key.Focus.LOST)).isTrue();
    assertThat(turn(Attention.LONG)).isEqualTo("\033]9;Tenon is done: Mend it\007");
    assertThat(turn(Attention.LONG.minusMillis(1))).isEmpty();
  }

  @Test
  void whoLooksIsNotCalled() {
    attention.press(Key.Focus.LOST);
    attention.press(Key.Focus.GAINED);
    assertThat(turn(Duration.ofHours(1))).isEmpty();
    attention.asks(Bell.SILENT);
    assertThat(sent()).isEmpty();
  }

  @Test
  void aQuestionCallsAtOnceAndDoesNotSayWhatItIsAbout() {
    attention.press(Key.Focus.LOST);
    attention.asks(Bell.SILENT);
    assertThat(sent()).isEqualTo("\033]9;Tenon waits for an answer: Mend it\007");
  }

  @Test
  void whereNothingIsToldOfTheWindowAPersonWithoutKeysIsAway() {
    attention.press(new Key.Typed("x"));
    assertThat(turn(Attention.AWAY.minusSeconds(1))).isEmpty();
    pass(Duration.ofSeconds(1));
    attention.asks(Bell.SILENT);
    assertThat(sent()).isNotEmpty();
    attention.press(new Key.Report("[?62c"));
    attention.asks(Bell.SILENT);
    assertThat(sent()).isNotEmpty();
    attention.press(new Key.Typed("x"));
    attention.asks(Bell.SILENT);
    assertThat(sent()).isEmpty();
  }

  @Test
  void bellAndOffAreObeyed() {
    attention.press(Key.Focus.LOST);
    enable(Settings.Notify.BELL);
    assertThat(turn(Duration.ofMinutes(1))).isEqualTo("\007");
    attention.asks(Bell.RANG);
    assertThat(sent()).isEmpty();
    enable(Settings.Notify.OFF);
    assertThat(turn(Duration.ofMinutes(1))).isEmpty();
    attention.asks(Bell.SILENT);
    assertThat(sent()).isEmpty();
  }

  @Test
  void theTitleSaysHowThingsStand() {
    attention.title("Mend it", Attention.State.ASKING);
    assertThat(sent()).isEqualTo("\033]2;? Mend it - tenon\007");
    attention.title("Mend\n\033[1mit", Attention.State.IDLE);
    assertThat(sent()).isEqualTo("\033]2;Mend ↵ ^[[1mit - tenon\007");
    attention.title("", Attention.State.WORKING);
    assertThat(sent()).isEqualTo("\033]2;● tenon\007");
  }
}
