package dev.tenon.cli.terminal.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.GoldenFrames;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Every scene at three widths, as it was looked at and found good.
class StatusFramesTest {
  @ParameterizedTest
  @ValueSource(ints = {60, 80, 200})
  void scenesLookAsTheyDid(int columns) throws Exception {
    Map<String, String> usual = StatusScenes.all(columns);
    GoldenFrames.frames(StatusFramesTest.class, columns, usual);
    GoldenFrames.themed(
        StatusFramesTest.class, columns, usual, look -> StatusScenes.coloured(look, columns));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 10, 20, 30, 39, 40, 41, 60, 80, 200})
  void everyRowFits(int columns) {
    StatusScenes.all(columns)
        .forEach(
            (name, frame) -> {
              for (String row : frame.split("\n", -1)) {
                assertThat(DisplayWidth.of(row))
                    .as("%s: %s", name, row)
                    .isLessThanOrEqualTo(columns);
              }
            });
  }
}
