package dev.tenon.engine.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.evidence.Goal;
import dev.tenon.core.evidence.WorkPlan;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.ToolSpec;
import dev.tenon.core.model.script.Expectation;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.ConversationFace;
import dev.tenon.engine.ConversationOptions;
import dev.tenon.engine.Project;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionQuestions;
import dev.tenon.engine.session.SessionRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A plan from the model's hands to its execution, over several programs.
class PlanConversationTest {
  @TempDir Path folder;
  private Path home;
  private Path root;
  private final List<String> notes = new ArrayList<>();

  @BeforeEach
  void folders() throws Exception {
    home = Files.createDirectories(folder.resolve("home"));
    root = Files.createDirectories(folder.resolve("project")).toRealPath();
  }

  private interface Work {
    void with(ProjectConversation conversation, Conversation live, ActiveSession session)
        throws Exception;
  }

  private void converse(ScriptedModel model, SessionRequest.Start start, Mode mode, Work work)
      throws Exception {
    ProjectOptions options = ProjectOptions.of(home, root).withEnvironment(Map.of());
    var request =
        new SessionRequest(
            start,
            "",
            SessionRequest.Copying.IF_AGREED,
            SessionRequest.Taking.FROM_SESSION,
            SessionRequest.Taking.FROM_SESSION);
    try (Project project = Project.open(options);
        ActiveSession session =
            ActiveSession.open(options, request, SessionQuestions.nobody(), notes::add)) {
      Mode began = session.isPlanning() ? Mode.PLAN : mode;
      try (ProjectConversation conversation =
          project.conversation(ConversationOptions.of(model, began).recordedIn(session))) {
        Conversation live =
            conversation.start(
                new ConversationFace(
                    event -> {}, Approver.nobody(), questions -> Optional.empty(), notes::add));
        work.with(conversation, live, session);
      }
    }
    model.verify();
  }

  private static List<String> tools(Conversation live) {
    return live.upcoming().tools().stream().map(ToolSpec::name).toList();
  }

  @Test
  void aPlanIsHandedOverSurvivesAndIsCarriedOut() throws Exception {
    converse(
        ScriptedModel.of(
            Step.calls(
                    "plan_ready",
                    Json.parseObject(
                        """
                        {"title": "say-two", "steps": ["write two", "look at it"],
                         "checks": ["grep -q two b.txt"], "risks": ["none"]}\
                        """))
                .expecting(Expectation.offersTool("plan_ready")),
            Step.says("There it is.").expecting(Expectation.lastResultContains("# Plan: say-two"))),
        SessionRequest.Start.NEW,
        Mode.PLAN,
        (conversation, live, session) -> {
          live.prompt("plan two");
          assertThat(conversation.plan().pending()).isPresent();
        });
    converse(
        ScriptedModel.of(
            Step.calls(
                    "write_file",
                    Json.object().put("path", "b.txt").put("content", "two\n").build())
                .expecting(Expectation.lastUserContains("1. write two")),
            Step.calls("goal", Json.parseObject("{\"action\": \"complete\"}")),
            Step.says("Done.").expecting(Expectation.lastResultContains("proved by c1"))),
        SessionRequest.Start.LATEST,
        Mode.FULL,
        (conversation, live, session) -> {
          assertThat(conversation.selection().mode()).as("it still plans").isEqualTo(Mode.PLAN);
          assertThat(tools(live)).contains("plan_ready");
          WorkPlan plan = conversation.plan().pending().orElseThrow();
          String prompt = conversation.plan().approve(plan, notes::add);
          conversation.use(conversation.selection().in(Mode.FULL));
          assertThat(tools(live)).doesNotContain("plan_ready");
          assertThat(conversation.extras().todo().phases().getFirst().tasks()).hasSize(2);
          assertThat(session.log().title()).contains("Say two");
          live.prompt(prompt);
          assertThat(conversation.evidence().goals().goal().orElseThrow().state())
              .isEqualTo(Goal.State.COMPLETE);
        });
    converse(
        ScriptedModel.of(),
        SessionRequest.Start.LATEST,
        Mode.FULL,
        (conversation, live, session) -> {
          assertThat(session.isPlanning()).isFalse();
          assertThat(conversation.plan().pending()).isEmpty();
        });
    assertThat(notes).isEmpty();
  }

  /// It is told to the model, which may hand over a better one, and to the person who approves it.
  @Test
  void aCheckThatCanProveNothingIsTold() throws Exception {
    converse(
        ScriptedModel.of(
            Step.calls(
                "plan_ready",
                Json.parseObject(
                    "{\"title\": \"x\", \"steps\": [\"y\"], \"checks\": [\"echo done\"]}")),
            Step.says("Well.")
                .expecting(Expectation.lastResultContains("'echo done' can prove nothing"))),
        SessionRequest.Start.NEW,
        Mode.PLAN,
        (conversation, live, session) -> {
          live.prompt("plan it");
          WorkPlan plan = conversation.plan().pending().orElseThrow();
          assertThat(conversation.plan().approve(plan, notes::add)).contains("1. y");
          assertThat(notes)
              .anyMatch(line -> line.startsWith("the check 'echo done' can prove nothing"));
        });
  }
}
