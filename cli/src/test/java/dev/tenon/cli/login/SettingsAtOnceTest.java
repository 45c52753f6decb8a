package dev.tenon.cli.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.testkit.ModelServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

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

  private static String lastRow(VirtualProgram program) {
    return program.text().lines().toList().getLast();
  }
}
