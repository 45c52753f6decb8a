package dev.tenon.cli.login;

import static dev.tenon.cli.login.VirtualProgram.ENTER;
import static dev.tenon.cli.login.VirtualProgram.ESCAPE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.script.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a conversation says of its changes: after the turn, in another session of the same program,
/// and in another program that goes on with it.
@Timeout(120)
class LookingBackInConversationTest {
  @TempDir Path folder;

  private VirtualProgram start(ModelServer server, String... words) throws IOException {
    Path home = Files.createDirectories(folder.resolve("home"));
    Files.writeString(home.resolve("config.yml"), "model: openai/gpt-5.2\n");
    return new VirtualProgram(
        folder,
        Map.of("OPENAI_BASE_URL", server.url() + "/v1", "OPENAI_API_KEY", "sk-trial"),
        words);
  }

  private static Reply writes(String path) {
    return Reply.toolCall(
        "call-" + path,
        "write_file",
        "{\"path\": \"%s\", \"content\": \"one\\ntwo\\n\"}".formatted(path));
  }

  private static VirtualProgram leaves(VirtualProgram program, String hint) {
    program.types(ESCAPE);
    await().until(() -> !program.text().contains(hint));
    return program;
  }

  @Test
  void changesBelongToTheSessionInWhichTheyWereAskedFor() throws Exception {
    try (var server = ModelServer.start()) {
      try (var program = start(server, "--permission-mode", "full")) {
        server.reply(writes("a.txt"), Reply.text("Made."), writes("b.txt"), Reply.text("Again."));
        program.sees("/help").types("make a").types(ENTER).sees("Made.");
        program.sees("changed 1 file: a.txt").sees("/undo takes it back, /diff shows it");
        program.types("/timeline").types(ENTER).sees("write_file: a.txt created");
        leaves(program, "Esc leaves").types("/new").types(ENTER).sees("/new");
        program.types("/timeline").types(ENTER).sees("Nothing has happened in this session yet.");
        program.types("make b").types(ENTER).sees("Again.").sees("changed 1 file: b.txt");
        program.types("/rewind").types(ENTER).sees("Enter goes back");
        assertThat(program.text().lines())
            .filteredOn(line -> line.contains("another session"))
            .singleElement()
            .asString()
            .contains("make a");
        leaves(program, "Esc leaves").types("/exit").types(ENTER);
        assertThat(program.exits()).isZero();
      }
      try (var program = start(server, "--continue")) {
        program.sees("Again.").types("/rewind").types(ENTER).sees("Enter goes back");
        assertThat(program.text().lines())
            .filteredOn(line -> line.contains("another session"))
            .singleElement()
            .asString()
            .contains("make a");
        program.types(ESCAPE);
      }
    }
  }

  /// What a start is told of the effort beside the file is no part of the default until it is
  /// saved.
  @Test
  void aModelAndItsEffortAreKeptAsTheDefault() throws Exception {
    try (var server = ModelServer.start();
        var program = start(server, "--effort", "high")) {
      Path config = program.home.resolve("config.yml");
      program.sees("/help").types("/model ").types(ENTER).sees("Ctrl-S").sees("effort high");
      program.types("gpt-5.2").types("\023").sees("It is your default from now on");
      assertThat(config).content().contains("model: openai/gpt-5.2").contains("effort: high");
      program.types("/model ").types(ENTER).sees("Ctrl-S").types("grok-4").sees("no key");
      program.types(ENTER).types(ESCAPE);
      await().until(() -> !program.text().contains("grok-4  "));
      leaves(program, "Ctrl-S").types("/model nothing/at-all").types(ENTER).sees("nothing");
      assertThat(config).content().contains("model: openai/gpt-5.2");
    }
  }
}
