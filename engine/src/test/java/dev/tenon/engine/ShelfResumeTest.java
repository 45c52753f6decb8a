package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.ToolSpec;
import dev.tenon.core.model.script.Expectation;
import dev.tenon.core.model.script.ScriptedModel;
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
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What was taken from the shelf comes back with a session, as far as it is there.
class ShelfResumeTest {
  @TempDir Path folder;
  private Path home;
  private Path root;
  private final List<String> notes = new ArrayList<>();

  @BeforeEach
  void folders() throws Exception {
    home = Files.createDirectories(folder.resolve("home"));
    root = Files.createDirectories(folder.resolve("project")).toRealPath();
    Files.writeString(root.resolve("Makefile"), "test:\n\ttrue\n");
  }

  private interface Work {
    void with(ProjectConversation conversation, Conversation live) throws Exception;
  }

  private void converse(
      ScriptedModel model, SessionRequest.Start start, Map<String, String> settings, Work work)
      throws Exception {
    ProjectOptions options = ProjectOptions.of(home, root).withEnvironment(Map.of());
    for (var setting : settings.entrySet()) {
      options = options.with(setting.getKey(), setting.getValue());
    }
    var request =
        new SessionRequest(
            start,
            "",
            SessionRequest.Copying.IF_AGREED,
            SessionRequest.Taking.FROM_SESSION,
            SessionRequest.Taking.FROM_SESSION);
    try (Project project = Project.open(options);
        ActiveSession session =
            ActiveSession.open(options, request, SessionQuestions.nobody(), notes::add);
        ProjectConversation conversation =
            project.conversation(ConversationOptions.of(model, Mode.FULL).recordedIn(session))) {
      Conversation live =
          conversation.start(
              new ConversationFace(
                  event -> {}, Approver.nobody(), questions -> Optional.empty(), notes::add));
      work.with(conversation, live);
    }
    model.verify();
  }

  private static List<String> declared(Conversation conversation) {
    return conversation.upcoming().tools().stream().map(ToolSpec::name).toList();
  }

  private static Step taking(String... names) {
    return Step.calls(
        "more_tools", Json.object().put("names", Json.strings(List.of(names))).build());
  }

  private void takeThree() throws Exception {
    converse(
        ScriptedModel.of(taking("recipe", "CronList"), taking("job"), Step.says("Taken.")),
        SessionRequest.Start.NEW,
        Map.of(),
        (conversation, live) -> live.prompt("take them"));
  }

  @Test
  void everythingThatWasTakenIsDeclaredAgain() throws Exception {
    takeThree();
    converse(
        ScriptedModel.of(
            Step.says("There.").expecting(Expectation.offersTool("job")), Step.says("Still.")),
        SessionRequest.Start.LATEST,
        Map.of(),
        (conversation, live) -> {
          assertThat(declared(live)).endsWith("more_tools", "recipe", "CronList", "job");
          live.prompt("there?");
          conversation.use(conversation.selection().in(Mode.PLAN));
          assertThat(declared(live)).as("in another mode").endsWith("recipe", "CronList", "job");
          live.prompt("still there?");
        });
    assertThat(notes).isEmpty();
  }

  @Test
  void aToolThatIsGoneIsToldAndNothingElseHappens() throws Exception {
    takeThree();
    Files.delete(root.resolve("Makefile"));
    converse(
        ScriptedModel.of(Step.says("Fine.")),
        SessionRequest.Start.LATEST,
        Map.of("tools.off", "CronList"),
        (conversation, live) -> {
          assertThat(declared(live)).endsWith("more_tools", "job");
          live.prompt("go on");
        });
    assertThat(notes)
        .containsExactly(
            "session: it had taken tools that are not here now: 'recipe', 'CronList'; it goes on"
                + " without them");
    notes.clear();
    Files.writeString(root.resolve("Makefile"), "test:\n\ttrue\n");
    converse(
        ScriptedModel.of(),
        SessionRequest.Start.LATEST,
        Map.of("tools.upFront", "default,job"),
        (conversation, live) ->
            assertThat(declared(live))
                .as("they are there again, and job stands elsewhere")
                .endsWith("more_tools", "recipe", "CronList")
                .containsOnlyOnce("job"));
    assertThat(notes).isEmpty();
  }

  @Test
  void aHistoryThatLostItsBeginningBringsTheToolThatFindsIt() throws Exception {
    var model =
        ScriptedModel.of(
            Step.says("x".repeat(20_000)),
            Step.says("## Summary\nMuch was said."),
            Step.says("y").expecting(Expectation.offersTool("recall_history")),
            Step.says("z"));
    converse(
        model,
        SessionRequest.Start.NEW,
        Map.of("historyBudget", "16KB"),
        (conversation, live) -> {
          live.prompt("one");
          assertThat(declared(live)).doesNotContain("recall_history");
          live.prompt("two");
          assertThat(declared(live)).endsWith("more_tools", "recall_history");
          live.prompt("three");
        });
    converse(
        ScriptedModel.of(),
        SessionRequest.Start.LATEST,
        Map.of(),
        (conversation, live) ->
            assertThat(declared(live)).endsWith("more_tools", "recall_history"));
  }
}
