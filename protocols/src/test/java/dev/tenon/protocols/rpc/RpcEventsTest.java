package dev.tenon.protocols.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.CompactedHistory;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RpcEventsTest {
  private final List<Json.Obj> told = new ArrayList<>();
  private final RpcEvents events =
      new RpcEvents(
          told::add,
          new RpcDialogs(told::add, Duration.ZERO),
          new RpcMessages(model -> null, provider -> "api"),
          new RpcEvents.Facts() {
            @Override
            public String firstKept() {
              return "e7";
            }

            @Override
            public Conversation.Queued queued() {
              return new Conversation.Queued(List.of(), List.of());
            }
          },
          Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));

  private void model(ModelEvent event) {
    events.hear(new AgentEvent.ModelReported(event));
  }

  private List<String> types() {
    return told.stream().map(each -> each.string("type", "")).toList();
  }

  private void prompt() {
    events.hear(new AgentEvent.PromptStarted(Message.User.of("Hello")));
    events.hear(new AgentEvent.StepStarted(1));
    model(new ModelEvent.Started("x/y"));
  }

  private static Outcome outcome(Outcome.Ending ending, String problem) {
    return new Outcome(
        ending, "", 1, Usage.NONE, Duration.ZERO, problem, ModelException.Kind.OVERLOADED);
  }

  @Test
  void whatHappensInHelpersIsToldWithTheirNames() {
    prompt();
    events.hear(
        new AgentEvent.HelperReported(
            "0-Fix", new AgentEvent.ModelReported(new ModelEvent.TextDelta(0, "Looking"))));
    assertThat(told.getLast().string("type")).isEqualTo("helper_reported");
    assertThat(told.getLast().string("helper")).isEqualTo("0-Fix");
    assertThat(told.getLast().objectOrEmpty("event").string("type")).isEqualTo("text_delta");
    assertThat(told.getLast().objectOrEmpty("event").compact()).contains("Looking");
  }

  @Test
  void aTurnThatIsTriedAgainEndsItsAnswerWithTheError() {
    prompt();
    model(new ModelEvent.TextStarted(0));
    model(new ModelEvent.TextDelta(0, "Hal"));
    model(
        new ModelEvent.RetryScheduled(
            ModelEvent.RetryScope.TURN, 1, 3, Duration.ofSeconds(2), "busy"));
    assertThat(events.isRetrying()).isTrue();
    assertThat(told.getLast().compact())
        .isEqualTo(
            "{\"type\":\"auto_retry_start\",\"attempt\":1,\"maxAttempts\":3,\"delayMs\":2000,"
                + "\"errorMessage\":\"busy\"}");
    Json.Obj ended = told.get(told.size() - 2);
    assertThat(ended.string("type")).isEqualTo("message_end");
    assertThat(ended.objectOrEmpty("message").string("errorMessage")).isEqualTo("busy");
    assertThat(ended.objectOrEmpty("message").compact()).contains("Hal");
    model(new ModelEvent.Started("x/y"));
    assertThat(events.isRetrying()).isFalse();
    model(new ModelEvent.RetryEnded(1, null));
    assertThat(told.getLast().compact())
        .isEqualTo("{\"type\":\"auto_retry_end\",\"success\":true,\"attempt\":1}");
    model(new ModelEvent.RetryEnded(3, "busy"));
    assertThat(told.getLast().string("finalError")).isEqualTo("busy");
  }

  private void repeat(ModelEvent.RetryScope scope, int attempt) {
    model(new ModelEvent.RetryScheduled(scope, attempt, 5, Duration.ofSeconds(10), "busy"));
  }

  private List<String> retries() {
    return told.stream()
        .filter(each -> each.string("type", "").startsWith("auto_retry"))
        .map(
            each ->
                each.string("type", "").substring("auto_retry_".length())
                    + each.number("attempt", 0)
                    + each.string("finalError", ""))
        .toList();
  }

  @Test
  void requestsAndStreamsThatAreRepeatedAreToldUntilTheAnswerIsThere() {
    events.hear(new AgentEvent.PromptStarted(Message.User.of("Hello")));
    events.hear(new AgentEvent.StepStarted(1));
    repeat(ModelEvent.RetryScope.REQUEST, 1);
    assertThat(events.isRetrying()).isTrue();
    model(new ModelEvent.Started("x/y"));
    assertThat(events.isRetrying()).isFalse();
    repeat(ModelEvent.RetryScope.STREAM, 1);
    model(new ModelEvent.Started("x/y"));
    model(new ModelEvent.Done(StopReason.STOP, Usage.NONE));
    assertThat(retries()).containsExactly("start1", "start1", "end1");
    assertThat(told.getLast().bool("success", false)).isTrue();
  }

  @Test
  void retriesOfTheTurnGoOnFromThoseOfItsRequests() {
    prompt();
    repeat(ModelEvent.RetryScope.REQUEST, 5);
    repeat(ModelEvent.RetryScope.TURN, 1);
    repeat(ModelEvent.RetryScope.TURN, 2);
    model(new ModelEvent.Started("x/y"));
    model(new ModelEvent.Done(StopReason.STOP, Usage.NONE));
    model(new ModelEvent.RetryEnded(2, null));
    assertThat(retries()).containsExactly("start5", "start1", "start2", "end2");
  }

  @Test
  void aRetryThatIsStoppedOrGivenUpHasItsEnd() {
    prompt();
    repeat(ModelEvent.RetryScope.REQUEST, 1);
    events.hear(
        new AgentEvent.PromptEnded(
            new Outcome(Outcome.Ending.ABORTED, "", 1, Usage.NONE, Duration.ZERO, null, null)));
    assertThat(events.isRetrying()).isFalse();
    prompt();
    repeat(ModelEvent.RetryScope.REQUEST, 2);
    model(new ModelEvent.RetryEnded(0, "too busy"));
    events.hear(new AgentEvent.PromptEnded(outcome(Outcome.Ending.FAILED, "too busy")));
    assertThat(retries())
        .containsExactly("start1", "end1Retry cancelled", "start2", "end2too busy");
  }

  @Test
  void aPromptThatFailsIsAnAnswerWithTheError() {
    prompt();
    events.hear(new AgentEvent.PromptEnded(outcome(Outcome.Ending.FAILED, "busy")));
    events.idle();
    assertThat(types())
        .containsExactly(
            "agent_start", "turn_start", "message_start", "message_end", "turn_end", "agent_end");
    Json.Obj answer = told.getLast().objects("messages").getLast();
    assertThat(answer.string("stopReason")).isEqualTo("error");
    assertThat(answer.string("errorMessage")).isEqualTo("busy");
    assertThat(answer.objectOrEmpty("usage").objectOrEmpty("cost").number("total", 9)).isZero();
  }

  @Test
  void compactionTellsItsReason() {
    var shorter =
        new CompactedHistory(
            Message.User.of("s"), "Short", 1, 900, 100, Json.Obj.EMPTY, Usage.NONE);
    events.hear(new AgentEvent.CompactionStarted(900));
    events.hear(new AgentEvent.HistoryCompacted(shorter));
    assertThat(told.getFirst().string("reason")).isEqualTo("threshold");
    assertThat(told.getLast().compact())
        .isEqualTo(
            "{\"type\":\"compaction_end\",\"reason\":\"threshold\",\"result\":{\"summary\":"
                + "\"Short\",\"firstKeptEntryId\":\"e7\",\"tokensBefore\":900,\"details\":{}},"
                + "\"aborted\":false,\"willRetry\":false}");
    told.clear();
    events.compacting();
    events.hear(new AgentEvent.CompactionStarted(900));
    assertThat(told).as("it has begun when it was asked for").hasSize(1);
    assertThat(told.getLast().string("reason")).isEqualTo("manual");
    events.compacted(null);
    assertThat(told.getLast().compact())
        .isEqualTo(
            "{\"type\":\"compaction_end\",\"reason\":\"manual\",\"aborted\":true,"
                + "\"willRetry\":false}");
    assertThat(events.isCompacting()).isFalse();
  }

  private Json.Obj lastCompaction() {
    assertThat(events.isCompacting()).isFalse();
    assertThat(told.stream().filter(each -> each.string("type", "").equals("compaction_start")))
        .hasSameSizeAs(
            told.stream()
                .filter(each -> each.string("type", "").equals("compaction_end"))
                .toList());
    return told.stream()
        .filter(each -> each.string("type", "").equals("compaction_end"))
        .toList()
        .getLast();
  }

  @Test
  void aHistoryThatStaysAsItIsTellsWhy() {
    events.compacting();
    events.compacted("too small");
    assertThat(lastCompaction().bool("aborted", true)).isFalse();
    assertThat(lastCompaction().string("errorMessage")).isEqualTo("Compaction failed: too small");
    prompt();
    events.hear(new AgentEvent.CompactionStarted(900));
    events.hear(new AgentEvent.PromptEnded(outcome(Outcome.Ending.FAILED, "busy")));
    assertThat(lastCompaction().bool("aborted", true)).isFalse();
    assertThat(lastCompaction().string("errorMessage")).isEqualTo("Auto-compaction failed: busy");
    prompt();
    model(
        new ModelEvent.Failed(
            new ModelException(ModelException.Kind.CONTEXT_OVERFLOW, "too large")));
    events.hear(new AgentEvent.CompactionStarted(900));
    events.hear(new AgentEvent.PromptEnded(outcome(Outcome.Ending.FAILED, "busy")));
    assertThat(lastCompaction().string("errorMessage"))
        .isEqualTo("Context overflow recovery failed: busy");
    prompt();
    events.hear(new AgentEvent.CompactionStarted(900));
    events.hear(
        new AgentEvent.PromptEnded(
            new Outcome(Outcome.Ending.ABORTED, "", 1, Usage.NONE, Duration.ZERO, null, null)));
    assertThat(lastCompaction().bool("aborted", false)).isTrue();
    assertThat(lastCompaction().has("errorMessage")).isFalse();
  }

  /// After the delay a request is on its way, and no retry is waited for.
  @Test
  void aRetryIsWaitedForNoLongerThanItsDelay() {
    prompt();
    model(
        new ModelEvent.RetryScheduled(ModelEvent.RetryScope.REQUEST, 1, 3, Duration.ZERO, "busy"));
    assertThat(events.isRetrying()).isFalse();
    assertThat(retries()).containsExactly("start1");
  }

  @Test
  void anotherModelThatTakesOverIsTold() {
    prompt();
    model(new ModelEvent.FallbackApplied("x/y", "x/z", "default"));
    assertThat(told.getLast().compact())
        .isEqualTo(
            "{\"type\":\"retry_fallback_applied\",\"from\":\"x/y\",\"to\":\"x/z\","
                + "\"role\":\"default\"}");
    model(new ModelEvent.FallbackSucceeded("x/z", "default"));
    assertThat(told.getLast().compact())
        .isEqualTo(
            "{\"type\":\"retry_fallback_succeeded\",\"model\":\"x/z\",\"role\":\"default\"}");
  }

  @Test
  void whatBelongsToThePersonAndFailsIsTold() {
    events.extensionFailed("config.yml", "PreToolUse", "was killed");
    assertThat(told.getLast().compact())
        .isEqualTo(
            "{\"type\":\"extension_error\",\"extensionPath\":\"config.yml\",\"event\":"
                + "\"PreToolUse\",\"error\":\"was killed\"}");
  }

  @Test
  void theDeltasOfALongAnswerComeTogetherAndNothingIsLost() {
    prompt();
    model(new ModelEvent.TextStarted(0));
    for (int i = 0; i < 5_000; i++) {
      model(new ModelEvent.TextDelta(0, "word" + i + " "));
    }
    model(new ModelEvent.CallStarted(1, "c", "bash"));
    var text = new StringBuilder();
    for (Json.Obj each : told) {
      text.append(each.objectOrEmpty("assistantMessageEvent").string("delta", ""));
    }
    assertThat(text.toString()).startsWith("word0 ").endsWith("word4999 ");
    assertThat(text.toString().split(" ")).hasSize(5_000);
    assertThat(told.size()).isLessThan(5_000);
  }
}
