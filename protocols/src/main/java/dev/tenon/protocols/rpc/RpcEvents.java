package dev.tenon.protocols.rpc;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.AgentEventJson;
import dev.tenon.core.agent.CompactedHistory;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.StopReason;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Tells what happens in a conversation in pi's words; the only place that knows them. A run is
/// everything from a prompt to the moment when nothing more happens by itself ([#idle]). Hears all
/// events of the conversation. Safe for several threads.
public final class RpcEvents {
  /// So often the output of a running call is told, at most.
  private static final long PROGRESS_NANOS = 100_000_000L;

  private static final int MOST_OUTPUT = 16 * 1024;

  /// Every update holds the whole answer so far. Of one that is longer than this not every delta is
  /// told by itself, but what came in this time together.
  private static final int LONG_ANSWER = 16 * 1024;

  private static final long GATHERING_NANOS = 50_000_000L;

  private final Consumer<Json.Obj> out;
  private final RpcDialogs dialogs;
  private final RpcMessages messages;
  private final Facts facts;
  private final Clock clock;
  private final RetryEvents retries;
  private final CompactionEvents compactions;
  private final List<Json.Obj> run = new ArrayList<>();
  private final Map<String, OpenCall> calls = new LinkedHashMap<>();
  private boolean running;
  private boolean turnOpen;
  private @Nullable PartialAnswer partial;
  private Json.@Nullable Obj answered;
  private Message.@Nullable Assistant failed;
  private String model = "unknown/unknown";
  private long startedAt;
  private ModelEvent.@Nullable Delta gathered;
  private long updatedAt;
  private boolean overflowed;

  /// What the conversation knows.
  public interface Facts {
    /// The entry where the kept part of a shortened history begins.
    String firstKept();

    Conversation.Queued queued();
  }

  /// A call that was told and has not ended.
  private static final class OpenCall {
    final Part.Call call;
    final StringBuilder output = new StringBuilder();
    long toldAt;

    OpenCall(Part.Call call) {
      this.call = call;
    }
  }

  public RpcEvents(
      Consumer<Json.Obj> out, RpcDialogs dialogs, RpcMessages messages, Facts facts, Clock clock) {
    this.out = out;
    this.dialogs = dialogs;
    this.messages = messages;
    this.facts = facts;
    this.clock = clock;
    this.retries = new RetryEvents(out);
    this.compactions = new CompactionEvents(out, facts::firstKept);
  }

  // ---- what is no event of the conversation

  /// Nothing more happens by itself.
  public synchronized void idle() {
    if (running) {
      running = false;
      tell(event("agent_end").array("messages", List.copyOf(run)));
      run.clear();
    }
  }

  /// The person has asked for a shorter history; whatever comes of it is told as that.
  public synchronized void compacting() {
    compactions.asked();
  }

  /// What was asked for is over.
  ///
  /// @param problem why it came to nothing; null when it did not, or was stopped
  public synchronized void compacted(@Nullable String problem) {
    compactions.over(problem);
  }

  public boolean isCompacting() {
    return compactions.runs();
  }

  /// A shortened history, as its command is answered.
  public Json.Obj result(CompactedHistory shorter) {
    return compactions.result(shorter);
  }

  /// Whether the delay runs before the model is asked again after a failure.
  public boolean isRetrying() {
    return retries.waits();
  }

  /// What waits has changed.
  public synchronized void queueChanged() {
    Conversation.Queued queued = facts.queued();
    tell(
        event("queue_update")
            .put("steering", Json.strings(texts(queued.steering())))
            .put("followUp", Json.strings(texts(queued.followUps()))));
  }

  private static List<String> texts(List<Message.User> said) {
    return said.stream().map(Message.User::text).toList();
  }

  /// The model thinks more or less from now on.
  public void thinkingChanged(String level) {
    tell(event("thinking_level_changed").put("level", level));
  }

  /// Something that belongs to the person or the project could not do what it is for.
  ///
  /// @param path where it stands
  /// @param event what it was for
  public void extensionFailed(String path, String event, String error) {
    tell(
        event("extension_error")
            .put("extensionPath", path)
            .put("event", event)
            .put("error", error));
  }

  public void nameChanged(String name) {
    tell(event("session_info_changed").put("name", name));
  }

  // ---- events

  public synchronized void hear(AgentEvent event) {
    if (!(event instanceof AgentEvent.ModelReported model
        && model.event() instanceof ModelEvent.Delta)) {
      tellGathered();
    }
    switch (event) {
      case AgentEvent.PromptStarted ignored -> begin();
      case AgentEvent.StepStarted ignored -> {
        retries.over("the request is made anew");
        openTurn();
      }
      case AgentEvent.ModelReported reported -> model(reported.event());
      case AgentEvent.MessageAppended appended -> appended(appended.message());
      case AgentEvent.ToolStarted started -> started(started.call());
      case AgentEvent.ToolProgressed progressed ->
          progressed(progressed.callId(), progressed.text());
      case AgentEvent.ToolFinished finished -> finished(finished.call(), finished.result());
      case AgentEvent.Steered ignored -> queueChanged();
      case AgentEvent.Notified notified -> dialogs.notify("info", notified.notice().summary());
      case AgentEvent.HistoryTrimmed trimmed ->
          dialogs.notify("info", "The oldest " + trimmed.messages() + " messages were left out");
      case AgentEvent.CompactionStarted ignored -> compactions.started(overflowed);
      case AgentEvent.HistoryCompacted shorter -> compactions.shortened(shorter.compacted());
      case AgentEvent.ToolsTaken ignored -> {}
      case AgentEvent.RulesInjected injected ->
          dialogs.notify("info", "Rules apply: " + String.join(", ", injected.rules()));
      case AgentEvent.Rewound ignored ->
          dialogs.notify("info", "The conversation went back to its return point");
      case AgentEvent.HelperReported reported -> out.accept(AgentEventJson.toJson(reported));
      case AgentEvent.Broke broke ->
          dialogs.notify(
              "error", "A bug in Tenon: " + broke.bug() + "; the conversation can go on");
      case AgentEvent.PromptEnded ended -> ended(ended.outcome());
    }
  }

  private void begin() {
    if (!running) {
      running = true;
      tell(event("agent_start"));
    }
    overflowed = false;
    openTurn();
  }

  private void openTurn() {
    if (!turnOpen) {
      turnOpen = true;
      answered = null;
      tell(event("turn_start"));
    }
  }

  private void closeTurn(List<Json.Obj> results) {
    if (turnOpen && answered != null) {
      turnOpen = false;
      tell(event("turn_end").put("message", answered).array("toolResults", results));
    }
  }

  // ---- what is said

  private void appended(Message message) {
    switch (message) {
      case Message.User user -> {
        openTurn();
        said(messages.of(user, clock.millis()));
      }
      case Message.Assistant answer -> {
        if (answer.stopReason() == StopReason.FAILED) {
          // Why it failed is known at the end of the prompt.
          failed = answer;
          return;
        }
        answered(messages.of(answer, millis()).getFirst());
        if (answer.calls().isEmpty()) {
          closeTurn(List.of());
        }
      }
      case Message.ToolResults results -> {
        List<Json.Obj> told = messages.of(results, clock.millis());
        said(told);
        closeTurn(told);
      }
    }
  }

  private void said(List<Json.Obj> whole) {
    for (Json.Obj each : whole) {
      run.add(each);
      tell(event("message_start").put("message", each));
      tell(event("message_end").put("message", each));
    }
  }

  /// The end of an answer.
  private void answered(Json.Obj message) {
    openTurn();
    if (partial == null) {
      tell(event("message_start").put("message", message));
    }
    partial = null;
    answered = message;
    run.add(message);
    tell(event("message_end").put("message", message));
  }

  private long millis() {
    return partial == null ? clock.millis() : startedAt;
  }

  private void model(ModelEvent event) {
    switch (event) {
      case ModelEvent.Started started -> {
        model = started.model();
        retries.answers();
      }
      case ModelEvent.TextStarted text -> {
        open().begin(text.index(), "text");
        update("text_start", text.index(), null, null);
      }
      case ModelEvent.Delta delta -> gather(delta);
      case ModelEvent.TextEnded end ->
          update("text_end", end.index(), "content", Json.of(end.part().text()));
      case ModelEvent.ThinkingStarted thinking -> {
        open().begin(thinking.index(), "thinking");
        update("thinking_start", thinking.index(), null, null);
      }
      case ModelEvent.ThinkingEnded end ->
          update("thinking_end", end.index(), "content", Json.of(end.part().text()));
      case ModelEvent.CallStarted call -> {
        open().beginCall(call.index(), call.id(), call.name());
        update("toolcall_start", call.index(), null, null);
      }
      case ModelEvent.CallEnded end ->
          update(
              "toolcall_end",
              end.index(),
              "toolCall",
              Json.object()
                  .put("type", "toolCall")
                  .put("id", end.part().id())
                  .put("name", end.part().name())
                  .put("arguments", end.part().arguments())
                  .build());
      case ModelEvent.Done ignored -> retries.over(null);
      case ModelEvent.Failed failure ->
          overflowed = failure.failure().kind() == ModelException.Kind.CONTEXT_OVERFLOW;
      case ModelEvent.RetryScheduled retry -> retry(retry);
      case ModelEvent.RetryEnded end -> retries.ended(end);
      case ModelEvent.FallbackApplied fallback ->
          tell(
              event("retry_fallback_applied")
                  .put("from", fallback.from())
                  .put("to", fallback.to())
                  .put("role", fallback.role()));
      case ModelEvent.FallbackSucceeded fallback ->
          tell(
              event("retry_fallback_succeeded")
                  .put("model", fallback.model())
                  .put("role", fallback.role()));
    }
  }

  private void gather(ModelEvent.Delta delta) {
    ModelEvent.Delta waiting = gathered;
    if (waiting != null
        && waiting.index() == delta.index()
        && waiting.getClass().equals(delta.getClass())) {
      gathered = waiting.merge(delta.text());
    } else {
      tellGathered();
      gathered = delta;
    }
    boolean isShort = partial == null || partial.length() < LONG_ANSWER;
    if (isShort || System.nanoTime() - updatedAt >= GATHERING_NANOS) {
      tellGathered();
    }
  }

  private void tellGathered() {
    ModelEvent.Delta delta = gathered;
    if (delta == null) {
      return;
    }
    gathered = null;
    updatedAt = System.nanoTime();
    String block =
        switch (delta) {
          case ModelEvent.TextDelta ignored -> "text";
          case ModelEvent.ThinkingDelta ignored -> "thinking";
          case ModelEvent.CallDelta ignored -> "toolCall";
        };
    open().add(delta.index(), block, delta.text());
    update(
        block.toLowerCase(Locale.ROOT) + "_delta", delta.index(), "delta", Json.of(delta.text()));
  }

  /// The answer that is being made; told when its first part comes.
  private PartialAnswer open() {
    PartialAnswer now = partial;
    if (now == null) {
      openTurn();
      now = new PartialAnswer();
      partial = now;
      startedAt = clock.millis();
      tell(event("message_start").put("message", soFar(now)));
    }
    return now;
  }

  private Json.Obj soFar(PartialAnswer now) {
    return messages.empty(model, StopReason.STOP, startedAt, null).with("content", now.content());
  }

  private void update(String kind, int index, @Nullable String name, @Nullable Json value) {
    Json.Obj message = soFar(open());
    var change = Json.object().put("type", kind).put("contentIndex", index);
    if (name != null) {
      change.put(name, value);
    }
    tell(
        event("message_update")
            .put("message", message)
            .put("assistantMessageEvent", change.put("partial", message).build()));
  }

  /// An attempt has failed. What was there of its answer ends with the error.
  private void retry(ModelEvent.RetryScheduled retry) {
    PartialAnswer shown = partial;
    if (shown != null) {
      partial = null;
      Json.Obj message = messages.empty(model, StopReason.FAILED, startedAt, retry.reason());
      tell(event("message_end").put("message", message.with("content", shown.content())));
    }
    retries.scheduled(retry);
  }

  private void ended(Outcome outcome) {
    retries.over(outcome.problemText().orElse(RetryEvents.CANCELLED));
    compactions.over(outcome);
    Message.Assistant broken = failed;
    failed = null;
    if (broken != null) {
      answered(messages.failed(broken, millis(), outcome.problemText().orElse("failed")));
    } else if (turnOpen && answered == null) {
      boolean stopped = outcome.ending() == Outcome.Ending.ABORTED;
      String problem = outcome.problemText().orElse(stopped ? "aborted" : "failed");
      PartialAnswer shown = partial;
      Json.Obj message =
          messages.empty(
              model, stopped ? StopReason.ABORTED : StopReason.FAILED, millis(), problem);
      answered(shown == null ? message : message.with("content", shown.content()));
    }
    closeTurn(List.of());
    turnOpen = false;
    calls.clear();
  }

  // ---- calls

  private void started(Part.Call call) {
    if (calls.putIfAbsent(call.id(), new OpenCall(call)) == null) {
      tell(head("tool_execution_start", call).put("args", call.arguments()));
    }
  }

  private static Json.Builder head(String kind, Part.Call call) {
    return event(kind).put("toolCallId", call.id()).put("toolName", call.name());
  }

  private void progressed(String id, String text) {
    OpenCall open = calls.get(id);
    if (open == null) {
      return;
    }
    open.output.append(text);
    if (open.output.length() > 2 * MOST_OUTPUT) {
      open.output.delete(0, open.output.length() - MOST_OUTPUT);
    }
    long now = System.nanoTime();
    if (open.toldAt == 0 || now - open.toldAt >= PROGRESS_NANOS) {
      open.toldAt = now;
      tell(
          head("tool_execution_update", open.call)
              .put("args", open.call.arguments())
              .object(
                  "partialResult",
                  result ->
                      result
                          .array("content", List.of(text(open.output.toString())))
                          .put("details", Json.Obj.EMPTY)));
    }
  }

  private static Json.Obj text(String text) {
    return Json.object().put("type", "text").put("text", text).build();
  }

  private void finished(Part.Call call, Part.Result result) {
    // A call that was refused has not begun; programs expect that it does.
    started(call);
    calls.remove(call.id());
    Json.Obj whole =
        messages.of(new Message.ToolResults(List.of(result)), clock.millis()).getFirst();
    tell(
        head("tool_execution_end", call)
            .object(
                "result",
                it -> it.put("content", whole.get("content")).put("details", whole.get("details")))
            .put("isError", result.failed()));
  }

  private static Json.Builder event(String kind) {
    return Json.object().put("type", kind);
  }

  private void tell(Json.Builder event) {
    out.accept(event.build());
  }
}
