package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.ToolSpec;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.Policy;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionQuestions;
import dev.tenon.engine.session.SessionRequest;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.script.Reply;
import dev.tenon.testkit.wire.Received;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Requests as they leave for each vendor: what a provider caches of one is the beginning of the
/// next, byte for byte, until something is taken from the shelf, and again afterwards.
class ShelfRequestsTest {
  @TempDir Path folder;
  private ModelServer server;

  @BeforeEach
  void start() {
    server = ModelServer.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"anthropic", "openai-responses", "openai-chat", "gemini", "ollama"})
  void theCacheBreaksOnceForEachTaking(String wire) throws Exception {
    server.reply(
        Reply.toolCall("call_1", "list_files", "{}"),
        Reply.toolCall("call_2", "more_tools", "{\"names\":[\"monitor\",\"CronList\"]}"),
        Reply.toolCall("call_3", "list_files", "{}"),
        Reply.toolCall("call_4", "job", "{\"list\":true}"),
        Reply.text("done"),
        Reply.toolCall("call_5", "CronList", "{}"),
        Reply.text("again"));
    try (Project project = project(wire, "");
        ProjectConversation attended = attended(project, wire)) {
      Conversation conversation = attended.start(face());
      assertThat(conversation.prompt("go").text()).isEqualTo("done");
      assertThat(conversation.prompt("go on").text()).isEqualTo("again");
    }
    List<Parts> sent = server.requests().stream().map(Parts::of).toList();
    assertThat(sent).hasSize(7);
    for (int i = 1; i < sent.size(); i++) {
      Parts before = sent.get(i - 1);
      Parts after = sent.get(i);
      assertThat(after.rest).as("request %s", i).isEqualTo(before.rest);
      assertThat(after.tools).as("request %s", i).startsWith(before.tools.toArray(String[]::new));
      assertThat(after.messages)
          .as("request %s", i)
          .startsWith(before.messages.toArray(String[]::new));
    }
    int first = sent.getFirst().tools.size();
    assertThat(sent.stream().map(parts -> parts.tools.size() - first))
        .containsExactly(0, 0, 2, 2, 3, 3, 3);
    assertThat(sent.getLast().names()).endsWith("more_tools", "monitor", "CronList", "job");
  }

  /// As `bench/run end-to-end` measures it: one headless prompt.
  @Test
  void aPlainProjectsRequestIsSmall() throws Exception {
    server.reply(Reply.text("hello"));
    try (Project project = project("anthropic", "");
        ActiveSession session = session(project);
        ProjectConversation once =
            project.conversation(options(project, "anthropic").once().recordedIn(session))) {
      once.start(ConversationFace.listening(event -> {})).prompt("hello");
    }
    Received request = server.lastRequest();
    assertThat(bytes(request, "system") + bytes(request, "tools")).isLessThan(10_400);
    assertThat(Parts.of(request).names())
        .containsExactly(
            "read_file",
            "read_many_files",
            "list_files",
            "glob",
            "grep",
            "write_file",
            "edit_file",
            "bash",
            "task",
            "more_tools");
  }

  /// What helpers add to a plain project's request: nothing but the tool that calls them.
  @Test
  void helpersAddLittleToAPlainRequest() throws Exception {
    server.reply(Reply.text("hello"), Reply.text("hello"));
    var sizes = new ArrayList<Integer>();
    for (String more : List.of("", "agents: {disabled: ['*']}\nskills: {enabled: false}\n")) {
      try (Project project = project("anthropic", more);
          ActiveSession session = session(project);
          ProjectConversation once =
              project.conversation(options(project, "anthropic").once().recordedIn(session))) {
        once.start(ConversationFace.listening(event -> {})).prompt("hello");
      }
      Received request = server.lastRequest();
      sizes.add(bytes(request, "system") + bytes(request, "tools"));
    }
    assertThat(Parts.of(server.lastRequest()).names()).doesNotContain("task");
    assertThat(sizes.getFirst() - sizes.getLast()).isPositive().isLessThanOrEqualTo(900);
  }

  /// A person at the terminal adds the plan and questions to it, and nothing else.
  @Test
  void aPersonAddsThePlanAndQuestions() throws Exception {
    server.reply(Reply.text("hello"));
    try (Project project = project("anthropic", "");
        ActiveSession session = session(project);
        ProjectConversation attended =
            project.conversation(options(project, "anthropic").recordedIn(session))) {
      attended.start(face()).prompt("hello");
    }
    Received request = server.lastRequest();
    assertThat(bytes(request, "system") + bytes(request, "tools")).isLessThan(12_100);
    assertThat(Parts.of(request).names())
        .endsWith("bash", "task", "todo_write", "ask", "more_tools");
  }

  @Test
  void theSettingsPlaceTheTools() throws Exception {
    try (Project project =
            project("anthropic", "tools: {upFront: [default, job, monitor], off: [bash, ask]}\n");
        ProjectConversation attended = attended(project, "anthropic")) {
      assertThat(declared(attended.start(face())))
          .containsExactly(
              "read_file",
              "read_many_files",
              "list_files",
              "glob",
              "grep",
              "write_file",
              "edit_file",
              "task",
              "job",
              "monitor",
              "todo_write",
              "more_tools");
      assertThat(project.warnings()).isEmpty();
    }
    try (Project project =
            project("anthropic", "tools: {upFront: [], off: [more_tools, recipe]}\n");
        ProjectConversation attended = attended(project, "anthropic")) {
      assertThat(declared(attended.start(face()))).isEmpty();
    }
  }

  @Test
  void aNameThatNoToolHasIsPointedOut() throws Exception {
    try (Project project =
        project(
            "anthropic",
            "tools: {upFront: [montior, mcp__house__tool],"
                + " off: [clarify_user, Bash, qqqqqqqqqqqq]}\n")) {
      assertThat(project.warnings())
          .containsExactly(
              "tools.upFront names 'montior', which is no tool; did you mean 'monitor'?",
              "tools.off names 'Bash', which is no tool; did you mean 'bash'?",
              "tools.off names 'qqqqqqqqqqqq', which is no tool; 'tenon tool --list' shows them");
    }
  }

  @Test
  void anUnattendedConversationWorksWithWhatItHas() throws Exception {
    server.reply(
        Reply.toolCall("call_1", "CronList", "{}"),
        Reply.toolCall("call_2", "more_tools", "{\"names\":[\"job\",\"ask\"]}"),
        Reply.text("done"));
    try (Project project = project("anthropic", "");
        ActiveSession session = session(project);
        ProjectConversation once =
            project.conversation(options(project, "anthropic").once().recordedIn(session))) {
      Conversation conversation = once.start(ConversationFace.listening(event -> {}));
      assertThat(conversation.prompt("go").text()).isEqualTo("done");
      assertThat(conversation.history().toString())
          .contains("unknown tool 'CronList'", "there is no tool 'job'", "there is no tool 'ask'");
    }
  }

  /// Jobs of a server have no shelf, but what is off is off there too.
  @Test
  void reviewedWorkHasWhatIsNotOff() throws Exception {
    var model = ModelOpener.named("embedded/model", ScriptedModel.of());
    for (var row :
        Map.of(
                "", List.of("propose_edits", "write_file", "edit_file"),
                "tools: {upFront: [], off: [write_file, bash]}\n",
                    List.of("propose_edits", "edit_file"))
            .entrySet()) {
      try (Project project = project("anthropic", row.getKey())) {
        Policy all = (tool, access) -> Decision.Allow.VALUE;
        var work =
            new ReviewedWork(
                project.workspace(), project.editing(), List.of(), all, 5, null, null, "");
        ToolRunner tools = project.reviewedSetup(model, work).tools();
        assertThat(tools.specs().stream().map(ToolSpec::name).toList()).isEqualTo(row.getValue());
      }
    }
  }

  private static List<String> declared(Conversation conversation) {
    return conversation.upcoming().tools().stream().map(ToolSpec::name).toList();
  }

  private static int bytes(Received request, String field) {
    return request.body().get(field).compact().getBytes(StandardCharsets.UTF_8).length;
  }

  private Project project(String wire, String more) throws Exception {
    return project(folder, server, wire, more);
  }

  /// A project with one file, whose models are on that server.
  static Project project(Path folder, ModelServer server, String wire, String more)
      throws Exception {
    Path home = Files.createDirectories(folder.resolve("home"));
    Path root = Files.createDirectories(folder.resolve("project")).toRealPath();
    Files.writeString(root.resolve("a.txt"), "a\n");
    String path = wire.startsWith("openai") ? "/v1" : wire.equals("gemini") ? "/v1beta" : "";
    Files.writeString(
        home.resolve("config.yml"),
        "providers: {house: {wire: %s, baseUrl: '%s%s', apiKey: sk-test-abcdef}}\n%s"
            .formatted(wire, server.url(), path, more));
    return Project.open(
        ProjectOptions.of(home, root)
            .withEnvironment(Map.of())
            .with("editDialect", "edit_file")
            .with("sandbox.kind", "off"));
  }

  private static ActiveSession session(Project project) throws Exception {
    return ActiveSession.open(
        project.options(), SessionRequest.UNKEPT, SessionQuestions.nobody(), line -> {});
  }

  private static ConversationOptions options(Project project, String wire) throws Exception {
    String model = wire.equals("anthropic") ? "house/claude-opus-4-6" : "house/model";
    return ConversationOptions.of(project.models().open(model), Mode.FULL);
  }

  static ProjectConversation attended(Project project, String wire) throws Exception {
    return project.conversation(options(project, wire));
  }

  static ConversationFace face() {
    return new ConversationFace(
        event -> {}, Approver.nobody(), questions -> Optional.empty(), line -> {});
  }

  /// A request in the parts that a provider caches, each as it was sent. Marks of where to cache
  /// are no part of what is cached.
  private record Parts(List<String> tools, List<String> messages, String rest) {
    static Parts of(Received request) {
      Map<String, Json> rest = new LinkedHashMap<>(request.body().members());
      var tools = new ArrayList<String>();
      var messages = new ArrayList<String>();
      for (Json tool : array(rest.remove("tools"))) {
        Json declarations = ((Json.Obj) tool).get("functionDeclarations");
        (declarations == null ? List.of(tool) : array(declarations))
            .forEach(each -> tools.add(sent(each)));
      }
      for (String key : List.of("messages", "input", "contents")) {
        array(rest.remove(key)).forEach(message -> messages.add(sent(message)));
      }
      return new Parts(tools, messages, new Json.Obj(rest).compact());
    }

    private static List<Json> array(Json value) {
      return value == null ? List.of() : ((Json.Arr) value).items();
    }

    private static String sent(Json part) {
      return part.compact().replace(",\"cache_control\":{\"type\":\"ephemeral\"}", "");
    }

    List<String> names() {
      return tools.stream()
          .map(text -> text.replaceAll("^.*?\"name\":\"([^\"]+)\".*$", "$1"))
          .toList();
    }
  }
}
