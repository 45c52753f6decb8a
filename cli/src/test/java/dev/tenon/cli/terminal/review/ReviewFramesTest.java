package dev.tenon.cli.terminal.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.render.Cells;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.ThemedFrames;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The review's screen looks as it did. `main` writes the frames anew, into a folder.
class ReviewFramesTest {
  private static final int[][] WINDOWS = {{60, 15}, {80, 24}, {200, 30}};

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"60,15", "80,24", "200,30"})
  void scenesLookAsTheyDid(int columns, int rows) throws Exception {
    for (Map.Entry<String, String> scene : ReviewScenes.all(folder, columns, rows).entrySet()) {
      String name = scene.getKey() + "-" + columns + ".txt";
      try (InputStream in = ReviewFramesTest.class.getResourceAsStream("frames/" + name)) {
        String golden =
            new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        assertThat(Cells.marked(scene.getValue())).as(name).isEqualTo(golden);
      }
    }
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

  @ParameterizedTest
  @CsvSource({"60,15", "80,24", "200,30"})
  void themesShowTheSame(int columns, int rows) throws Exception {
    ThemedFrames.check(
        ReviewScenes.all(folder, columns, rows),
        look -> ReviewScenes.in(look, folder, columns, rows));
  }

  public static void main(String[] arguments) throws Exception {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    Path work = Files.createTempDirectory("frames");
    for (int[] window : WINDOWS) {
      for (Map.Entry<String, String> scene :
          ReviewScenes.all(work, window[0], window[1]).entrySet()) {
        Files.writeString(
            folder.resolve(scene.getKey() + "-" + window[0] + ".txt"),
            Cells.marked(scene.getValue()));
      }
    }
  }
}
