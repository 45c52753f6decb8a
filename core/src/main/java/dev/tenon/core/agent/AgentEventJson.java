package dev.tenon.core.agent;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonFields;
import dev.tenon.core.model.MessageJson;
import dev.tenon.core.model.ModelEventJson;

/// The one JSON form of events, told apart by `type`. What the model reports keeps its own type
/// (`text_delta`, `done`, …).
public final class AgentEventJson {
  private AgentEventJson() {}

  public static Json.Obj toJson(AgentEvent event) {
    return switch (event) {
      case AgentEvent.PromptStarted started ->
          of("prompt_started").put("prompt", MessageJson.toJson(started.prompt())).build();
      case AgentEvent.StepStarted started -> of("step_started").put("step", started.step()).build();
      case AgentEvent.ModelReported reported -> ModelEventJson.toJson(reported.event());
      case AgentEvent.MessageAppended appended ->
          of("message_appended").put("message", MessageJson.toJson(appended.message())).build();
      case AgentEvent.ToolStarted started ->
          of("tool_started")
              .put("callId", started.call().id())
              .put("name", started.call().name())
              .put("title", started.title())
              .put("arguments", started.call().arguments())
              .build();
      case AgentEvent.ToolProgressed progressed ->
          of("tool_progressed")
              .put("callId", progressed.callId())
              .put("text", progressed.text())
              .build();
      case AgentEvent.ToolFinished finished ->
          of("tool_finished")
              .put("callId", finished.call().id())
              .put("name", finished.call().name())
              .put("millis", finished.took().toMillis())
              .put("envelope", finished.result().envelope())
              .build();
      case AgentEvent.Steered steered ->
          of("steered").put("message", MessageJson.toJson(steered.message())).build();
      case AgentEvent.Notified notified ->
          of("notified")
              .put("kind", JsonFields.word(notified.notice().kind()))
              .put("source", notified.notice().source())
              .put("summary", notified.notice().summary())
              .put("text", notified.notice().text())
              .build();
      case AgentEvent.HistoryTrimmed trimmed ->
          of("history_trimmed")
              .put("messages", trimmed.messages())
              .put("bytes", trimmed.bytes())
              .build();
      case AgentEvent.CompactionStarted started ->
          of("compaction_started").put("tokens", started.tokens()).build();
      case AgentEvent.HistoryCompacted shorter ->
          of("history_compacted")
              .put("summary", shorter.compacted().summary())
              .put("kept", shorter.compacted().kept())
              .put("tokensBefore", shorter.compacted().tokensBefore())
              .put("tokensAfter", shorter.compacted().tokensAfter())
              .build();
      case AgentEvent.ToolsTaken taken ->
          of("tools_taken").put("names", Json.strings(taken.names())).build();
      case AgentEvent.RulesInjected injected ->
          of("rules_injected")
              .put("rules", Json.strings(injected.rules()))
              .put("effect", JsonFields.word(injected.effect()))
              .build();
      case AgentEvent.Rewound rewound ->
          of("rewound")
              .put("callId", rewound.callId())
              .put("messages", rewound.messages())
              .put("report", rewound.report())
              .build();
      case AgentEvent.HelperReported reported ->
          of("helper_reported")
              .put("helper", reported.id())
              .put("event", toJson(reported.event()))
              .build();
      case AgentEvent.Broke broke -> of("broke").put("bug", String.valueOf(broke.bug())).build();
      case AgentEvent.PromptEnded ended ->
          of("prompt_ended").putAll(toJson(ended.outcome())).build();
    };
  }

  public static Json.Obj toJson(Outcome outcome) {
    return Json.object()
        .put("ending", JsonFields.word(outcome.ending()))
        .put("text", outcome.text())
        .put("steps", outcome.steps())
        .put("usage", MessageJson.toJson(outcome.usage()))
        .put("millis", outcome.took().toMillis())
        .put("problem", outcome.problem())
        .put("failure", outcome.failure() == null ? null : JsonFields.word(outcome.failure()))
        .put("receipt", outcome.receipt() == null ? null : outcome.receipt().toJson())
        .build();
  }

  private static Json.Builder of(String type) {
    return Json.object().put("type", type);
  }
}
