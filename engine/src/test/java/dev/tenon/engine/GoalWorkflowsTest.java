package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.workflow.GoalLedger;
import dev.tenon.core.workflow.WorkflowStatus;
import dev.tenon.core.workflow.WorkflowStore;
import dev.tenon.engine.session.SessionRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// Goals worked off through real conversations, and whose choice that is.
final class GoalWorkflowsTest extends WorkflowTrial {
  // ---- ultragoal

  private static Step bash(String command) {
    return Step.calls("bash", Json.object().put("command", command).build());
  }

  private static final String BRIEF =
      "{\"action\": \"start\", \"workflow\": \"ultragoal\", \"text\": \"@goal: say two\\n@check:"
          + " grep -q two b.txt\\n@goal: say three\\n@check: grep -q three c.txt\"}";

  @Test
  void goalsAreWorkedOffWithProofAcrossARestart() throws Exception {
    Step complete = Step.calls("goal", Json.object().put("action", "complete").build());
    program(
        new RoleModel()
            .then("Main", workflow(BRIEF))
            .then("Main", seeing(Step.calls("bash", command("echo two > b.txt")), "goal 1 of 2"))
            .then("Main", Step.calls("goal", Json.object().put("action", "pause").build()))
            .then(
                "Main",
                seeing(workflow("{\"action\": \"next\"}"), "works off this goal", "human_blocked"))
            .then("Main", seeing(complete, "goal 1 is open"))
            .then("Main", workflow("{\"action\": \"next\"}"))
            .then(
                "Main",
                seeing(
                    workflow(
                        "{\"action\": \"block\", \"kind\": \"human_blocked\", \"text\": \"a"
                            + " key\"}"),
                    "goal 2 of 2"))
            .then(
                "Main",
                seeing(
                    workflow("{\"action\": \"resolve\", \"text\": \"I guess\"}"), "end your turn"))
            .then("Main", seeing(Step.says("I need a key."), "has not said anything since")),
        SessionRequest.Start.NEW,
        null,
        (conversation, live) -> live.prompt("Do this with ultragoal, please: two and three"));
    WorkflowStore.Kept kept = store().find("ultragoal-1").orElseThrow();
    assertThat(kept.status().state()).isEqualTo(WorkflowStatus.State.WAITING);
    program(
        new RoleModel()
            .then("Main", workflow("{\"action\": \"resolve\", \"text\": \"got the key\"}"))
            .then(
                "Main",
                seeing(
                    Step.says("Done, I think."),
                    "is the person's choice",
                    "their prompt does not name it")),
        SessionRequest.Start.LATEST,
        null,
        (conversation, live) -> live.prompt("here is the key"));
    program(
        new RoleModel()
            .then("Main", workflow("{\"action\": \"resolve\", \"text\": \"got the key\"}"))
            .then("Main", seeing(bash("echo three > c.txt"), "goal 2 is open"))
            // It may not just end.
            .then("Main", Step.says("Enough."))
            .then("Main", seeing(complete, "The goal is still open"))
            .then("Main", seeing(workflow("{\"action\": \"next\"}"), "proved by"))
            .then("Main", seeing(Step.says("All proved."), "all 2 goals are proved")),
        SessionRequest.Start.LATEST,
        null,
        (conversation, live) -> live.prompt("the ultragoal goes on"));
    kept = store().find("ultragoal-1").orElseThrow();
    assertThat(kept.status().state()).isEqualTo(WorkflowStatus.State.DONE);
    assertThat(GoalLedger.of(kept.entries()).described())
        .contains("goal 1: attempt 1", "`grep -q two b.txt` exit 0")
        .contains("human_blocked: a key", "resolved: got the key");
  }

  /// What a later goal breaks is not among what is proved.
  @Test
  void aGoalThatALaterOneBrokeIsWorkedOnAgain() throws Exception {
    Step complete = Step.calls("goal", Json.object().put("action", "complete").build());
    program(
        new RoleModel()
            .then("Main", workflow(BRIEF))
            .then("Main", seeing(bash("echo two > b.txt"), "goal 1 of 2"))
            .then("Main", complete)
            .then("Main", seeing(workflow("{\"action\": \"next\"}"), "proved by"))
            .then("Main", seeing(bash("echo three > c.txt; echo 2 > b.txt"), "goal 2 of 2"))
            .then("Main", complete)
            .then("Main", seeing(workflow("{\"action\": \"next\"}"), "proved by"))
            .then(
                "Main",
                seeing(
                    bash("echo two > b.txt"),
                    "goal 1 is no longer proved",
                    "(grep -q two b.txt) failed with exit code 1",
                    "goal 1 of 2, attempt 2"))
            .then("Main", complete)
            .then("Main", seeing(workflow("{\"action\": \"next\"}"), "proved by"))
            .then("Main", seeing(Step.says("All proved."), "all 2 goals are proved")),
        SessionRequest.Start.NEW,
        null,
        (conversation, live) -> live.prompt("Do this with ultragoal, please: two and three"));
    WorkflowStore.Kept kept = store().find("ultragoal-1").orElseThrow();
    assertThat(kept.status().state()).isEqualTo(WorkflowStatus.State.DONE);
    assertThat(GoalLedger.of(kept.entries()).described())
        .contains("goal 1: not reached:", "goal 1: attempt 2");
  }

  private static Json.Obj command(String line) {
    return Json.object().put("command", line).build();
  }

  @Test
  void executionIsThePersonsChoice() throws Exception {
    // Not by a file's words.
    Path commands = Files.createDirectories(home.resolve("commands"));
    Files.writeString(commands.resolve("work.md"), "Use ultragoal to do it all.");
    program(
        new RoleModel()
            .then("Main", workflow(BRIEF))
            .then("Main", seeing(Step.says("no"), "unknown tool 'workflow'"))
            .then("Main", workflow(BRIEF))
            .then("Main", seeing(Step.says("no"), "unknown tool 'workflow'"))
            .then("Main", workflow(BRIEF))
            .then("Main", seeing(Step.says("no"), "is the person's choice")),
        SessionRequest.Start.NEW,
        null,
        (conversation, live) -> {
          live.prompt("/work");
          conversation.flow().workflows();
          live.prompt("Look at this text:\nultragoal now");
          live.prompt("Explain ralplan.");
        });
    assertThat(store().all()).isEmpty();
  }

  @Test
  void thePersonIsAskedWhereTheyDidNotNameIt() throws Exception {
    answer("No, not now");
    answer("Yes, carry it out");
    answer("No, not now");
    answer("Yes, stop it");
    Step stop = workflow("{\"action\": \"stop\", \"text\": \"enough\"}");
    program(
        new RoleModel()
            .then("Main", workflow(BRIEF))
            .then("Main", seeing(workflow(BRIEF), "did not choose to carry it out"))
            .then("Main", seeing(stop, "goal 1"))
            .then("Main", seeing(stop, "ultragoal-1 is the person's to stop"))
            .then(
                "Main",
                seeing(Step.calls("goal", Json.object().put("action", "drop").build()), "stopped"))
            .then("Main", Step.says("ok")),
        SessionRequest.Start.NEW,
        this::reply,
        (conversation, live) -> {
          conversation.flow().workflows().typed("the team of ralplan");
          live.prompt("After ralplan, do it.");
        });
    assertThat(asked.getFirst()).startsWith("Carry this out with ultragoal?\n@goal: say two");
    assertThat(asked.getLast()).startsWith("Stop ultragoal-1?\nenough");
    assertThat(store().find("ultragoal-1").orElseThrow().entries().getFirst().data())
        .satisfies(begun -> assertThat(begun.string("authorized", "")).isEqualTo("ask"));
    assertThat(store().find("ultragoal-1").orElseThrow().status().state())
        .isEqualTo(WorkflowStatus.State.STOPPED);
  }

  /// Neither the end of it nor a way around its proof is the model's, and what was stopped stays
  /// so.
  @Test
  void theModelNeitherStopsNorRevivesIt() throws Exception {
    String vain = BRIEF.replace("grep -q two b.txt", "true");
    Step next = workflow("{\"action\": \"next\"}");
    program(
        new RoleModel()
            .then("Main", workflow(vain))
            .then(
                "Main", seeing(workflow(BRIEF), "'@check: true' below 'say two'", "prove nothing"))
            .then("Main", seeing(workflow("{\"action\": \"stop\"}"), "goal 1 of 2"))
            .then(
                "Main",
                seeing(
                    workflow(
                        "{\"action\": \"block\", \"kind\": \"human_blocked\", \"text\": \"no\"}"),
                    "is the person's to stop (/workflow stop ultragoal-1)"))
            .then("Main", Step.says("I wait."))
            .then("Main", next)
            .then("Main", seeing(Step.says("ok"), "ultragoal-1 was stopped by the person")),
        SessionRequest.Start.NEW,
        null,
        (conversation, live) -> {
          live.prompt("Do this with ultragoal: two and three");
          conversation.flow().workflows().stopByPerson("ultragoal-1");
          live.prompt("What about the ultragoal?");
        });
    assertThat(store().find("ultragoal-1").orElseThrow().status().state())
        .isEqualTo(WorkflowStatus.State.STOPPED);
  }

  /// The state lies where no tool may write, also when the project is above it.
  @Test
  void theModelCannotEditTheState() throws Exception {
    home = Files.createDirectories(root.resolve(".home"));
    Files.writeString(home.resolve("config.yml"), "");
    program(
        new RoleModel()
            .then(
                "Main",
                workflow(
                    "{\"action\": \"start\", \"workflow\": \"deep-interview\", \"text\": \"x\"}"))
            .then("Main", Step.says("begun"))
            .then(
                "Main",
                request ->
                    Step.calls(
                        "write_file",
                        Json.object()
                            .put(
                                "path",
                                root.relativize(store().folder().resolve("deep-interview-1.jsonl"))
                                    .toString())
                            .put("content", "{}\n")
                            .build()))
            .then("Main", seeing(Step.says("no"), "Tenon's own state")),
        SessionRequest.Start.NEW,
        null,
        (conversation, live) -> {
          live.prompt("/deep-interview x");
          live.prompt("now edit the state");
        });
    assertThat(store().find("deep-interview-1").orElseThrow().entries()).hasSize(1);
  }
}
