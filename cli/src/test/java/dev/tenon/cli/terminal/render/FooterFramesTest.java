package dev.tenon.cli.terminal.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What stands below the text while something goes on, at three widths.
class FooterFramesTest {
  private static Footer footer(DisplayOptions look, String activity, String... output) {
    var footer = new Footer(look);
    footer.begin("Waiting for the model");
    footer.doing(activity, List.of(output));
    footer.tick();
    return footer;
  }

  private static String frame(List<String> lines, int columns) {
    var out = new StringBuilder();
    lines.forEach(line -> out.append(DisplayWidth.fit(line, columns)).append('\n'));
    // However busy the machine is.
    return out.toString().replaceAll("[0-9]+ s ", "0 s ");
  }

  private static Map<String, String> scenes(DisplayOptions look, int columns) {
    var scenes = new LinkedHashMap<String, String>();
    scenes.put(
        "footer-waiting", frame(footer(look, "Waiting for the model").lines(columns, 20), columns));
    Footer running =
        footer(look, "Running bash npm test " + "-- all ".repeat(20), "one", "\ttwo 漢字", "three");
    scenes.put("footer-running", frame(running.lines(columns, 20), columns));
    running.queued =
        List.of(
            "steers: not the slow ones", "afterwards: commit it", "afterwards: " + "x".repeat(220));
    scenes.put("footer-queued", frame(running.lines(columns, 20), columns));
    scenes.put("footer-queued-question", frame(running.question(columns, 20), columns));
    scenes.put("footer-few-rows", frame(running.lines(columns, 3), columns));
    running.stopping();
    scenes.put("footer-stopping", frame(running.lines(columns, 20), columns));
    return scenes;
  }

  @Test
  void aLongLineSaysThatItGoesOn() {
    DisplayOptions look = DisplayOptions.plain(Glyphs.UNICODE);
    List<String> lines = footer(look, "Running", "x".repeat(400), "short").lines(40, 20);
    assertThat(lines.get(1)).hasSize(39).endsWith("x…");
    assertThat(lines.get(2)).endsWith("short");
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 200})
  void statesLookAsTheyDid(int columns) throws Exception {
    GoldenFrames.check(FooterFramesTest.class, columns, look -> scenes(look, columns));
  }
}
