package dev.tenon.bench.loop;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.AgentEventJson;
import dev.tenon.core.http.HttpSettings;
import dev.tenon.core.http.Proxies;
import dev.tenon.core.http.Transport;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Request;
import dev.tenon.providers.Providers;
import dev.tenon.providers.wire.Endpoint;
import dev.tenon.providers.wire.WireKind;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/// A whole answer of 5,000 deltas through the real wire, from the socket to lines of JSON.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Streaming {
  private static final Request REQUEST =
      Request.of("Be brief.", List.of(Message.User.of("hello")), List.of());

  private final RecordedServer server = new RecordedServer(RecordedStream.bytes());
  private final Transport transport = new Transport(HttpSettings.DEFAULTS, Proxies.of(Map.of()));
  private final Model model =
      Providers.open(
          Endpoint.of("anthropic", WireKind.ANTHROPIC, server.uri(), null),
          "claude-opus-4-6",
          transport);

  @Benchmark
  public Message.Assistant answer(Blackhole lines) throws ModelException, InterruptedException {
    return model.stream(
        REQUEST,
        event ->
            lines.consume(AgentEventJson.toJson(new AgentEvent.ModelReported(event)).compact()));
  }

  @TearDown
  public void close() throws IOException {
    transport.close();
    server.close();
  }
}
