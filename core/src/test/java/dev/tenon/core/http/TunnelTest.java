package dev.tenon.core.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.http.TransportException.Failure;
import dev.tenon.core.http.tls.ServerContext;
import dev.tenon.core.http.tls.TestCa;
import dev.tenon.core.http.tls.TestCa.Made;
import dev.tenon.core.http.tls.TestCa.Wish;
import dev.tenon.core.http.tls.Trust;
import dev.tenon.harness.RawServer;
import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ServerSocketFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// https through a proxy, which may be spoken to over TLS itself: TLS in TLS.
class TunnelTest {
  private static final HttpSettings SETTINGS =
      new HttpSettings(
          Duration.ofSeconds(10),
          Duration.ofSeconds(10),
          Duration.ofSeconds(10),
          Duration.ofSeconds(10));
  private static final URI PAGE = URI.create("https://api.test.example/x");

  @TempDir static Path folder;

  private static Trust trust;
  private static ServerSocketFactory secureProxy;
  private static ServerSocketFactory wrongProxy;
  private static ServerSocketFactory api;
  private static ServerSocketFactory wrongApi;

  private final AtomicReference<String> asked = new AtomicReference<>();

  @BeforeAll
  static void make() throws Exception {
    TestPrograms.require("openssl");
    var ca = new TestCa(folder);
    Made root = ca.selfSigned(Wish.ca("Tunnel Root"));
    String file = ca.bundle("tunnel", root).toString();
    trust = new Trust(new Trust.CaFile("SSL_CERT_FILE", file), List.of(), false);
    secureProxy = listening(ca.issue(root, Wish.server("proxy", "IP:127.0.0.1")));
    wrongProxy = listening(ca.issue(root, Wish.server("proxy", "DNS:proxy.example")));
    api = listening(ca.issue(root, Wish.server("api", "DNS:api.test.example")));
    wrongApi = listening(ca.issue(root, Wish.server("api", "DNS:evil.example")));
  }

  private static ServerSocketFactory listening(Made made) throws Exception {
    return ServerContext.of(made).getServerSocketFactory();
  }

  private static RawServer page(ServerSocketFactory sockets) {
    return new RawServer(
        sockets, RawServer.always("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"));
  }

  private RawServer proxy(ServerSocketFactory sockets, RawServer target) {
    return new RawServer(
        sockets,
        (in, out) -> {
          asked.set(RawServer.readRequest(in));
          RawServer.write(out, "HTTP/1.1 200 Connection established\r\n\r\n");
          try (var server = new Socket(InetAddress.getLoopbackAddress(), target.uri().getPort())) {
            Thread.ofVirtual().start(() -> copy(in, server));
            server.getInputStream().transferTo(new Flushed(out));
          }
        });
  }

  private static void copy(InputStream in, Socket server) {
    try (server) {
      in.transferTo(server.getOutputStream());
    } catch (IOException closed) {
      return;
    }
  }

  private static final class Flushed extends OutputStream {
    private final OutputStream out;

    Flushed(OutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int one) throws IOException {
      out.write(one);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
      out.flush();
    }
  }

  private String get(RawServer proxy, String scheme) throws Exception {
    String address = scheme + "://user:secret@127.0.0.1:" + proxy.uri().getPort();
    try (var transport =
        new Transport(SETTINGS, Proxies.of(Map.of("HTTPS_PROXY", address)), trust)) {
      for (int i = 0; i < 2; i++) {
        try (var response = transport.send(HttpRequest.get(PAGE, Map.of()))) {
          assertThat(response.text(100)).isEqualTo("hello");
        }
      }
      assertThat(proxy.connections()).isEqualTo(1);
      return asked.get();
    }
  }

  @Test
  void goesThroughAPlainProxyAndThroughOneWithTls() throws Exception {
    try (var server = page(api);
        var plain = proxy(ServerSocketFactory.getDefault(), server);
        var secure = proxy(secureProxy, server)) {
      for (String head : List.of(get(plain, "http"), get(secure, "https"))) {
        assertThat(head)
            .startsWith("CONNECT api.test.example:443 HTTP/1.1\r\n")
            .contains("Proxy-Authorization: Basic ");
      }
    }
  }

  @Test
  void theProxyHasToBeTheRightOneBeforeItLearnsAnything() {
    try (var server = page(api);
        var proxy = proxy(wrongProxy, server)) {
      assertThatThrownBy(() -> get(proxy, "https"))
          .isInstanceOfSatisfying(
              TransportException.class, e -> assertThat(e.failure()).isEqualTo(Failure.NOT_TRUSTED))
          .hasMessageContaining("the proxy 127.0.0.1:")
          .hasMessageContaining("not for 127.0.0.1")
          .hasMessageNotContaining("secret");
      assertThat(asked.get()).isNull();
    }
  }

  @Test
  void theServerBehindTheProxyHasToBeTheRightOne() {
    for (String scheme : List.of("http", "https")) {
      try (var server = page(wrongApi);
          var proxy =
              proxy(
                  scheme.equals("http") ? ServerSocketFactory.getDefault() : secureProxy, server)) {
        assertThatThrownBy(() -> get(proxy, scheme))
            .isInstanceOfSatisfying(
                TransportException.class,
                e -> assertThat(e.failure()).isEqualTo(Failure.NOT_TRUSTED))
            .hasMessageContaining("its certificate is for evil.example, not for api.test.example");
      }
    }
  }

  @Test
  void plainRequestsGoThroughAProxyWithTls() throws Exception {
    try (var proxy =
            new RawServer(
                secureProxy,
                (in, out) -> {
                  asked.set(RawServer.readRequest(in));
                  RawServer.write(out, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi");
                });
        var transport =
            new Transport(
                SETTINGS,
                Proxies.of(Map.of("HTTP_PROXY", "https://127.0.0.1:" + proxy.uri().getPort())),
                trust);
        var response =
            transport.send(HttpRequest.get(URI.create("http://plain.example/"), Map.of()))) {
      assertThat(response.text(10)).isEqualTo("hi");
      assertThat(asked.get()).startsWith("GET http://plain.example:80/ HTTP/1.1\r\n");
    }
  }
}
