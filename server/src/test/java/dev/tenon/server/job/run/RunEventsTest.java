package dev.tenon.server.job.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import dev.tenon.server.job.record.RunEvent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What a job tells of its conversation.
class RunEventsTest {
  private final RunEvents events = new RunEvents();
  private final Part.Call call = Part.Call.of("c_1", "read_file", Json.Obj.EMPTY);

  private AgentEvent.ToolFinished finished() {
    var result =
        new Part.Result("c_1", "read_file", Part.Outcome.OK, Json.Obj.EMPTY, "", List.of());
    return new AgentEvent.ToolFinished(call, result, Optional.empty(), Duration.ofMillis(3));
  }

  @Test
  void aCallIsToldOnceBeforeItRunsAndOnceAfterIt() {
    assertThat(events.of(new AgentEvent.ToolStarted(call, "a.md")))
        .containsExactly(new RunEvent.ToolRequested(call, "a.md"));
    assertThat(events.isRunning("c_1")).isTrue();
    assertThat(events.of(finished()))
        .containsExactly(new RunEvent.ToolCompleted(finished().result(), Duration.ofMillis(3)));
    assertThat(events.isRunning("c_1")).isFalse();
  }

  @Test
  void aCallThatWasRefusedIsToldAsRequestedToo() {
    assertThat(events.of(finished()))
        .hasExactlyElementsOfTypes(RunEvent.ToolRequested.class, RunEvent.ToolCompleted.class);
  }

  @Test
  void anAnswerIsToldWithItsStep() {
    var answer =
        new Message.Assistant(List.of(new Part.Text("Hi.")), StopReason.STOP, Usage.NONE, "m");
    assertThat(events.of(new AgentEvent.StepStarted(4))).isEmpty();
    assertThat(events.of(new AgentEvent.MessageAppended(answer)))
        .singleElement()
        .isInstanceOfSatisfying(
            RunEvent.AssistantAnswered.class,
            told -> {
              assertThat(told.step()).isEqualTo(4);
              assertThat(told.answer()).isEqualTo(answer);
            });
  }

  @Test
  void onlyAPromptThatFailedIsTold() {
    events.of(new AgentEvent.StepStarted(2));
    for (Outcome.Ending ending : Outcome.Ending.values()) {
      var outcome = new Outcome(ending, "", 1, Usage.NONE, Duration.ZERO, "overloaded", null);
      assertThat(events.of(new AgentEvent.PromptEnded(outcome)))
          .isEqualTo(
              ending == Outcome.Ending.FAILED
                  ? List.of(new RunEvent.AssistantFailed(2, "overloaded"))
                  : List.of());
    }
  }

  @Test
  void theRestIsTheConversationsOwnBusiness() {
    assertThat(events.of(new AgentEvent.PromptStarted(Message.User.of("x")))).isEmpty();
    assertThat(events.of(new AgentEvent.MessageAppended(Message.User.of("x")))).isEmpty();
    assertThat(events.of(new AgentEvent.ModelReported(new ModelEvent.Started("m")))).isEmpty();
    assertThat(events.of(new AgentEvent.HistoryTrimmed(1, 2))).isEmpty();
  }
}
