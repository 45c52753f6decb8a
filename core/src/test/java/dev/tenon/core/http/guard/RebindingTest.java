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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Names whose meaning changes. In these tests 127.0.0.2 and 127.0.0.3 play the public internet,
/// and every other address is judged as ever; all servers have the same port, so that only the
/// address tells them apart.
class RebindingTest {
  private static final HttpSettings SETTINGS =
      new HttpSettings(
          Duration.ofSeconds(2),
          Duration.ofSeconds(5),
          Duration.ofSeconds(5),
          Duration.ofSeconds(5));

  private final DnsServer dns = new DnsServer();
  private final Site inside = new Site("127.0.0.1", 0);
  private final Site outside = new Site("127.0.0.2", inside.port());

  @AfterEach
  void close() {
    outside.close();
    inside.close();
    dns.close();
  }

  @Test
  void theSocketGoesToTheAddressThatWasJudged() throws Exception {
    dns.says("turns.test", "127.0.0.2").says("turns.test", "127.0.0.1");
    try (Transport transport = guarded(ConnectRules.NONE)) {
      assertThat(get(transport, "turns.test")).isEqualTo("127.0.0.2");
    }
    assertThat(dns.asked("turns.test")).isEqualTo(1);
    assertThat(inside.connections).isEmpty();
  }

  @Test
  void anotherConnectionIsJudgedAgain() throws Exception {
    dns.says("turns.test", "127.0.0.2").says("turns.test", "127.0.0.1");
    try (Transport first = guarded(ConnectRules.NONE);
        Transport second = guarded(ConnectRules.NONE)) {
      assertThat(get(first, "turns.test")).isEqualTo("127.0.0.2");
      assertRefused(second, "turns.test", "turns.test leads to 127.0.0.1 (loopback)");
    }
    assertThat(inside.connections).isEmpty();
  }

  @Test
  void oneClosedAddressClosesTheName() {
    dns.says("both.test", "127.0.0.2", "127.0.0.1")
        .says("reversed.test", "127.0.0.1", "127.0.0.2")
        .says("six.test", "127.0.0.2", "::1")
        .says("mapped.test", "127.0.0.2", "::ffff:127.0.0.1")
        .says("alias.test", "@both.test");
    try (Transport transport = guarded(ConnectRules.NONE)) {
      for (String name :
          List.of("both.test", "reversed.test", "six.test", "mapped.test", "alias.test")) {
        assertRefused(transport, name, name + " leads to ");
      }
    }
    assertThat(outside.connections).isEmpty();
    assertThat(inside.connections).isEmpty();
  }

  @Test
  void aRuleOpensHostAndPortAndNothingElse() throws Exception {
    dns.says("mine.test", "127.0.0.1").says("other.test", "127.0.0.1");
    ConnectRules rules = (host, port) -> host.equals("mine.test") && port == inside.port();
    try (Transport transport = guarded(rules)) {
      assertThat(get(transport, "mine.test")).isEqualTo("127.0.0.1");
      assertRefused(
          transport, "other.test", "add connect(other.test:" + inside.port() + ") to your rules");
      assertRefused(transport, "127.0.0.1", "127.0.0.1 is not a public address (loopback)");
      URI otherPort = URI.create("http://mine.test:" + (inside.port() ^ 1) + "/");
      assertThatThrownBy(() -> transport.send(HttpRequest.get(otherPort, Map.of())))
          .hasMessageContaining("mine.test leads to 127.0.0.1");
    }
    assertThat(inside.connections).hasSize(1);
  }

  /// Whoever uses the transport itself has [URI], which takes more.
  @Test
  void theGuardReadsTheHostStrictlyItself() {
    try (Transport transport = guarded(ConnectRules.NONE)) {
      for (String host : List.of("localhost.", "0x7f000001", "2130706433", "010.0.0.1")) {
        assertRefused(transport, host, "'" + host + "'");
      }
    }
    assertThat(inside.connections).isEmpty();
  }

  @Test
  void theAddressesAreTriedInTheirOrder() throws Exception {
    dns.says("several.test", "127.0.0.3", "127.0.0.2");
    try (Transport transport = guarded(ConnectRules.NONE)) {
      // Nothing listens at 127.0.0.3.
      assertThat(get(transport, "several.test")).isEqualTo("127.0.0.2");
    }
  }

  /// A listener whose queue is full: the kernel takes no further connection and refuses none.
  @Test
  void anAddressThatSwallowsEverythingLeavesTimeForTheNext() throws Exception {
    dns.says("slow.test", "127.0.0.3", "127.0.0.2");
    var waiting = new ArrayList<Socket>();
    InetAddress address = InetAddress.ofLiteral("127.0.0.3");
    try (var full = new ServerSocket(inside.port(), 1, address);
        Transport transport = guarded(ConnectRules.NONE)) {
      boolean swallows = false;
      while (!swallows && waiting.size() < 50) {
        var socket = new Socket();
        waiting.add(socket);
        try {
          socket.connect(full.getLocalSocketAddress(), 200);
        } catch (SocketTimeoutException noRoom) {
          swallows = true;
        }
      }
      assertThat(swallows).isTrue();
      assertThat(get(transport, "slow.test")).isEqualTo("127.0.0.2");
    } finally {
      for (Socket socket : waiting) {
        socket.close();
      }
    }
  }

  @Test
  void aNameWithoutAddressesIsNotFound() {
    try (Transport transport =
        new Transport(
            SETTINGS,
            Proxies.NONE,
            Trust.JDK,
            new AddressGuard(host -> new InetAddress[0], ConnectRules.NONE))) {
      assertThatThrownBy(() -> get(transport, "empty.test")).hasMessageContaining("cannot find");
    }
  }

  @Test
  void whatWasJudgedCannotBeChangedAfterwards() throws Exception {
    InetAddress[] handed = {InetAddress.ofLiteral("93.184.216.34")};
    var guard = new AddressGuard(host -> handed, ConnectRules.NONE);
    InetAddress[] judged = guard.direct("public.test", 80);
    handed[0] = InetAddress.getLoopbackAddress();
    assertThat(judged).containsExactly(InetAddress.ofLiteral("93.184.216.34"));
  }

  private Transport guarded(ConnectRules rules) {
    return new Transport(
        SETTINGS,
        Proxies.NONE,
        Trust.JDK,
        new AddressGuard(new DnsNames(dns), rules, RebindingTest::judge));
  }

  private static @Nullable String judge(InetAddress address) {
    boolean plays = List.of("127.0.0.2", "127.0.0.3").contains(address.getHostAddress());
    return plays ? null : Ranges.refusal(address);
  }

  private String get(Transport transport, String host) throws Exception {
    URI uri = URI.create("http://" + host + ":" + inside.port() + "/");
    try (var response = transport.send(HttpRequest.get(uri, Map.of()))) {
      return response.text(100);
    }
  }

  private void assertRefused(Transport transport, String host, String message) {
    assertThatThrownBy(() -> get(transport, host))
        .isInstanceOfSatisfying(
            TransportException.class, e -> assertThat(e.failure()).isEqualTo(Failure.REFUSED))
        .hasMessageContaining(message);
  }

  /// Answers with the address that it listens at, and closes.
  private static final class Site implements AutoCloseable {
    final List<Socket> connections = Collections.synchronizedList(new ArrayList<>());
    private final ServerSocket listener;

    Site(String address, int port) {
      try {
        listener = new ServerSocket(port, 50, InetAddress.ofLiteral(address));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      Thread.ofVirtual().start(() -> serve(address));
    }

    int port() {
      return listener.getLocalPort();
    }

    private void serve(String address) {
      while (!listener.isClosed()) {
        try (Socket socket = listener.accept()) {
          connections.add(socket);
          RawServer.readRequest(socket.getInputStream());
          String answer =
              "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: "
                  + address.length()
                  + "\r\n\r\n"
                  + address;
          socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
        } catch (IOException closed) {
          // The loop ends with the listener.
        }
      }
    }

    @Override
    public void close() {
      try {
        listener.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
