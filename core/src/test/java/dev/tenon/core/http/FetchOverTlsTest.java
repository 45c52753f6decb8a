package dev.tenon.core.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.http.TransportException.Failure;
import dev.tenon.core.http.fetch.Fetch;
import dev.tenon.core.http.fetch.Fetched;
import dev.tenon.core.http.fetch.Hooks;
import dev.tenon.core.http.fetch.Limits;
import dev.tenon.core.http.guard.ConnectRules;
import dev.tenon.core.http.guard.DnsNames;
import dev.tenon.core.http.guard.DnsServer;
import dev.tenon.core.http.guard.WebAddress;
import dev.tenon.core.http.tls.Jsse;
import dev.tenon.harness.RawServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Redirects between https and http, with certificates for `a.test` and `b.test` and none for
/// `c.test`.
class FetchOverTlsTest {
  private static SSLContext context;

  private final List<String> heads = new CopyOnWriteArrayList<>();
  private final DnsServer dns = new DnsServer();
  private final RawServer secure = server(context.getServerSocketFactory());
  private final RawServer plain = server(ServerSocketFactory.getDefault());

  @BeforeAll
  static void makeCertificate(@TempDir Path folder) throws Exception {
    context = TestCertificates.trustedFor(folder, "a.test", "b.test");
  }

  @BeforeEach
  void nameTheServers() {
    for (String name : List.of("a.test", "b.test", "c.test")) {
      dns.says(name, "127.0.0.1");
    }
  }

  @AfterEach
  void close() {
    secure.close();
    plain.close();
    dns.close();
  }

  /// A path `/to/SCHEME/HOST` redirects there, every other answers with the host it was asked as.
  private RawServer server(ServerSocketFactory sockets) {
    return new RawServer(
        sockets,
        (in, out) -> {
          for (String head = RawServer.readRequest(in);
              head != null;
              head = RawServer.readRequest(in)) {
            heads.add(head);
            String[] path = head.split(" ", 3)[1].split("/", -1);
            if (path.length == 4) {
              String location = path[2] + "://" + path[3] + ":" + port(path[2]) + "/end";
              RawServer.write(
                  out,
                  "HTTP/1.1 302 go\r\nLocation: " + location + "\r\nContent-Length: 0\r\n\r\n");
            } else {
              RawServer.write(out, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone");
            }
          }
        });
  }

  private int port(String scheme) {
    return (scheme.equals("https") ? secure : plain).uri().getPort();
  }

  private Fetched get(String scheme, String host, String path) throws Exception {
    ConnectRules rules =
        (name, port) -> name.endsWith(".test") && (port == port("https") || port == port("http"));
    var fetch =
        new Fetch(
            new DnsNames(dns),
            guard ->
                new Transport(HttpSettings.DEFAULTS, Proxies.NONE, () -> new Jsse(context), guard));
    return fetch.get(
        WebAddress.parse(scheme + "://" + host + ":" + port(scheme) + path),
        Map.of("Authorization", "Bearer k"),
        Limits.DEFAULTS,
        new Hooks(rules, (name, port) -> true));
  }

  @Test
  void followsFromHttpsToHttps() throws Exception {
    try (Fetched fetched = get("https", "a.test", "/to/https/b.test")) {
      assertThat(fetched.text().text()).isEqualTo("done");
      assertThat(fetched.address().origin()).isEqualTo("https://b.test:" + port("https"));
    }
    // The certificate was checked against the name, while the socket went to the judged address.
    assertThat(heads.get(0)).contains("Host: a.test:" + port("https"), "Bearer k");
    assertThat(heads.get(1)).contains("Host: b.test:" + port("https")).doesNotContain("Bearer");
    assertThat(dns.asked("a.test")).isEqualTo(1);
    assertThat(dns.asked("b.test")).isEqualTo(1);
  }

  @Test
  void followsFromHttpToHttpsWithoutCredentials() throws Exception {
    try (Fetched fetched = get("http", "a.test", "/to/https/a.test")) {
      assertThat(fetched.text().text()).isEqualTo("done");
    }
    assertThat(heads.get(0)).contains("Bearer k");
    assertThat(heads.get(1)).doesNotContain("Bearer");
  }

  @Test
  void doesNotFollowFromHttpsToHttp() {
    assertThatThrownBy(() -> get("https", "a.test", "/to/http/a.test"))
        .isInstanceOfSatisfying(
            TransportException.class, e -> assertThat(e.failure()).isEqualTo(Failure.REFUSED))
        .hasMessageContaining("a.test redirects from https to http");
    assertThat(heads).hasSize(1);
  }

  @Test
  void aRedirectToAHostWithTheWrongCertificateFails() {
    assertThatThrownBy(() -> get("https", "a.test", "/to/https/c.test"))
        .isInstanceOf(TransportException.class)
        .hasMessageContaining("no secure connection to c.test");
    assertThat(heads).hasSize(1);
  }
}
