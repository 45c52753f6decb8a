package dev.tenon.protocols.acp;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Usage;
import dev.tenon.core.text.VisibleText;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.tool.ToolRunner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Tells a client what happens in the conversation of a session. Hears all its events. Safe for
/// several threads.
public final class SessionUpdates {
  /// So often the output of a running command is told, at most.
  private static final long PROGRESS_NANOS = 100_000_000L;

  /// So much of it.
  private static final int MOST_OUTPUT = 16 * 1024;

  private final AcpClient client;
  private final String session;
  private final Facts facts;
  private final ToolCallView view;
  private final Map<String, OpenCall> open = new LinkedHashMap<>();

  /// Tells ids of this program apart from those of others that had the session open.
  private final String program = UUID.randomUUID().toString().substring(0, 8);

  private final AtomicInteger ids = new AtomicInteger();
  private String message = "";
  private boolean spoke;
  private boolean muted;
  private @Nullable String compaction;
  private double cost;
  private long used;
  private boolean asked;

  /// What the conversation knows.
  public interface Facts {
    Path root();

    /// How the client spells real paths.
    ClientPaths paths();

    Optional<ToolRunner.Outline> outline(Part.Call call);

    /// How many tokens the model's window holds.
    long window();

    /// What a request cost in US dollars; nothing when that is not known.
    Optional<Double> cost(Usage usage);
  }

  /// A call that was told and has not ended.
  private static final class OpenCall {
    final Part.Call call;
    final StringBuilder output = new StringBuilder();
    long toldAt;
    String terminal = "";

    OpenCall(Part.Call call) {
      this.call = call;
    }
  }

  public SessionUpdates(AcpClient client, String session, Facts facts) {
    this.client = client;
    this.session = session;
    this.facts = facts;
    this.view = new ToolCallView(facts.root(), facts.paths(), facts::outline);
  }

  public String session() {
    return session;
  }

  AcpClient client() {
    return client;
  }

  ToolCallView view() {
    return view;
  }

  ClientPaths paths() {
    return facts.paths();
  }

  /// An id that nothing else of the session has, in this program or another one.
  ///
  /// @param kind what it is for
  public String id(String kind) {
    return kind + "-" + ids.incrementAndGet() + "-" + program;
  }

  /// Tells something that is no event.
  public void tell(Json.Obj update) {
    client.update(session, update);
  }

  /// A prompt begins.
  public synchronized void begin() {
    muted = false;
    open.clear();
    compaction = null;
  }

  /// The prompt is over, or given up: what is still open has failed.
  public synchronized void end() {
    if (muted) {
      return;
    }
    for (Map.Entry<String, OpenCall> each : open.entrySet()) {
      tell(
          update("tool_call_update")
              .put("toolCallId", each.getKey())
              .put("status", "failed")
              .array("content", List.of(ToolCallView.text("stopped")))
              .build());
    }
    open.clear();
    compacted("cancelled", null);
  }

  /// Nothing is told of the prompt any more.
  public synchronized void mute() {
    end();
    muted = true;
  }

  public synchronized void hear(AgentEvent event) {
    if (!muted) {
      handle(event);
    }
  }

  private void handle(AgentEvent event) {
    switch (event) {
      case AgentEvent.PromptStarted ignored -> {}
      case AgentEvent.StepStarted ignored -> {}
      case AgentEvent.ModelReported reported -> model(reported.event());
      case AgentEvent.MessageAppended appended -> appended(appended.message(), "");
      case AgentEvent.ToolStarted started -> started(started.call(), started.title(), "");
      case AgentEvent.ToolProgressed progressed ->
          progressed(progressed.callId(), progressed.text());
      case AgentEvent.ToolFinished finished -> finished(finished, "");
      case AgentEvent.Steered ignored -> {}
      case AgentEvent.Notified notified ->
          notice("info", notified.notice().summary(), notified.notice().text());
      case AgentEvent.HistoryTrimmed trimmed ->
          notice("info", "The oldest " + trimmed.messages() + " messages were left out", "");
      case AgentEvent.CompactionStarted ignored -> {
        compaction = id("compaction");
        compacted("in_progress", null);
      }
      case AgentEvent.HistoryCompacted shorter -> {
        if (compaction == null) {
          compaction = id("compaction");
        }
        compacted("completed", shorter.compacted().summary());
      }
      case AgentEvent.ToolsTaken ignored -> {}
      case AgentEvent.RulesInjected injected ->
          notice("info", "Rules apply: " + String.join(", ", injected.rules()), "");
      case AgentEvent.Rewound rewound ->
          notice("info", "The conversation went back to its return point", rewound.report());
      case AgentEvent.HelperReported reported -> helper(reported.id(), reported.event());
      case AgentEvent.Broke broke ->
          notice("error", "A bug in Tenon: " + broke.bug(), "The conversation can go on.");
      case AgentEvent.PromptEnded ignored -> {}
    }
  }

  /// Of a helper its tool calls are told; what it says is the result of the call that made it.
  private void helper(String id, AgentEvent event) {
    switch (event) {
      case AgentEvent.MessageAppended appended -> appended(appended.message(), id);
      case AgentEvent.ToolStarted started -> started(started.call(), started.title(), id);
      case AgentEvent.ToolProgressed progressed ->
          progressed(id + "/" + progressed.callId(), progressed.text());
      case AgentEvent.ToolFinished finished -> finished(finished, id);
      default -> {}
    }
  }

  // ---- what the model says

  private void model(ModelEvent event) {
    switch (event) {
      case ModelEvent.Started ignored -> {
        message = id("message");
        spoke = false;
      }
      case ModelEvent.TextDelta delta -> chunk("agent_message_chunk", delta.text());
      case ModelEvent.ThinkingDelta delta -> chunk("agent_thought_chunk", delta.text());
      case ModelEvent.Done done -> usage(done.usage());
      case ModelEvent.RetryScheduled retry ->
          notice(
              "warning",
              "The model is asked again ("
                  + retry.attempt()
                  + " of "
                  + retry.maxAttempts()
                  + ") in "
                  + retry.delay().toSeconds()
                  + " s",
              retry.reason());
      case ModelEvent.FallbackApplied fallback ->
          notice("warning", fallback.to() + " answers in place of " + fallback.from(), "");
      case ModelEvent.TextStarted ignored -> {}
      case ModelEvent.TextEnded ignored -> {}
      case ModelEvent.ThinkingStarted ignored -> {}
      case ModelEvent.ThinkingEnded ignored -> {}
      case ModelEvent.CallStarted ignored -> {}
      case ModelEvent.CallDelta ignored -> {}
      case ModelEvent.CallEnded ignored -> {}
      case ModelEvent.Failed ignored -> {}
      case ModelEvent.RetryEnded ignored -> {}
      case ModelEvent.FallbackSucceeded ignored -> {}
    }
  }

  private void chunk(String kind, String text) {
    if (!text.isEmpty()) {
      message = message.isEmpty() ? id("message") : message;
      spoke = spoke || kind.equals("agent_message_chunk");
      tell(update(kind).put("content", ToolCallView.block(text)).put("messageId", message).build());
    }
  }

  private void usage(Usage usage) {
    Optional<Double> spent = facts.cost(usage);
    cost += spent.orElse(0.0);
    used = usage.total();
    tellUsage(spent.isPresent());
  }

  private void tellUsage(boolean priced) {
    var update = update("usage_update").put("used", used).put("size", facts.window());
    if (priced) {
      update.object("cost", money -> money.put("amount", Json.of(cost)).put("currency", "USD"));
    }
    tell(update.build());
  }

  /// What an earlier request of the session used, as the session keeps it.
  synchronized void used(Json.Obj usage) {
    asked = asked || usage.has("totalTokens");
    // An answer that was cut off says zero.
    if (usage.number("totalTokens", 0) > 0) {
      used = usage.number("totalTokens", 0);
      cost += usage.objectOrEmpty("cost").decimal("total", 0);
    }
  }

  /// How much was used so far, if the model was asked at all.
  synchronized void tellUsed() {
    if (asked) {
      tellUsage(cost > 0);
    }
  }

  /// The history was shortened here.
  synchronized void shortened(String id, String summary) {
    compaction = "compaction-" + id;
    compacted("completed", summary);
  }

  /// A whole answer: its calls are told before any of them is judged.
  private void appended(Message message, String helper) {
    if (!(message instanceof Message.Assistant answer)) {
      return;
    }
    if (helper.isEmpty() && !spoke) {
      chunk("agent_message_chunk", answer.text());
    }
    for (Part.Call call : answer.calls()) {
      String id = id(call.id(), helper);
      open.put(id, new OpenCall(call));
      tell(
          mark(update("tool_call"), helper)
              .putAll(view.call(id, call, helper).build())
              .put("status", "pending")
              .build());
    }
  }

  static Json.Builder mark(Json.Builder update, String helper) {
    return helper.isEmpty()
        ? update
        : update.object("_meta", meta -> meta.object("tenon", own -> own.put("helper", helper)));
  }

  static String id(String callId, String helper) {
    return helper.isEmpty() ? callId : helper + "/" + callId;
  }

  /// The call that a client knows by this id, as long as it is open.
  synchronized Optional<Part.Call> openCall(String id) {
    return Optional.ofNullable(open.get(id)).map(known -> known.call);
  }

  // ---- what tools do

  private void started(Part.Call call, String title, String helper) {
    tell(
        update("tool_call_update")
            .put("toolCallId", id(call.id(), helper))
            .put("title", ToolCallView.title(call.name(), title, helper))
            .put("status", "in_progress")
            .build());
  }

  private void progressed(String id, String text) {
    OpenCall call = open.get(id);
    if (call == null) {
      return;
    }
    call.output.append(text);
    if (call.output.length() > 2 * MOST_OUTPUT) {
      call.output.delete(0, call.output.length() - MOST_OUTPUT);
    }
    long now = System.nanoTime();
    if (call.toldAt == 0 || now - call.toldAt >= PROGRESS_NANOS) {
      call.toldAt = now;
      tell(
          update("tool_call_update")
              .put("toolCallId", id)
              .array("content", List.of(ToolCallView.text(tail(call.output))))
              .build());
    }
  }

  private static String tail(StringBuilder output) {
    return output.length() <= MOST_OUTPUT
        ? output.toString()
        : "…" + output.substring(output.length() - MOST_OUTPUT);
  }

  private void finished(AgentEvent.ToolFinished finished, String helper) {
    String id = id(finished.call().id(), helper);
    OpenCall known = open.remove(id);
    DiffContent diff = view.diff(finished.result());
    var update =
        update("tool_call_update")
            .put("toolCallId", id)
            .put("status", finished.result().failed() ? "failed" : "completed")
            .array(
                "content",
                known != null && !known.terminal.isEmpty()
                    ? List.of(terminal(known.terminal))
                    : view.content(finished.result(), diff))
            .put("rawOutput", finished.result().envelope());
    if (!diff.places().isEmpty()) {
      update.array("locations", diff.places());
    }
    tell(update.build());
    if (helper.isEmpty()
        && finished.shape().orElse(null) instanceof ToolResult.Checklist checklist) {
      plan(checklist.lines());
    }
  }

  /// A call runs in a terminal of the client.
  synchronized void terminal(String callId, String terminal) {
    OpenCall call = open.get(callId);
    if (call != null && !muted) {
      call.terminal = terminal;
      tell(
          update("tool_call_update")
              .put("toolCallId", callId)
              .array("content", List.of(terminal(terminal)))
              .build());
    }
  }

  private static Json.Obj terminal(String id) {
    return Json.object().put("type", "terminal").put("terminalId", id).build();
  }

  /// The todo list.
  public void plan(List<ToolResult.Checklist.Line> lines) {
    var entries = new ArrayList<Json.Obj>();
    for (ToolResult.Checklist.Line line : lines) {
      String status =
          switch (line.state()) {
            case OPEN -> "pending";
            case ACTIVE -> "in_progress";
            case DONE -> "completed";
            case HEADING, DROPPED -> "";
          };
      if (!status.isEmpty()) {
        entries.add(
            Json.object()
                .put("content", line.text())
                .put("priority", "medium")
                .put("status", status)
                .build());
      }
    }
    tell(update("plan").array("entries", entries).build());
  }

  // ---- beside the conversation

  /// A message for the person that belongs to no answer. Where the client has no place for such, it
  /// goes to the log.
  public void notice(String severity, String title, String description) {
    String line = VisibleText.of(title.strip());
    if (client.abilities().notices() && !line.isEmpty()) {
      tell(
          update("notice")
              .put("severity", severity)
              .put("title", line)
              .put("description", description.isBlank() ? null : description)
              .build());
    } else {
      client.log(line);
    }
  }

  private void compacted(String status, @Nullable String summary) {
    String id = compaction;
    if (id == null) {
      return;
    }
    if (!status.equals("in_progress")) {
      compaction = null;
    }
    if (client.abilities().compaction()) {
      var update = update("compaction_update").put("compactionId", id).put("status", status);
      if (summary != null) {
        update.array("summary", List.of(ToolCallView.block(summary)));
      }
      tell(update.build());
    }
  }

  public static Json.Builder update(String kind) {
    return Json.object().put("sessionUpdate", kind);
  }
}
