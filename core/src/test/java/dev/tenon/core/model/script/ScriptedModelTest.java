package dev.tenon.core.model.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.MessageAssembly;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.RandomMessages;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.ToolSpec;
import dev.tenon.core.model.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ScriptedModelTest {
  private static final Json.Obj PATH = Json.object().put("path", "src/A.java").build();

  private final List<ModelEvent> events = new ArrayList<>();

  private static Request asking(Message... messages) {
    return Request.of(
        "Be kind.",
        List.of(messages),
        List.of(new ToolSpec("read_file", "Reads.", Json.Obj.EMPTY)));
  }

  private static Message results(Part.Outcome outcome, String text) {
    return new Message.ToolResults(
        List.of(new Part.Result("c", "read_file", outcome, Json.Obj.EMPTY, text, List.of())));
  }

  @Test
  void anAnswerIsStreamedLikeARealOne() throws Exception {
    ScriptedModel model =
        ScriptedModel.of(
            Step.answer()
                .thinking("Hm.")
                .text("I look at it.")
                .call("read_file", PATH)
                .using(new Usage(10, 5, 0, 0)));
    Message.Assistant answer = model.stream(asking(Message.User.of("Look")), events::add);
    Part.Call call = Part.Call.of("call_1_3", "read_file", PATH);
    assertThat(answer)
        .isEqualTo(
            new Message.Assistant(
                List.of(new Part.Thinking("Hm.", null), new Part.Text("I look at it."), call),
                StopReason.TOOL_USE,
                new Usage(10, 5, 0, 0),
                "scripted/test"));
    assertThat(events)
        .containsExactly(
            new ModelEvent.Started("scripted/test"),
            new ModelEvent.ThinkingStarted(0),
            new ModelEvent.ThinkingDelta(0, "Hm."),
            new ModelEvent.ThinkingEnded(0, new Part.Thinking("Hm.", null)),
            new ModelEvent.TextStarted(1),
            new ModelEvent.TextDelta(1, "I "),
            new ModelEvent.TextDelta(1, "look "),
            new ModelEvent.TextDelta(1, "at "),
            new ModelEvent.TextDelta(1, "it."),
            new ModelEvent.TextEnded(1, new Part.Text("I look at it.")),
            new ModelEvent.CallStarted(2, "call_1_3", "read_file"),
            new ModelEvent.CallDelta(2, "{\"path\":\"src/A.java\"}"),
            new ModelEvent.CallEnded(2, call),
            new ModelEvent.Done(StopReason.TOOL_USE, new Usage(10, 5, 0, 0)));
    model.verify();
  }

  @Test
  void deltasOfAnyTextAddUpAndTheEventsDescribeTheMessage() throws Exception {
    for (long seed = 0; seed < 300; seed++) {
      var random = new RandomMessages(seed);
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < 20; i++) {
        text.append(random.text());
      }
      var assembly = new MessageAssembly();
      var shown = new StringBuilder();
      Message.Assistant answer =
          ScriptedModel.of(Step.says(text.toString())).stream(
              asking(),
              event -> {
                assembly.accept(event);
                if (event instanceof ModelEvent.TextDelta delta) {
                  shown.append(delta.text());
                }
              });
      assertThat(shown.toString()).as("seed %d", seed).isEqualTo(text.toString());
      assertThat(assembly.message()).as("seed %d", seed).isEqualTo(answer);
    }
  }

  @Test
  void aScriptThatIsExhaustedFailsAndSaysSo() throws Exception {
    ScriptedModel model = ScriptedModel.of(Step.says("Once."));
    model.stream(asking(), events::add);
    assertThatThrownBy(() -> model.stream(asking(Message.User.of("Again")), events::add))
        .isInstanceOfSatisfying(
            ModelException.class,
            failure -> assertThat(failure.kind()).isEqualTo(ModelException.Kind.INVALID_REQUEST))
        .hasMessageContaining("exhausted: it has 1 step(s), and this is request 2")
        .hasMessageContaining("ends with a user message");
    assertThat(events.getLast()).isInstanceOf(ModelEvent.Failed.class);
    assertThatThrownBy(model::verify).hasMessageContaining("exhausted");
    assertThat(model.requests()).hasSize(2);
  }

  @Test
  void aStepThatWasNotPlayedIsFound() {
    ScriptedModel model = ScriptedModel.of(Step.says("a"), Step.says("b"));
    assertThat(model.remaining()).isEqualTo(2);
    assertThatThrownBy(model::verify).hasMessage("scripted/test played 0 of 2 steps");
  }

  @Test
  void anExpectationThatIsNotMetFailsAndIsRemembered() {
    ScriptedModel model =
        ScriptedModel.of(Step.says("ok").expecting(Expectation.lastResultContains("42")));
    assertThatThrownBy(() -> model.stream(asking(results(Part.Outcome.OK, "only 41")), events::add))
        .isInstanceOf(ModelException.class)
        .hasMessage(
            "step 1 of scripted/test: expected a last tool result that contains '42', but got: only"
                + " 41");
    assertThatThrownBy(model::verify).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void expectationsLookAtTheRequest() {
    Request request = asking(Message.User.of("find it"), results(Part.Outcome.OK, "found it"));
    assertThat(Expectation.lastResultContains("found").mismatch(request)).isNull();
    assertThat(Expectation.lastResultIs(Part.Outcome.OK).mismatch(request)).isNull();
    assertThat(Expectation.lastResultIs(Part.Outcome.FAILED).mismatch(request))
        .isEqualTo("expected every last tool result to be FAILED, but read_file is OK: found it");
    assertThat(Expectation.lastResultCount(1).mismatch(request)).isNull();
    assertThat(Expectation.lastResultCount(2).mismatch(request))
        .isEqualTo("expected 2 last tool results, but got 1");
    assertThat(Expectation.lastUserContains("find").mismatch(request)).isNull();
    assertThat(Expectation.lastUserContains("lose").mismatch(request)).contains("find it");
    assertThat(Expectation.systemContains("kind").mismatch(request)).isNull();
    assertThat(Expectation.systemContains("rude").mismatch(request)).contains("'rude'");
    assertThat(Expectation.offersTool("read_file").mismatch(request)).isNull();
    assertThat(Expectation.offersTool("bash").mismatch(request)).endsWith("there are: read_file");
    assertThat(
            Expectation.offersTool("read_file")
                .and(Expectation.lastResultCount(9))
                .mismatch(request))
        .contains("9");
    assertThat(Expectation.lastResultContains("x").mismatch(asking())).contains("no tool result");
  }

  @Test
  void aFailureComesAfterWhatWasShown() {
    ScriptedModel model =
        ScriptedModel.of(
            Step.says("half")
                .failing(ModelException.Kind.STREAM_CUT_LATE, "cut", Duration.ofSeconds(3)));
    assertThatThrownBy(() -> model.stream(asking(), events::add))
        .isInstanceOfSatisfying(
            ModelException.class,
            failure -> {
              assertThat(failure.kind()).isEqualTo(ModelException.Kind.STREAM_CUT_LATE);
              assertThat(failure.retryAfter()).contains(Duration.ofSeconds(3));
              assertThat(events.getLast()).isEqualTo(new ModelEvent.Failed(failure));
            });
    assertThat(events).contains(new ModelEvent.TextDelta(0, "half"));
    model.verify();
  }

  @Test
  void interruptionEndsAStepThatHangs() throws Exception {
    interruptedAfterTheFirstDelta(Step.says("waiting").hanging());
  }

  @Test
  void interruptionEndsASlowStep() throws Exception {
    interruptedAfterTheFirstDelta(
        Step.says("x").part(new Part.Text("y")).pacing(Duration.ofMillis(1)).hanging());
    interruptedBeforeTheFirstDelta(Step.says("never").pacing(Duration.ofDays(1)));
  }

  private void interruptedAfterTheFirstDelta(Step step) throws InterruptedException {
    interrupted(step, ModelEvent.TextDelta.class);
  }

  private void interruptedBeforeTheFirstDelta(Step step) throws InterruptedException {
    interrupted(step, ModelEvent.TextStarted.class);
  }

  private static void interrupted(Step step, Class<? extends ModelEvent> at)
      throws InterruptedException {
    var reached = new CountDownLatch(1);
    var thrown = new AtomicReference<Throwable>();
    Thread caller =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    ScriptedModel.of(step).stream(
                        asking(),
                        event -> {
                          if (at.isInstance(event)) {
                            reached.countDown();
                          }
                        });
                  } catch (ModelException | InterruptedException ended) {
                    thrown.set(ended);
                  }
                });
    reached.await();
    caller.interrupt();
    caller.join();
    assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
  }
}
