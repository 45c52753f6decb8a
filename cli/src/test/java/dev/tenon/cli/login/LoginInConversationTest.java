package dev.tenon.cli.login;

import static dev.tenon.cli.login.VirtualProgram.CTRL_C;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `/login` and `/logout` in a running conversation.
@Timeout(120)
class LoginInConversationTest {
  private static final String OLD = "old-key-0123456789";
  private static final String KEY = "canary-key-0123456789-abcdef";

  @TempDir Path folder;

  private VirtualProgram start(ModelServer server, String... words) throws IOException {
    Path home = Files.createDirectories(folder.resolve("home"));
    Files.writeString(
        home.resolve("keys.json"), "{\"providers\": {\"openai\": {\"apiKey\": \"" + OLD + "\"}}}");
    Files.writeString(home.resolve("config.yml"), "model: openai/gpt-5.2\n");
    return new VirtualProgram(folder, Map.of("OPENAI_BASE_URL", server.url() + "/v1"), words);
  }

  @Test
  void theConversationUsesTheNewKeyAtOnceAndNobodyEverSeesIt() throws Exception {
    try (var server = ModelServer.start();
        var program = start(server, "--debug")) {
      server.reply(Reply.text("First."), Reply.text("Second."));
      program.sees("/help").types("one thing").types(ENTER).sees("First.");
      assertThat(server.lastRequest().header("authorization")).contains("Bearer " + OLD);
      program.types("/login openai").types(ENTER).sees("Paste the key of openai");
      program.pastes(KEY + "\r\n").sees("(" + KEY.length() + " characters)").types(ENTER);
      program.sees("This conversation uses it from the next prompt on.");
      program.types("another thing").types(ENTER).sees("Second.");
      assertThat(server.lastRequest().header("authorization")).contains("Bearer " + KEY);
      assertThat(server.lastRequest().text()).doesNotContain(KEY);
      program.types("/exit").types(ENTER);
      assertThat(program.exits()).isZero();
      assertThat(program.bytes() + program.streamed()).doesNotContain(KEY);
      assertThat(program.filesWith(KEY)).containsExactly("keys.json");
    }
  }

  @Test
  void theListSaysWhereEachKeyComesFrom() throws Exception {
    try (var server = ModelServer.start();
        var program = start(server)) {
      program.sees("/help").types("/login").types(ENTER).sees("Whose key?");
      program.sees("openai       key stored").sees("anthropic    no key");
      program.types(ESCAPE).sees("Nothing was stored.");
      program.types("/login nobody").types(ENTER).sees("there is no provider 'nobody'");
    }
  }

  @Test
  void aKeyBehindTheCommandIsRefusedAndNotRemembered() throws Exception {
    try (var server = ModelServer.start();
        var program = start(server)) {
      program.sees("/help").types("/login openai " + KEY).types(ENTER);
      program.sees("Only the name of the provider follows /login");
      program.types("/login " + KEY).types(ENTER).sees("there is no provider");
      program.types("/exit").types(ENTER);
      program.exits();
      assertThat(program.filesWith(KEY)).isEmpty();
    }
  }

  @Test
  void aWrongKeyLeavesTheOldOne() throws Exception {
    try (var server = ModelServer.start();
        var program = start(server)) {
      program.sees("/help").types("/login openai").types(ENTER).sees("Paste the key");
      program.types(Settings.BAD_KEY).types(ENTER).sees("does not accept this key");
      program.sees("Give another key").rests().types(ENTER).sees("Paste the key");
      program.types(CTRL_C).sees("/login was stopped.");
      assertThat(program.filesWith(OLD)).containsExactly("keys.json");
      assertThat(program.filesWith(Settings.BAD_KEY)).isEmpty();
    }
  }

  @Test
  void loggingOutSaysWhatRemains() throws Exception {
    try (var server = ModelServer.start();
        var program = start(server)) {
      program.sees("/help").types("/logout").types(ENTER);
      program.sees("Forget the key of openai in ").sees("keys.json").sees("❯ 1. Keep it");
      program.rests().types(ENTER).sees("Nothing was forgotten.");
      assertThat(program.filesWith(OLD)).containsExactly("keys.json");
      program.types("/logout").types(ENTER).sees("❯ 1. Keep it").rests().types("2");
      program.sees("❯ 2. Forget it").rests().types(ENTER).sees("The key of openai is forgotten.");
      program.sees("This conversation has its model open and goes on with the key");
      assertThat(program.filesWith(OLD)).isEmpty();
      program.types("/logout openai").types(ENTER).sees("no key is stored");
    }
  }
}
