package dev.tenon.cli.terminal.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.device.Notifications.Bell;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NotificationsTest {
  private static String sequence(String type, Map<String, String> environment) {
    return Notifications.of(type, environment).sequence("all done", Bell.SILENT);
  }

  @ParameterizedTest
  @CsvSource({
    "xterm-256color, TERM_PROGRAM, iTerm.app",
    "xterm-256color, TERM_PROGRAM, WezTerm",
    "xterm-256color, TERM_PROGRAM, ghostty",
    "xterm-256color, LC_TERMINAL, iTerm2",
    "xterm-kitty, KITTY_WINDOW_ID, 1",
    "xterm-kitty, X, y",
    "xterm-ghostty, X, y",
    "xterm-256color, ConEmuPID, 12"
  })
  void someTakeTheSequenceOfITerm(String type, String name, String value) {
    assertThat(sequence(type, Map.of(name, value))).isEqualTo("\033]9;all done\007");
  }

  @ParameterizedTest
  @CsvSource({"foot, X, y", "rxvt-unicode-256color, X, y", "xterm-256color, VTE_VERSION, 7600"})
  void someTakeTheSequenceOfRxvtAndMayIgnoreIt(String type, String name, String value) {
    assertThat(sequence(type, Map.of(name, value)))
        .isEqualTo("\033]777;notify;Tenon;all done\007\007");
  }

  @ParameterizedTest
  @CsvSource({"xterm-256color", "linux", "alacritty", "st-256color", "konsole"})
  void othersRing(String type) {
    assertThat(sequence(type, Map.of("TERM_PROGRAM", "Apple_Terminal"))).isEqualTo("\007");
  }

  @Test
  void tmuxHandsTheSequenceThroughAndRings() {
    assertThat(sequence("tmux-256color", Map.of("TMUX", "/tmp/x,1,0", "LC_TERMINAL", "iTerm2")))
        .isEqualTo("\033Ptmux;\033\033]9;all done\007\033\\\007");
    assertThat(sequence("tmux-256color", Map.of("TMUX", "/tmp/x,1,0", "TERM_PROGRAM", "tmux")))
        .isEqualTo("\007");
    assertThat(sequence("screen-256color", Map.of("TMUX", "/tmp/x,1,0", "VTE_VERSION", "7600")))
        .isEqualTo("\033Ptmux;\033\033]777;notify;Tenon;all done\007\033\\\007");
  }

  @Test
  void screenOnlyRings() {
    assertThat(sequence("screen", Map.of("LC_TERMINAL", "iTerm2"))).isEqualTo("\007");
    assertThat(sequence("xterm-kitty", Map.of("STY", "1.pts", "KITTY_WINDOW_ID", "1")))
        .isEqualTo("\007");
  }

  @Test
  void aBellThatRangDoesNotRingAgain() {
    var kitty = Notifications.of("xterm-kitty", Map.of());
    assertThat(kitty.sequence("x", Bell.RANG)).isEqualTo("\033]9;x\007");
    assertThat(Notifications.of("foot", Map.of()).sequence("x", Bell.RANG))
        .isEqualTo("\033]777;notify;Tenon;x\007");
    assertThat(Notifications.bell().sequence("x", Bell.RANG)).isEmpty();
    assertThat(Notifications.bell().sequence("x", Bell.SILENT)).isEqualTo("\007");
  }

  @Test
  void theTextEndsNoSequence() {
    var kitty = Notifications.of("xterm-kitty", Map.of());
    assertThat(kitty.sequence("a\033]0;b\007c\u009cd\n;e", Bell.SILENT))
        .isEqualTo("\033]9;a ]0,b c d ,e\007");
  }
}
