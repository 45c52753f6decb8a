package dev.tenon.cli.login;

import static dev.tenon.cli.login.VirtualProgram.ENTER;
import static dev.tenon.cli.login.VirtualProgram.ESCAPE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.script.Reply;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Leaving a branch in `/tree`: the dialog about its summary, and what the model gets to know.
@Timeout(120)
class TreeSummaryTest {
  private static final String UP = "\033[A";

  @TempDir Path folder;

  @Test
  void aBranchThatIsLeftIsSummedUpIfThatIsWanted() throws Exception {
    Path home = Files.createDirectories(folder.resolve("home"));
    Files.writeString(
        home.resolve("config.yml"),
        "model: openai/gpt-5.2\nbranchSummary: {enabled: true}\nstatusLine: {enabled: false}\n");
    try (var server = ModelServer.start();
        var program =
            new VirtualProgram(
                folder,
                Map.of("OPENAI_BASE_URL", server.url() + "/v1", "OPENAI_API_KEY", "sk-trial"))) {
      server.reply(
          Reply.text("First answer."),
          Reply.text("Second answer."),
          Reply.text("It tried the second thing."),
          Reply.text("Third answer."));
      program.sees("/help").types("one thing").types(ENTER).sees("First answer.");
      program.types("another thing").types(ENTER).sees("Second answer.");

      program.types("/tree").types(ENTER).sees("Session tree").types(UP).types(UP);
      program.sees("❯ • assistant: First answer.").types(ENTER);
      program.sees("You leave a branch of the conversation").sees("❯ 1. No summary");
      // Escape goes back to the tree, and nothing is moved.
      program.rests().types(ESCAPE).sees("Session tree").types(UP).types(UP);
      program.sees("❯ • assistant: First answer.").types(ENTER).sees("❯ 1. No summary");
      program.rests().types("3").sees("❯ 3. Summarise it with instructions").rests().types(ENTER);
      program.sees("What should the summary attend to?").types("the files").types(ENTER);
      program.sees("Going on from here.");
      assertThat(server.lastRequest().text())
          .contains("You sum up a part of a conversation")
          .contains("another thing")
          .contains("Attend above all to this: the files");

      program.types("a third thing").types(ENTER).sees("Third answer.");
      assertThat(server.lastRequest().text())
          .contains("one thing", "It tried the second thing.", "a third thing")
          .doesNotContain("Second answer.");
    }
  }
}
