package dev.tenon.cli.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.script.Reply;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Settings that hold in the conversation in which they were changed.
@Timeout(120)
class SettingsAtOnceTest {
  private static final String ENTER = "\r";
  private static final String ESCAPE = "\033";

  @TempDir Path folder;

  @Test
  void keysAndTheLineOfStateChangeWhereTheyAreChanged() throws Exception {
    Path home = Files.createDirectories(folder.resolve("home"));
    Files.writeString(home.resolve("config.yml"), "model: openai/gpt-5.2\n");
    try (var server = ModelServer.start();
        var program =
            new VirtualProgram(
                folder,
                Map.of("OPENAI_BASE_URL", server.url() + "/v1", "OPENAI_API_KEY", "sk-trial"))) {
      program.sees("/help");
      await().until(() -> lastRow(program).contains("mode "));
      program
          .types("/review")
          .types(ENTER)
          .sees("Nothing is staged here: edits are written at once");
      program.types("/settings statusLine.segments path").types(ENTER);
      program.sees("It holds from now on.");
      await().until(() -> !lastRow(program).contains("mode "));
      program.types("/settings editor.keys vi").types(ENTER);
      await().until(() -> program.text().split("It holds from now on", -1).length == 3);
      // In its command mode letters are no text.
      program.types("abc").sees("❯ abc").types(ESCAPE).sees("N abc");
      program.types("0").types("x").types("x");
      await().until(() -> program.text().lines().anyMatch("N c"::equals));
      assertThat(program.text()).doesNotContain("abc0");
    }
  }

  /// A thought of several lines, of which one is its gist.
  private static final String THOUGHT = "First the parser.\nThen the printer.";

  @ParameterizedTest
  @CsvSource({"short,true,false", "full,true,true", "hidden,false,false"})
  void thinkingIsShownAsWished(String wish, boolean first, boolean second) throws Exception {
    Path home = Files.createDirectories(folder.resolve("home"));
    Files.writeString(
        home.resolve("config.yml"),
        "model: anthropic/claude-opus-4-6\nui: {thinking: " + wish + "}\n");
    try (var server = ModelServer.start();
        var program =
            new VirtualProgram(
                folder,
                Map.of("ANTHROPIC_BASE_URL", server.url().toString(), "ANTHROPIC_API_KEY", "k"))) {
      server.reply(Reply.thinking(THOUGHT, "signed").thenText("Mended."));
      program.sees("/help").types("mend it").types(ENTER).sees("Mended.");
      assertThat(program.text().contains("First the parser.")).isEqualTo(first);
      assertThat(program.text().contains("Then the printer.")).isEqualTo(second);
    }
  }

  private static String lastRow(VirtualProgram program) {
    return program.text().lines().toList().getLast();
  }
}
