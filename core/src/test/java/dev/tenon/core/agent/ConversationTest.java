package dev.tenon.core.agent;

import static dev.tenon.core.agent.Script.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.tool.OutputBound;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConversationTest {
  @TempDir Path folder;

  private final Script model = new Script();
  private final List<AgentEvent> events = new ArrayList<>();
  private final List<Tool<?>> tools = new ArrayList<>();
  private Setup.Limits limits = Setup.Limits.DEFAULT;
  private Compactor compactor = Compactor.none();

  @Test
  void aPlainTurnGrowsTheHistoryByTwo() throws Exception {
    model.says("Hello there, friend.");
    Conversation conversation = open();
    Outcome outcome = conversation.prompt("hi");
    assertThat(outcome.ending()).isEqualTo(Outcome.Ending.COMPLETED);
    assertThat(outcome.text()).isEqualTo("Hello there, friend.");
    assertThat(outcome.usage()).isEqualTo(new Usage(10, 5, 2, 1));
    assertThat(conversation.history()).hasSize(2);
    assertThat(conversation.history().getFirst()).isEqualTo(Message.User.of("hi"));
  }

  @Test
  void allCallsOfAMessageAreAnsweredInOneMessageInCallOrder() throws Exception {
    tools.add(Probe.reading("look", (what, context) -> ToolResult.Text.of("saw " + what)));
    tools.add(Probe.writing("make", (what, context) -> ToolResult.Text.of("made " + what)));
    model
        .calls(
            call("1", "look", "what", "a"),
            call("2", "make", "what", "b"),
            call("3", "look", "what", "c"),
            call("4", "look", "what", "d"))
        .calls(call("5", "look", "what", "e"))
        .says("done");
    Conversation conversation = open();
    Outcome outcome = conversation.prompt("go");
    assertThat(outcome.steps()).isEqualTo(3);
    assertThat(conversation.history()).hasSize(6);
    assertThat(texts(conversation.history().get(2)))
        .containsExactly("saw a", "made b", "saw c", "saw d");
    assertThat(texts(conversation.history().get(4))).containsExactly("saw e");
    assertThat(model.requests.get(1).messages()).hasSize(3);
  }

  @Test
  void readOnlyNeighboursRunAtTheSameTime() throws Exception {
    var meet = new CyclicBarrier(3);
    tools.add(
        Probe.reading(
            "look",
            (what, context) -> {
              try {
                meet.await(10, TimeUnit.SECONDS);
              } catch (java.util.concurrent.BrokenBarrierException
                  | java.util.concurrent.TimeoutException alone) {
                return ToolResult.Text.of("alone");
              }
              return ToolResult.Text.of("together");
            }));
    model
        .calls(
            call("1", "look", "what", "a"),
            call("2", "look", "what", "b"),
            call("3", "look", "what", "c"))
        .says("done");
    Conversation conversation = open();
    conversation.prompt("go");
    assertThat(texts(conversation.history().get(2)))
        .containsExactly("together", "together", "together");
  }

  @Test
  void unknownToolsAndBadArgumentsAreAnsweredWithErrors() throws Exception {
    tools.add(Probe.reading("look", (what, context) -> ToolResult.Text.of("saw " + what)));
    model
        .calls(
            call("1", "lok", "what", "a"),
            call("2", "look", "wat", "b"),
            call("3", "look", "what", "c").withProblem("the arguments are not JSON"),
            call("4", "look", "what", "d"))
        .says("done");
    Conversation conversation = open();
    assertThat(conversation.prompt("go").ending()).isEqualTo(Outcome.Ending.COMPLETED);
    assertThat(texts(conversation.history().get(2)))
        .satisfiesExactly(
            first ->
                assertThat(first).contains("unknown tool 'lok'").contains("Did you mean look?"),
            second -> assertThat(second).contains("missing argument what"),
            third -> assertThat(third).contains("not JSON"),
            fourth -> assertThat(fourth).isEqualTo("saw d"));
  }

  @Test
  void theStepLimitStopsCleanly() throws Exception {
    tools.add(Probe.reading("look", (what, context) -> ToolResult.Text.of("saw " + what)));
    limits = new Setup.Limits(3, 720 * 1024, 100, limits.effort());
    for (int i = 0; i < 4; i++) {
      model.calls(call("c" + i, "look", "what", "again"));
    }
    model.says("unreachable in the first prompt");
    Conversation conversation = open();
    Outcome outcome = conversation.prompt("go");
    assertThat(outcome.ending()).isEqualTo(Outcome.Ending.STEP_LIMIT);
    assertThat(model.requests).hasSize(3);
    assertThat(Pairing.paired(conversation.history())).isTrue();
    assertThat(conversation.history().getLast()).isInstanceOf(Message.ToolResults.class);
    assertThat(conversation.prompt("continue").ending()).isEqualTo(Outcome.Ending.COMPLETED);
  }

  @Test
  void aFailureLeavesTheConversationUsable() throws Exception {
    tools.add(Probe.reading("look", (what, context) -> ToolResult.Text.of("saw " + what)));
    model.fails(ModelException.Kind.SERVER);
    model.calls(call("1", "look", "what", "a")).fails(ModelException.Kind.OVERLOADED).says("fine");
    Conversation conversation = open();
    Outcome first = conversation.prompt("poison");
    assertThat(first.ending()).isEqualTo(Outcome.Ending.FAILED);
    assertThat(first.problem()).isEqualTo("scripted SERVER");
    assertThat(conversation.history()).isEmpty();
    assertThat(conversation.prompt("go").ending()).isEqualTo(Outcome.Ending.FAILED);
    assertThat(conversation.history()).hasSize(3);
    assertThat(conversation.prompt("again").text()).isEqualTo("fine");
    assertThat(Pairing.paired(conversation.history())).isTrue();
  }

  @Test
  void abortWhileTheModelStreamsKeepsWhatWasShown() throws Exception {
    var streaming = new CountDownLatch(1);
    model
        .then(
            sink -> {
              sink.accept(new ModelEvent.Started("test/script"));
              sink.accept(new ModelEvent.TextStarted(0));
              sink.accept(new ModelEvent.TextDelta(0, "Once upon"));
              streaming.countDown();
              new CountDownLatch(1).await();
              throw new AssertionError("not reached");
            })
        .says("fine");
    Conversation conversation = open();
    Outcome outcome = abortWhen(conversation, streaming);
    assertThat(outcome.ending()).isEqualTo(Outcome.Ending.ABORTED);
    assertThat(conversation.history().getLast())
        .isEqualTo(
            new Message.Assistant(
                List.of(new Part.Text("Once upon")),
                StopReason.ABORTED,
                Usage.NONE,
                "test/script"));
    assertThat(conversation.prompt("go on").text()).isEqualTo("fine");
  }

  @Test
  void abortWhileToolsRunAnswersEveryCall() throws Exception {
    var running = new CountDownLatch(2);
    tools.add(
        Probe.reading(
            "wait",
            (what, context) -> {
              running.countDown();
              new CountDownLatch(1).await();
              return ToolResult.Text.of("never");
            }));
    tools.add(Probe.writing("make", (what, context) -> ToolResult.Text.of("made")));
    model.calls(
        call("1", "wait", "what", "a"),
        call("2", "wait", "what", "b"),
        call("3", "make", "what", "c"));
    Conversation conversation = open();
    Outcome outcome = abortWhen(conversation, running);
    assertThat(outcome.ending()).isEqualTo(Outcome.Ending.ABORTED);
    assertThat(texts(conversation.history().getLast()))
        .hasSize(3)
        .allSatisfy(text -> assertThat(text).isEqualTo("cancelled: stopped by the user"));
    assertThat(Pairing.paired(conversation.history())).isTrue();
  }

  @Test
  void abortWhileAPersonIsAskedAnswersTheCall() throws Exception {
    var asked = new CountDownLatch(1);
    tools.add(Probe.writing("make", (what, context) -> ToolResult.Text.of("made")));
    model.calls(call("1", "make", "what", "a"));
    Conversation conversation =
        open(
            Mode.ASK,
            question -> {
              asked.countDown();
              new CountDownLatch(1).await();
              return Approver.Answer.ONCE;
            });
    assertThat(abortWhen(conversation, asked).ending()).isEqualTo(Outcome.Ending.ABORTED);
    assertThat(Pairing.paired(conversation.history())).isTrue();
  }

  @Test
  void steeringSkipsWhatHasNotBegunAndReachesTheModel() throws Exception {
    var conversation = new AtomicReference<Conversation>();
    tools.add(
        Probe.writing(
            "make",
            (what, context) -> {
              conversation.get().steer("stop, do it differently");
              return ToolResult.Text.of("made " + what);
            }));
    model.calls(call("1", "make", "what", "a"), call("2", "make", "what", "b")).says("as you wish");
    conversation.set(open());
    conversation.get().prompt("go");
    assertThat(texts(conversation.get().history().get(2)))
        .containsExactly("made a", "cancelled: skipped: the user sent a new message");
    assertThat(model.requests.get(1).messages().getLast())
        .isEqualTo(Message.User.of("stop, do it differently"));
  }

  /// They knew what they had said when they agreed.
  @Test
  void whatAPersonAllowsAfterANoteRunsAllTheSame() throws Exception {
    var conversation = new AtomicReference<Conversation>();
    tools.add(Probe.writing("make", (what, context) -> ToolResult.Text.of("made " + what)));
    model.calls(call("1", "make", "what", "a"), call("2", "make", "what", "b")).says("as you wish");
    conversation.set(
        open(
            Mode.ASK,
            question -> {
              conversation.get().steer("and then the tests");
              return Approver.Answer.ONCE;
            }));
    conversation.get().prompt("go");
    assertThat(texts(conversation.get().history().get(2)))
        .containsExactly("made a", "cancelled: skipped: the user sent a new message");
    assertThat(model.requests.get(1).messages().getLast())
        .isEqualTo(Message.User.of("and then the tests"));
  }

  @Test
  void aFollowUpWaitsForTheEnd() throws Exception {
    model.says("one").says("two");
    Conversation conversation = open();
    conversation.followUp("and then?");
    assertThat(conversation.prompt("first").text()).isEqualTo("two");
    assertThat(conversation.history()).hasSize(4);
    assertThat(events).contains(new AgentEvent.Steered(Message.User.of("and then?")));
  }

  @Test
  void whatIsTakenBackIsNotHeardAndWhatWasHeardIsNotTakenBack() throws Exception {
    model.says("one").says("two");
    Conversation conversation = open();
    conversation.followUp("and then?");
    conversation.followUp("again");
    conversation.followUp("again");
    assertThat(conversation.takeBack("again")).isTrue();
    assertThat(conversation.takeBack("and then")).isFalse();
    assertThat(conversation.queued().followUps())
        .containsExactly(Message.User.of("and then?"), Message.User.of("again"));
    assertThat(conversation.takeBack("again")).isTrue();
    assertThat(conversation.prompt("first").text()).isEqualTo("two");
    assertThat(conversation.takeBack("and then?")).isFalse();
  }

  @Test
  void aBugInAToolEndsTheCallAndNotThePrompt() throws Exception {
    tools.add(
        Probe.reading(
            "break",
            (what, context) -> {
              throw new IllegalStateException("oops");
            }));
    model.calls(call("1", "break", "what", "a"), call("2", "break", "what", "b")).says("fine");
    Conversation conversation = open();
    assertThat(conversation.prompt("go").text()).isEqualTo("fine");
    assertThat(events).filteredOn(AgentEvent.Broke.class::isInstance).hasSize(2);
    assertThat(Pairing.paired(conversation.history())).isTrue();
  }

  @Test
  void askingWithoutAPersonMeansNoAndNamesTheWayOut() throws Exception {
    tools.add(Probe.writing("make", (what, context) -> ToolResult.Text.of("made")));
    model.calls(call("1", "make", "what", "a")).says("ok");
    Conversation conversation = open(Mode.ASK, Approver.nobody());
    conversation.prompt("go");
    assertThat(texts(conversation.history().get(2)))
        .containsExactly(
            "permission_denied: not allowed without a person to ask: write x; add write(./x) to"
                + " permissions.allow in the configuration, or start with --permission-mode edit,"
                + " to allow it");
  }

  @Test
  void onePromptAtATime() throws Exception {
    var streaming = new CountDownLatch(1);
    model.then(
        sink -> {
          streaming.countDown();
          new CountDownLatch(1).await();
          throw new AssertionError("not reached");
        });
    Conversation conversation = open();
    Thread first = Thread.ofVirtual().start(() -> quietly(conversation, new AtomicReference<>()));
    streaming.await();
    assertThatThrownBy(() -> conversation.prompt("second"))
        .isInstanceOf(IllegalStateException.class);
    assertThat(conversation.abort()).isTrue();
    first.join();
    assertThat(conversation.abort()).isFalse();
  }

  @Test
  void historyIsTrimmedAtExchangesOnly() throws Exception {
    tools.add(Probe.reading("look", (what, context) -> ToolResult.Text.of("x".repeat(2000))));
    limits = new Setup.Limits(50, 5000, 100, limits.effort());
    for (int i = 0; i < 6; i++) {
      model.calls(call("c" + i, "look", "what", "a")).says("answer " + i);
    }
    Conversation conversation = open();
    for (int i = 0; i < 6; i++) {
      conversation.prompt("question " + i);
    }
    for (var request : model.requests) {
      assertThat(request.messages().getFirst()).isInstanceOf(Message.User.class);
      assertThat(Pairing.paired(request.messages())).isTrue();
    }
    assertThat(events).anyMatch(AgentEvent.HistoryTrimmed.class::isInstance);
    assertThat(conversation.history().size()).isLessThan(12);
  }

  @Test
  void aRequestThatIsTooLargeIsMadeSmallerAndSentAgain() throws Exception {
    compactor =
        (occasion, situation, begun) ->
            occasion instanceof Compactor.Occasion.Overflow
                ? Optional.of(shorter(situation.request().messages().size() > 1 ? 1 : 0))
                : Optional.empty();
    model.says("one").fails(ModelException.Kind.CONTEXT_OVERFLOW).says("two");
    Conversation conversation = open();
    conversation.prompt("first");
    Outcome outcome = conversation.prompt("second");
    assertThat(outcome.text()).isEqualTo("two");
    assertThat(model.requests.get(2).messages())
        .containsExactly(Message.User.of("note"), Message.User.of("second"));
    assertThat(events).anyMatch(AgentEvent.HistoryCompacted.class::isInstance);
    assertThat(outcome.usage().total()).isEqualTo(18 + 3);
  }

  @Test
  void aRequestThatStaysTooLargeEndsThePrompt() throws Exception {
    compactor =
        (occasion, situation, begun) ->
            occasion instanceof Compactor.Occasion.Overflow
                ? Optional.of(shorter(0))
                : Optional.empty();
    model.fails(ModelException.Kind.CONTEXT_OVERFLOW).fails(ModelException.Kind.CONTEXT_OVERFLOW);
    Outcome outcome = open().prompt("too much");
    assertThat(outcome.ending()).isEqualTo(Outcome.Ending.FAILED);
    assertThat(outcome.failure()).isEqualTo(ModelException.Kind.CONTEXT_OVERFLOW);
  }

  @Test
  void whatWasCountedBeforeShorteningIsNotBelievedAfterwards() throws Exception {
    var measured = new ArrayList<Integer>();
    compactor =
        (occasion, situation, begun) -> {
          measured.add(situation.measuredMessages());
          return occasion instanceof Compactor.Occasion.Asked
              ? Optional.of(shorter(2))
              : Optional.empty();
        };
    model.says("one").says("two").says("three");
    Conversation conversation = open();
    conversation.prompt("first");
    conversation.prompt("second");
    assertThat(conversation.compact("")).isPresent();
    conversation.prompt("third");
    assertThat(measured).containsExactly(0, 2, 4, 0);
    assertThat(conversation.history()).hasSize(5);
  }

  private static CompactedHistory shorter(int kept) {
    return new CompactedHistory(
        Message.User.of("note"), "note", kept, 100, 10, Json.Obj.EMPTY, new Usage(2, 1, 0, 0));
  }

  private Outcome abortWhen(Conversation conversation, CountDownLatch ready) throws Exception {
    var outcome = new AtomicReference<Outcome>();
    Thread thread = Thread.ofVirtual().start(() -> quietly(conversation, outcome));
    assertThat(ready.await(10, TimeUnit.SECONDS)).isTrue();
    conversation.abort();
    thread.join();
    await().until(() -> !conversation.isRunning());
    return outcome.get();
  }

  private static void quietly(Conversation conversation, AtomicReference<Outcome> outcome) {
    try {
      outcome.set(conversation.prompt("go"));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private Conversation open() throws IOException {
    return open(Mode.FULL, Approver.nobody());
  }

  private Conversation open(Mode mode, Approver approver) throws IOException {
    Workspace workspace = Workspace.open(folder);
    var runner =
        new ToolRunner(
            tools,
            workspace,
            new DirectEditing(workspace, journal(workspace)),
            new ModePolicy(mode),
            approver,
            OutputBound.DEFAULT);
    return new Conversation(
        new Setup(model, "system", runner, limits, PromptReader.plain(), compactor), events::add);
  }

  private Journal journal(Workspace workspace) throws IOException {
    try {
      return ProjectJournal.open(folder.resolve("state"), workspace, "test");
    } catch (CommitException unusable) {
      throw new IOException(unusable);
    }
  }

  private static List<String> texts(Message message) {
    return ((Message.ToolResults) message).results().stream().map(Part.Result::text).toList();
  }
}
