package dev.tenon.cli.terminal.view;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Every scene at three widths, as it was looked at and found good. `main` writes them anew into
/// the folder that it is given.
class GoldenFramesTest {
  private static final int[] WIDTHS = {60, 80, 200};

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 200})
  void scenesLookAsTheyDid(int columns) throws IOException {
    for (Map.Entry<String, String> scene : Scenes.all(columns).entrySet()) {
      String name = scene.getKey() + "-" + columns + ".txt";
      try (InputStream in = GoldenFramesTest.class.getResourceAsStream("frames/" + name)) {
        String golden =
            new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        assertThat(frame(scene.getValue())).as(name).isEqualTo(golden);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 40, 60, 80, 200})
  void everyRowFits(int columns) {
    Scenes.all(columns)
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
  void nobodySeesJson(int columns) {
    Scenes.all(columns)
        .forEach((name, frame) -> assertThat(Cells.text(frame)).as(name).doesNotContain("{\""));
  }

  /// A theme changes colours and nothing else, and all colours are its own.
  @ParameterizedTest
  @ValueSource(ints = {60, 80, 200})
  void themesShowTheSame(int columns) throws Exception {
    ThemedFrames.check(Scenes.each(Scenes.COLOURED, columns), look -> Scenes.each(look, columns));
  }

  /// Codes, hashes and versions are for the model.
  @Test
  void nobodySeesWhatIsForTheModel() {
    Scenes.all(200)
        .forEach(
            (name, frame) ->
                assertThat(Cells.text(frame))
                    .as(name)
                    .doesNotContain("permission_denied", "not_found", "cancelled: ", "sha256")
                    .doesNotContain("0a1b0a1b", "version 2", " chars", "check 7")
                    .doesNotContain("! changed", "undo takes it back; check"));
  }

  private static String frame(String shown) {
    return Cells.marked(shown).replace("\033]8;;", "{link ").replace("\033\\", "}");
  }

  public static void main(String[] arguments) throws IOException {
    for (int columns : WIDTHS) {
      for (Map.Entry<String, String> scene : Scenes.all(columns).entrySet()) {
        Path folder = Files.createDirectories(Path.of(arguments[0]));
        Files.writeString(
            folder.resolve(scene.getKey() + "-" + columns + ".txt"), frame(scene.getValue()));
        if (arguments.length > 1) {
          Path ansi = Files.createDirectories(Path.of(arguments[1]));
          Files.writeString(
              ansi.resolve(scene.getKey() + "-" + columns + ".ansi"), scene.getValue());
        }
      }
    }
  }
}
