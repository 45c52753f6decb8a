package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionQuestions;
import dev.tenon.engine.session.SessionRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/// What helpers may do: never more than the person and their agent both allow.
final class HelperCeilingTest extends HelperTrial {
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

  /// Commands and places outside of the project: a helper does what the conversation itself may do
  /// in that mode, and less where its agent says so, never more.
  @Test
  void commandsAndOtherPlacesHaveTheSameCeiling() throws Exception {
    Path agents = home.resolve("agents");
    agent(agents, "free-bash", "");
    agent(agents, "narrow-bash", "mode: plan\n");
    agent(agents, "denied-bash", "permission: {bash: deny, edit: deny}\n");
    agent(agents, "asked-bash", "permission: {bash: ask, edit: ask}\n");
    Path outside = Files.createDirectories(folder.resolve("outside"));
    int done = 0;
    for (Mode mode : Mode.values()) {
      for (boolean command : List.of(true, false)) {
        Path own = outside.resolve(mode + "-main" + command);
        var model = new TreeModel().script("0-Main", makes(own, command), Step.says("done"));
        run(model, mode);
        boolean person = Files.exists(own);
        done += person ? 1 : 0;
        for (String agent : List.of("free", "narrow", "denied", "asked")) {
          Path file = outside.resolve(mode + agent + command);
          Path again = outside.resolve(mode + agent + command + "again");
          model =
              new TreeModel()
                  .script(
                      "0-Main",
                      HelpersTest.task(agent + "-bash", "A"),
                      resume("0-A"),
                      Step.says("done"))
                  .script(
                      "0-A",
                      makes(file, command),
                      HelpersTest.yields("one"),
                      makes(again, command),
                      HelpersTest.yields("two"));
          run(model, mode);
          model.verify();
          boolean allowed = person && agent.equals("free");
          String row = mode + " " + agent + (command ? " bash" : " write_file");
          assertThat(Files.exists(file)).as(row).isEqualTo(allowed);
          assertThat(Files.exists(again)).as(row + " resumed").isEqualTo(allowed);
        }
      }
    }
    assertThat(done).as("some mode allows it").isPositive();
  }

  private static Step makes(Path file, boolean command) {
    return command
        ? bash("touch " + file)
        : Step.calls(
            "write_file", Json.object().put("path", file.toString()).put("content", "x\n").build());
  }

  /// Other machines: a page is fetched exactly where the person's mode and rules and the agent's
  /// own allow it, below the conversation and below a helper, fresh and resumed.
  @Test
  void theNetworkHasTheSameCeiling() throws Exception {
    Path agents = home.resolve("agents");
    agent(agents, "free-web", "");
    agent(agents, "narrow-web", "mode: plan\n");
    agent(agents, "denied-web", "permission: {webfetch: deny}\n");
    agent(agents, "closed-web", "disallowedTools: WebFetch\n");
    agent(agents, "asked-web", "permission: {connect: ask}\n");
    agent(agents, "lead-web", "tools: [read]\nspawns: '*'\n");
    Set<String> fetched = ConcurrentHashMap.newKeySet();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          fetched.add(exchange.getRequestURI().getPath());
          exchange.sendResponseHeaders(200, 2);
          exchange.getResponseBody().write("ok".getBytes(StandardCharsets.UTF_8));
          exchange.close();
        });
    server.start();
    try {
      String host = "127.0.0.1:" + server.getAddress().getPort();
      int done = 0;
      for (Mode mode : Mode.values()) {
        var alone = new TreeModel().script("0-Main", fetches(host, "/" + mode), Step.says("done"));
        run(alone, mode, "permissions.allow", "connect(" + host + ")");
        boolean person = fetched.contains("/" + mode);
        done += person ? 1 : 0;
        for (String agent : List.of("free", "narrow", "denied", "closed", "asked")) {
          for (boolean deep : List.of(false, true)) {
            String page = "/" + mode + agent + deep;
            String id = deep ? "0-L.0-A" : "0-A";
            var model =
                new TreeModel()
                    .script(
                        id,
                        fetches(host, page),
                        HelpersTest.yields("one"),
                        fetches(host, page + "again"),
                        HelpersTest.yields("two"));
            Step task = HelpersTest.task(agent + "-web", "A");
            if (deep) {
              model.script("0-L", task, resume(id), HelpersTest.yields("ok"));
              model.script("0-Main", HelpersTest.task("lead-web", "L"), Step.says("done"));
            } else {
              model.script("0-Main", task, resume(id), Step.says("done"));
            }
            run(model, mode, "permissions.allow", "connect(" + host + ")");
            model.verify();
            boolean allowed = person && agent.equals("free");
            assertThat(fetched.contains(page)).as(page).isEqualTo(allowed);
            assertThat(fetched.contains(page + "again")).as(page + " resumed").isEqualTo(allowed);
          }
        }
      }
      assertThat(done).as("some mode allows it").isPositive();
    } finally {
      server.stop(0);
    }
  }

  private static Step fetches(String host, String page) {
    return Step.calls("read_file", Json.object().put("path", "http://" + host + page).build());
  }

  /// Plan mode that begins while a helper works holds from its next call on.
  @Test
  void planModeHoldsForAHelperThatWorksAlready() throws Exception {
    var model =
        new TreeModel()
            .script("0-Main", HelpersTest.task("free", "A"), Step.says("done"))
            .script(
                "0-A",
                writes("before.txt"),
                writes("after.txt"),
                bash("touch by-command.txt"),
                HelpersTest.yields("ok"));
    try (Project project = open();
        ProjectConversation once =
            project.conversation(
                ConversationOptions.of(model, Mode.FULL).once().recordedIn(session(project)))) {
      Conversation conversation =
          once.start(
              ConversationFace.listening(
                  event -> {
                    if (event instanceof AgentEvent.HelperReported reported
                        && reported.event() instanceof AgentEvent.ToolFinished) {
                      once.use(once.selection().in(Mode.PLAN));
                    }
                  }));
      conversation.prompt("go");
    }
    model.verify();
    assertThat(root.resolve("before.txt")).exists();
    assertThat(root.resolve("after.txt")).doesNotExist();
    assertThat(root.resolve("by-command.txt")).doesNotExist();
  }

  /// One that had worked in mode full goes on in another program, in which plan mode holds.
  @Test
  void planModeHoldsForAHelperThatGoesOnInAnotherProgram() throws Exception {
    run(
        new TreeModel()
            .script("0-Main", HelpersTest.task("free", "A"), Step.says("done"))
            .script("0-A", writes("before.txt"), HelpersTest.yields("one")),
        Mode.FULL);
    var model =
        new TreeModel()
            .script("0-Main", resume("0-A"), Step.says("done"))
            .script(
                "0-A",
                writes("after.txt"),
                bash("touch by-command.txt"),
                HelpersTest.yields("two"));
    var latest =
        new SessionRequest(
            SessionRequest.Start.LATEST,
            "",
            SessionRequest.Copying.IF_AGREED,
            SessionRequest.Taking.AS_GIVEN,
            SessionRequest.Taking.AS_GIVEN);
    try (Project project = open();
        ActiveSession session =
            ActiveSession.open(project.options(), latest, SessionQuestions.nobody(), line -> {});
        ProjectConversation once =
            project.conversation(
                ConversationOptions.of(model, Mode.PLAN).once().recordedIn(session))) {
      once.start(ConversationFace.listening(event -> {})).prompt("go on");
    }
    model.verify();
    assertThat(root.resolve("before.txt")).exists();
    assertThat(root.resolve("after.txt")).doesNotExist();
    assertThat(root.resolve("by-command.txt")).doesNotExist();
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

  /// The agent wants to be asked; "for this session" answers for all of its helpers, later ones and
  /// resumed ones too.
  @Test
  void anAnswerToAnAgentsOwnQuestionHoldsForTheTree() throws Exception {
    var asked = new ArrayList<Approver.Question>();
    var model =
        new TreeModel()
            .script(
                "0-Main",
                HelpersTest.task("asked", "A"),
                HelpersTest.task("asked", "B"),
                resume("0-A"),
                Step.says("done"))
            .script(
                "0-A",
                writes("same.txt"),
                HelpersTest.yields("a"),
                writes("same.txt"),
                HelpersTest.yields("again"))
            .script("1-B", writes("same.txt"), HelpersTest.yields("b"));
    try (Project project = open();
        ProjectConversation once =
            project.conversation(
                ConversationOptions.of(model, Mode.EDIT).once().recordedIn(session(project)))) {
      once.start(HelpersTest.asking(asked, Approver.Answer.SESSION)).prompt("go");
    }
    model.verify();
    assertThat(asked).hasSize(1);
  }
}
