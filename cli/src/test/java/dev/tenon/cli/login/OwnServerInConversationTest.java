package dev.tenon.cli.login;

import static dev.tenon.cli.login.VirtualProgram.ENTER;
import static dev.tenon.cli.login.VirtualProgram.ESCAPE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.Settings;
import dev.tenon.testkit.script.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `/model`, `/login` and `/resume` with a server at an address of one's own, whose models no
/// catalog has.
@Timeout(120)
class OwnServerInConversationTest {
  private static final String KEY = "canary-key-0123456789-abcdef";

  @TempDir Path folder;

  private VirtualProgram start(ModelServer server, String... words) throws IOException {
    Path home = Files.createDirectories(folder.resolve("home"));
    Files.writeString(
        home.resolve("config.yml"),
        """
        model: local/gpt-5.2
        providers:
          local:
            wire: openai-chat
            baseUrl: %s/v1
        """
            .formatted(server.url()));
    return new VirtualProgram(folder, Map.of(), words);
  }

  private static ModelServer server() {
    return ModelServer.start(Settings.DEFAULT.lenient());
  }

  @Test
  void theModelInUseAndTheOthersOfItsServerAreListed() throws Exception {
    try (var server = server();
        var program = start(server)) {
      server.reply(Reply.text("From the other one."));
      program.sees("/help").types("/model").types(ENTER).sees("gpt-5-mini");
      assertThat(program.text())
          .containsPattern("❯ gpt-5.2 +local .* local/gpt-5.2\n.* in use\n")
          .containsPattern(" gpt-5-mini +local ");
      program.types("local/gpt-5-m").sees("1/1").types(ENTER);
      program.sees("Going on with local/gpt-5-mini.");
      program.types("hello").types(ENTER).sees("From the other one.");
      assertThat(server.lastRequest().text()).contains("gpt-5-mini");
      program.types("/model local/").sees("local/gpt-5.2").types(ESCAPE);
    }
  }

  @Test
  void aModelThatNoListHasIsListedWhileItIsUsed() throws Exception {
    try (var server = server();
        var program = start(server, "--model", "local/of-nobody")) {
      program.sees("/help").types("/model").types(ENTER).sees("in use");
      assertThat(program.text())
          .containsPattern("❯ of-nobody +local .* local/of-nobody\n.* in use\n");
    }
  }

  @Test
  void itsKeyCanBeGivenAndGivenAgain() throws Exception {
    try (var server = server();
        var program = start(server)) {
      server.reply(Reply.text("With a key."));
      program.sees("/help").types("/login").types(ENTER).sees("Whose key?").types("local");
      program.sees("local        needs no key").types(ENTER).sees("Paste the key of local");
      program.pastes(KEY).sees("characters)").types(ENTER);
      program.sees("This conversation uses it from the next prompt on.");
      program.types("hello").types(ENTER).sees("With a key.");
      assertThat(server.lastRequest().header("authorization")).contains("Bearer " + KEY);
      program.types("/login").types(ENTER).sees("Whose key?").types("local");
      program.sees("local        key stored");
    }
  }

  @Test
  void aModelOfTheCommandLineStaysInASessionThatWasHeldWithAnotherOne() throws Exception {
    try (var server = server()) {
      server.reply(Reply.text("First."), Reply.text("Second."));
      try (var program = start(server)) {
        program.sees("/help").types("remember this").types(ENTER).sees("First.");
        program.types("/exit").types(ENTER);
        assertThat(program.exits()).isZero();
      }
      String id = session();
      try (var program = start(server, "--model", "local/gpt-5-mini")) {
        program.sees("/help").types("/resume " + id).types(ENTER).sees("Resumed: ");
        program.sees("session: going on with local/gpt-5-mini, because --model was given");
        program.types("and this").types(ENTER).sees("Second.");
        assertThat(server.lastRequest().text())
            .contains("gpt-5-mini", "remember this")
            .doesNotContain("gpt-5.2");
      }
    }
  }

  private String session() throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve("home/sessions"))) {
      String name =
          all.map(file -> file.getFileName().toString())
              .filter(each -> each.endsWith(".jsonl"))
              .findFirst()
              .orElseThrow();
      return name.substring(name.indexOf('_') + 1).replace(".jsonl", "");
    }
  }
}
