package dev.tenon.cli.terminal.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.screen.EmulatedScreen;
import dev.tenon.cli.terminal.screen.FramePainter;
import dev.tenon.cli.terminal.screen.LiveScreen;
import dev.tenon.cli.terminal.screen.Rows;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jline.terminal.impl.LineDisciplineTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class TerminalStateTest {
  private static final String KEYS_ON = "\033[>5u";
  private static final String KEYS_OFF = "\033[<u";

  private final EmulatedScreen emulated = new EmulatedScreen(40, 10);
  private final LiveScreen screen =
      new LiveScreen(
          emulated,
          emulated::columns,
          emulated::rows,
          (columns, rows) -> Rows.of(List.of("> ")),
          Duration.ZERO,
          FramePainter.Narrowing.CUTS);

  private TerminalState state(String type) throws IOException {
    return new TerminalState(
        new LineDisciplineTerminal(
            "test", type, new ByteArrayOutputStream(), StandardCharsets.UTF_8),
        screen,
        new WindowSignals(screen, type));
  }

  private String written() {
    return String.join("", emulated.writes());
  }

  @Test
  void keysAreToldApartWhereTheTerminalOffersItAndOnlyWhileItIsOurs() throws IOException {
    TerminalState state = state("xterm-256color");
    state.enter();
    state.ask();
    assertThat(written()).contains("\033[?u\033[c").doesNotContain(KEYS_ON);
    state.heard(new Key.Report("[?0u"));
    assertThat(written()).isEqualTo(KEYS_ON);
    state.heard(new Key.Report("[?1u"));
    assertThat(written()).isEmpty();
    state.lend();
    assertThat(written()).containsOnlyOnce(KEYS_OFF).contains("\033[?2004l");
    state.resume();
    assertThat(written()).containsOnlyOnce(KEYS_ON).contains("\033[?2004h");
    state.close(screen::close);
    state.close(screen::close);
    assertThat(written()).containsOnlyOnce(KEYS_OFF);
  }

  @Test
  void anAnswerWhileSomebodyElseHasTheTerminalCountsAfterwards() throws IOException {
    TerminalState state = state("xterm-256color");
    state.enter();
    state.ask();
    state.lend();
    emulated.writes();
    state.heard(new Key.Report("[?0u"));
    assertThat(written()).isEmpty();
    state.resume();
    assertThat(written()).contains(KEYS_ON);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"[?u", "[?1;2c", "[?62;22c", "[>41;390;0c", "]11;rgb:0/0/0", "[1u", "[?xu", "[?"})
  void otherAnswersAndNoneChangeNothing(String answer) throws IOException {
    TerminalState state = state("xterm-256color");
    state.enter();
    state.ask();
    state.heard(new Key.Report(answer));
    state.lend();
    state.resume();
    state.close(screen::close);
    assertThat(written()).doesNotContain(KEYS_ON).doesNotContain(KEYS_OFF);
    assertThat(state.drawsSixel()).isFalse();
  }

  @Test
  void theLinuxConsoleIsNotAsked() throws IOException {
    TerminalState state = state("linux");
    state.enter();
    state.ask();
    assertThat(written()).doesNotContain("\033[c").doesNotContain("\033[?u");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[?62;4;22c", "[?4c", "[?65;1;4c", "[?1;2;4c"})
  void aTerminalSaysThatItDrawsPictures(String answer) throws IOException {
    TerminalState state = state("xterm-256color");
    state.enter();
    assertThat(state.drawsSixel()).isFalse();
    state.heard(new Key.Report(answer));
    assertThat(state.drawsSixel()).isTrue();
  }

  /// Ctrl-C may come while the first picture is made.
  @Test
  void whoLeavesAtTheBeginningTakesAndAsksNothing() throws IOException {
    TerminalState state = state("xterm-256color");
    state.leave();
    state.enter();
    state.ask();
    state.close(screen::close);
    assertThat(written()).doesNotContain("\033[?2004h").doesNotContain("\033[c");
  }

  @Test
  void whoNeverAnswersIsNotWaitedForLong() throws IOException {
    TerminalState state = state("xterm-256color");
    state.enter();
    state.ask();
    long began = System.nanoTime();
    state.settle();
    assertThat(Duration.ofNanos(System.nanoTime() - began))
        .isBetween(Duration.ofMillis(80), Duration.ofSeconds(5));
    state.heard(new Key.Report("[?1;2c"));
    long answered = System.nanoTime();
    state.settle();
    assertThat(Duration.ofNanos(System.nanoTime() - answered)).isLessThan(Duration.ofMillis(80));
  }

  /// An editor that was killed leaves its screen, the reports of the mouse, its scrolling region
  /// and its keys switched on.
  @Test
  void whatAProgramThatDiedLeftOnIsSwitchedOff() throws IOException {
    TerminalState state = state("xterm-256color");
    state.enter();
    state.lend();
    emulated.writes();
    state.resumeMended();
    String mended = written();
    assertThat(mended)
        .contains("\033[?1049l", "\033[?1000l", "\033[?1002l", "\033[?1003l", "\033[?1006l")
        .contains("\033[r", "\033[?1l", "\033>");
    assertThat(mended)
        .as("tmux goes back to where the other screen was entered last, so it is entered here")
        .contains("\033[?1049h\033[?1049l");
    assertThat(mended.indexOf("\033[?1049l"))
        .as("before anything is painted")
        .isLessThan(mended.indexOf("> "));
    state.lend();
    emulated.writes();
    state.resume();
    assertThat(written()).as("Ctrl-Z leaves what others set alone").doesNotContain("\033[?1049l");
  }
}
