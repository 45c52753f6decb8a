package dev.tenon.cli.terminal.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.GoldenFrames;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The review's screen looks as it did.
class ReviewFramesTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"60,15", "80,24", "200,30"})
  void scenesLookAsTheyDid(int columns, int rows) throws Exception {
    Map<String, String> usual = ReviewScenes.all(folder, columns, rows);
    GoldenFrames.frames(ReviewFramesTest.class, columns, usual);
    GoldenFrames.themed(
        ReviewFramesTest.class,
        columns,
        usual,
        look -> ReviewScenes.in(look, folder, columns, rows));
  }

  @ParameterizedTest
  @CsvSource({"20,10", "40,12", "60,15", "80,24", "200,30"})
  void everyRowFits(int columns, int rows) throws Exception {
    for (Map.Entry<String, String> scene : ReviewScenes.all(folder, columns, rows).entrySet()) {
      String[] lines = scene.getValue().split("\n", -1);
      assertThat(lines.length - 1).as(scene.getKey()).isLessThan(rows);
      for (String row : lines) {
        assertThat(DisplayWidth.of(row)).as("%s: %s", scene.getKey(), row).isLessThan(columns);
      }
    }
  }
}
