package dev.tenon.core.agent;

import static dev.tenon.core.agent.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.exec.background.Notice;
import dev.tenon.core.exec.background.Notices;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.tool.OutputBound;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.workspace.Workspace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What background work has to tell, on its way to the model and to the person.
class NewsTest {
  @TempDir Path folder;

  private final Script model = new Script();
  private final Notices notices = new Notices();
  private final List<AgentEvent> events = new ArrayList<>();

  @Test
  void thePersonLearnsAtOnceAndTheModelBetweenTwoRequests() throws Exception {
    model.calls(call("1", "look", "what", "a")).says("done");
    Conversation conversation =
        open(
            () -> {
              notices.post(ended("bash-1", "built"));
              assertThat(events.getLast())
                  .isEqualTo(new AgentEvent.Notified(ended("bash-1", "built")));
            });
    assertThat(conversation.prompt("go").ending()).isEqualTo(Outcome.Ending.COMPLETED);
    assertThat(model.requests.get(1).messages()).hasSize(4);
    assertThat(model.requests.get(1).messages().get(2)).isInstanceOf(Message.ToolResults.class);
    assertThat(model.requests.get(1).messages().get(3)).isEqualTo(Message.User.of("built"));
    assertThat(model.requests.get(1).messages().subList(0, 1))
        .as("nothing before it has changed, so that the cache holds")
        .isEqualTo(model.requests.get(0).messages());
    assertThat(conversation.hasNews()).isFalse();
  }

  @Test
  void whatHappenedMeanwhileStandsBeforeThePrompt() throws Exception {
    model.says("one").says("two");
    Conversation conversation = open(() -> {});
    conversation.prompt("first");
    notices.post(ended("bash-1", "a"));
    notices.post(ended("bash-2", "b"));
    conversation.prompt("second");
    assertThat(texts(conversation)).containsExactly("first", "one", "a\nb", "second", "two");
  }

  @Test
  void aPromptWhoseTimeHasComeIsNeverInTheMiddleOfATurn() throws Exception {
    model.calls(call("1", "look", "what", "a")).says("done").says("checked");
    Conversation conversation =
        open(
            () -> notices.post(new Notice(Notice.Kind.PROMPT, "ab12cd34", "s", "check the build")));
    conversation.prompt("go");
    assertThat(model.requests.get(1).messages()).hasSize(3);
    assertThat(conversation.hasNews()).isTrue();
    notices.post(ended("bash-1", "also this"));
    assertThat(conversation.promptWithNews().orElseThrow().text()).isEqualTo("checked");
    assertThat(texts(conversation)).endsWith("also this", "check the build", "checked");
    assertThat(conversation.promptWithNews()).isEmpty();
  }

  @Test
  void newsAloneMakeAPrompt() throws Exception {
    model.says("I see.");
    Conversation conversation = open(() -> {});
    notices.post(ended("bash-1", "built"));
    assertThat(conversation.promptWithNews()).isPresent();
    assertThat(texts(conversation)).containsExactly("built", "I see.");
  }

  @Test
  void newsThatDidNotReachTheModelAreNotLost() throws Exception {
    model.fails(ModelException.Kind.NETWORK).says("I see.");
    Conversation conversation = open(() -> {});
    notices.post(ended("bash-1", "built"));
    assertThat(conversation.promptWithNews().orElseThrow().ending())
        .isEqualTo(Outcome.Ending.FAILED);
    assertThat(conversation.hasNews()).isTrue();
    assertThat(conversation.history()).isEmpty();
    conversation.prompt("now?");
    assertThat(texts(conversation)).containsExactly("built", "now?", "I see.");
  }

  @Test
  void newsToldInATurnThatFailsStay() throws Exception {
    model.calls(call("1", "look", "what", "a")).fails(ModelException.Kind.NETWORK).says("I see.");
    Conversation conversation = open(() -> notices.post(ended("bash-1", "built")));
    assertThat(conversation.prompt("go").ending()).isEqualTo(Outcome.Ending.FAILED);
    conversation.prompt("now?");
    assertThat(texts(conversation)).endsWith("built", "now?", "I see.");
  }

  private Conversation open(Runnable whileATooRuns) throws Exception {
    var workspace = Workspace.open(folder);
    var journal =
        ProjectJournal.open(folder.resolveSibling(folder.getFileName() + "-state"), workspace, "t");
    var tool =
        Probe.reading(
            "look",
            (what, context) -> {
              whileATooRuns.run();
              return ToolResult.Text.of("saw " + what);
            });
    var runner =
        new ToolRunner(
            List.of(tool),
            workspace,
            new DirectEditing(workspace, journal),
            new ModePolicy(Mode.FULL),
            Approver.nobody(),
            OutputBound.DEFAULT);
    var conversation =
        new Conversation(new Setup(model, "", runner, Setup.Limits.DEFAULT), events::add);
    conversation.attend(notices);
    return conversation;
  }

  private static Notice ended(String source, String text) {
    return new Notice(Notice.Kind.ENDED, source, text, text);
  }

  private static List<String> texts(Conversation conversation) {
    var texts = new ArrayList<String>();
    for (Message message : conversation.history()) {
      if (message instanceof Message.User user) {
        texts.add(user.text());
      } else if (message instanceof Message.Assistant assistant) {
        texts.add(assistant.text());
      }
    }
    return texts;
  }
}
