package dev.tenon.cli.terminal;

import static dev.tenon.cli.terminal.VirtualFace.CTRL_C;
import static dev.tenon.cli.terminal.VirtualFace.ENTER;

import dev.tenon.cli.terminal.render.GoldenFrames;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.render.ThemedFrames;
import dev.tenon.cli.terminal.theme.BuiltinThemes;
import dev.tenon.cli.terminal.theme.Theme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The whole face at three widths, also in the dark and the light theme: where the parts stand that
/// have frames of their own.
@Timeout(120)
class ScreenFramesTest {
  @TempDir Path folder;

  private static void compare(VirtualFace face, int columns, String scene) throws Exception {
    GoldenFrames.appears(
        ScreenFramesTest.class, "screen-" + scene + "-" + columns, () -> face.text() + "\n");
  }

  /// Goes through the scenes, and has each looked at.
  private void plays(int columns, String theme, Palette palette, Look look) throws Exception {
    Path project = Files.createDirectories(folder.resolve(theme));
    try (var face = VirtualFace.still(project, palette)) {
      face.resizes(columns, 30).types("markdown").sees("❯ markdown");
      look.at(face, "draft");
      face.types(ENTER).sees("snake_case_name stays.").seesLast("\n\n❯");
      look.at(face, "answer");
      face.types("/cle").sees("❯ /cle\n❯ /clear");
      look.at(face, "menu");
      face.types("\177\177\177\177").seesLast("\n\n❯");
      face.says("run mkdir -p release && rm -r build").sees("❯ 1. No");
      look.at(face, "question");
      face.types("wait a moment").sees("❯ wait a moment");
      look.at(face, "question-draft");
      face.after(Duration.ofSeconds(1)).types(ENTER).sees("steers: wait a moment");
      look.at(face, "question-queue");
      face.types(CTRL_C).sees("■ Stopped.").seesLast("❯ wait a moment");
      look.at(face, "stopped");
    }
  }

  private interface Look {
    void at(VirtualFace face, String scene) throws Exception;
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 200})
  void screensLookAsTheyDid(int columns) throws Exception {
    plays(columns, "none", Palette.COLOURED, (face, scene) -> compare(face, columns, scene));
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 200})
  void themesChangeNothingButColours(int columns) throws Exception {
    for (Theme theme : List.of(BuiltinThemes.dark(), BuiltinThemes.light())) {
      Palette palette = ThemedFrames.look(theme).palette();
      plays(
          columns,
          theme.name(),
          palette,
          (face, scene) -> {
            compare(face, columns, scene);
            GoldenFrames.appears(
                ScreenFramesTest.class,
                "screen-" + scene + "-" + theme.name() + "-" + columns,
                () -> face.coloured() + "\n");
          });
    }
  }
}
