package dev.tenon.cli.terminal.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.device.WindowSignals.Focus;
import dev.tenon.cli.terminal.device.WindowSignals.Title;
import dev.tenon.cli.terminal.screen.FramePainter;
import dev.tenon.cli.terminal.screen.LiveScreen;
import dev.tenon.cli.terminal.screen.Rows;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WindowSignalsTest {
  private final StringWriter out = new StringWriter();
  private WindowSignals window = window("xterm-256color");

  private WindowSignals window(String type) {
    return new WindowSignals(
        new LiveScreen(
            out,
            () -> 80,
            () -> 24,
            (columns, rows) -> Rows.of(List.of()),
            Duration.ZERO,
            FramePainter.Narrowing.REFLOWS),
        type);
  }

  private String sent() {
    String text = out.toString();
    out.getBuffer().setLength(0);
    return text;
  }

  private void enable(Title title, Focus focus) {
    window.enable(
        new WindowSignals.Wishes(title, focus, Notifications.of("xterm-kitty", Map.of())));
  }

  @Test
  void theTitleIsSetAndGivenBack() {
    window.title("early");
    assertThat(sent()).isEmpty();
    enable(Title.SET, Focus.REPORTED);
    assertThat(sent()).isEqualTo("\033[?1004h\033[22;2t\033]2;early\007");
    window.title("work");
    window.title("work");
    assertThat(sent()).isEqualTo("\033]2;work\007");
    assertThat(window.off()).isEqualTo("\033[?1004l\033]2;\007\033[23;2t");
  }

  @Test
  void whileSomethingElseHasTheTerminalNothingIsSent() {
    enable(Title.SET, Focus.REPORTED);
    window.title("one");
    window.off();
    sent();
    window.title("two");
    window.call("done", Notifications.Bell.SILENT);
    assertThat(sent()).isEmpty();
    assertThat(window.off()).isEmpty();
    assertThat(window.on()).isEqualTo("\033[?1004h\033[22;2t\033]2;two\007");
  }

  @Test
  void whatIsNotWantedAnyMoreIsTakenBackAtOnce() {
    enable(Title.SET, Focus.REPORTED);
    window.title("one");
    sent();
    enable(Title.SET, Focus.REPORTED);
    assertThat(sent()).as("as it was").isEmpty();
    enable(Title.SET, Focus.UNKNOWN);
    assertThat(sent()).isEqualTo("\033[?1004l");
    enable(Title.KEPT, Focus.UNKNOWN);
    assertThat(sent()).isEqualTo("\033]2;\007\033[23;2t");
    assertThat(window.off()).isEmpty();
    enable(Title.SET, Focus.REPORTED);
    assertThat(sent()).as("it is somebody else's").isEmpty();
    assertThat(window.on()).isEqualTo("\033[?1004h\033[22;2t\033]2;one\007");
  }

  @Test
  void whatIsNotWantedIsNotSent() {
    enable(Title.KEPT, Focus.UNKNOWN);
    window.title("x");
    assertThat(sent()).isEmpty();
    assertThat(window.off()).isEmpty();
    assertThat(window.on()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"vte-256color", "xterm", "tmux-256color", "screen", "konsole", "contour", "foot"})
  void mostTerminalsHaveAWindow(String type) {
    window = window(type);
    enable(Title.SET, Focus.REPORTED);
    assertThat(sent()).isEqualTo("\033[?1004h\033[22;2t");
  }

  @ParameterizedTest
  @ValueSource(strings = {"linux", "vt100", "ansi", ""})
  void aTerminalWithoutAWindowIsLeftAlone(String type) {
    window = window(type);
    enable(Title.SET, Focus.REPORTED);
    window.title("x");
    assertThat(sent()).isEmpty();
    window.call("done", Notifications.Bell.SILENT);
    assertThat(sent()).isNotEmpty();
    assertThat(window.off()).isEmpty();
  }

  @Test
  void aTitleCannotEndItself() {
    enable(Title.SET, Focus.UNKNOWN);
    sent();
    window.title("a\007\033]52;c;x\033\\b\u009c\n" + "😀".repeat(200));
    assertThat(sent()).startsWith("\033]2;a]52;c;x\\b😀").endsWith("😀\007").hasSizeLessThan(130);
  }

  @Test
  void aCallIsTheSequenceOfTheTerminal() {
    enable(Title.KEPT, Focus.REPORTED);
    sent();
    window.call("done", Notifications.Bell.SILENT);
    assertThat(sent()).isEqualTo("\033]9;done\007");
  }
}
