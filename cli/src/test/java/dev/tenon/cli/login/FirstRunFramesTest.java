package dev.tenon.cli.login;

import static dev.tenon.cli.login.VirtualProgram.ENTER;

import dev.tenon.cli.terminal.render.GoldenFrames;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.Settings;
import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.script.Fault;
import dev.tenon.testkit.script.Reply;
import java.nio.file.Files;
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

  /// Up to the question what to do about it.
  private void fails(int columns, String scene, String key, Step before, String told)
      throws Exception {
    try (var server = ModelServer.start()) {
      before.on(server);
      try (var program =
          new VirtualProgram(
              columns, folder.resolve(scene), Map.of("OPENAI_BASE_URL", server.url() + "/v1"))) {
        program.sees("Whose models?").types("openai GPT").sees("1/1").types(ENTER);
        program.sees("Paste the key of openai").pastes(key).sees("characters)").types(ENTER);
        if (!key.equals(Settings.BAD_KEY)) {
          program.sees("Which model?").types(ENTER);
        }
        program.sees(told);
        compare(program, columns, scene);
      }
    }
  }

  private interface Step {
    void on(ModelServer server);
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 200})
  void whatGoesWrongLooksAsItDid(int columns) throws Exception {
    fails(columns, "refused", Settings.BAD_KEY, server -> {}, "1. Give another key");
    fails(
        columns,
        "no-credit",
        "canary-key-0123456789",
        server -> server.reply(new Fault.Status(ErrorKind.QUOTA, 0, Map.of(), null)),
        "Use it anyway");
    try (var program = new VirtualProgram(columns, folder.resolve("address"), Map.of())) {
      program.sees("Whose models?").types("any address").sees("1/1").types(ENTER);
      program.sees("The address of the server");
      compare(program, columns, "address");
      program.types("127.0.0.1:1/v1").types(ENTER);
      program.sees("Its key").types(ENTER).sees("❯ 1. Correct the address");
      compare(program, columns, "wrong-address");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 200})
  void theQuestionAboutABranchLooksAsItDid(int columns) throws Exception {
    Path home = Files.createDirectories(folder.resolve("home"));
    Files.writeString(
        home.resolve("config.yml"),
        "model: openai/gpt-5.2\nbranchSummary: {enabled: true}\nstatusLine: {enabled: false}\n");
    try (var server = ModelServer.start();
        var program =
            new VirtualProgram(
                columns,
                folder,
                Map.of("OPENAI_BASE_URL", server.url() + "/v1", "OPENAI_API_KEY", "sk-trial"))) {
      server.reply(Reply.text("First answer."), Reply.text("Second answer."));
      program.sees("/help").types("one thing").types(ENTER).sees("First answer.");
      program.types("another thing").types(ENTER).sees("Second answer.");
      program.types("/tree").types(ENTER).sees("Session tree").types("\033[A").types("\033[A");
      program.sees("❯ • assistant: First answer.").types(ENTER).sees("❯ 1. No summary");
      String text = program.text();
      GoldenFrames.compare(
          FirstRunFramesTest.class,
          "branch-summary-" + columns,
          text.substring(text.indexOf("You leave")) + "\n");
    }
  }
}
