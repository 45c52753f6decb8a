package dev.tenon.cli.base;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.MessageJson;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelEventJson;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.function.Consumer;

/// What `--debug` shows: tool calls, results, sandbox decisions, retries and failures, one JSON
/// object a line, on standard error so that it does not mix with the answer.
public final class DebugLog implements Consumer<AgentEvent> {
  private final Consumer<String> lines;

  /// @param lines gets whole lines
  public DebugLog(Consumer<String> lines) {
    this.lines = lines;
  }

  @Override
  public void accept(AgentEvent event) {
    switch (event) {
      case AgentEvent.StepStarted started ->
          line(Json.object().put("debug", "step").put("step", started.step()));
      case AgentEvent.ToolStarted started ->
          line(
              Json.object()
                  .put("debug", "tool_call")
                  .put("id", started.call().id())
                  .put("name", started.call().name())
                  .put("arguments", started.call().arguments()));
      case AgentEvent.ToolFinished finished ->
          line(
              Json.object()
                  .put("debug", "tool_result")
                  .put("id", finished.call().id())
                  .put("name", finished.call().name())
                  .put("millis", finished.took().toMillis())
                  .put("result", finished.result().envelope())
                  .put("decision", finished.decision()));
      case AgentEvent.MessageAppended appended -> {
        if (appended.message() instanceof dev.tenon.core.model.Message.Assistant assistant) {
          line(
              Json.object()
                  .put("debug", "usage")
                  .put("model", assistant.model())
                  .put("usage", MessageJson.toJson(assistant.usage())));
        }
      }
      case AgentEvent.ModelReported reported -> model(reported.event());
      case AgentEvent.Broke broke -> trace(broke.bug());
      case AgentEvent.PromptStarted ignored -> {}
      case AgentEvent.ToolProgressed ignored -> {}
      case AgentEvent.Steered ignored -> {}
      case AgentEvent.Notified ignored -> {}
      case AgentEvent.RulesInjected injected ->
          line(
              Json.object()
                  .put("debug", "rules")
                  .put("rules", Json.strings(injected.rules()))
                  .put("effect", injected.effect().name().toLowerCase(java.util.Locale.ROOT)));
      case AgentEvent.ToolsTaken taken ->
          line(Json.object().put("debug", "tools_taken").put("names", Json.strings(taken.names())));
      case AgentEvent.Rewound ignored -> {}
      case AgentEvent.HelperReported ignored -> {}
      case AgentEvent.HistoryTrimmed ignored -> {}
      case AgentEvent.CompactionStarted ignored -> {}
      case AgentEvent.HistoryCompacted shorter ->
          line(
              Json.object()
                  .put("debug", "compaction")
                  .put("tokens_before", shorter.compacted().tokensBefore())
                  .put("tokens_after", shorter.compacted().tokensAfter())
                  .put("kept_messages", shorter.compacted().kept()));
      case AgentEvent.PromptEnded ignored -> {}
    }
  }

  /// What was odd about an answer of a model and was taken all the same.
  public void remark(String what) {
    line(Json.object().put("debug", "wire").put("note", what));
  }

  private void model(ModelEvent event) {
    boolean worth =
        event instanceof ModelEvent.Failed
            || event instanceof ModelEvent.RetryScheduled
            || event instanceof ModelEvent.RetryEnded
            || event instanceof ModelEvent.FallbackApplied;
    if (worth) {
      line(Json.object().put("debug", "model").put("event", ModelEventJson.toJson(event)));
    }
  }

  private void line(Json.Builder json) {
    lines.accept(json.build().compact());
  }

  private void trace(Throwable bug) {
    var text = new StringWriter();
    bug.printStackTrace(new PrintWriter(text));
    text.toString().lines().forEach(lines);
  }
}
