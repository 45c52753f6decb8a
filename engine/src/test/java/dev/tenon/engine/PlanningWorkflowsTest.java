package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.tool.Asker;
import dev.tenon.core.workflow.Consensus;
import dev.tenon.core.workflow.Interview;
import dev.tenon.core.workflow.WorkflowStatus;
import dev.tenon.core.workflow.WorkflowStore;
import dev.tenon.engine.session.SessionRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Interviews and plans through real conversations: what is kept, what is refused, what goes on
/// after a restart.
final class PlanningWorkflowsTest extends WorkflowTrial {
  private static String plan(String title) {
    return """
    {"title": "%s", "principles": ["small"], "options": [
      {"name": "A", "for": "simple", "against": "slow"},
      {"name": "B", "for": "fast", "against": "large"}],
     "choice": "A", "steps": ["write it"], "checks": ["make test"]}\
    """
        .formatted(title);
  }

  private static final Pattern HASH = Pattern.compile("The plan with the hash ([0-9a-f]{12})");

  private static Function<Request, Step> reviews(String verdict, String... points) {
    return request -> {
      Matcher hash = HASH.matcher(RoleModel.lastText(request));
      assertThat(hash.find()).as(RoleModel.lastText(request)).isTrue();
      return yields(
          Json.object()
              .put("plan", hash.group(1))
              .put("verdict", verdict)
              .put("points", Json.strings(List.of(points)))
              .build()
              .compact());
    };
  }

  // ---- ralplan

  @Test
  void ralplanReviewsOneTextAndWritesNothing() throws Exception {
    var model =
        new RoleModel()
            .then(
                "Main",
                seeing(
                    workflow(
                        """
                        {"action": "start", "workflow": "ralplan", "text": "add a cache"}\
                        """),
                    "<skill name=\"ralplan\">",
                    "Use the workflow ralplan: add a cache"))
            .then("Main", seeing(write("b.txt"), "architect and critic accept the plan", "Second"))
            .then("Main", seeing(Step.says("The plan waits."), "ralplan changes nothing"))
            .then("Plan", seeing(yields(plan("First")), "add a cache"))
            .then(
                "Architect",
                request -> yields("{\"plan\": \"else\", \"verdict\": \"accept\", \"points\": []}"))
            .then("Architect", reviews("revise", "cut step 2"))
            .then("Critic", reviews("accept"))
            .then("Plan", seeing(yields(plan("Second")), "architect: revise", "cut step 2"))
            .then("Architect", reviews("accept"))
            .then("Critic", reviews("accept"))
            // The person's next prompt ends the hold.
            .then("Main", write("c.txt"), Step.says("done"));
    program(
        model,
        SessionRequest.Start.NEW,
        null,
        (conversation, live) -> {
          live.prompt("/ralplan add a cache");
          assertThat(conversation.flow().workflows().isStuck()).isFalse();
          assertThat(conversation.helpers().orElseThrow().helpers()).hasSize(3);
          live.prompt("write c");
        });
    assertThat(root.resolve("b.txt")).doesNotExist();
    assertThat(root.resolve("c.txt")).exists();
    WorkflowStore.Kept kept = store().find("ralplan-1").orElseThrow();
    assertThat(kept.status().state()).isEqualTo(WorkflowStatus.State.PENDING_APPROVAL);
    Consensus ended = Consensus.of(kept.entries());
    assertThat(ended.round()).isEqualTo(2);
    assertThat(ended.text()).contains("# Second", "- against: slow", "1. make test");
    assertThat(kept.entries().stream().map(entry -> entry.data().string("sha256", "")).distinct())
        .as("each review is about the text of its round")
        .hasSize(3);
    assertThat(notes).isEmpty();
  }

  @Test
  void aReviewIsKeptThoughTheOtherFails() throws Exception {
    var model =
        new RoleModel()
            .then(
                "Main",
                workflow("{\"action\": \"start\", \"workflow\": \"ralplan\", \"text\": \"x\"}"))
            .then(
                "Main",
                seeing(workflow("{\"action\": \"next\"}"), "the architect", "is failed", "no key"))
            .then("Main", seeing(Step.says("done"), "architect and critic accept the plan"))
            .then("Plan", yields(plan("First")))
            .then("Architect", Step.fails(ModelException.Kind.AUTHENTICATION, "no key"))
            // Asked once: what it said stays.
            .then("Critic", reviews("accept", "keep it small"))
            .then("Architect", reviews("accept"));
    program(
        model, SessionRequest.Start.NEW, null, (conversation, live) -> live.prompt("/ralplan x"));
    Consensus ended = Consensus.of(store().find("ralplan-1").orElseThrow().entries());
    assertThat(ended.phase()).isEqualTo(Consensus.Phase.AGREED);
    assertThat(ended.described()).contains("keep it small");
  }

  @Test
  void ralplanIsStuckAfterFiveRounds() throws Exception {
    var model =
        new RoleModel()
            .then(
                "Main",
                workflow("{\"action\": \"start\", \"workflow\": \"ralplan\", \"text\": \"x\"}"))
            .then("Main", seeing(Step.says("stuck"), "PLANNING_STUCK", "critic: reject", "no"));
    for (int i = 0; i < 5; i++) {
      model.then("Plan", yields(plan("P" + i)));
      model.then("Architect", reviews("accept")).then("Critic", reviews("reject", "no"));
    }
    program(
        model,
        SessionRequest.Start.NEW,
        null,
        (conversation, live) -> {
          live.prompt("ralplan: x");
          assertThat(conversation.flow().workflows().isStuck()).isTrue();
        });
    assertThat(store().find("ralplan-1").orElseThrow().status().detail())
        .startsWith("PLANNING_STUCK");
  }

  @Test
  void aRestartInTheMiddleKeepsWhatIsThere() throws Exception {
    program(
        new RoleModel()
            .then(
                "Main",
                workflow("{\"action\": \"start\", \"workflow\": \"ralplan\", \"text\": \"x\"}"))
            .then("Main", seeing(Step.says("later"), "the architect", "action next tries again"))
            .then("Plan", yields(plan("Only")))
            .then("Architect", Step.fails(ModelException.Kind.INVALID_REQUEST, "no such model"))
            .then("Critic", reviews("accept")),
        SessionRequest.Start.NEW,
        null,
        (conversation, live) -> live.prompt("/ralplan x"));
    program(
        new RoleModel()
            .then("Main", workflow("{\"action\": \"next\"}"))
            .then("Main", seeing(Step.says("there"), "[ralplan-1] architect and critic accept"))
            .then("Architect", reviews("accept")),
        SessionRequest.Start.LATEST,
        null,
        (conversation, live) -> live.prompt("go on"));
  }

  /// An agent of a file that may write takes no part.
  @Test
  void ralplanRefusesRolesThatCanWrite() throws Exception {
    Path agents = Files.createDirectories(home.resolve("agents"));
    Files.writeString(
        agents.resolve("critic.md"), "---\nname: critic\ndescription: mine\n---\nCriticise.");
    program(
        new RoleModel()
            .then(
                "Main",
                workflow("{\"action\": \"start\", \"workflow\": \"ralplan\", \"text\": \"x\"}"))
            .then("Main", seeing(Step.says("no"), "the agent critic", "may change files")),
        SessionRequest.Start.NEW,
        null,
        (conversation, live) -> live.prompt("/ralplan x"));
    assertThat(store().all()).isEmpty();
  }

  // ---- deep-interview

  private static Step score(double goal, double scope, double acceptance, double context) {
    return Step.calls(
        "workflow",
        Json.object()
            .put("action", "score")
            .object(
                "scores",
                scores ->
                    scores
                        .put("goal", goal)
                        .put("scope", scope)
                        .put("acceptance", acceptance)
                        .put("context", context))
            .array(
                "facts",
                List.of(Json.object().put("text", "says one").put("source", "a.txt:1").build()))
            .build());
  }

  @Test
  void anInterviewAsksAboutTheWeakestUntilItIsClear() throws Exception {
    answer("JSON");
    answers.add(Optional.of(new Asker.Reply("x", List.of(), "not the tests", Asker.By.PERSON)));
    answer("Not yet");
    answer("Yes, that is it");
    var model =
        new RoleModel()
            .then(
                "Main",
                workflow(
                    "{\"action\": \"start\", \"workflow\": \"deep-interview\", \"text\": \"x\"}"))
            .then(
                "Main",
                seeing(
                    workflow(
                        "{\"action\": \"score\", \"scores\": {\"goal\": 1, \"scope\": 1,"
                            + " \"acceptance\": 1, \"context\": 1}}"),
                    "Next: score"))
            .then(
                "Main",
                seeing(
                    workflow(
                        "{\"action\": \"score\", \"scores\": {\"goal\": 1, \"scope\": 1,"
                            + " \"acceptance\": 1, \"context\": 1}, \"facts\": [{\"text\": \"t\","
                            + " \"source\": \"nowhere.txt:3\"}]}"),
                    "look into the code first"))
            .then("Main", seeing(score(0.5, 0.2, 0.5, 1), "'nowhere.txt:3' is no file"))
            .then(
                "Main",
                seeing(
                    workflow(
                        "{\"action\": \"ask\", \"dimension\": \"goal\", \"text\": \"Which?\"}"),
                    "ambiguity 0.50",
                    "about scope"))
            .then(
                "Main",
                seeing(
                    workflow(
                        "{\"action\": \"ask\", \"dimension\": \"scope\", \"text\": \"Which?\","
                            + " \"options\": [\"JSON\", \"XML\"]}"),
                    "the weakest dimension is scope (0.20)"))
            .then("Main", seeing(write("b.txt"), "Next: score"))
            .then("Main", seeing(score(1, 0.9, 0.5, 1), "deep-interview changes nothing"))
            .then(
                "Main",
                seeing(
                    workflow("{\"action\": \"ask\", \"text\": \"What else?\"}"),
                    "about acceptance"))
            .then("Main", score(1, 1, 0.99, 1))
            .then(
                "Main",
                seeing(
                    workflow("{\"action\": \"spec\", \"text\": \"S\"}"),
                    "say the goal in your own"))
            .then(
                "Main",
                seeing(
                    workflow("{\"action\": \"restate\", \"text\": \"You want JSON.\"}"),
                    "it is not the time for the spec"))
            .then("Main", seeing(score(1, 1, 1, 1), "not confirmed"))
            .then("Main", workflow("{\"action\": \"restate\", \"text\": \"JSON, no tests.\"}"))
            .then(
                "Main",
                seeing(workflow("{\"action\": \"spec\", \"text\": \"# Spec\"}"), "confirmed"))
            .then("Main", seeing(Step.says("# Spec"), "waits for the person's approval"));
    program(
        model,
        SessionRequest.Start.NEW,
        this::reply,
        (conversation, live) -> live.prompt("/deep-interview x"));
    assertThat(asked.getFirst())
        .isEqualTo(
            "[round 1, weakest: scope 0.20, ambiguity 0.50] Which? [JSON, XML, Enough questions]");
    assertThat(root.resolve("b.txt")).doesNotExist();
    // The person sees how clear it is after each answer.
    assertThat(notes)
        .hasSize(4)
        .startsWith(
            "deep-interview-1: ambiguity 0.50 (goal 0.50, scope 0.20, acceptance 0.50, context"
                + " 1.00)");
    WorkflowStore.Kept kept = store().find("deep-interview-1").orElseThrow();
    assertThat(kept.status().state()).isEqualTo(WorkflowStatus.State.PENDING_APPROVAL);
    assertThat(Interview.of(kept.entries()).spec()).isEqualTo("# Spec");
    assertThat(Interview.of(kept.entries()).warnings()).isEmpty();
  }

  @Test
  void threeAnswersOfTheMachineSendTheNextToThePerson() throws Exception {
    answer("Enough questions");
    answer("Yes, that is it");
    String mine =
        "{\"action\": \"answer\", \"question\": \"Q?\", \"text\": \"A\", \"source\": \"a.txt:1\"}";
    var model =
        new RoleModel()
            .then(
                "Main",
                workflow(
                    "{\"action\": \"start\", \"workflow\": \"deep-interview\", \"text\": \"x\"}"));
    for (int i = 0; i < 3; i++) {
      model.then("Main", score(0.1, 0.1, 0.1, 0.1), workflow(mine));
    }
    model
        .then("Main", score(0.2, 0.1, 0.1, 0.1))
        .then("Main", seeing(workflow(mine), "the person has to answer it"))
        .then("Main", seeing(workflow("{\"action\": \"ask\", \"text\": \"Q?\"}"), "ask the person"))
        .then(
            "Main", seeing(workflow("{\"action\": \"restate\", \"text\": \"G\"}"), "say the goal"))
        .then("Main", workflow("{\"action\": \"spec\", \"text\": \"S\"}"))
        .then("Main", seeing(Step.says("S"), "Warning", "the person ended the questions"));
    program(
        model,
        SessionRequest.Start.NEW,
        this::reply,
        (conversation, live) -> live.prompt("/deep-interview x"));
    assertThat(Interview.of(store().find("deep-interview-1").orElseThrow().entries()).rounds())
        .isEqualTo(4);
  }
}
