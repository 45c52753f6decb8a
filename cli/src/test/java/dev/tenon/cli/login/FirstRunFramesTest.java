package dev.tenon.cli.login;

import static dev.tenon.cli.login.VirtualProgram.ENTER;

import dev.tenon.cli.terminal.render.GoldenFrames;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.script.Reply;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The steps of the first start at three widths.
@Timeout(120)
class FirstRunFramesTest {
  @TempDir Path folder;

  private static void compare(VirtualProgram program, int columns, String scene) throws Exception {
    GoldenFrames.appears(
        FirstRunFramesTest.class,
        "first-run-" + scene + "-" + columns,
        () -> program.text() + "\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 200})
  void theStepsLookAsTheyDid(int columns) throws Exception {
    try (var server = ModelServer.start()) {
      server.reply(Reply.text("OK"));
      try (var program =
          new VirtualProgram(
              columns, folder, Map.of("OPENAI_BASE_URL", server.url() + "/v1"), "--debug")) {
        program.sees("Whose models?").types("openai GPT").sees("1/1  Enter");
        compare(program, columns, "provider");
        program.types(ENTER).sees("Paste the key of openai").pastes("canary-key-0123456789");
        program.sees("(21 characters)");
        compare(program, columns, "key");
        program.types(ENTER).sees("Which model?").types("gpt-5-mini").sees("1/1  Enter");
        compare(program, columns, "model");
      }
    }
  }
}
