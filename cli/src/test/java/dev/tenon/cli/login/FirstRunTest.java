package dev.tenon.cli.login;

import static dev.tenon.cli.login.VirtualProgram.CTRL_C;
import static dev.tenon.cli.login.VirtualProgram.ENTER;
import static dev.tenon.cli.login.VirtualProgram.ESCAPE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.Settings;
import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.script.Fault;
import dev.tenon.testkit.script.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The first start, key by key, against a provider on the loopback interface.
@Timeout(120)
class FirstRunTest {
  /// Ctrl-U.
  private static final String ERASE = "\025";

  private static final String KEY = "canary-key-0123456789-abcdef";

  @TempDir Path folder;

  private VirtualProgram start(ModelServer server, String... words) throws IOException {
    return new VirtualProgram(folder, Map.of("OPENAI_BASE_URL", server.url() + "/v1"), words);
  }

  /// Up to the field for the key.
  private static VirtualProgram atTheKey(VirtualProgram program) {
    return program
        .sees("Whose models?")
        .types("openai GPT")
        .sees("1/1")
        .types(ENTER)
        .sees("Paste the key of openai");
  }

  private static VirtualProgram atTheModel(VirtualProgram program) {
    return atTheKey(program)
        .pastes(KEY)
        .sees("(" + KEY.length() + " characters)")
        .types(ENTER)
        .sees("Which model?");
  }

  private void assertNothingWritten(VirtualProgram program) throws IOException {
    assertThat(program.home.resolve("keys.json")).doesNotExist();
    assertThat(program.home.resolve("config.yml")).doesNotExist();
    assertThat(program.filesWith(KEY)).isEmpty();
    assertThat(program.bytes()).doesNotContain(KEY);
  }

  @Test
  void aProviderAKeyAModelAndThePromptGoesOn() throws Exception {
    try (var server = ModelServer.start()) {
      server.reply(Reply.text("OK"), Reply.text("The answer to the first prompt."));
      try (var program = start(server, "--debug", "what is this project")) {
        atTheKey(program).pastes("  " + KEY + "\n").sees("(" + KEY.length() + " characters)");
        program.types(ENTER).sees("openai accepts it").sees("Which model?").types("gpt-5-mini");
        program.sees("1/1").types(ENTER).sees("gpt-5-mini answers.");
        program.sees("openai/gpt-5-mini is your model from now on");
        program.sees("The answer to the first prompt.");
        assertThat(program.home.resolve("config.yml"))
            .content()
            .isEqualTo("model: openai/gpt-5-mini\n");
        assertThat(
                PosixFilePermissions.toString(
                    Files.getPosixFilePermissions(program.home.resolve("keys.json"))))
            .isEqualTo("rw-------");
        program.types("/exit").types(ENTER);
        assertThat(program.exits()).isZero();
        assertThat(program.bytes() + program.streamed()).doesNotContain(KEY);
        assertThat(program.filesWith(KEY)).containsExactly("keys.json");
      }
      assertThat(server.modelRequests()).hasSize(2);
      assertThat(server.lastRequest().header("authorization")).contains("Bearer " + KEY);
      assertThat(server.lastRequest().text()).doesNotContain(KEY).contains("what is this project");
    }
    // The second start asks nothing.
    try (var server = ModelServer.start();
        var again = start(server)) {
      again.sees("Tenon").sees("openai/gpt-5-mini").sees("/help");
      assertThat(again.text()).doesNotContain("Whose models?");
    }
  }

  @Test
  void aWrongKeyIsSaidAndAnotherOneGoesOn() throws Exception {
    try (var server = ModelServer.start();
        var program = start(server)) {
      server.reply(Reply.text("OK"));
      atTheKey(program).types(Settings.BAD_KEY).types(ENTER);
      program.sees("openai does not accept this key").sees("Give another key").rests();
      program.types(ENTER);
      program.sees("Paste the key of openai").pastes(KEY).sees("characters)").types(ENTER);
      program.sees("Which model?").types(ENTER).sees("is your model from now on");
      assertThat(program.filesWith(Settings.BAD_KEY)).isEmpty();
    }
  }

  @Test
  void withoutCreditAnotherModelOrTheSameAnyway() throws Exception {
    try (var server = ModelServer.start();
        var program = start(server)) {
      server.reply(new Fault.Status(ErrorKind.QUOTA, 0, Map.of(), null));
      atTheModel(program).types(ENTER).sees("no credit").sees("Use it anyway");
      assertNothingWritten(program);
      program
          .rests()
          .types("3")
          .sees("❯ 3.")
          .rests()
          .types(ENTER)
          .sees("is your model from now on");
      assertThat(program.home.resolve("keys.json")).exists();
    }
  }

  @Test
  void aConnectionThatDropsCanBeTriedAgain() throws Exception {
    try (var server = ModelServer.start();
        var program = start(server)) {
      server.reply(new Fault.Disconnect(Fault.Closing.RESET), Reply.text("OK"));
      atTheModel(program).types(ENTER).sees("Try it again");
      program
          .rests()
          .types("2")
          .sees("❯ 2.")
          .rests()
          .types(ENTER)
          .sees("is your model from now on");
    }
  }

  @Test
  void aServerThatHangsCanBeStopped() throws Exception {
    try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var program =
            new VirtualProgram(
                folder,
                Map.of("OPENAI_BASE_URL", "http://127.0.0.1:" + listener.getLocalPort() + "/v1"))) {
      atTheKey(program).pastes(KEY).sees("characters)").types(ENTER);
      program.sees("Trying the key").types(ESCAPE).sees("Stopped; it was not tried.");
      program.sees("What now?").types(CTRL_C);
      assertThat(program.exits()).isEqualTo(130);
      assertNothingWritten(program);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void ctrlCLeavesAtEveryStepAndNothingIsWritten(int step) throws Exception {
    try (var server = ModelServer.start();
        var program = start(server)) {
      switch (step) {
        case 0 -> program.sees("Whose models?");
        case 1 -> atTheKey(program).pastes(KEY).sees("characters)");
        case 2 -> atTheModel(program);
        default -> {
          server.reply(new Fault.Status(ErrorKind.QUOTA, 0, Map.of(), null));
          // Whoever pastes their key a moment too early has not shown it to anybody.
          atTheModel(program).types(ENTER).sees("What now?").pastes(KEY);
        }
      }
      program.types(CTRL_C).sees("Nothing was written.");
      assertThat(program.exits()).isEqualTo(130);
      assertNothingWritten(program);
    }
  }

  @Test
  void escapeGoesBackStepByStep() throws Exception {
    try (var server = ModelServer.start();
        var program = start(server)) {
      atTheModel(program).types(ESCAPE).sees("Paste the key of openai").types(ESCAPE);
      program.sees("Whose models?").types(ESCAPE).sees("Nothing was written.");
      assertThat(program.exits()).isEqualTo(130);
      assertNothingWritten(program);
    }
  }

  @Test
  void whatIsNoKeyIsNotTaken() throws Exception {
    try (var server = ModelServer.start();
        var program = start(server)) {
      atTheKey(program).pastes("two\nlines").sees("it was not taken");
      program.pastes("k\u0007ey").sees("it was not taken").types(ENTER).sees("no key was given");
      program.pastes("two words").sees("(9 characters)").types(ENTER).sees("that is no key");
      assertThat(server.requests()).isEmpty();
      assertNothingWritten(program);
    }
  }

  @Test
  void skippingShowsTheDemo() throws Exception {
    try (var server = ModelServer.start();
        var program = start(server)) {
      program.sees("Whose models?").types("skip").sees("1/1").types(ENTER);
      assertThat(program.exits()).isZero();
      assertThat(program.streamed()).contains("This is a demo", "tenon login");
      assertNothingWritten(program);
    }
  }

  /// Each Escape is one step, and what was typed is there again.
  @Test
  void anAddressThatIsWrongCanBeCorrected() throws Exception {
    try (var server = ModelServer.start(Settings.DEFAULT.lenient());
        var program = new VirtualProgram(folder, Map.of())) {
      server.reply(Reply.text("OK"));
      program.sees("Whose models?").types("any address").sees("1/1").types(ENTER);
      program.sees("The address of the server").types("127.0.0.1:1/v1").types(ENTER);
      program.sees("Its key").types(ENTER).sees("nothing listens").sees("❯ 1. Correct the address");
      assertThat(program.text()).contains("is the server running?").doesNotContain("running?.");
      program.rests().types(ESCAPE).sees("Its key").types(ESCAPE).sees("❯ 127.0.0.1:1/v1");
      program.types(ENTER).sees("Its key").types(ENTER).sees("❯ 1. Correct the address");
      program.rests().types(ENTER).sees("❯ 127.0.0.1:1/v1").types(ERASE);
      program.types("127.0.0.1:" + server.port() + "/v1").types(ENTER).sees("Its key");
      program.types(ENTER).sees("Which model?").types(ENTER);
      program.sees("local/gpt-5.2 is your model from now on");
    }
  }

  @Test
  void aServerAtAnyAddressIsRemembered() throws Exception {
    try (var server = ModelServer.start(Settings.DEFAULT.lenient())) {
      server.reply(Reply.text("OK"));
      try (var program = new VirtualProgram(folder, Map.of())) {
        program.sees("Whose models?").types("any address").sees("1/1").types(ENTER);
        program.sees("The address of the server").types("ftp://x").types(ENTER);
        program.sees("begins with http").sees("❯ ftp://x").types(ERASE);
        program.types("127.0.0.1:" + server.port() + "/v1").types(ENTER);
        program.sees("Its key").pastes(KEY).sees("characters)").types(ENTER);
        program.sees("Which model?").types(ENTER);
        program.sees("local/gpt-5.2 is your model from now on").sees("/help");
        assertThat(program.filesWith(KEY)).containsExactly("keys.json");
        assertThat(program.bytes()).doesNotContain(KEY);
      }
      assertThat(server.lastRequest().header("authorization")).contains("Bearer " + KEY);
    }
    assertThat(folder.resolve("home/config.yml"))
        .content()
        .contains("model: local/gpt-5.2", "  local:", "wire: openai-chat");
  }
}
