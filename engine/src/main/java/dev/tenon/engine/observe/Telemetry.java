package dev.tenon.engine.observe;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Usage;
import dev.tenon.providers.meter.MeasuredRequest;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Turns a run into traces and metrics by the conventions for generative AI: a span for each prompt
/// (`invoke_agent`), below it one for each request to a model (`chat`) and each tool
/// (`execute_tool`); histograms of tokens and of time. What was said is in none of them. Sent after
/// each prompt, on another thread. Safe for several threads.
public final class Telemetry implements Consumer<AgentEvent>, AutoCloseable {
  private final Collector collector;
  private final String version;
  private final Map<String, Object> resource;
  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();

  private final List<Span> spans = new ArrayList<>();
  private final Map<String, Long> running = new LinkedHashMap<>();
  private final Histogram tokens = tokens();
  private final Histogram times = times();

  private String trace = "";
  private String prompt = "";
  private long began;
  private String model = "";

  /// Takes what is to be sent.
  public interface Collector extends AutoCloseable {
    /// @param path below the collector's address, such as `/v1/traces`
    void send(String path, Json.Obj body);

    /// Waits a moment for what is on its way.
    @Override
    void close();
  }

  Telemetry(Collector collector, String version, InstantSource clock) {
    this.collector = collector;
    this.version = version;
    this.clock = clock;
    this.resource = Map.of("service.name", "tenon");
    this.began = now();
  }

  @Override
  public synchronized void accept(AgentEvent event) {
    if (event instanceof AgentEvent.PromptStarted) {
      trace = id(16);
      prompt = id(8);
      began = now();
    } else if (event instanceof AgentEvent.ToolStarted started) {
      running.put(started.call().id(), now());
    } else if (event instanceof AgentEvent.ToolFinished finished) {
      tool(finished);
    } else if (event instanceof AgentEvent.PromptEnded ended) {
      ended(ended.outcome());
    }
  }

  /// One request to a model, of the conversation or of a helper.
  synchronized void measured(MeasuredRequest measured) {
    model = measured.model();
    Map<String, Object> common = chat(model);
    long start = measured.at().toEpochMilli() * 1_000_000;
    Usage usage = measured.usage();
    Map<String, Object> attributes = used(model, usage);
    Double dollars = measured.dollars();
    if (dollars != null) {
      attributes.put("tenon.cost.usd", dollars);
    }
    String error =
        switch (measured.ending()) {
          case DONE -> null;
          case STOPPED -> "stopped";
          case FAILED -> "failed";
        };
    if (error == null) {
      attributes.put(
          "gen_ai.response.finish_reasons",
          List.of(measured.tools().isEmpty() ? "stop" : "tool_calls"));
    }
    add(
        "chat " + name(model),
        Span.CLIENT,
        start,
        start + measured.took().toNanos(),
        attributes,
        error);
    times.record(measured.took().toNanos() / 1e9, common);
    count(tokens, usage, common);
  }

  /// What every request to a model is told with.
  public static Map<String, Object> chat(String model) {
    Map<String, Object> common = new LinkedHashMap<>();
    common.put("gen_ai.operation.name", "chat");
    common.put("gen_ai.provider.name", provider(model));
    common.put("gen_ai.request.model", name(model));
    return common;
  }

  /// The same with what the answer took.
  public static Map<String, Object> used(String model, Usage usage) {
    Map<String, Object> attributes = chat(model);
    attributes.put("gen_ai.response.model", name(model));
    attributes.put(
        "gen_ai.usage.input_tokens", usage.input() + usage.cacheRead() + usage.cacheWrite());
    attributes.put("gen_ai.usage.output_tokens", usage.output());
    attributes.put("gen_ai.usage.cache_read.input_tokens", usage.cacheRead());
    attributes.put("gen_ai.usage.cache_creation.input_tokens", usage.cacheWrite());
    return attributes;
  }

  public static void count(Histogram tokens, Usage usage, Map<String, Object> common) {
    count(tokens, "input", usage.total() - usage.output(), common);
    count(tokens, "output", usage.output(), common);
  }

  private static void count(
      Histogram tokens, String type, long number, Map<String, Object> common) {
    Map<String, Object> attributes = new LinkedHashMap<>(common);
    attributes.put("gen_ai.token.type", type);
    tokens.record((double) number, attributes);
  }

  public static Histogram tokens() {
    return new Histogram(
        "gen_ai.client.token.usage", "{token}", "Tokens of requests", Histogram.TOKENS);
  }

  public static Histogram times() {
    return new Histogram(
        "gen_ai.client.operation.duration", "s", "Time of requests", Histogram.SECONDS);
  }

  private void tool(AgentEvent.ToolFinished finished) {
    Long start = running.remove(finished.call().id());
    long end = now();
    add(
        "execute_tool " + finished.call().name(),
        Span.INTERNAL,
        start == null ? end - finished.took().toNanos() : start,
        end,
        called(finished),
        failure(finished));
  }

  public static Map<String, Object> called(AgentEvent.ToolFinished finished) {
    Map<String, Object> attributes = new LinkedHashMap<>();
    attributes.put("gen_ai.operation.name", "execute_tool");
    attributes.put("gen_ai.tool.name", finished.call().name());
    attributes.put("gen_ai.tool.call.id", finished.call().id());
    attributes.put("gen_ai.tool.type", "function");
    return attributes;
  }

  public static @Nullable String failure(AgentEvent.ToolFinished finished) {
    return finished.result().failed()
        ? finished.result().envelope().objectOrEmpty("error").string("code", "failed")
        : null;
  }

  private void ended(Outcome outcome) {
    Map<String, Object> attributes = new LinkedHashMap<>();
    attributes.put("gen_ai.operation.name", "invoke_agent");
    attributes.put("gen_ai.agent.name", "tenon");
    attributes.put("gen_ai.provider.name", provider(model));
    attributes.put("gen_ai.request.model", name(model));
    attributes.put("tenon.prompt.steps", (long) outcome.steps());
    attributes.put("tenon.prompt.ending", word(outcome.ending()));
    String error =
        switch (outcome.ending()) {
          case COMPLETED, OUTPUT_LIMIT, STEP_LIMIT -> null;
          case BUDGET, ABORTED, REFUSED, FAILED -> word(outcome.ending());
        };
    long end = now();
    spans.add(
        new Span(
            trace,
            prompt,
            null,
            "invoke_agent tenon",
            Span.INTERNAL,
            began,
            end,
            attributes,
            error));
    running.clear();
    send();
  }

  private void send() {
    if (!spans.isEmpty()) {
      collector.send("/v1/traces", Otlp.traces(resource, version, List.copyOf(spans)));
      spans.clear();
    }
    long end = now();
    var metrics = new ArrayList<Json>();
    for (Histogram each : List.of(tokens, times)) {
      if (!each.isEmpty()) {
        metrics.add(each.take(began, end));
      }
    }
    if (!metrics.isEmpty()) {
      collector.send("/v1/metrics", Otlp.metrics(resource, version, metrics));
    }
  }

  private void add(
      String name,
      int kind,
      long start,
      long end,
      Map<String, Object> attributes,
      @Nullable String error) {
    if (trace.isEmpty()) {
      // A request outside of any prompt, such as a summary on demand.
      trace = id(16);
    }
    spans.add(
        new Span(
            trace,
            id(8),
            prompt.isEmpty() ? null : prompt,
            name,
            kind,
            start,
            end,
            attributes,
            error));
  }

  public static String provider(String model) {
    int slash = model.indexOf('/');
    return slash < 0 ? "unknown" : model.substring(0, slash);
  }

  public static String name(String model) {
    return model.substring(model.indexOf('/') + 1);
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private long now() {
    var now = clock.instant();
    return now.getEpochSecond() * 1_000_000_000L + now.getNano();
  }

  private String id(int bytes) {
    byte[] made = new byte[bytes];
    random.nextBytes(made);
    return HexFormat.of().formatHex(made);
  }

  @Override
  public synchronized void close() {
    send();
    collector.close();
  }
}
