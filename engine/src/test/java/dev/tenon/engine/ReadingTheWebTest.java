package dev.tenon.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.harness.RawServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The web as a user's project has it: by the user's rules, in conversations and by hand.
class ReadingTheWebTest {
  private static final String PAGE =
      "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 12\r\n\r\n<h1>Open</h1";

  @TempDir Path folder;

  private final RawServer server = RawServer.answering(PAGE);
  private final List<Part.Result> results = new ArrayList<>();
  private String host;
  private Path home;
  private Path root;

  @BeforeEach
  void open() throws Exception {
    root = Files.createDirectory(folder.resolve("project")).toRealPath();
    home = Files.createDirectory(folder.resolve("home")).toRealPath();
    host = "localhost:" + server.uri().getPort();
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void aRuleOfTheUserOpensAPageOfTheirOwnMachine() throws Exception {
    allow(home.resolve("config.yml"));
    assertThat(inAConversation(Mode.EDIT, Map.of())).startsWith("# Open\n");
    assertThat(byHand(Map.of())).startsWith("# Open\n");
    assertThat(byHand(Map.of("tools.off", "read_file")))
        .contains("the tool 'read_file' is off: tools.off names it");
  }

  @Test
  void withoutARuleNothingIsFetchedInAnyModeOrByHand() throws Exception {
    for (Mode mode : Mode.values()) {
      assertThat(inAConversation(mode, Map.of())).as(mode.label()).contains("permission_denied");
    }
    assertThat(byHand(Map.of()))
        .contains("(loopback), which is closed; add connect(" + host + ") to your rules");
    assertThat(server.connections()).isZero();
  }

  @Test
  void aProjectOpensNothing() throws Exception {
    Files.createDirectory(root.resolve(".tenon"));
    allow(root.resolve(".tenon/config.yml"));
    assertThat(byHand(Map.of())).contains("which is closed");
    for (Mode mode : Mode.values()) {
      assertThat(inAConversation(mode, Map.of())).as(mode.label()).contains("permission_denied");
    }
    assertThat(server.connections()).isZero();
  }

  @Test
  void aPersonIsAskedAndTheirAnswerHolds() throws Exception {
    var asked = new ArrayList<String>();
    var model = ScriptedModel.of(reads(), reads(), Step.says("Done."));
    try (Project project = Project.open(options(Map.of()));
        ProjectConversation conversation =
            project.conversation(ConversationOptions.of(model, Mode.EDIT))) {
      Approver approver =
          question -> {
            question.items().forEach(item -> asked.add(item.ask().reason()));
            return Approver.Answer.SESSION;
          };
      conversation
          .start(new ConversationFace(this::listen, approver, null, line -> {}))
          .prompt("Read");
    }
    assertThat(asked).containsExactly("connect to " + host);
    assertThat(results).allSatisfy(result -> assertThat(result.text()).startsWith("# Open\n"));
  }

  @Test
  void proxiesAreThoseOfTheModels() throws Exception {
    Files.writeString(
        home.resolve("config.yml"), "permissions:\n  allow: [\"connect(far.test:80)\"]\n");
    var model =
        ScriptedModel.of(
            Step.calls("read_file", Json.object().put("path", "http://far.test/x").build()),
            Step.says("Done."));
    ProjectOptions options =
        ProjectOptions.of(home, root)
            .withEnvironment(Map.of("HTTP_PROXY", server.uri().toString()));
    try (Project project = Project.open(options);
        ProjectConversation conversation =
            project.conversation(ConversationOptions.of(model, Mode.EDIT))) {
      conversation.start(ConversationFace.listening(this::listen)).prompt("Read");
    }
    assertThat(results.getFirst().text()).startsWith("# Open\n");
  }

  /// What a fresh program does.
  static final class Main {
    private Main() {}

    public static void main(String[] words) throws Exception {
      var model =
          ScriptedModel.of(
              Step.calls("read_file", Json.object().put("path", words[2]).build()),
              Step.says("Done."));
      try (Project project =
              Project.open(
                  ProjectOptions.of(Path.of(words[0]), Path.of(words[1]))
                      .withEnvironment(Map.of()));
          ProjectConversation conversation =
              project.conversation(ConversationOptions.of(model, Mode.EDIT))) {
        conversation.start(ConversationFace.listening(event -> {})).prompt("Read");
      }
    }
  }

  @Test
  void aConversationThatMeetsNoAddressLoadsNothingOfIt() throws Exception {
    Files.writeString(root.resolve("plain.txt"), "text\n");
    String[] rooms = {
      "dev.tenon.tools.web", "dev.tenon.core.http.fetch", "dev.tenon.core.http.guard"
    };
    assertThat(loaded("plain.txt"))
        .contains("dev.tenon.tools.ReadFile")
        .doesNotContain(rooms)
        .doesNotContain("dev.tenon.core.exec.resident");
    assertThat(loaded("http://localhost:1/")).contains(rooms);
  }

  private String loaded(String path) throws Exception {
    Process java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xlog:class+load:stdout",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                home.toString(),
                root.toString(),
                path)
            .redirectErrorStream(true)
            .start();
    String loaded = new String(java.getInputStream().readAllBytes(), UTF_8);
    assertThat(java.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(java.exitValue()).as(loaded).isZero();
    return loaded;
  }

  private void allow(Path file) throws Exception {
    Files.writeString(file, "permissions:\n  allow: [\"connect(" + host + ")\"]\n");
  }

  private Step reads() {
    return Step.calls("read_file", Json.object().put("path", "http://" + host + "/x").build());
  }

  private void listen(AgentEvent event) {
    if (event instanceof AgentEvent.ToolFinished finished) {
      results.add(finished.result());
    }
  }

  private String inAConversation(Mode mode, Map<String, String> settings) throws Exception {
    results.clear();
    try (Project project = Project.open(options(settings));
        ProjectConversation conversation =
            project.conversation(
                ConversationOptions.of(ScriptedModel.of(reads(), Step.says("Done.")), mode))) {
      conversation.start(ConversationFace.listening(this::listen)).prompt("Read");
    }
    return results.getFirst().text();
  }

  private String byHand(Map<String, String> settings) throws Exception {
    try (Project project = Project.open(options(settings));
        ManualTools tools = project.handTools()) {
      var arguments = Json.object().put("path", "http://" + host + "/x").build();
      return tools
          .runner()
          .call(Part.Call.of("a", "read_file", arguments), text -> {})
          .result()
          .text();
    }
  }

  private ProjectOptions options(Map<String, String> settings) {
    ProjectOptions options = ProjectOptions.of(home, root).withEnvironment(Map.of());
    for (var setting : settings.entrySet()) {
      options = options.with(setting.getKey(), setting.getValue());
    }
    return options;
  }
}
