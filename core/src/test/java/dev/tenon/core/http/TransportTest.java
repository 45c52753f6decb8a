package dev.tenon.core.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.http.TransportException.Failure;
import dev.tenon.harness.RawServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TransportTest {
  private static final HttpSettings SETTINGS =
      new HttpSettings(
          Duration.ofSeconds(5),
          Duration.ofSeconds(10),
          Duration.ofSeconds(10),
          Duration.ofSeconds(10));

  static final String CHUNKED_HELLO =
      String.join(
          "\r\n",
          "HTTP/1.1 200 OK",
          "Transfer-Encoding: chunked",
          "",
          "2",
          "he",
          "3;x=y",
          "llo",
          "0",
          "Trailer: 1",
          "",
          "");

  private final Transport transport = new Transport(SETTINGS, Proxies.NONE);

  @AfterEach
  void close() {
    transport.close();
  }

  static List<String> framings() {
    return List.of(
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
        CHUNKED_HELLO,
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length:5\r\n\r\nhello");
  }

  @ParameterizedTest
  @MethodSource("framings")
  void readsEveryFramingAndKeepsTheConnection(String response) throws Exception {
    try (var server = RawServer.answering(response)) {
      for (int i = 0; i < 3; i++) {
        assertThat(get(server.uri())).isEqualTo("hello");
      }
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  /// Each byte is in time, and the head is not.
  @Test
  void aHeadThatTricklesIsGivenUp() throws Exception {
    var over = new CountDownLatch(1);
    var second = Duration.ofSeconds(1);
    var hasty = new HttpSettings(second, second, second, second);
    try (var server =
            new RawServer(
                (in, out) -> {
                  RawServer.readRequest(in);
                  RawServer.write(out, "HTTP/1.1 200 OK\r\nX: ");
                  try {
                    for (int i = 0; i < 16_000 && !over.await(50, TimeUnit.MILLISECONDS); i++) {
                      RawServer.write(out, "x");
                    }
                  } catch (InterruptedException ended) {
                    Thread.currentThread().interrupt();
                  }
                });
        var quick = new Transport(hasty, Proxies.NONE)) {
      assertThatThrownBy(() -> quick.send(HttpRequest.get(server.uri(), Map.of())).close())
          .isInstanceOf(TransportException.class)
          .hasMessageContaining("did not answer within 1 s");
      over.countDown();
    }
  }

  @Test
  void announcementsWithoutEndAreGivenUp() throws Exception {
    try (var server =
        new RawServer(
            (in, out) -> {
              RawServer.readRequest(in);
              for (int i = 0; i < 100_000; i++) {
                RawServer.write(out, "HTTP/1.1 102 Processing\r\n\r\n");
              }
              RawServer.write(out, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
            })) {
      assertThatThrownBy(() -> get(server.uri()))
          .isInstanceOf(TransportException.class)
          .hasMessageContaining("only announces an answer");
    }
  }

  @Test
  void readsUntilTheConnectionCloses() throws Exception {
    try (var server =
        new RawServer(
            (in, out) -> {
              RawServer.readRequest(in);
              RawServer.write(out, "HTTP/1.0 200 OK\r\n\r\nhello");
            })) {
      assertThat(get(server.uri())).isEqualTo("hello");
      assertThat(get(server.uri())).isEqualTo("hello");
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void aConnectionWhoseAnswerWasNotReadIsNotUsedAgain() throws Exception {
    var release = new CountDownLatch(1);
    try (var server =
        new RawServer(
            (in, out) -> {
              while (RawServer.readRequest(in) != null) {
                RawServer.write(out, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello");
                awaitQuietly(release);
              }
            })) {
      for (int i = 0; i < 2; i++) {
        try (var response = transport.send(request(server.uri()))) {
          assertThat(response.text(5)).isEqualTo("hello");
        }
      }
      assertThat(server.connections()).isEqualTo(2);
      release.countDown();
    }
  }

  @Test
  void theEndOfAStreamIsReadOnCloseSoThatTheConnectionIsKept() throws Exception {
    try (var server = RawServer.answering(CHUNKED_HELLO)) {
      for (int i = 0; i < 3; i++) {
        try (var answer = transport.send(request(server.uri()))) {
          assertThat(answer.text(5)).isEqualTo("hello");
        }
      }
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void aKeptConnectionThatWasClosedMeanwhileIsReplaced() throws Exception {
    try (var server =
        new RawServer(
            (in, out) -> {
              RawServer.readRequest(in);
              RawServer.write(out, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
            })) {
      for (int i = 0; i < 3; i++) {
        assertThat(get(server.uri())).isEqualTo("hello");
      }
    }
  }

  @Test
  void aFreshConnectionIsNotTriedTwice() {
    var requests = new AtomicInteger();
    try (var server =
        new RawServer(
            (in, out) -> {
              RawServer.readRequest(in);
              requests.incrementAndGet();
            })) {
      fails(server.uri(), Failure.NO_ANSWER);
      assertThat(requests).hasValue(1);
    }
  }

  @Test
  void closeEndsIdleConnections() throws Exception {
    try (var server = RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) {
      get(server.uri());
      transport.close();
      get(server.uri());
      get(server.uri());
      assertThat(server.connections()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SSH-2.0-OpenSSH_9\r\n",
        "HTTP/2 200 OK\r\n\r\n",
        "HTTP/1.1 abc\r\n\r\n",
        "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
      })
  void garbageIsNoAnswer(String response) {
    try (var server = RawServer.answering(response)) {
      fails(server.uri(), Failure.GARBAGE);
    }
  }

  @Test
  void endlessHeadersAreBounded() {
    try (var server =
            new RawServer(
                (in, out) -> {
                  RawServer.write(out, "HTTP/1.1 200 OK\r\n");
                  while (true) {
                    RawServer.write(out, "X-More: y\r\n");
                  }
                });
        var longLine =
            new RawServer(
                (in, out) -> {
                  RawServer.write(out, "HTTP/1.1 200 OK\r\nX: ");
                  while (true) {
                    RawServer.write(out, "x".repeat(1000));
                  }
                })) {
      fails(server.uri(), Failure.GARBAGE);
      fails(longLine.uri(), Failure.GARBAGE);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-5", "zz", ""})
  void badChunksAreGarbage(String size) throws Exception {
    String response = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + size + "\r\nabc";
    try (var server = RawServer.answering(response);
        var answer = transport.send(request(server.uri()))) {
      assertThatThrownBy(() -> answer.text(100))
          .isInstanceOfSatisfying(
              TransportException.class, e -> assertThat(e.failure()).isEqualTo(Failure.GARBAGE));
    }
  }

  @Test
  void anAnswerThatComesWhileALargeBodyIsStillBeingSentIsRead() throws Exception {
    try (var server =
        new RawServer(
            (in, out) -> {
              in.readNBytes(100);
              RawServer.write(
                  out,
                  "HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 3\r\n\r\nbig");
              in.transferTo(OutputStream.nullOutputStream());
            })) {
      var large = HttpRequest.post(server.uri(), Map.of(), new byte[5_000_000]);
      try (var response = transport.send(large)) {
        assertThat(response.status()).isEqualTo(413);
        assertThat(response.text(100)).isEqualTo("big");
      }
    }
  }

  @Test
  void aBodyThatNobodyTakesTimesOut() throws Exception {
    var release = new CountDownLatch(1);
    var impatient =
        new HttpSettings(
            Duration.ofSeconds(5),
            Duration.ofMillis(200),
            Duration.ofSeconds(5),
            Duration.ofSeconds(5));
    try (var server = new RawServer((in, out) -> awaitQuietly(release));
        var quick = new Transport(impatient, Proxies.NONE)) {
      var failure = new AtomicReference<Throwable>();
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  quick.send(HttpRequest.post(server.uri(), Map.of(), new byte[50_000_000]));
                } catch (TransportException | InterruptedException e) {
                  failure.set(e);
                }
              })
          .join();
      assertThat(failure.get())
          .isInstanceOfSatisfying(
              TransportException.class, e -> assertThat(e.failure()).isEqualTo(Failure.NO_ANSWER))
          .hasMessageContaining("did not take the request");
      release.countDown();
    }
  }

  @Test
  void sendsWhatItIsGiven() throws Exception {
    var head = new AtomicReference<String>();
    try (var server =
        new RawServer(
            (in, out) -> {
              head.set(RawServer.readRequest(in));
              RawServer.write(out, "HTTP/1.1 204 No Content\r\n\r\n");
            })) {
      URI uri = URI.create(server.uri() + "/a%20b?x=1");
      transport.send(HttpRequest.post(uri, Map.of("X-Key", "k"), new byte[] {1, 2})).close();
    }
    assertThat(head.get())
        .startsWith("POST /a%20b?x=1 HTTP/1.1\r\nHost: 127.0.0.1:")
        .contains("X-Key: k\r\n", "Content-Length: 2\r\n", "Accept-Encoding: identity\r\n");
  }

  @Test
  void headersCannotBeSmuggled() {
    assertThatThrownBy(
            () -> HttpRequest.get(URI.create("http://h"), Map.of("X", "a\r\nHost: evil")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("evil");
  }

  @Test
  void asksThroughAProxy() throws Exception {
    var head = new AtomicReference<String>();
    try (var proxy =
            new RawServer(
                (in, out) -> {
                  head.set(RawServer.readRequest(in));
                  RawServer.write(out, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi");
                });
        var proxied = new Transport(SETTINGS, through(proxy))) {
      try (var response =
          proxied.send(HttpRequest.get(URI.create("http://models.example/v1?a=b"), Map.of()))) {
        assertThat(response.text(10)).isEqualTo("hi");
      }
    }
    assertThat(head.get())
        .startsWith("GET http://models.example:80/v1?a=b HTTP/1.1\r\nHost: models.example\r\n")
        .contains("Proxy-Authorization: Basic dXNlcjpwQHNz\r\n");
  }

  @Test
  void opensATunnelThroughAProxyForHttps() throws Exception {
    var head = new AtomicReference<String>();
    try (var proxy =
            new RawServer(
                (in, out) -> {
                  head.set(RawServer.readRequest(in));
                  RawServer.write(out, "HTTP/1.1 407 Who are you\r\n\r\n");
                });
        var proxied = new Transport(SETTINGS, through(proxy))) {
      assertThatThrownBy(
              () -> proxied.send(HttpRequest.get(URI.create("https://models.example"), Map.of())))
          .isInstanceOfSatisfying(
              TransportException.class,
              e -> assertThat(e.failure()).isEqualTo(Failure.NO_CONNECTION))
          .hasMessageContaining("models.example")
          .hasMessageContaining("407")
          .hasMessageNotContaining("p@ss");
    }
    assertThat(head.get()).startsWith("CONNECT models.example:443 HTTP/1.1\r\n");
  }

  @Test
  void aHostThatDoesNotExistIsNamed() {
    assertThatThrownBy(() -> get(URI.create("http://no-such-host.invalid/secret?key=abc")))
        .hasMessageContaining("no-such-host.invalid")
        .hasMessageNotContaining("secret")
        .hasMessageNotContaining("abc");
  }

  @Test
  void plainTextBehindHttpsIsNoSecureConnection() {
    try (var server =
        new RawServer(
            (in, out) -> {
              RawServer.write(out, "HTTP/1.1 400 Bad Request\r\n\r\n");
              in.transferTo(OutputStream.nullOutputStream());
            })) {
      URI https = URI.create("https://127.0.0.1:" + server.uri().getPort());
      fails(https, Failure.NO_CONNECTION);
    }
  }

  private static Proxies through(RawServer proxy) {
    String address = "http://user:p%40ss@127.0.0.1:" + proxy.uri().getPort();
    return Proxies.of(Map.of("HTTP_PROXY", address, "https_proxy", address));
  }

  private String get(URI uri) throws IOException, InterruptedException {
    try (var response = transport.send(request(uri))) {
      return response.text(1000);
    }
  }

  private static HttpRequest request(URI uri) {
    return HttpRequest.get(uri, Map.of());
  }

  private void fails(URI uri, Failure expected) {
    assertThatThrownBy(() -> get(uri))
        .isInstanceOfSatisfying(
            TransportException.class, e -> assertThat(e.failure()).isEqualTo(expected));
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
