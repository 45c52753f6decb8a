package dev.tenon.cli.terminal.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.render.Cells;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.ThemedFrames;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Every scene at three widths, as it was looked at and found good. `main` writes them anew into
/// the folder that it is given.
class StatusFramesTest {
  private static final int[] WIDTHS = {60, 80, 200};

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 200})
  void scenesLookAsTheyDid(int columns) throws IOException {
    for (Map.Entry<String, String> scene : StatusScenes.all(columns).entrySet()) {
      String name = scene.getKey() + "-" + columns + ".txt";
      try (InputStream in = StatusFramesTest.class.getResourceAsStream("frames/" + name)) {
        String golden =
            new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        assertThat(Cells.marked(scene.getValue())).as(name).isEqualTo(golden);
      }
    }
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

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 200})
  void themesShowTheSame(int columns) throws Exception {
    ThemedFrames.check(StatusScenes.all(columns), look -> StatusScenes.coloured(look, columns));
  }

  public static void main(String[] arguments) throws IOException {
    for (int columns : WIDTHS) {
      for (Map.Entry<String, String> scene : StatusScenes.all(columns).entrySet()) {
        Path folder = Files.createDirectories(Path.of(arguments[0]));
        Files.writeString(
            folder.resolve(scene.getKey() + "-" + columns + ".txt"),
            Cells.marked(scene.getValue()));
      }
    }
  }
}
