package dev.tenon.core.http.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.http.HttpRequest;
import dev.tenon.core.http.HttpSettings;
import dev.tenon.core.http.Proxies;
import dev.tenon.core.http.Transport;
import dev.tenon.core.http.TransportException;
import dev.tenon.core.http.TransportException.Failure;
import dev.tenon.core.http.tls.Trust;
import dev.tenon.harness.RawServer;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the guard lets through to a proxy, which would look names up by itself and may stand inside
/// of a private network.
class GuardedProxyTest {
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final DnsServer dns = new DnsServer();
  private final RawServer proxy =
      new RawServer(
          (in, out) -> {
            String head = RawServer.readRequest(in);
            asked.add(head.lines().findFirst().orElse(""));
            RawServer.write(out, "HTTP/1.1 403 no\r\nContent-Length: 0\r\n\r\n");
          });

  @AfterEach
  void close() {
    proxy.close();
    dns.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "https"})
  void aPublicNameIsHandedToTheProxyThatTheUserConfigured(String scheme) throws Exception {
    dns.says("public.test", "93.184.216.34");
    send(ConnectRules.NONE, scheme + "://public.test/x");
    assertThat(asked)
        .containsExactly(
            scheme.equals("http")
                ? "GET http://public.test:80/x HTTP/1.1"
                : "CONNECT public.test:443 HTTP/1.1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://private.test/",
        "https://private.test/",
        "http://mixed.test/",
        "https://alias.test/",
        "http://10.0.0.1/",
        "https://169.254.169.254/",
        "http://[fd00::1]/",
        "https://[64:ff9b::a00:1]/"
      })
  void aPrivateTargetDoesNotReachTheProxy(String address) {
    dns.says("private.test", "10.0.0.1")
        .says("mixed.test", "93.184.216.34", "10.0.0.1")
        .says("alias.test", "@private.test");
    assertThatThrownBy(() -> send(ConnectRules.NONE, address))
        .isInstanceOfSatisfying(
            TransportException.class, e -> assertThat(e.failure()).isEqualTo(Failure.REFUSED))
        .hasMessageContaining("add connect(");
    assertThat(asked).isEmpty();
  }

  @Test
  void aNameThatOnlyTheProxyMayKnowIsRefused() {
    assertThatThrownBy(() -> send(ConnectRules.NONE, "https://only.test/"))
        .hasMessageContaining("only.test is not found here and only the proxy might know it")
        .hasMessageContaining("add connect(only.test:443) to your rules");
    assertThat(asked).isEmpty();
  }

  @Test
  void aRuleOpensItWithoutLookingTheNameUp() throws Exception {
    send((host, port) -> host.equals("only.test") && port == 443, "https://only.test/");
    assertThat(asked).containsExactly("CONNECT only.test:443 HTTP/1.1");
    assertThat(dns.asked("only.test")).isZero();
  }

  private void send(ConnectRules rules, String address) throws Exception {
    Proxies proxies =
        Proxies.of(
            Map.of("HTTP_PROXY", proxy.uri().toString(), "HTTPS_PROXY", proxy.uri().toString()));
    var guard = new AddressGuard(new DnsNames(dns), rules);
    try (var transport = new Transport(HttpSettings.DEFAULTS, proxies, Trust.JDK, guard)) {
      transport.send(HttpRequest.get(URI.create(address), Map.of())).close();
    } catch (TransportException failed) {
      if (failed.failure() != Failure.NO_CONNECTION) {
        throw failed;
      }
      assertThat(failed).hasMessageContaining("refused the way");
    }
  }
}
