package dev.tenon.cli.terminal.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.render.Cells;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.GoldenFrames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Every scene at three widths, as it was looked at and found good.
class GoldenFramesTest {
  @ParameterizedTest
  @ValueSource(ints = {60, 80, 200})
  void scenesLookAsTheyDid(int columns) throws Exception {
    GoldenFrames.frames(GoldenFramesTest.class, columns, Scenes.all(columns));
    GoldenFrames.themed(
        GoldenFramesTest.class,
        columns,
        Scenes.each(Scenes.COLOURED, columns),
        look -> Scenes.each(look, columns));
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
}
