package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.session.SessionStore;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionQuestions;
import dev.tenon.engine.session.SessionRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Conversations with helpers: one script for each.
final class HelpersTest {
  @TempDir Path folder;
  private Path home;
  private Path root;
  private final List<AgentEvent> events = new CopyOnWriteArrayList<>();

  @BeforeEach
  void makeProject() throws Exception {
    home = Files.createDirectories(folder.resolve("home"));
    root = Files.createDirectories(folder.resolve("project")).toRealPath();
    Files.writeString(root.resolve("a.txt"), "one\n");
    Files.writeString(home.resolve("config.yml"), "");
  }

  private Project open() throws Exception {
    return Project.open(
        ProjectOptions.of(home, root)
            .withEnvironment(Map.of())
            .with("editDialect", "edit_file")
            .with("sandbox.kind", "off"));
  }

  private ActiveSession session(Project project, SessionRequest request) throws Exception {
    return ActiveSession.open(project.options(), request, SessionQuestions.nobody(), line -> {});
  }

  static Step task(String agent, String... tasks) {
    return Step.calls(
        "task", Json.object().put("agent", agent).array("tasks", tasks(tasks)).build());
  }

  private static List<Json> tasks(String... tasks) {
    var list = new ArrayList<Json>();
    for (String task : tasks) {
      list.add(
          Json.object()
              .put("id", task)
              .put("description", "does " + task)
              .put("assignment", "Do " + task + ".")
              .build());
    }
    return list;
  }

  static Step yields(String result) {
    return Step.calls("yield", Json.object().put("result", result).build());
  }

  /// Runs one prompt with nobody to ask, in place.
  private Outcome run(TreeModel model, Mode mode) throws Exception {
    try (Project project = open();
        ActiveSession session = session(project, SessionRequest.NEW);
        ProjectConversation once =
            project.conversation(ConversationOptions.of(model, mode).once().recordedIn(session))) {
      Conversation conversation = once.start(ConversationFace.listening(events::add));
      Outcome outcome = conversation.prompt("go");
      results = lastResults(conversation);
      return outcome;
    }
  }

  private String results = "";

  private static String lastResults(Conversation conversation) {
    var out = new StringBuilder();
    for (Message message : conversation.history()) {
      if (message instanceof Message.ToolResults all) {
        for (Part.Result result : all.results()) {
          out.append(result.text()).append('\n');
        }
      }
    }
    return out.toString();
  }

  private List<Path> kept(String suffix) throws Exception {
    var found = new ArrayList<Path>();
    try (var files = Files.walk(new SessionStore(home).folder())) {
      files.filter(file -> file.toString().endsWith(suffix)).forEach(found::add);
    }
    found.sort(null);
    return found;
  }

  @Test
  void aHelperWorksAndGivesBack() throws Exception {
    var model =
        new TreeModel()
            .script(
                "0-Main",
                task("task", "Fix"),
                Step.calls("read_file", Json.object().put("path", "agent://0-Fix").build()),
                Step.says("all done"))
            .script(
                "0-Fix",
                Step.calls(
                    "write_file",
                    Json.object().put("path", "b.txt").put("content", "new\n").build()),
                yields("wrote b.txt"));
    Outcome outcome = run(model, Mode.EDIT);
    model.verify();
    assertThat(outcome.text()).isEqualTo("all done");
    assertThat(results)
        .contains("<helper id=\"0-Fix\" agent=\"task\" state=\"completed\">")
        .contains("wrote b.txt", "[files changed] b.txt");
    assertThat(Files.readString(root.resolve("b.txt"))).isEqualTo("new\n");
    Path child = kept("0-Fix.jsonl").getFirst();
    List<String> lines = Files.readAllLines(child);
    assertThat(lines.get(1)).contains("\"type\":\"session_init\"");
    assertThat(Files.readString(kept("0-Fix.md").getFirst())).isEqualTo("wrote b.txt");
    Predicate<AgentEvent> ended =
        event ->
            event instanceof AgentEvent.HelperReported reported
                && reported.id().equals("0-Fix")
                && reported.event() instanceof AgentEvent.PromptEnded;
    assertThat(events.stream().filter(ended)).hasSize(1);
    // The parent's own history is not the helper's.
    assertThat(model.of("0-Fix").requests().getFirst().messages()).hasSize(1);
    try (Project project = open()) {
      assertThat(project.journal().changes().getFirst().by().helper()).isEqualTo("0-Fix");
    }
  }

  @Test
  void resultsComeInOrderAndOneFailureHidesNoOther() throws Exception {
    var model =
        new TreeModel()
            .script("0-Main", task("explore", "A", "B", "C"), Step.says("seen"))
            .script("0-A", yields("from a"))
            .script("1-B", Step.fails(ModelException.Kind.OVERLOADED, "too busy"))
            .script("2-C", yields("from c"));
    run(model, Mode.EDIT);
    assertThat(results.indexOf("from a")).isBetween(0, results.indexOf("too busy"));
    assertThat(results.indexOf("too busy")).isLessThan(results.indexOf("from c"));
    assertThat(results).contains("state=\"failed\"", "(overloaded)");
  }

  @Test
  void aHelperThatDoesNotYieldIsRemindedThreeTimesAndForcedLast() throws Exception {
    var model =
        new TreeModel()
            .script("0-Main", task("explore", "A"), Step.says("seen"))
            .script(
                "0-A", Step.says("found it"), Step.says("ok"), Step.says(" "), Step.says("really"));
    run(model, Mode.EDIT);
    model.verify();
    assertThat(results).contains("really", "without yield after 3 reminders");
    var requests = model.of("0-A").requests();
    assertThat(requests.get(2).toolChoice()).isNull();
    assertThat(requests.get(3).toolChoice()).isEqualTo("yield");
  }

  @Test
  void whatReadsHasNothingThatWrites() throws Exception {
    var model =
        new TreeModel()
            .script("0-Main", task("explore", "A"), Step.says("seen"))
            .script(
                "0-A",
                Step.calls(
                    "write_file", Json.object().put("path", "x").put("content", "y").build()),
                yields("could not"));
    run(model, Mode.FULL);
    assertThat(Files.exists(root.resolve("x"))).isFalse();
    assertThat(model.of("0-A").requests().get(1).messages().toString())
        .contains("unknown tool 'write_file'");
  }

  @Test
  void aHelperGoesOnInAnotherProcess() throws Exception {
    var model =
        new TreeModel()
            .script("0-Main", task("task", "Ask"), Step.says("hm"))
            .script("0-Ask", yields("Which colour?"));
    run(model, Mode.EDIT);
    var second =
        new TreeModel()
            .script(
                "0-Main",
                Step.calls(
                    "task",
                    Json.object()
                        .put(
                            "resume",
                            Json.object().put("id", "0-Ask").put("message", "Blue.").build())
                        .build()),
                task("task", "Next"),
                Step.says("fine"))
            .script("0-Ask", yields("made it blue"))
            .script("1-Next", yields("next"));
    try (Project project = open();
        ActiveSession session = session(project, latest());
        ProjectConversation once =
            project.conversation(
                ConversationOptions.of(second, Mode.EDIT).once().recordedIn(session))) {
      Conversation conversation = once.start(ConversationFace.listening(events::add));
      conversation.prompt("go on");
      assertThat(lastResults(conversation)).contains("made it blue", "1-Next");
    }
    second.verify();
    assertThat(second.of("0-Ask").requests().getFirst().messages().toString())
        .contains("Do Ask.", "Which colour?", "Blue.");
  }

  /// What holds now is told to one that goes on: its agent's text, the project's instructions. What
  /// its caller told it stays.
  @Test
  void aHelperThatGoesOnKnowsWhatHoldsNow() throws Exception {
    Path agents = Files.createDirectories(home.resolve("agents"));
    String head = "---\nname: scribe\ndescription: Writes.\n---\n";
    Files.writeString(agents.resolve("scribe.md"), head + "Write in verse.");
    Files.writeString(root.resolve("AGENTS.md"), "Use tabs.");
    Step call =
        Step.calls(
            "task",
            Json.object()
                .put("agent", "scribe")
                .array("tasks", tasks("Ode"))
                .put("context", "It is for a king.")
                .build());
    run(
        new TreeModel().script("0-Main", call, Step.says("ok")).script("0-Ode", yields("an ode")),
        Mode.EDIT);
    Files.writeString(agents.resolve("scribe.md"), head + "Write in prose.");
    Files.writeString(root.resolve("AGENTS.md"), "Use spaces.");
    var second =
        new TreeModel()
            .script(
                "0-Main",
                Step.calls(
                    "task",
                    Json.object()
                        .put(
                            "resume",
                            Json.object().put("id", "0-Ode").put("message", "Longer.").build())
                        .build()),
                Step.says("fine"))
            .script("0-Ode", yields("a tale"));
    try (Project project = open();
        ActiveSession session = session(project, latest());
        ProjectConversation once =
            project.conversation(
                ConversationOptions.of(second, Mode.EDIT).once().recordedIn(session))) {
      once.start(ConversationFace.listening(events::add)).prompt("go on");
    }
    second.verify();
    assertThat(second.of("0-Ode").requests().getFirst().system())
        .contains("Write in prose.", "Use spaces.", "It is for a king.")
        .doesNotContain("verse", "Use tabs.");
    assertThat(Files.readString(kept("0-Ode.jsonl").getFirst())).contains("Write in prose.");
  }

  private static SessionRequest latest() {
    return new SessionRequest(
        SessionRequest.Start.LATEST,
        "",
        SessionRequest.Copying.IF_AGREED,
        SessionRequest.Taking.AS_GIVEN,
        SessionRequest.Taking.AS_GIVEN);
  }

  @Test
  void aResultThatBreaksTheSchemaGoesBackWithItsPaths() throws Exception {
    Json schema = Json.parse("{\"properties\":{\"count\":{\"type\":\"int32\"}}}");
    Step call =
        Step.calls(
            "task",
            Json.object()
                .put("agent", "explore")
                .array("tasks", tasks("A"))
                .put("schema", schema.compact())
                .build());
    Json.Obj wrong = Json.object().put("count", "many").build();
    var model =
        new TreeModel()
            .script("0-Main", call, Step.says("seen"))
            .script(
                "0-A",
                Step.calls("yield", Json.object().put("result", wrong).build()),
                Step.calls(
                    "yield",
                    Json.object().put("result", Json.object().put("count", 3).build()).build()));
    run(model, Mode.EDIT);
    model.verify();
    assertThat(model.of("0-A").requests().get(1).messages().toString())
        .contains("/count: expected integer, was string");
    assertThat(results).contains("state=\"completed\"", "\"count\": 3");
  }

  @Test
  void nothingStartsWhereACallIsWrong() throws Exception {
    var model =
        new TreeModel()
            .script(
                "0-Main",
                task("explor", "A"),
                task("explore"),
                task("explore", "A", "a"),
                task("explore", "A b"),
                task("explore", "A", "B", "C", "D", "E"),
                Step.says("seen"));
    run(model, Mode.EDIT);
    model.verify();
    assertThat(results)
        .contains("there is no agent 'explor'", "Did you mean explore?")
        .contains("tasks must be 1 to 16, was 0")
        .contains("two tasks have the id 'a'")
        .contains("the id 'A b' must be")
        .contains("--max-helpers 5");
  }

  static ConversationFace asking(List<Approver.Question> asked, Approver.Answer answer) {
    return new ConversationFace(
        event -> {},
        question -> {
          asked.add(question);
          return answer;
        },
        null,
        line -> {});
  }
}
