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
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The steps of the first start at three widths without a theme, and in the dark and the light one.
@Timeout(120)
class FirstRunFramesTest {
  private static final String PLAIN = "plain";

  @TempDir Path folder;

  private static Stream<Arguments> looks() {
    return Stream.of(
        Arguments.of(60, PLAIN),
        Arguments.of(80, PLAIN),
        Arguments.of(200, PLAIN),
        Arguments.of(80, "dark"),
        Arguments.of(80, "light"));
  }

  private static void compare(VirtualProgram program, int columns, String theme, String scene)
      throws Exception {
    compare(program, columns, theme, "first-run-" + scene, UnaryOperator.identity());
  }

  private static void compare(
      VirtualProgram program, int columns, String theme, String scene, UnaryOperator<String> part)
      throws Exception {
    GoldenFrames.appears(
        FirstRunFramesTest.class, scene + "-" + columns, () -> part.apply(program.text()) + "\n");
    if (!theme.equals(PLAIN)) {
      GoldenFrames.appears(
          FirstRunFramesTest.class,
          scene + "-" + theme + "-" + columns,
          () -> part.apply(program.coloured()) + "\n");
    }
  }

  /// The folder of a user with these settings and this theme.
  private Path place(String scene, String theme, String settings) throws Exception {
    Path place = folder.resolve(scene);
    String all = settings + (theme.equals(PLAIN) ? "" : "ui: {theme: " + theme + "}\n");
    if (!all.isEmpty()) {
      Path home = Files.createDirectories(place.resolve("home"));
      Files.writeString(home.resolve("config.yml"), all);
    }
    return place;
  }

  private static Map<String, String> with(Map<String, String> more) {
    Map<String, String> environment = new HashMap<>(more);
    environment.put("COLORTERM", "truecolor");
    return environment;
  }

  private static Map<String, String> with(ModelServer server) {
    return with(Map.of("OPENAI_BASE_URL", server.url() + "/v1"));
  }

  @ParameterizedTest
  @MethodSource("looks")
  void theStepsLookAsTheyDid(int columns, String theme) throws Exception {
    try (var server = ModelServer.start()) {
      server.reply(Reply.text("OK"));
      try (var program =
          new VirtualProgram(columns, place("steps", theme, ""), with(server), "--debug")) {
        program.sees("Whose models?").types("openai GPT").sees("1/1  Enter");
        compare(program, columns, theme, "provider");
        program.types(ENTER).sees("Paste the key of openai").pastes("canary-key-0123456789");
        program.sees("(21 characters)");
        compare(program, columns, theme, "key");
        program.types(ENTER).sees("Which model?").types("gpt-5-mini").sees("1/1  Enter");
        compare(program, columns, theme, "model");
      }
    }
  }

  /// Up to the question what to do about it.
  private void fails(int columns, String theme, String scene, String key, Step before, String told)
      throws Exception {
    try (var server = ModelServer.start()) {
      before.on(server);
      try (var program = new VirtualProgram(columns, place(scene, theme, ""), with(server))) {
        program.sees("Whose models?").types("openai GPT").sees("1/1").types(ENTER);
        program.sees("Paste the key of openai").pastes(key).sees("characters)").types(ENTER);
        if (!key.equals(Settings.BAD_KEY)) {
          program.sees("Which model?").types(ENTER);
        }
        program.sees(told);
        compare(program, columns, theme, scene);
      }
    }
  }

  private interface Step {
    void on(ModelServer server);
  }

  @ParameterizedTest
  @MethodSource("looks")
  void whatGoesWrongLooksAsItDid(int columns, String theme) throws Exception {
    fails(columns, theme, "refused", Settings.BAD_KEY, server -> {}, "1. Give another key");
    fails(
        columns,
        theme,
        "no-credit",
        "canary-key-0123456789",
        server -> server.reply(new Fault.Status(ErrorKind.QUOTA, 0, Map.of(), null)),
        "Use it anyway");
    Path place = place("address", theme, "");
    try (var program = new VirtualProgram(columns, place, with(Map.of()))) {
      program.sees("Whose models?").types("any address").sees("1/1").types(ENTER);
      program.sees("The address of the server");
      compare(program, columns, theme, "address");
      program.types("127.0.0.1:1/v1").types(ENTER);
      program.sees("Its key").types(ENTER).sees("❯ 1. Correct the address");
      compare(program, columns, theme, "wrong-address");
    }
  }

  @ParameterizedTest
  @MethodSource("looks")
  void theQuestionAboutABranchLooksAsItDid(int columns, String theme) throws Exception {
    String settings =
        "model: openai/gpt-5.2\nbranchSummary: {enabled: true}\nstatusLine: {enabled: false}\n";
    Path place = place("branch", theme, settings);
    try (var server = ModelServer.start();
        var program =
            new VirtualProgram(
                columns,
                place,
                with(
                    Map.of(
                        "OPENAI_BASE_URL", server.url() + "/v1", "OPENAI_API_KEY", "sk-trial")))) {
      server.reply(Reply.text("First answer."), Reply.text("Second answer."));
      program.sees("/help").types("one thing").types(ENTER).sees("First answer.");
      program.types("another thing").types(ENTER).sees("Second answer.");
      program.types("/tree").types(ENTER).sees("Session tree").types("\033[A").types("\033[A");
      program.sees("❯ • assistant: First answer.").types(ENTER).sees("❯ 1. No summary");
      compare(
          program,
          columns,
          theme,
          "branch-summary",
          text -> text.substring(text.lastIndexOf('\n', text.indexOf("You leave")) + 1));
    }
  }
}
