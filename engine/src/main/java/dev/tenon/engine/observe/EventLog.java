package dev.tenon.engine.observe;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.MessageJson;
import dev.tenon.core.model.ModelEvent;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Writes events to the log: what went wrong (`warn`), what happened (`info`), and what it was
/// about (`debug`). The file is not touched before there is something to write.
public final class EventLog implements Consumer<AgentEvent> {
  private final Level level;
  private final Supplier<LogFile> opening;
  private @Nullable LogFile file;

  /// How much is written.
  enum Level {
    WARN,
    INFO,
    DEBUG
  }

  EventLog(Level level, Supplier<LogFile> opening) {
    this.level = level;
    this.opening = opening;
  }

  @Override
  public void accept(AgentEvent event) {
    if (event instanceof AgentEvent.ModelReported reported) {
      model(reported.event());
    } else if (event instanceof AgentEvent.PromptEnded ended) {
      ended(ended.outcome());
    } else if (event instanceof AgentEvent.Broke broke) {
      var trace = new StringWriter();
      broke.bug().printStackTrace(new PrintWriter(trace));
      write(Level.WARN, "bug", Json.object().put("trace", trace.toString()));
    } else if (level != Level.WARN) {
      more(event);
    }
  }

  private void model(ModelEvent event) {
    if (event instanceof ModelEvent.Failed failed) {
      write(
          Level.WARN,
          "model_failed",
          Json.object()
              .put("kind", word(failed.failure().kind()))
              .put("message", String.valueOf(failed.failure().getMessage())));
    } else if (event instanceof ModelEvent.RetryScheduled retry) {
      write(
          Level.WARN,
          "retry",
          Json.object()
              .put("scope", word(retry.scope()))
              .put("attempt", retry.attempt())
              .put("delayMillis", retry.delay().toMillis())
              .put("reason", retry.reason()));
    } else if (event instanceof ModelEvent.FallbackApplied fallback) {
      write(
          Level.WARN,
          "fallback",
          Json.object().put("from", fallback.from()).put("to", fallback.to()));
    }
  }

  private void ended(Outcome outcome) {
    boolean bad =
        outcome.ending() == Outcome.Ending.FAILED || outcome.ending() == Outcome.Ending.BUDGET;
    if (!bad && level == Level.WARN) {
      return;
    }
    write(
        bad ? Level.WARN : Level.INFO,
        "prompt_ended",
        Json.object()
            .put("ending", word(outcome.ending()))
            .put("steps", outcome.steps())
            .put("millis", outcome.took().toMillis())
            .put("usage", MessageJson.toJson(outcome.usage()))
            .put("problem", outcome.problem()));
  }

  private void more(AgentEvent event) {
    if (event instanceof AgentEvent.PromptStarted started) {
      var facts = Json.object().put("characters", started.prompt().text().length());
      if (level == Level.DEBUG) {
        facts.put("text", started.prompt().text());
      }
      write(Level.INFO, "prompt_started", facts);
    } else if (event instanceof AgentEvent.MessageAppended appended
        && appended.message() instanceof Message.Assistant answer) {
      write(
          Level.INFO,
          "answered",
          Json.object()
              .put("model", answer.model())
              .put("stop", word(answer.stopReason()))
              .put("usage", MessageJson.toJson(answer.usage())));
    } else if (event instanceof AgentEvent.ToolFinished finished) {
      var facts =
          Json.object()
              .put("tool", finished.call().name())
              .put("ok", !finished.result().failed())
              .put("millis", finished.took().toMillis());
      if (level == Level.DEBUG) {
        facts.put("arguments", finished.call().arguments());
        facts.put("result", finished.result().text());
      }
      write(Level.INFO, "tool", facts);
    } else if (event instanceof AgentEvent.RulesInjected injected) {
      write(
          Level.INFO,
          "rules",
          Json.object()
              .put("rules", Json.strings(injected.rules()))
              .put("effect", word(injected.effect())));
    } else if (event instanceof AgentEvent.Rewound rewound) {
      write(Level.INFO, "rewound", Json.object().put("messages", rewound.messages()));
    } else if (event instanceof AgentEvent.HistoryCompacted shorter) {
      write(
          Level.INFO,
          "compacted",
          Json.object()
              .put("tokensBefore", shorter.compacted().tokensBefore())
              .put("tokensAfter", shorter.compacted().tokensAfter()));
    }
  }

  private void write(Level of, String event, Json.Builder facts) {
    opened().write(word(of), event, facts);
  }

  private synchronized LogFile opened() {
    LogFile log = file;
    if (log == null) {
      log = opening.get();
      file = log;
    }
    return log;
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
