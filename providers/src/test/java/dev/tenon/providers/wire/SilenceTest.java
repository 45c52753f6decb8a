package dev.tenon.providers.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.http.HttpSettings;
import dev.tenon.core.http.Proxies;
import dev.tenon.core.http.Transport;
import dev.tenon.core.model.ModelException.Kind;
import dev.tenon.harness.RawServer;
import dev.tenon.providers.Providers;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A stream that is only kept open does not hold the conversation for ever.
class SilenceTest {
  private static final HttpSettings SETTINGS =
      new HttpSettings(
          Duration.ofSeconds(5),
          Duration.ofSeconds(5),
          Duration.ofSeconds(5),
          Duration.ofMillis(300));

  @ParameterizedTest
  @ValueSource(strings = {": still here\n\n", "event: ping\ndata: {\"type\":\"ping\"}\n\n", "\n"})
  void pingsAreNoAnswer(String ping) throws InterruptedException {
    try (var server =
            new RawServer(
                (in, out) -> {
                  RawServer.readRequest(in);
                  RawServer.write(
                      out, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n");
                  while (true) {
                    RawServer.write(out, ping);
                    LockSupport.parkNanos(5_000_000);
                  }
                });
        var transport = new Transport(SETTINGS, Proxies.NONE)) {
      var endpoint = Endpoint.of("test", WireKind.ANTHROPIC, server.uri(), null);

      Attempt attempt =
          Attempt.run(Providers.open(endpoint, "claude-x", transport), Fixtures.ask("x"));

      assertThat(attempt.failure().kind()).isEqualTo(Kind.STREAM_CUT_EARLY);
      assertThat(attempt.failure()).hasMessageContaining("sent nothing");
    }
  }
}
