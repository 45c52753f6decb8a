package dev.tenon.server.project;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.StopReason;
import dev.tenon.engine.observe.EventLog;
import dev.tenon.engine.observe.Histogram;
import dev.tenon.engine.observe.Otlp;
import dev.tenon.engine.observe.Span;
import dev.tenon.engine.observe.Telemetry;
import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.run.JobObserver;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One job of a server as a trace: a span for its run (`invoke_agent`) with what became of it,
/// below it one for each request to a model and each tool; the same words as for a prompt of the
/// terminal. What was said is in none of them. Sent when the run is over. Safe for several threads.
final class JobTelemetry implements JobObserver {
  private final @Nullable EventLog log;
  private final Telemetry.@Nullable Collector collector;
  private final String version;
  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();
  private final String trace = id(16);
  private final String run = id(8);
  private final long began;

  private final List<Span> spans = new ArrayList<>();
  private final Map<String, Long> running = new LinkedHashMap<>();
  private final Histogram tokens = Telemetry.tokens();
  private final Histogram times = Telemetry.times();
  private String model = "";
  private long asked;

  JobTelemetry(
      JobRecord job,
      @Nullable EventLog log,
      Telemetry.@Nullable Collector collector,
      String version,
      InstantSource clock) {
    this.log = log;
    this.collector = collector;
    this.version = version;
    this.clock = clock;
    this.began = nanos(job.createdAt());
  }

  @Override
  public void accept(AgentEvent event) {
    if (log != null) {
      log.accept(event);
    }
    if (collector != null) {
      heard(event);
    }
  }

  private synchronized void heard(AgentEvent event) {
    if (event instanceof AgentEvent.StepStarted) {
      asked = now();
    } else if (event instanceof AgentEvent.MessageAppended appended
        && appended.message() instanceof Message.Assistant answer) {
      answered(answer);
    } else if (event instanceof AgentEvent.ToolStarted started) {
      running.put(started.call().id(), now());
    } else if (event instanceof AgentEvent.ToolFinished finished) {
      Long start = running.remove(finished.call().id());
      add(
          "execute_tool " + finished.call().name(),
          Span.INTERNAL,
          start == null ? now() : start,
          Telemetry.called(finished),
          Telemetry.failure(finished));
    } else if (event instanceof AgentEvent.PromptEnded ended
        && ended.outcome().ending() == Outcome.Ending.FAILED
        && asked > 0) {
      add("chat", Span.CLIENT, asked, Telemetry.chat(model), "failed");
      asked = 0;
    }
  }

  private void answered(Message.Assistant answer) {
    long start = asked == 0 ? now() : asked;
    asked = 0;
    model = answer.model();
    Map<String, Object> attributes = Telemetry.used(model, answer.usage());
    boolean whole =
        answer.stopReason() != StopReason.FAILED && answer.stopReason() != StopReason.ABORTED;
    if (whole) {
      attributes.put(
          "gen_ai.response.finish_reasons",
          List.of(answer.calls().isEmpty() ? "stop" : "tool_calls"));
    }
    add("chat " + Telemetry.name(model), Span.CLIENT, start, attributes, whole ? null : "stopped");
    times.record((now() - start) / 1e9, Telemetry.chat(model));
    Telemetry.count(tokens, answer.usage(), Telemetry.chat(model));
  }

  private void add(
      String name, int kind, long start, Map<String, Object> attributes, @Nullable String error) {
    spans.add(new Span(trace, id(8), run, name, kind, start, now(), attributes, error));
  }

  @Override
  public synchronized void ended(JobRecord job) {
    if (collector == null) {
      return;
    }
    Map<String, Object> attributes = new LinkedHashMap<>();
    attributes.put("gen_ai.operation.name", "invoke_agent");
    attributes.put("gen_ai.agent.name", "tenon");
    attributes.put("gen_ai.provider.name", Telemetry.provider(model));
    attributes.put("gen_ai.request.model", Telemetry.name(model));
    attributes.put("tenon.job.id", job.id());
    attributes.put("tenon.session.id", job.sessionId());
    attributes.put("tenon.job.agent_mode", job.mode().label());
    attributes.put("tenon.job.status", job.status().label());
    JobRecord.Failure failure = job.error();
    spans.add(
        new Span(
            trace,
            run,
            null,
            "invoke_agent tenon",
            Span.INTERNAL,
            began,
            now(),
            attributes,
            failure == null ? null : failure.code()));
    Map<String, Object> resource = Map.of("service.name", "tenon");
    collector.send("/v1/traces", Otlp.traces(resource, version, List.copyOf(spans)));
    spans.clear();
    var metrics = new ArrayList<Json>();
    for (Histogram each : List.of(tokens, times)) {
      if (!each.isEmpty()) {
        metrics.add(each.take(began, now()));
      }
    }
    if (!metrics.isEmpty()) {
      collector.send("/v1/metrics", Otlp.metrics(resource, version, metrics));
    }
  }

  private long now() {
    return nanos(clock.instant());
  }

  private static long nanos(Instant time) {
    return time.getEpochSecond() * 1_000_000_000L + time.getNano();
  }

  private String id(int bytes) {
    byte[] made = new byte[bytes];
    random.nextBytes(made);
    return HexFormat.of().formatHex(made);
  }
}
