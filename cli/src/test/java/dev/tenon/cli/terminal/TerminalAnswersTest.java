package dev.tenon.cli.terminal;

import static dev.tenon.cli.terminal.VirtualFace.ENTER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.permission.Mode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a terminal answers, asked or not, whole or garbled, is never typed and ends nothing.
@Timeout(60)
class TerminalAnswersTest {
  @TempDir Path folder;

  @Test
  void noAnswerEverReachesTheEditor() throws Exception {
    try (var face = new VirtualFace(folder, Mode.FULL)) {
      face.types("hel");
      for (String answer :
          new String[] {
            "\033]11;rgb:ffff/ffff/ffff\007",
            "\033]11;rgb:0000/0000/0000\033\\",
            "\033]11;garbage and more\007",
            "\033]11;\007",
            "\033]10;rgb:1/2/3\007",
            "\033[?997;1n",
            "\033[?997;2n",
            "\033[?62;22c",
            "\033P>|some terminal 1.0\033\\"
          }) {
        face.types(answer);
      }
      face.types("lo" + ENTER).sees("● You said: hello");
      face.types("\033]11;rgb:ffff/ffff/ffff\007");
      face.says("exit");
      assertThat(face.exits()).isZero();
    }
  }
}
