package dev.tenon.core.agent;

import static dev.tenon.core.agent.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.rule.RuleFiles;
import dev.tenon.core.rule.RulePolicy;
import dev.tenon.core.rule.StreamRules;
import dev.tenon.core.rule.TestHeads;
import dev.tenon.core.tool.OutputBound;
import dev.tenon.core.tool.ReturnPoint;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.workspace.Workspace;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The loop with stream rules and a point to return to.
class GuidedLoopTest {
  @TempDir Path folder;

  private final Script model = new Script();
  private final List<AgentEvent> events = new ArrayList<>();
  private final List<Tool<?>> tools = new ArrayList<>();
  private final ReturnPoint point = new ReturnPoint();

  @BeforeEach
  void tools() {
    tools.add(Probe.reading("look", (what, context) -> ToolResult.Text.of("saw " + what)));
    tools.add(
        Probe.writing(
            "checkpoint",
            (what, context) -> {
              point.set(new ReturnPoint.Mark(context.callId(), what, Instant.EPOCH));
              return ToolResult.Text.of("Checkpoint created.");
            }));
    tools.add(
        Probe.writing(
            "rewind",
            (what, context) -> {
              point.goBack(what);
              return ToolResult.Text.of("Going back.");
            }));
  }

  @Test
  void anAnswerThatBreaksARuleIsStoppedForgottenAndMadeAgain() throws Exception {
    model.says("I shall use var here").says("Better.");
    Conversation conversation = open("condition: use var");
    Outcome outcome = conversation.prompt("go");
    assertThat(outcome.ending()).isEqualTo(Outcome.Ending.COMPLETED);
    assertThat(outcome.text()).isEqualTo("Better.");
    assertThat(conversation.history()).hasSize(3);
    assertThat(((Message.User) conversation.history().get(1)).text())
        .startsWith("<system-interrupt");
    assertThat(model.requests.get(1).messages()).hasSize(2);
    assertThat(events)
        .contains(new AgentEvent.RulesInjected(List.of("r"), AgentEvent.RuleEffect.DISCARDED));
    // What follows the trigger was never heard.
    assertThat(events).filteredOn(AgentEvent.MessageAppended.class::isInstance).hasSize(3);
  }

  @Test
  void theStoppedPartStaysIfTheRuleWantsItSo() throws Exception {
    model.says("I shall use var here").says("Better.");
    Conversation conversation = open("condition: use var\ncontextMode: keep");
    conversation.prompt("go");
    assertThat(conversation.history()).hasSize(4);
    var partial = (Message.Assistant) conversation.history().get(1);
    assertThat(partial.stopReason()).isEqualTo(StopReason.ABORTED);
    assertThat(partial.text()).contains("use var");
    assertThat(Pairing.paired(conversation.history())).isTrue();
  }

  @Test
  void aCallThatBreaksARuleNeverRuns() throws Exception {
    model.calls(call("1", "look", "what", "secrets")).says("I did not look.");
    Conversation conversation = open("condition: secrets\nscope: tool:look");
    conversation.prompt("go");
    assertThat(events).noneMatch(AgentEvent.ToolStarted.class::isInstance);
    assertThat(conversation.history()).hasSize(3);
  }

  @Test
  void aReminderGoesIntoTheResultOfTheCall() throws Exception {
    model.calls(call("1", "look", "what", "secrets")).says("done");
    Conversation conversation = open("condition: secrets\ninterruptMode: never");
    conversation.prompt("go");
    assertThat(((Message.ToolResults) conversation.history().get(2)).results().getFirst().text())
        .startsWith("<system-reminder")
        .endsWith("saw secrets");
    assertThat(conversation.history()).hasSize(4);
  }

  @Test
  void aReminderAboutProseFollowsTheAnswer() throws Exception {
    model.says("use var").says("I see.");
    Conversation conversation = open("condition: use var\ninterruptMode: never");
    Outcome outcome = conversation.prompt("go");
    assertThat(outcome.text()).isEqualTo("I see.");
    assertThat(conversation.history()).hasSize(4);
    assertThat(((Message.User) conversation.history().get(2)).text())
        .startsWith("<system-reminder");
  }

  @Test
  void aFailureAfterAMatchUsesNothingUp() throws Exception {
    model
        .then(
            sink -> {
              Script.play(sink, List.of(new Part.Text("use var")), StopReason.STOP);
              throw new ModelException(ModelException.Kind.SERVER, "gone");
            })
        .says("use var")
        .says("ok");
    Conversation conversation = open("condition: use var\ninterruptMode: never");
    assertThat(conversation.prompt("go").ending()).isEqualTo(Outcome.Ending.FAILED);
    assertThat(conversation.prompt("go").text()).isEqualTo("ok");
  }

  @Test
  void aPersonWhoStopsAtTheSameMomentWins() throws Exception {
    var matched = new CountDownLatch(1);
    var aborted = new CountDownLatch(1);
    Model racing =
        (request, sink) -> {
          sink.accept(new ModelEvent.Started("m/x"));
          sink.accept(new ModelEvent.TextStarted(0));
          sink.accept(new ModelEvent.TextDelta(0, "use var"));
          // The rule has interrupted this thread; now the person does too.
          matched.countDown();
          boolean waiting = true;
          while (waiting) {
            try {
              aborted.await();
              waiting = false;
            } catch (InterruptedException both) {
              waiting = aborted.getCount() > 0;
            }
          }
          throw new InterruptedException();
        };
    Conversation conversation = new Conversation(setup(racing, "condition: use var"), events::add);
    var outcome = new AtomicReference<Outcome>();
    Thread prompt =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    outcome.set(conversation.prompt("go"));
                  } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                  }
                });
    matched.await();
    conversation.abort();
    aborted.countDown();
    prompt.join();
    assertThat(outcome.get().ending()).isEqualTo(Outcome.Ending.ABORTED);
  }

  @Test
  void aRewindLeavesTheReportInPlaceOfTheSteps() throws Exception {
    model
        .calls(call("1", "checkpoint", "what", "find the bug"))
        .calls(call("2", "look", "what", "a"), call("3", "look", "what", "b"))
        .calls(call("4", "rewind", "what", "It is in b."))
        .says("Fixed.");
    Conversation conversation = open("condition: never said");
    conversation.prompt("go");
    List<Message> history = conversation.history();
    assertThat(history).hasSize(5);
    assertThat(((Message.ToolResults) history.get(2)).results().getFirst().callId()).isEqualTo("1");
    assertThat(((Message.User) history.get(3)).text())
        .startsWith("<rewind-report goal=\"find the bug\">\nIt is in b.\n</rewind-report>")
        .contains("/undo");
    assertThat(events).contains(new AgentEvent.Rewound("1", 4, "It is in b."));
    assertThat(point.mark()).isEmpty();
  }

  @Test
  void aModelThatForgetsItsReportIsRemindedAFewTimes() throws Exception {
    model.calls(call("1", "checkpoint", "what", "g"));
    for (int i = 0; i < 4; i++) {
      model.says("done " + i);
    }
    Conversation conversation = open("condition: never said");
    Outcome outcome = conversation.prompt("go");
    assertThat(outcome.ending()).isEqualTo(Outcome.Ending.COMPLETED);
    assertThat(conversation.history())
        .filteredOn(
            message ->
                message instanceof Message.User user && user.text().startsWith("<system-warning>"))
        .hasSize(3);
  }

  /// Whatever mixes of calls, rewinds, rules and failures: the history is always one that a
  /// provider accepts.
  @Test
  void theHistoryStaysPaired() throws Exception {
    for (int seed = 0; seed < 60; seed++) {
      var random = new Random(seed);
      point.forget();
      var script = new Script();
      int calls = 0;
      for (int i = 0; i < 12; i++) {
        switch (random.nextInt(7)) {
          case 0 -> script.calls(call("c" + calls++, "checkpoint", "what", "g"));
          case 1 -> script.calls(call("c" + calls++, "rewind", "what", "found"));
          case 2 ->
              script.calls(
                  call("c" + calls++, "look", "what", "a"),
                  call("c" + calls++, "rewind", "what", "two at once"));
          case 3 ->
              script.calls(
                  call("c" + calls++, "checkpoint", "what", "h"),
                  call("c" + calls++, "look", "what", "bad"));
          case 4 -> script.says("some bad words");
          case 5 -> script.fails(ModelException.Kind.SERVER);
          default -> script.calls(call("c" + calls++, "look", "what", "x"));
        }
      }
      for (int i = 0; i < 40; i++) {
        script.says("end");
      }
      String head =
          "condition: bad\nrepeatMode: after-gap\nrepeatGap: 1\ninterruptMode: "
              + List.of("always", "never", "tool-only").get(random.nextInt(3))
              + "\ncontextMode: "
              + List.of("keep", "discard").get(random.nextInt(2));
      Conversation conversation = new Conversation(setup(script, head), event -> {});
      for (int prompt = 0; prompt < 4; prompt++) {
        conversation.prompt("go");
        assertThat(Pairing.paired(conversation.history())).as("seed %d", seed).isTrue();
      }
      script.requests.forEach(request -> assertThat(Pairing.paired(request.messages())).isTrue());
    }
  }

  private Conversation open(String head) throws Exception {
    return new Conversation(setup(model, head), events::add);
  }

  private Setup setup(Model answering, String head) throws Exception {
    Workspace workspace = Workspace.open(folder);
    var runner =
        new ToolRunner(
            tools,
            workspace,
            new DirectEditing(
                workspace, ProjectJournal.open(folder.resolve("state"), workspace, "test")),
            new ModePolicy(Mode.FULL),
            Approver.nobody(),
            OutputBound.DEFAULT);
    var rules =
        new RuleFiles(RulePolicy.DEFAULT, TestHeads::read)
            .add(
                new RuleFiles.Folder(
                    "rules", Map.of("r.md", "---\n" + head + "\n---\nDo not.\n"), List.of()));
    assertThat(rules.problems()).isEmpty();
    return new Setup(answering, "system", runner, Setup.Limits.DEFAULT)
        .watchedBy(new StreamRules(rules.rules(), warning -> {}))
        .returningTo(point);
  }
}
