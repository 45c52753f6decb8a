package dev.tenon.engine.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.http.HttpSettings;
import dev.tenon.core.http.Proxies;
import dev.tenon.core.http.Transport;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Usage;
import dev.tenon.providers.meter.MeasuredRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Against a collector on the loopback.
class TelemetryTest {
  private final Map<String, Json.Obj> received = new ConcurrentHashMap<>();
  private final List<String> keys = new CopyOnWriteArrayList<>();
  private final List<String> problems = new CopyOnWriteArrayList<>();
  private HttpServer server;
  private int status = 200;

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("x-key")));
          try {
            received.put(exchange.getRequestURI().getPath(), Json.parseObject(body));
          } catch (dev.tenon.core.json.JsonException broken) {
            problems.add(String.valueOf(broken.getMessage()));
          }
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void close() {
    server.stop(0);
  }

  @Test
  void aPromptIsATraceOfItsRequestsAndTools() {
    try (Telemetry telemetry = telemetry()) {
      run(telemetry);
    }
    assertThat(problems).isEmpty();
    assertThat(keys).contains("k1");
    Json.Obj resource = first(received("/v1/traces"), "resourceSpans");
    assertThat(attribute(resource.objectOrEmpty("resource"), "service.name")).isEqualTo("tenon");
    List<Json.Obj> spans = list(first(resource, "scopeSpans"), "spans");
    assertThat(spans)
        .extracting(span -> span.string("name", ""))
        .containsExactly("chat claude", "execute_tool bash", "invoke_agent tenon");
    Json.Obj chat = spans.getFirst();
    Json.Obj tool = spans.get(1);
    Json.Obj prompt = spans.get(2);
    assertThat(chat.string("traceId", "")).hasSize(32).isEqualTo(prompt.string("traceId", ""));
    assertThat(chat.string("parentSpanId", "")).hasSize(16).isEqualTo(prompt.string("spanId", ""));
    assertThat(tool.string("parentSpanId", "")).isEqualTo(prompt.string("spanId", ""));
    assertThat(chat.number("kind", 0)).isEqualTo(3);
    assertThat(attribute(chat, "gen_ai.operation.name")).isEqualTo("chat");
    assertThat(attribute(chat, "gen_ai.provider.name")).isEqualTo("anthropic");
    assertThat(attribute(chat, "gen_ai.request.model")).isEqualTo("claude");
    assertThat(attribute(chat, "gen_ai.usage.input_tokens")).isEqualTo("130");
    assertThat(attribute(chat, "gen_ai.usage.output_tokens")).isEqualTo("50");
    assertThat(attribute(chat, "gen_ai.usage.cache_read.input_tokens")).isEqualTo("20");
    assertThat(attribute(tool, "gen_ai.tool.name")).isEqualTo("bash");
    assertThat(attribute(tool, "error.type")).isEqualTo("timeout");
    assertThat(tool.objectOrEmpty("status").number("code", 0)).isEqualTo(2);
    assertThat(received("/v1/traces").compact()).doesNotContain("secret words");
  }

  @Test
  void tokensAndTimesAreHistograms() {
    try (Telemetry telemetry = telemetry()) {
      run(telemetry);
    }
    List<Json.Obj> metrics =
        list(first(first(received("/v1/metrics"), "resourceMetrics"), "scopeMetrics"), "metrics");
    assertThat(metrics)
        .extracting(metric -> metric.string("name", ""))
        .containsExactly("gen_ai.client.token.usage", "gen_ai.client.operation.duration");
    List<Json.Obj> points = list(metrics.getFirst().objectOrEmpty("histogram"), "dataPoints");
    assertThat(points)
        .extracting(point -> attribute(point, "gen_ai.token.type"))
        .containsExactly("input", "output");
    Json.Obj input = points.getFirst();
    assertThat(input.string("count", "")).isEqualTo("1");
    assertThat(input.array("bucketCounts")).hasSize(15);
    assertThat(input.array("explicitBounds")).hasSize(14);
    assertThat(input.array("bucketCounts").get(4)).isEqualTo(Json.of("1"));
  }

  @Test
  void aCollectorThatIsNotThereIsToldOnce() {
    status = 500;
    try (Telemetry telemetry = telemetry()) {
      run(telemetry);
      run(telemetry);
    }
    assertThat(problems).hasSize(1);
    assertThat(problems.getFirst())
        .startsWith("telemetry does not reach http://")
        .contains("it answered 500 to /v1/traces", "check telemetry.endpoint")
        .doesNotContain("k1");
  }

  private static void run(Telemetry telemetry) {
    telemetry.accept(new AgentEvent.PromptStarted(Message.User.of("secret words")));
    telemetry.measured(
        new MeasuredRequest(
            Instant.ofEpochSecond(1_800_000_000),
            "anthropic/claude",
            new Usage(100, 50, 20, 10),
            0.01,
            Duration.ofMillis(1500),
            MeasuredRequest.Ending.DONE,
            List.of("bash")));
    var call = Part.Call.of("c1", "bash", Json.object().put("command", "secret words").build());
    Json.Obj error =
        Json.object().put("error", Json.object().put("code", "timeout").build()).build();
    telemetry.accept(new AgentEvent.ToolStarted(call, "secret words"));
    telemetry.accept(
        new AgentEvent.ToolFinished(
            call,
            new Part.Result("c1", "bash", Part.Outcome.FAILED, error, "late", List.of()),
            Optional.empty(),
            Duration.ofSeconds(1)));
    telemetry.accept(
        new AgentEvent.PromptEnded(
            new Outcome(
                Outcome.Ending.COMPLETED,
                "secret words",
                1,
                Usage.NONE,
                Duration.ofSeconds(2),
                null,
                null)));
  }

  private Telemetry telemetry() {
    return new Telemetry(
        new HttpCollector(
            "http://127.0.0.1:" + server.getAddress().getPort() + "/",
            Map.of("x-key", "k1"),
            new Transport(HttpSettings.DEFAULTS, Proxies.of(Map.of())),
            problems::add),
        "1",
        () -> Instant.ofEpochSecond(1_800_000_002));
  }

  private Json.Obj received(String path) {
    return Objects.requireNonNull(received.get(path));
  }

  private static Json.Obj first(Json.Obj json, String key) {
    return list(json, key).getFirst();
  }

  private static List<Json.Obj> list(Json.Obj json, String key) {
    var all = new ArrayList<Json.Obj>();
    for (Json item : ((Json.Arr) Objects.requireNonNull(json.get(key))).items()) {
      all.add((Json.Obj) item);
    }
    return all;
  }

  private static String attribute(Json.Obj json, String key) {
    for (Json.Obj each : list(json, "attributes")) {
      if (each.string("key", "").equals(key)) {
        Json.Obj value = each.objectOrEmpty("value");
        return value.string("stringValue", value.string("intValue", ""));
      }
    }
    return "";
  }
}
