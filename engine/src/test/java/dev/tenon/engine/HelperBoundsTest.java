package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.helper.HelperNode;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionQuestions;
import dev.tenon.engine.session.SessionRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What helpers may do, how many there may be, and how they are stopped.
final class HelperBoundsTest {
  @TempDir Path folder;
  private Path home;
  private Path root;

  @BeforeEach
  void makeProject() throws Exception {
    home = Files.createDirectories(folder.resolve("home"));
    root = Files.createDirectories(folder.resolve("project")).toRealPath();
    Files.writeString(home.resolve("config.yml"), "");
    Path agents = Files.createDirectories(home.resolve("agents"));
    agent(agents, "free", "");
    agent(agents, "narrow", "mode: plan\n");
    agent(agents, "denied", "permission: {edit: deny}\n");
    agent(agents, "asked", "permission: {edit: ask}\n");
    agent(agents, "lead", "tools: [read]\nspawns: [free, narrow, denied, asked]\n");
    agent(agents, "wild", "spawns: '*'\nmaxTurns: 4\n");
    agent(agents, "gitter", "tools: ['Bash(git log:*)']\n");
  }

  private static void agent(Path agents, String name, String more) throws Exception {
    Files.writeString(
        agents.resolve(name + ".md"),
        "---\nname: " + name + "\ndescription: For tests.\n" + more + "---\nDo it.\n");
  }

  private Project open(String... settings) throws Exception {
    ProjectOptions options =
        ProjectOptions.of(home, root)
            .withEnvironment(Map.of())
            .with("editDialect", "edit_file")
            .with("sandbox.kind", "off");
    for (int i = 0; i < settings.length; i += 2) {
      options = options.with(settings[i], settings[i + 1]);
    }
    return Project.open(options);
  }

  private static Step writes(String path) {
    return Step.calls("write_file", Json.object().put("path", path).put("content", "x\n").build());
  }

  private static Step resume(String id) {
    return Step.calls(
        "task",
        Json.object()
            .put("resume", Json.object().put("id", id).put("message", "go on").build())
            .build());
  }

  /// Every mode, every own permission, below the conversation and below a helper, fresh and
  /// resumed, in the project and in a layer: a write happens exactly where both allow it.
  @Test
  void aCallIsAsAllowedAsTheStricterOfTwoJudgements() throws Exception {
    matrix(false);
  }

  @Test
  void aLayerWidensNothing() throws Exception {
    matrix(true);
    try (Project project = open()) {
      assertThat(project.layers().left()).isEmpty();
    }
  }

  private static Step task(String agent, String id, boolean isolated) {
    var call = Json.object().put("agent", agent).put("isolated", isolated);
    return Step.calls(
        "task",
        call.array(
                "tasks", List.of(Json.object().put("id", id).put("assignment", "Do " + id).build()))
            .build());
  }

  private void matrix(boolean isolated) throws Exception {
    for (Mode mode : Mode.values()) {
      boolean person = mode == Mode.EDIT || mode == Mode.AUTO || mode == Mode.FULL;
      for (String agent : List.of("free", "narrow", "denied", "asked")) {
        boolean allowed = person && agent.equals("free");
        for (boolean deep : List.of(false, true)) {
          String fresh = mode + "-" + agent + deep + isolated + ".txt";
          String again = "again-" + fresh;
          String id = deep ? "0-L.0-A" : "0-A";
          var model =
              new TreeModel()
                  .script(
                      id,
                      writes(fresh),
                      HelpersTest.yields("one"),
                      writes(again),
                      HelpersTest.yields("two"));
          if (deep) {
            model.script("0-L", HelpersTest.task(agent, "A"), resume(id), HelpersTest.yields("ok"));
            model.script("0-Main", task("lead", "L", isolated), Step.says("done"));
          } else {
            model.script("0-Main", task(agent, "A", isolated), resume(id), Step.says("done"));
          }
          run(model, mode);
          model.verify();
          String row = mode + " " + agent + (deep ? " deep" : "");
          assertThat(Files.exists(root.resolve(fresh))).as(row).isEqualTo(allowed);
          assertThat(Files.exists(root.resolve(again))).as(row + " resumed").isEqualTo(allowed);
        }
      }
    }
  }

  private String run(Model model, Mode mode, String... settings) throws Exception {
    try (Project project = open(settings);
        ProjectConversation once =
            project.conversation(
                ConversationOptions.of(model, mode).once().recordedIn(session(project)))) {
      Conversation conversation = once.start(ConversationFace.listening(event -> {}));
      conversation.prompt("go");
      return conversation.history().toString();
    }
  }

  private static ActiveSession session(Project project) throws Exception {
    return ActiveSession.open(
        project.options(), SessionRequest.NEW, SessionQuestions.nobody(), line -> {});
  }

  @Test
  void roleAgentsRunListedCommandsAlone() throws Exception {
    var model =
        new TreeModel()
            .script("0-Main", HelpersTest.task("gitter", "A"), Step.says("done"))
            .script(
                "0-A",
                bash("git log && touch x"),
                bash("git status"),
                bash("git log --oneline -1"),
                HelpersTest.yields("ok"));
    run(model, Mode.FULL);
    model.verify();
    List<Request> requests = model.of("0-A").requests();
    assertThat(requests.get(1).messages().toString()).contains("may run only what begins with");
    assertThat(requests.get(2).messages().getLast().toString())
        .contains("may run only what begins with");
    assertThat(requests.get(3).messages().getLast().toString())
        .doesNotContain("may run only what begins with");
    assertThat(Files.exists(root.resolve("x"))).isFalse();
  }

  private static Step bash(String command) {
    return Step.calls("bash", Json.object().put("command", command).build());
  }

  @Test
  void aQuestionOfAHelperComesWithItsNameAndHoldsForTheTree() throws Exception {
    var asked = new ArrayList<Approver.Question>();
    var model =
        new TreeModel()
            .script("0-Main", HelpersTest.task("free", "A", "B"), Step.says("done"))
            .script("0-A", writes("same.txt"), HelpersTest.yields("a"))
            .script("1-B", writes("same.txt"), HelpersTest.yields("b"));
    try (Project project = open("agents.atOnce", "1");
        ProjectConversation once =
            project.conversation(ConversationOptions.of(model, Mode.ASK).once())) {
      once.start(HelpersTest.asking(asked, Approver.Answer.SESSION)).prompt("go");
    }
    model.verify();
    assertThat(asked).hasSize(1);
    assertThat(asked.getFirst().who()).endsWith(": write_file").matches("[01]-[AB]: .*");
    assertThat(Files.exists(root.resolve("same.txt"))).isTrue();
  }

  /// A model that starts helpers at every turn.
  @Test
  void aRunawayStaysInBounds() throws Exception {
    var number = new AtomicInteger();
    Model wild =
        (request, sink) -> {
          int n = number.incrementAndGet();
          Json.Obj task =
              Json.object().put("id", "T" + n).put("assignment", "Go wild " + n).build();
          Json.Obj call = Json.object().put("agent", "wild").array("tasks", List.of(task)).build();
          return new Message.Assistant(
              List.of(new Part.Call("call_" + n, "task", call, null, null)),
              StopReason.TOOL_USE,
              Usage.NONE,
              "wild/model");
        };
    try (Project project = open("agents.perPrompt", "12", "maxSteps", "6");
        ProjectConversation once =
            project.conversation(ConversationOptions.of(wild, Mode.FULL).once())) {
      Outcome outcome = once.start(ConversationFace.listening(event -> {})).prompt("go");
      assertThat(outcome.ending()).isEqualTo(Outcome.Ending.STEP_LIMIT);
      List<HelperNode> helpers = once.helpers().orElseThrow().helpers();
      assertThat(helpers).hasSize(12);
      assertThat(helpers).allMatch(helper -> helper.depth() <= 2);
      assertThat(once.helpers().orElseThrow().working()).isEmpty();
    }
  }

  @Test
  void stoppingThePromptStopsAllHelpersAndSkipsWhatHasNotBegun() throws Exception {
    var working = new CountDownLatch(1);
    var model =
        new TreeModel()
            .script("0-Main", HelpersTest.task("free", "A", "B"))
            .script("0-A", Step.answer().hanging())
            .script("1-B", Step.answer().hanging());
    try (Project project = open("agents.atOnce", "1");
        ProjectConversation once =
            project.conversation(ConversationOptions.of(model, Mode.EDIT).once())) {
      Conversation conversation =
          once.start(
              ConversationFace.listening(
                  event -> {
                    if (event instanceof AgentEvent.HelperReported reported
                        && reported.event() instanceof AgentEvent.StepStarted) {
                      working.countDown();
                    }
                  }));
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  working.await(1, TimeUnit.MINUTES);
                  conversation.abort();
                } catch (InterruptedException never) {
                  Thread.currentThread().interrupt();
                }
              });
      assertThat(conversation.prompt("go").ending()).isEqualTo(Outcome.Ending.ABORTED);
      assertThat(conversation.history().toString())
          .contains("state=\"aborted\"", "state=\"skipped\"");
      assertThat(once.helpers().orElseThrow().working()).isEmpty();
    }
  }

  @Test
  void helpersRunBesideAnAttendedConversationAndTheirEndIsTold() throws Exception {
    var model =
        new TreeModel()
            .script(
                "0-Main",
                HelpersTest.task("free", "A"),
                Step.calls("job", Json.Obj.EMPTY),
                Step.says("done"))
            .script("0-A", HelpersTest.yields("from beside"));
    try (Project project = open();
        ProjectConversation attended =
            project.conversation(ConversationOptions.of(model, Mode.EDIT))) {
      Conversation conversation = attended.start(ConversationFace.listening(event -> {}));
      assertThat(conversation.prompt("go").text()).isEqualTo("done");
      String history = conversation.history().toString();
      assertThat(history).contains("Works as the background job task-1").contains("from beside");
    }
  }

  /// A helper asks the conversation, which waits for it, and gets an answer beside its work.
  @Test
  void peersReachEachOther() throws Exception {
    var model =
        new TreeModel()
            .script(
                "0-Main", HelpersTest.task("free", "A"), Step.says("Use blue."), Step.says("done"))
            .script(
                "0-A",
                Step.calls("irc", Json.object().put("op", "list").build()),
                irc("0-Main", "Which colour?"),
                irc("0-Nobody", "Hello?"),
                irc("0-A", "Me?"),
                HelpersTest.yields("made it blue"));
    String history = run(model, Mode.EDIT);
    model.verify();
    List<Request> asked = model.of("0-A").requests();
    assertThat(asked.get(1).messages().getLast().toString()).contains("1 peer(s):", "0-Main");
    assertThat(asked.get(2).messages().getLast().toString()).contains("Use blue.");
    assertThat(asked.get(3).messages().getLast().toString())
        .contains("Unknown / unavailable peers: 0-Nobody");
    assertThat(asked.get(4).messages().getLast().toString())
        .contains("Unknown / unavailable peers: 0-A");
    // It lands in the history once, as words of a peer.
    assertThat(history.split("Which colour\\?", -1)).hasSize(2);
    assertThat(history)
        .contains("<peer-message from=\"0-A\">", "You answered", "not of the person");
  }

  private static Step irc(String to, String message) {
    return Step.calls(
        "irc", Json.object().put("op", "send").put("to", to).put("message", message).build());
  }

  /// A helper that talks without end is held to its bounds, and harms nobody else.
  @Test
  void aStormOfMessagesIsBounded() throws Exception {
    var calls = new ArrayList<Part.Output>();
    for (int i = 0; i < 40; i++) {
      Json.Obj said =
          Json.object()
              .put("op", "send")
              .put("to", "all")
              .put("message", "storm " + i)
              .put("awaitReply", false)
              .build();
      calls.add(new Part.Call("irc" + i, "irc", said, null, null));
    }
    Model model =
        (request, sink) -> {
          boolean helper = request.tools().stream().anyMatch(tool -> tool.name().equals("yield"));
          boolean first = request.messages().size() == 1;
          List<Part.Output> parts =
              helper
                  ? first
                      ? calls
                      : List.of(
                          new Part.Call(
                              "y",
                              "yield",
                              Json.object().put("result", "over").build(),
                              null,
                              null))
                  : first
                      ? List.of(
                          new Part.Call(
                              "t",
                              "task",
                              Json.object()
                                  .put("agent", "free")
                                  .array(
                                      "tasks",
                                      List.of(
                                          Json.object()
                                              .put("id", "A")
                                              .put("assignment", "Talk.")
                                              .build()))
                                  .build(),
                              null,
                              null))
                      : List.of(new Part.Text("done"));
          boolean calling = parts.getFirst() instanceof Part.Call;
          return new Message.Assistant(
              parts, calling ? StopReason.TOOL_USE : StopReason.STOP, Usage.NONE, "storm/model");
        };
    try (Project project = open();
        ProjectConversation once =
            project.conversation(ConversationOptions.of(model, Mode.FULL).once())) {
      var refused = new AtomicInteger();
      var sent = new AtomicInteger();
      Conversation conversation =
          once.start(
              ConversationFace.listening(
                  event -> {
                    if (event instanceof AgentEvent.HelperReported reported
                        && reported.event() instanceof AgentEvent.ToolFinished finished
                        && finished.result().name().equals("irc")) {
                      (finished.result().text().contains("a minute") ? refused : sent)
                          .incrementAndGet();
                    }
                  }));
      assertThat(conversation.prompt("go").text()).isEqualTo("done");
      assertThat(sent).hasValue(30);
      assertThat(refused).hasValue(10);
      String history = conversation.history().toString();
      assertThat(history).contains("storm 0").contains("storm 29").doesNotContain("storm 30");
    }
  }

  @Test
  void aHelperGetsAShareOfWhatIsLeft() throws Exception {
    Path script = root.resolve("script.json");
    Files.writeString(
        script,
        """
        {"steps": [
          {"calls": [{"name": "task", "arguments": {"agent": "free",
             "tasks": [{"id": "A", "assignment": "use much"}]}}], "usage": {"input": 100, "output": 0}},
          {"calls": [{"name": "glob", "arguments": {"pattern": "*"}}], "usage": {"input": 300, "output": 0}},
          {"text": "the parent still answers", "usage": {"input": 1, "output": 0}}]}
        """);
    try (Project project = open("budget.maxTokens", "1000");
        ProjectConversation once =
            project.conversation(
                ConversationOptions.of(project.models().open("scripted:" + script), Mode.FULL)
                    .once())) {
      Conversation conversation = once.start(ConversationFace.listening(event -> {}));
      assertThat(conversation.prompt("go").text()).isEqualTo("the parent still answers");
      assertThat(conversation.history().toString())
          .contains("state=\"budget\"", "its share of 225 tokens is spent");
    }
  }
}
