package dev.tenon.engine.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tenon.core.agent.AgentEventJson;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.evidence.Goal;
import dev.tenon.core.evidence.GoalBook;
import dev.tenon.core.evidence.Receipt;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Goals, receipts and checks in whole conversations, which go on in other programs.
class GoalConversationTest {
  @TempDir Path folder;
  private Path home;
  private Path root;
  private final List<String> notes = new ArrayList<>();

  @BeforeEach
  void folders() throws Exception {
    home = Files.createDirectories(folder.resolve("home"));
    root = Files.createDirectories(folder.resolve("project")).toRealPath();
    Files.writeString(root.resolve("a.txt"), "one\n");
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
              new ConversationFace(event -> {}, Approver.nobody(), null, notes::add));
      work.with(conversation, live);
    }
    model.verify();
  }

  private static Step bash(String command) {
    return Step.calls("bash", Json.object().put("command", command).build());
  }

  private static Step write(String path, String text) {
    return Step.calls("write_file", Json.object().put("path", path).put("content", text).build());
  }

  private static Step goal(String json) throws Exception {
    return Step.calls("goal", Json.parseObject(json));
  }

  @Test
  void aGoalIsProvedAndSurvivesItsSession() throws Exception {
    converse(
        ScriptedModel.of(
            goal(
                """
                {"action": "create", "goal": "two is there", "criteria": ["grep finds two"]}\
                """),
            write("b.txt", "two\n"),
            bash("grep -q two b.txt"),
            write("c.txt", "three\n"),
            goal("{\"action\": \"complete\", \"evidence\": [[\"c1\"]]}")
                .expecting(Expectation.offersTool("goal")),
            Step.says("I am done.")
                .expecting(Expectation.lastResultContains("an edit of c.txt (write_file)")),
            goal("{\"action\": \"pause\"}")
                .expecting(Expectation.lastUserContains("tenon-reminder")),
            Step.says("Paused.")),
        SessionRequest.Start.NEW,
        Map.of(),
        (conversation, live) -> {
          Outcome outcome = live.prompt("make two");
          Receipt receipt = outcome.receipt();
          assertThat(receipt).isNotNull();
          assertThat(receipt.files()).containsExactly("b.txt", "c.txt");
          assertThat(receipt.isChecked()).isFalse();
          assertThat(receipt.goal()).startsWith("paused");
          Json.Obj json = AgentEventJson.toJson(outcome).objectOrEmpty("receipt");
          assertThat(json.objects("checks").getFirst().string("command"))
              .isEqualTo("grep -q two b.txt");
          assertThat(json.objects("checks").getFirst().number("exit", -1)).isZero();
          assertThat(json.objects("checks").getFirst().bool("after_last_change", true)).isFalse();
        });
    converse(
        ScriptedModel.of(
            goal("{\"action\": \"resume\"}").expecting(Expectation.offersTool("goal")),
            bash("grep -q two b.txt"),
            goal("{\"action\": \"complete\", \"evidence\": [[\"c2\"]]}"),
            Step.says("Proved.").expecting(Expectation.lastResultContains("proved by c2"))),
        SessionRequest.Start.LATEST,
        Map.of(),
        (conversation, live) -> {
          assertThat(conversation.evidence().checks().all()).hasSize(1);
          assertThat(live.prompt("go on").receipt()).as("nothing was changed").isNull();
          assertThat(conversation.evidence().goals().goal().orElseThrow().state())
              .isEqualTo(Goal.State.COMPLETE);
          SessionEvidence kept = SessionEvidence.of(conversation.session().orElseThrow().log());
          assertThat(kept.receipts()).hasSize(1);
          assertThat(kept.compared(conversation.project().journal().changes()))
              .allSatisfy(each -> assertThat(each.difference()).isEmpty());
        });
    assertThat(notes)
        .containsExactly("the goal is not proved yet; the model is asked to go on (1 of 2)");
  }

  @Test
  void theModelIsRemindedTwiceAndThePersonIsToldWhatIsUnverified() throws Exception {
    converse(
        ScriptedModel.of(
            goal("{\"action\": \"create\", \"criteria\": [\"it works\"]}"),
            Step.says("Done."),
            Step.says("Really.").expecting(Expectation.lastUserContains("The goal is still open")),
            Step.says("I said so.")),
        SessionRequest.Start.NEW,
        Map.of(),
        (conversation, live) -> live.prompt("work"));
    converse(
        ScriptedModel.of(
            goal("{\"action\": \"complete\"}"),
            goal("{\"action\": \"complete\", \"evidence\": [[\"c7\"]]}"),
            goal("{\"action\": \"complete\", \"evidence\": {\"1\": \"it works\"}}"),
            Step.says("Hm.").expecting(Expectation.lastResultContains("the goal is unverified"))),
        SessionRequest.Start.LATEST,
        Map.of(),
        (conversation, live) -> live.prompt("claim it"));
    assertThat(notes)
        .hasSize(3)
        .startsWith(
            "the goal is not proved yet; the model is asked to go on (1 of 2)",
            "the goal is not proved yet; the model is asked to go on (2 of 2)");
    assertThat(notes.getLast()).startsWith("the goal is unverified:");
  }

  /// A person's goal that a command proves.
  private static void ask(ProjectConversation conversation) throws Exception {
    conversation
        .evidence()
        .goals()
        .create(
            "two is there",
            List.of(Goal.Criterion.ofCheck("grep -q two b.txt")),
            GoalBook.Who.PERSON);
    conversation.offerGoals();
  }

  @Test
  void aGoalOfThePersonIsKeptAndTakenUpAgainWhenItsProofIsLost() throws Exception {
    converse(
        ScriptedModel.of(
            goal("{\"action\": \"drop\"}"),
            goal("{\"action\": \"create\", \"criteria\": [\"a.txt is there\"]}")
                .expecting(Expectation.lastResultContains("only the person drops it")),
            write("b.txt", "two\n")
                .expecting(Expectation.lastResultContains("only the person drops or replaces")),
            goal("{\"action\": \"complete\"}"),
            write("b.txt", "three\n").expecting(Expectation.lastResultContains("proved by c1")),
            Step.says("Done."),
            write("b.txt", "two again\n")
                .expecting(Expectation.lastUserContains("its proof no longer holds"))
                .expecting(Expectation.lastUserContains("an edit of b.txt (write_file)")),
            goal("{\"action\": \"complete\"}"),
            Step.says("Done.")),
        SessionRequest.Start.NEW,
        Map.of(),
        (conversation, live) -> {
          ask(conversation);
          Receipt receipt = live.prompt("work").receipt();
          assertThat(receipt).isNotNull();
          assertThat(receipt.goal()).startsWith("complete");
        });
  }

  @Test
  void theReceiptDoesNotCallCompleteWhatLaterEditsBroke() throws Exception {
    converse(
        ScriptedModel.of(
            write("b.txt", "two\n"),
            goal("{\"action\": \"complete\"}"),
            write("b.txt", "three\n").expecting(Expectation.lastResultContains("proved by c1")),
            Step.says("Done.")),
        SessionRequest.Start.NEW,
        Map.of("goals.enforce", "off"),
        (conversation, live) -> {
          ask(conversation);
          Receipt receipt = live.prompt("work").receipt();
          assertThat(receipt).isNotNull();
          assertThat(receipt.goal()).startsWith("active");
          assertThat(conversation.evidence().goals().open()).isPresent();
        });
  }

  @Test
  void whatIsRequiredIsNotPutAsideAndItsLackIsTold() throws Exception {
    Step done = Step.says("Done.");
    converse(
        ScriptedModel.of(
            goal("{\"action\": \"create\", \"criteria\": [\"it works\"]}"),
            goal("{\"action\": \"pause\"}"),
            goal("{\"action\": \"drop\"}")
                .expecting(Expectation.lastResultContains("goals.enforce is require")),
            done.expecting(Expectation.lastResultContains("goals.enforce is require")),
            done,
            done,
            done,
            done,
            done,
            done,
            Step.says("Nothing.")),
        SessionRequest.Start.NEW,
        Map.of("goals.enforce", "require"),
        (conversation, live) -> {
          live.prompt("work");
          assertThat(conversation.evidence().unmet()).contains("the goal is not proved", "require");
          assertThat(notes).anyMatch(line -> line.contains("the model was told 6 times"));
          conversation.evidence().goals().drop(GoalBook.Who.PERSON);
          live.prompt("look");
          assertThat(conversation.evidence().unmet()).isEmpty();
        });
  }

  @Test
  void enforcementCanBeOff() throws Exception {
    converse(
        ScriptedModel.of(
            goal("{\"action\": \"create\", \"criteria\": [\"it works\"]}"), Step.says("Done.")),
        SessionRequest.Start.NEW,
        Map.of("goals.enforce", "off"),
        (conversation, live) -> live.prompt("work"));
  }

  @Test
  void checksOfTheSettingsRunByThemselves() throws Exception {
    converse(
        ScriptedModel.of(
            Step.says("Nothing to do."),
            write("b.txt", "tow\n"),
            Step.says("Written."),
            write("b.txt", "two\n")
                .expecting(
                    Expectation.lastUserContains("The check 'grep two b.txt' failed with exit")),
            Step.says("Corrected.")),
        SessionRequest.Start.NEW,
        Map.of("checks", "grep two b.txt"),
        (conversation, live) -> {
          assertThat(live.prompt("look").receipt()).isNull();
          assertThat(conversation.evidence().checks().all()).isEmpty();
          Receipt receipt = live.prompt("write").receipt();
          assertThat(receipt).isNotNull();
          assertThat(receipt.checks())
              .extracting(Receipt.Line::exit, Receipt.Line::afterLastChange)
              .containsExactly(tuple(1, false), tuple(0, true));
          assertThat(receipt.lines().get(1)).startsWith("checked: grep two b.txt → exit 0 (");
        });
  }

  @Test
  void aPlainConversationHasNoGoalUpFront() throws Exception {
    converse(
        ScriptedModel.of(),
        SessionRequest.Start.NEW,
        Map.of(),
        (conversation, live) -> {
          assertThat(live.upcoming().tools().stream().map(ToolSpec::name)).doesNotContain("goal");
          conversation.offerGoals();
          assertThat(live.upcoming().tools().stream().map(ToolSpec::name)).contains("goal");
        });
  }
}
