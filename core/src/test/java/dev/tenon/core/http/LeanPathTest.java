package dev.tenon.core.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.harness.RawServer;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// The first request of a program stands in every start: it loads nothing of the guard.
class LeanPathTest {

  /// What a fresh program does.
  static final class Main {
    private Main() {}

    public static void main(String[] words) throws Exception {
      try (var transport = new Transport(HttpSettings.DEFAULTS, Proxies.NONE);
          var response = transport.send(HttpRequest.get(URI.create(words[0]), Map.of()))) {
        if (!response.text(100).equals("hello")) {
          throw new IllegalStateException();
        }
      }
    }
  }

  @Test
  void aRequestToAConfiguredEndpointLoadsNothingOfTheGuard() throws Exception {
    try (var server = RawServer.answering(TransportTest.CHUNKED_HELLO)) {
      Process java =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-Xlog:class+load:stdout",
                  "-cp",
                  System.getProperty("java.class.path"),
                  Main.class.getName(),
                  server.uri().toString())
              .redirectErrorStream(true)
              .start();
      String loaded = new String(java.getInputStream().readAllBytes(), UTF_8);
      assertThat(java.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(java.exitValue()).as(loaded).isZero();
      assertThat(loaded)
          .contains("dev.tenon.core.http.Connector")
          .doesNotContain(
              "dev.tenon.core.http.guard",
              "dev.tenon.core.http.fetch",
              "dev.tenon.core.http.Addresses");
    }
  }
}
