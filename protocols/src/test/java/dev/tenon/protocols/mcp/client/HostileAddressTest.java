package dev.tenon.protocols.mcp.client;

import static dev.tenon.protocols.mcp.client.HostileAddress.EVENTS;
import static dev.tenon.protocols.mcp.client.HostileAddress.bytes;
import static dev.tenon.protocols.mcp.client.HostileAddress.silent;
import static dev.tenon.protocols.mcp.client.HostileAddress.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.harness.RawServer;
import dev.tenon.protocols.mcp.OpenedServers;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.transport.Authorizer;
import dev.tenon.protocols.mcp.transport.ServerStarter;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A server at an address that means no good, or is broken, costs one call and nothing else, in
/// both transports; and what it was shown stays with it.
class HostileAddressTest {
  private static final String KEY = "hush-hush-hush";
  private static final String TOKEN = "a-token-for-one-origin";

  private static final List<String> PHASES =
      List.of(
          "GET",
          "server/discover",
          "initialize",
          "notifications/initialized",
          "tools/list",
          "tools/call");

  @TempDir Path folder;
  private OpenedServers servers;

  @BeforeEach
  void open() {
    servers = new OpenedServers(folder);
  }

  @AfterEach
  void close() {
    servers.close();
  }

  private static ServerConfig server(HostileAddress address, String transport) {
    return server(address, transport, 60);
  }

  /// @param seconds how long it may be silent
  private static ServerConfig server(HostileAddress address, String transport, int seconds) {
    return OpenedServers.server(
        Json.object()
            .put("url", address.url())
            .put("transport", transport)
            .put("startSeconds", seconds)
            .put("callSeconds", seconds)
            .object("headers", headers -> headers.put("X-Api-Key", KEY))
            .build());
  }

  /// Everything that is done with a server, until something does not work.
  private McpException failure(ServerConfig server) throws InterruptedException {
    try (McpClient client = servers.open(server)) {
      client.catalogue();
      client.callTool("t", Json.Obj.EMPTY, told -> {});
    } catch (McpException failed) {
      return failed;
    }
    throw new AssertionError("it answered everything");
  }

  /// All phases at a time, since each of them takes as long as it may.
  @Test
  void silenceEndsInTimeInEveryPhase() throws Exception {
    var silences = new ArrayList<Callable<Void>>();
    for (String transport : List.of("http", "sse")) {
      for (String phase : PHASES) {
        boolean old = transport.equals("sse");
        if (!phase.equals(old ? "server/discover" : "GET")) {
          silences.add(() -> endsInTime(transport, phase, silent()));
        }
      }
    }
    for (String half :
        List.of(
            "http initialize application/json",
            "http tools/list application/json",
            "http tools/list text/event-stream",
            "http tools/call text/event-stream",
            "sse GET text/event-stream")) {
      String[] words = half.split(" ", -1);
      String begin =
          "HTTP/1.1 200 OK\r\nContent-Type: " + words[2] + "\r\nContent-Length: 1000\r\n\r\n: {";
      HostileAddress.Reply reply =
          request -> {
            RawServer.write(request.out(), begin);
            silent().to(request);
          };
      silences.add(() -> endsInTime(words[0], words[1], reply));
    }
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Void> each : threads.invokeAll(silences)) {
        each.get();
      }
    }
  }

  private @Nullable Void endsInTime(String transport, String phase, HostileAddress.Reply silence)
      throws InterruptedException {
    try (var address = new HostileAddress(transport).on(phase, silence)) {
      McpException failed = failure(server(address, transport, 3));
      assertThat(failed.kind())
          .as(transport + " " + phase + ": " + failed.getMessage())
          .isEqualTo(McpException.Kind.TIMED_OUT);
      assertThat(address.methods()).contains(phase);
    }
    return null;
  }

  @ParameterizedTest
  @CsvSource({
    "http, server/discover",
    "http, initialize",
    "http, notifications/initialized",
    "http, tools/list",
    "http, tools/call",
    "sse, GET",
    "sse, initialize",
    "sse, notifications/initialized",
    "sse, tools/list",
    "sse, tools/call",
  })
  void deathIsToldInEveryPhase(String transport, String phase) throws Exception {
    try (var address = new HostileAddress(transport)) {
      address.on(phase, address.dying());
      assertThat(failure(server(address, transport)).kind()).isEqualTo(McpException.Kind.CLOSED);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "hello, this is no HTTP~ | PROTOCOL",
        "HTTP/1.1 200 OK~Content-Type: application/json~Content-Length: 100~~{ | CLOSED",
        "HTTP/1.1 200 OK~Content-Type: text/html~Content-Length: 2~~hi | PROTOCOL",
        "HTTP/1.1 200 OK~Content-Type: application/json~Content-Length: 2~~[] | PROTOCOL",
        "HTTP/1.1 200 OK~Content-Type: application/json~Content-Length: 2~~{] | PROTOCOL",
        "HTTP/1.1 200 OK~Content-Type: application/json~Content-Length: x~~{} | PROTOCOL",
        "HTTP/1.1 204 No Content~~ | PROTOCOL",
        "HTTP/1.1 500 Oh~Content-Length: 0~~ | REFUSED",
        "HTTP/1.1 401 Who~Content-Length: 0~~ | UNAUTHORIZED",
        "HTTP/1.1 200 OK~Content-Type: text/event-stream~~data: {]~~ | PROTOCOL",
        "HTTP/1.1 200 OK~Content-Type: text/event-stream~~data: 7~~ | CLOSED",
        "HTTP/1.1 200 OK~Content-Type: text/event-stream~~: only noise~~ | CLOSED",
        "HTTP/1.1 200 OK~Transfer-Encoding: chunked~Content-Type: application/json~~zz~ | PROTOCOL",
      })
  void nonsenseIsToldAsSuch(String answer, McpException.Kind kind) throws Exception {
    try (var address = new HostileAddress("http")) {
      address.on(
          "tools/call",
          request -> {
            bytes(answer.replace("~", "\r\n")).to(request);
            address.dying().to(request);
          });
      McpException failed = failure(server(address, "http"));
      assertThat(failed.kind()).as(failed.getMessage()).isEqualTo(kind);
    }
  }

  /// Neither a body nor a line nor an event without an end takes more memory than the bound.
  @ParameterizedTest
  @CsvSource({"http, body", "http, line", "http, event", "sse, line", "sse, event"})
  void whatIsTooLargeCostsOneCall(String transport, String what) throws Exception {
    try (var address = new HostileAddress(transport)) {
      String text = "y".repeat(1 << 16);
      String piece = what.equals("event") ? "data: " + text + "\n" : text;
      var calls = new AtomicInteger();
      HostileAddress.Reply endless =
          request -> {
            RawServer.write(request.out(), what.equals("line") ? "data: " : "");
            for (int sent = 0; sent < 100_000_000; sent += piece.length()) {
              RawServer.write(request.out(), piece);
            }
          };
      HostileAddress.Reply hostile =
          what.equals("body")
              ? request -> {
                bytes(
                        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
                            + 200_000_000
                            + "\r\n\r\n")
                    .to(request);
                endless.to(request);
              }
              : address.streaming(endless);
      HostileAddress.Reply usual = address.answering("{\"content\":[]}");
      address.on(
          "tools/call", request -> (calls.incrementAndGet() == 1 ? hostile : usual).to(request));
      try (McpClient client = servers.open(OpenedServers.address(address.url(), transport))) {
        assertThat(kind(client)).isEqualTo(McpException.Kind.TOO_LARGE);
        if (transport.equals("http")) {
          assertThat(client.callTool("t", Json.Obj.EMPTY, told -> {}).has("content")).isTrue();
        } else {
          assertThat(client.isClosed()).as("the one stream is lost, and opened anew").isTrue();
        }
      }
    }
  }

  private static McpException.Kind kind(McpClient client) throws InterruptedException {
    try {
      client.callTool("t", Json.Obj.EMPTY, told -> {});
    } catch (McpException failed) {
      return failed.kind();
    }
    throw new AssertionError("it answered");
  }

  /// What it tells and asks unasked costs nothing, however much it is, and is told once.
  @ParameterizedTest
  @ValueSource(strings = {"http", "sse"})
  void floodsAreOutlived(String transport) throws Exception {
    try (var address = new HostileAddress(transport)) {
      address.on("POST", status("500 Oh", ""));
      address.on(
          "tools/call",
          address.streaming(
              request -> {
                var flood = new StringBuilder();
                for (int i = 0; i < 20_000; i++) {
                  flood.append(
                      "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":"
                          + "{\"data\":\"x\"}}\n\n");
                }
                for (int i = 0; i < 500; i++) {
                  flood
                      .append("data: {\"jsonrpc\":\"2.0\",\"id\":\"p")
                      .append(i)
                      .append("\",\"method\":\"ping\"}\n\n");
                }
                flood
                    .append("data: {\"jsonrpc\":\"2.0\",\"id\":")
                    .append(request.id())
                    .append(",\"result\":{\"content\":[]}}\n\n");
                RawServer.write(request.out(), flood.toString());
              }));
      try (McpClient client = servers.open(OpenedServers.address(address.url(), transport))) {
        assertThat(client.callTool("t", Json.Obj.EMPTY, told -> {}).has("content")).isTrue();
      }
      assertThat(servers.notes).as("one of each kind").hasSizeLessThanOrEqualTo(2);
    }
  }

  // ---- where requests go

  private ServerStarter withToken() {
    ServerStarter usual = servers.connector();
    Authorizer tokens =
        new Authorizer() {
          @Override
          public Optional<String> token(URI address) {
            return Optional.of(TOKEN);
          }

          @Override
          public boolean challenged(URI at, int status, String used, List<String> challenges) {
            return true;
          }
        };
    return new ServerStarter(
        usual.residents(),
        usual.wall(),
        usual.http(),
        server -> tokens,
        usual.root(),
        usual.variables(),
        usual.headers(),
        usual.notes());
  }

  private McpException failureWithToken(ServerConfig server) throws InterruptedException {
    var options = McpClient.Options.of(new OpenedServers.Defaults(folder));
    try (McpClient client = McpClient.open(server, withToken(), options)) {
      client.callTool("t", Json.Obj.EMPTY, told -> {});
    } catch (McpException failed) {
      return failed;
    }
    throw new AssertionError("it answered everything");
  }

  /// Wherever a redirect leads and whenever it comes, nobody goes there.
  @ParameterizedTest
  @CsvSource({
    "http, server/discover, 302, http://127.0.0.1",
    "http, initialize, 307, http://127.0.0.1",
    "http, notifications/initialized, 308, http://127.0.0.1",
    "http, tools/call, 301, http://127.0.0.1",
    "http, tools/call, 307, http://localhost",
    "http, tools/call, 308, //127.0.0.1",
    "sse, GET, 302, http://127.0.0.1",
    "sse, GET, 307, http://localhost",
    "sse, initialize, 307, http://127.0.0.1",
    "sse, tools/call, 308, http://127.0.0.1",
  })
  void redirectsAreNotFollowed(String transport, String phase, int status, String host)
      throws Exception {
    try (var elsewhere = new HostileAddress("http");
        var address = new HostileAddress(transport)) {
      String target = host + ":" + elsewhere.uri().getPort() + "/" + TOKEN + "/" + KEY;
      HostileAddress.Reply redirect = status(status + " Go", "Location: " + target + "\r\n");
      address.on(phase, redirect);
      if (phase.equals("server/discover")) {
        address.on("initialize", redirect).on("GET", redirect);
      }
      McpException failed = failureWithToken(server(address, transport));
      assertThat(failed)
          .hasMessageContaining("wants to be asked at another address")
          .hasMessageNotContaining(TOKEN)
          .hasMessageNotContaining(KEY);
      assertThat(address.heard.peek().head()).contains("X-Api-Key: " + KEY, "Bearer " + TOKEN);
      assertThat(elsewhere.connections()).isZero();
    }
  }

  /// The old transport's address for messages is of the same origin, or there is none.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1:PORT/messages",
        "http://localhost:PORT/messages",
        "//127.0.0.1:PORT/messages",
        "https://127.0.0.1/messages",
        "file:///etc/passwd",
        "http://[broken",
      })
  void messagesGoToTheSameOrigin(String endpoint) throws Exception {
    try (var elsewhere = new HostileAddress("http");
        var address = new HostileAddress("sse")) {
      String target = endpoint.replace("PORT", Integer.toString(elsewhere.uri().getPort()));
      address.on("GET", bytes(EVENTS + "event: endpoint\ndata: " + target + "\n\n"));
      assertThat(failureWithToken(server(address, "sse")).kind())
          .isEqualTo(McpException.Kind.PROTOCOL);
      address.on("server/discover", status("405 No", "")).on("initialize", status("405 No", ""));
      assertThat(failureWithToken(server(address, "http")))
          .as("what is wrong is told, and not only that it knows nothing newer")
          .hasMessageMatching(".*405.*(another place|names no address for messages).*");
      assertThat(elsewhere.connections()).isZero();
    }
  }

  /// What it was shown does not come back in what it says.
  @ParameterizedTest
  @ValueSource(strings = {"http", "sse"})
  void secretsThatItEchoesAreHidden(String transport) throws Exception {
    try (var address = new HostileAddress(transport)) {
      address.on("tools/call", address.refusing(-5, "you are " + TOKEN + " with " + KEY));
      assertThat(failureWithToken(server(address, transport)))
          .hasMessageContaining("you are [token] with [secret]");
    }
  }

  @Test
  void oneThatIsNeverContentIsAskedAFewTimes() throws Exception {
    try (var address =
        new HostileAddress("http")
            .on("server/discover", status("401 Who", "WWW-Authenticate: Bearer\r\n"))) {
      assertThat(failureWithToken(server(address, "http")).kind())
          .isEqualTo(McpException.Kind.UNAUTHORIZED);
      assertThat(address.heard).hasSize(6);
    }
  }

  // ---- streams that nobody waits for

  /// One that ends its stream at once and wants to be asked again at once is not asked in a circle.
  @Test
  void aStreamThatAlwaysEndsIsNotOpenedInACircle() throws Exception {
    var opened = new ArrayList<Long>();
    var enough = new CountDownLatch(3);
    HostileAddress.Reply ending =
        request -> {
          synchronized (opened) {
            opened.add(System.nanoTime());
          }
          enough.countDown();
          bytes(EVENTS + "retry: 0\nid: 1\n\n").to(request);
          throw new IOException("the stream is over");
        };
    try (var address = new HostileAddress("http").on("GET", ending);
        McpClient client = servers.open(OpenedServers.address(address.url(), "http"))) {
      assertThat(client.tools()).hasSize(1);
      assertThat(enough.await(60, TimeUnit.SECONDS)).isTrue();
      synchronized (opened) {
        assertThat(TimeUnit.NANOSECONDS.toMillis(opened.get(2) - opened.get(0)))
            .as("two pauses, however loaded the machine is")
            .isGreaterThanOrEqualTo(190);
      }
    }
  }

  /// Who listens to a stateless server goes with the client.
  @Test
  void aSubscriptionEndsWithItsClient() throws Exception {
    var listening = new CountDownLatch(1);
    var gone = new CountDownLatch(1);
    try (var address = new HostileAddress("http")) {
      address
          .on(
              "server/discover",
              address.answering(
                  "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],"
                      + "\"capabilities\":{\"tools\":{}}}"))
          .on(
              "subscriptions/listen",
              request -> {
                RawServer.write(request.out(), EVENTS);
                listening.countDown();
                try {
                  silent().to(request);
                } finally {
                  gone.countDown();
                }
              });
      McpClient client = servers.open(OpenedServers.address(address.url(), "http"));
      client.listen();
      assertThat(listening.await(60, TimeUnit.SECONDS)).isTrue();
      client.close();
      assertThat(gone.await(60, TimeUnit.SECONDS)).isTrue();
    }
  }
}
