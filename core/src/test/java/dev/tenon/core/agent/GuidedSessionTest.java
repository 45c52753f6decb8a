package dev.tenon.core.agent;

import static dev.tenon.core.agent.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.model.Message;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.rule.RuleFiles;
import dev.tenon.core.rule.RulePolicy;
import dev.tenon.core.rule.StreamRules;
import dev.tenon.core.rule.TestHeads;
import dev.tenon.core.session.SessionContext;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.SessionRecorder;
import dev.tenon.core.session.SessionStore;
import dev.tenon.core.tool.OutputBound;
import dev.tenon.core.tool.ReturnPoint;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.workspace.Workspace;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What rules and checkpoints leave in the session is there when it is gone on with.
class GuidedSessionTest {
  @TempDir Path folder;
  private final Script model = new Script();
  private final ReturnPoint point = new ReturnPoint();
  private final List<String> problems = new ArrayList<>();

  @Test
  void aSessionKnowsItsRulesAndWentBackWithItsConversation() throws Exception {
    SessionLog log = new SessionStore(folder.resolve("home")).create(folder);
    var recorder =
        new SessionRecorder(
            log,
            "test/script",
            new SessionRecorder.Surroundings(() -> null, name -> null, problems::add));
    var conversation = new Conversation(setup(), recorder);
    model
        .says("this is bad")
        .calls(call("1", "checkpoint", "what", "g"), call("2", "look", "what", "x"))
        .calls(call("3", "look", "what", "a"))
        .calls(call("4", "rewind", "what", "found"))
        .says("done");
    conversation.prompt("go");
    SessionContext context = SessionContext.of(log);
    assertThat(problems).isEmpty();
    assertThat(context.injectedRules()).containsExactly("r");
    assertThat(context.messages()).hasSameSizeAs(conversation.history());
    for (int i = 0; i < context.messages().size(); i++) {
      assertThat(shown(context.messages().get(i))).isEqualTo(shown(conversation.history().get(i)));
    }
    assertThat(log.tips()).as("the steps in between are a branch").hasSize(2);

    model.says("bad again").says("and bad once more");
    var resumed = new Conversation(setup(), event -> {});
    context.restore(resumed);
    assertThat(resumed.prompt("go").text()).as("the rule was used").isEqualTo("bad again");
    resumed.restore(List.of());
    model.says("better");
    assertThat(resumed.prompt("go").text()).as("a new conversation").isEqualTo("better");
    log.close();
  }

  private static String shown(Message message) {
    return switch (message) {
      case Message.User user -> "user " + user.text();
      case Message.Assistant assistant -> "model " + assistant.text() + assistant.calls().size();
      case Message.ToolResults results ->
          "results " + results.results().stream().map(result -> result.text()).toList();
    };
  }

  private Setup setup() throws Exception {
    Workspace workspace = Workspace.open(folder);
    var runner =
        new ToolRunner(
            List.of(
                Probe.reading("look", (what, context) -> ToolResult.Text.of("saw " + what)),
                Probe.writing(
                    "checkpoint",
                    (what, context) -> {
                      point.set(new ReturnPoint.Mark(context.callId(), what, Instant.EPOCH));
                      return ToolResult.Text.of("Checkpoint created.");
                    }),
                Probe.writing(
                    "rewind",
                    (what, context) -> {
                      point.goBack(what);
                      return ToolResult.Text.of("Going back.");
                    })),
            workspace,
            new DirectEditing(
                workspace, ProjectJournal.open(folder.resolve("s"), workspace, "test")),
            new ModePolicy(Mode.FULL),
            Approver.nobody(),
            OutputBound.DEFAULT);
    var rules =
        new RuleFiles(RulePolicy.DEFAULT, TestHeads::read)
            .add(
                new RuleFiles.Folder(
                    "rules", Map.of("r.md", "---\ncondition: bad\n---\nDo not.\n"), List.of()));
    return new Setup(model, "system", runner, Setup.Limits.DEFAULT)
        .watchedBy(new StreamRules(rules.rules(), problems::add))
        .returningTo(point);
  }
}
