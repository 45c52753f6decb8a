package dev.tenon.cli.terminal;

import static dev.tenon.cli.terminal.VirtualFace.CTRL_C;
import static dev.tenon.cli.terminal.VirtualFace.ENTER;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.GoldenFrames;
import dev.tenon.core.permission.Mode;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The whole face at three widths: where the parts stand that have frames of their own.
@Timeout(120)
class ScreenFramesTest {
  @TempDir Path folder;

  private static void compare(VirtualFace face, int columns, String scene) throws Exception {
    GoldenFrames.appears(
        ScreenFramesTest.class, "screen-" + scene + "-" + columns, () -> face.text() + "\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 200})
  void screensLookAsTheyDid(int columns) throws Exception {
    try (var face = new VirtualFace(folder, Mode.ASK, DisplayOptions.Waiting.STILL)) {
      face.resizes(columns, 30).types("markdown").sees("❯ markdown");
      compare(face, columns, "draft");
      face.types(ENTER).sees("snake_case_name stays.").seesLast("\n\n❯");
      compare(face, columns, "answer");
      face.types("/cle").sees("❯ /cle\n❯ /clear");
      compare(face, columns, "menu");
      face.types("\177\177\177\177").seesLast("\n\n❯");
      face.says("run mkdir -p release && rm -r build").sees("❯ 1. No");
      compare(face, columns, "question");
      face.types("wait a moment").sees("❯ wait a moment");
      compare(face, columns, "question-draft");
      face.after(Duration.ofSeconds(1)).types(ENTER).sees("steers: wait a moment");
      compare(face, columns, "question-queue");
      face.types(CTRL_C).sees("■ Stopped.").seesLast("❯ wait a moment");
      compare(face, columns, "stopped");
    }
  }
}
