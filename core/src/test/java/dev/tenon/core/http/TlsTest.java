package dev.tenon.core.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.http.TransportException.Failure;
import dev.tenon.core.http.tls.Jsse;
import dev.tenon.harness.RawServer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// https with a certificate for `localhost` that only these tests trust.
class TlsTest {
  private static final HttpSettings SETTINGS =
      new HttpSettings(
          Duration.ofSeconds(10),
          Duration.ofSeconds(10),
          Duration.ofSeconds(10),
          Duration.ofSeconds(10));
  private static SSLContext context;

  @BeforeAll
  static void makeCertificate(@TempDir Path folder) throws Exception {
    context = TestCertificates.trustedFor(folder, "localhost");
  }

  private static ServerSocketFactory serverSockets() {
    return context.getServerSocketFactory();
  }

  private static Transport trusting() {
    return new Transport(SETTINGS, Proxies.NONE, () -> new Jsse(context), null);
  }

  private static URI at(RawServer server, String host) {
    return URI.create("https://" + host + ":" + server.uri().getPort() + "/x");
  }

  @Test
  void readsAndKeepsTheConnection() throws Exception {
    try (var server =
            new RawServer(serverSockets(), RawServer.always(TransportTest.CHUNKED_HELLO));
        Transport transport = trusting()) {
      for (int i = 0; i < 3; i++) {
        try (var response = transport.send(HttpRequest.get(at(server, "localhost"), Map.of()))) {
          assertThat(response.text(100)).isEqualTo("hello");
        }
      }
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void aCertificateForAnotherNameIsRefused() {
    try (var server =
            new RawServer(
                serverSockets(), RawServer.always("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
        Transport transport = trusting()) {
      assertThatThrownBy(() -> transport.send(HttpRequest.get(at(server, "127.0.0.1"), Map.of())))
          .isInstanceOfSatisfying(
              TransportException.class, e -> assertThat(e.failure()).isEqualTo(Failure.NOT_TRUSTED))
          .hasMessageContaining("no secure connection to 127.0.0.1");
    }
  }

  @Test
  void aCertificateThatNobodyTrustsIsRefused() {
    try (var server =
            new RawServer(
                serverSockets(), RawServer.always("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
        var careful = new Transport(SETTINGS, Proxies.NONE)) {
      assertThatThrownBy(() -> careful.send(HttpRequest.get(at(server, "localhost"), Map.of())))
          .isInstanceOfSatisfying(
              TransportException.class,
              e -> assertThat(e.failure()).isEqualTo(Failure.NOT_TRUSTED));
    }
  }

  @Test
  void anInterruptEndsABlockedRead() throws Exception {
    var asked = new Semaphore(0);
    try (var server =
            new RawServer(
                serverSockets(),
                (in, out) -> {
                  RawServer.readRequest(in);
                  RawServer.write(out, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello");
                  asked.release();
                  in.read();
                });
        Transport transport = trusting()) {
      for (Thread.Builder kind : new Thread.Builder[] {Thread.ofVirtual(), Thread.ofPlatform()}) {
        var ended = new AtomicReference<Throwable>();
        Thread reader =
            kind.start(
                () -> {
                  try (var response =
                      transport.send(HttpRequest.get(at(server, "localhost"), Map.of()))) {
                    response.text(100);
                  } catch (Exception e) {
                    ended.set(e);
                  }
                });
        assertThat(asked.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        reader.interrupt();
        assertThat(reader.join(Duration.ofSeconds(5))).isTrue();
        assertThat(ended.get()).isNotNull();
      }
    }
  }
}
