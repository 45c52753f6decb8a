package dev.tenon.cli.terminal.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.screen.Clusters.Drawing;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalDrawingTest {
  private static Drawing inTmux(String version) {
    var environment = new HashMap<>(Map.of("TMUX", "/tmp/tmux-1/default,1,0"));
    environment.put("TERM_PROGRAM", "tmux");
    environment.put("TERM_PROGRAM_VERSION", version);
    return TerminalDevice.drawing(environment);
  }

  @Test
  void tmuxJoinsSignsSinceItsVersion34() {
    for (String old : List.of("3.3a", "3.3", "3.2", "2.9", "3.3-rc")) {
      assertThat(inTmux(old)).as(old).isEqualTo(Drawing.EACH);
    }
    for (String recent : List.of("3.4", "3.5a", "3.10", "4.0", "next-3.6", "master", "")) {
      assertThat(inTmux(recent)).as(recent).isEqualTo(Drawing.TOGETHER);
    }
    assertThat(TerminalDevice.drawing(Map.of("TMUX", "x", "TERM_PROGRAM", "iTerm.app")))
        .as("tmux before 3.2 does not say what it is")
        .isEqualTo(Drawing.EACH);
    assertThat(TerminalDevice.drawing(Map.of("TERM_PROGRAM", "iTerm.app")))
        .isEqualTo(Drawing.TOGETHER);
    assertThat(TerminalDevice.drawing(Map.of())).isEqualTo(Drawing.TOGETHER);
  }
}
