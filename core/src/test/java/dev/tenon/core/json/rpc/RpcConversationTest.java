package dev.tenon.core.json.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a peer answers to the bytes of another, good and bad.
@Timeout(60)
class RpcConversationTest {
  private static final String PARSE = "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700";

  private final ByteLink toPeer = new ByteLink(8192, 1);
  private final ByteLink fromPeer = new ByteLink(8192, 2);
  private final CopyOnWriteArrayList<String> notes = new CopyOnWriteArrayList<>();
  private final CountDownLatch release = new CountDownLatch(1);
  private final BufferedReader answers =
      new BufferedReader(new InputStreamReader(fromPeer.in, StandardCharsets.UTF_8));
  private final RpcPeer peer =
      RpcPeer.start(
          toPeer.in,
          fromPeer.out,
          PeerSetup.of("other", Framing.LINES, this::handle)
              .cancelling(Cancellation.MCP)
              .noting(notes::add));

  private Json handle(String method, Json params) throws RpcException, InterruptedException {
    return switch (method) {
      case "echo" -> params;
      case "wait" -> {
        release.await();
        yield Json.of("released");
      }
      case "deep" -> throw new StackOverflowError();
      default -> throw RpcException.methodNotFound(method);
    };
  }

  @AfterEach
  void close() {
    release.countDown();
    peer.close();
  }

  /// Each is followed by a request that has to be answered as if nothing had been.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[]| -32600",
        "{}| -32600",
        "{\"id\":5}| -32600",
        "{\"jsonrpc\":\"1.0\",\"id\":5,\"method\":\"echo\"}| -32600",
        "{\"jsonrpc\":2.0,\"id\":5,\"method\":\"echo\"}| -32600",
        "{\"id\":5,\"method\":7}| -32600",
        "{\"id\":{},\"method\":\"echo\"}| -32600",
        "{\"id\":null,\"method\":\"echo\"}| -32600",
        "{\"id\":true,\"method\":\"echo\"}| -32600",
        "{\"id\":5,\"method\":\"echo\",\"params\":3}| -32600",
        "{\"id\":5,\"method\":\"echo\",\"params\":\"x\"}| -32600",
        "{\"id\":null,\"result\":1}| -32600",
        "{\"id\":5,\"method\":\"none\"}| -32601",
        "{\"id\":5,\"method\":\"\"}| -32601",
        "{\"id\":5,\"method\":\"deep\"}| -32603",
        "[1]| -32600",
        "[{\"id\":5,\"method\":\"none\"}]| -32601",
      })
  void faultsHaveTheirCodes(String line, int code) throws IOException {
    toPeer.send(line + "\n");
    assertThat(answers.readLine()).contains("\"error\":{\"code\":" + code + ",");
    works();
  }

  /// What wants no answer gets none.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"id\":77,\"result\":1}| nobody asks",
        "{\"id\":\"x\",\"result\":1}| nobody asks",
        "{\"id\":1e99,\"result\":1}| nobody asks",
        "{\"id\":null,\"error\":{\"code\":-32700,\"message\":\"m\"}}| nobody asks",
        "{\"error\":\"just words\"}| just words",
        "[{\"id\":77,\"result\":1}]| nobody asks",
        "Listening on port 3000| no message",
        "[INFO] ready| no message",
        "{| no message",
        "{\"a\":}| no message",
        "[1,2| no message",
        "12| no message",
        "\"text\"| no message",
        "null| no message",
      })
  void whatWantsNoAnswerIsNoted(String line, String note) throws IOException {
    toPeer.send(line + "\n");
    works();
    assertThat(notes).anyMatch(each -> each.contains(note));
  }

  /// Where the other side is a program that asks, all that it sends is meant.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{| -32700",
        "{\"a\":}| -32700",
        "{\"id\":1,\"method\":\"echo\"} {}| -32700",
        "[1,2| -32700",
        "{\"id\":1,\"method\":\"echo\",\"params\":NaN}| -32700",
        "Listening on port 3000| -32700",
        "\u00ff{\"id\":5,\"method\":\"echo\"}| -32700",
        "12| -32600",
        "\"text\"| -32600",
        "null| -32600",
      })
  void noiseMayBeRefused(String line, int code) throws IOException {
    var in = new ByteLink(8192, 1);
    var out = new ByteLink(8192, 2);
    PeerSetup setup = PeerSetup.of("other", Framing.LINES, this::handle).refusingNoise();
    try (var strict = RpcPeer.start(in.in, out.out, setup)) {
      in.send(line + "\n");
      assertThat(
              new BufferedReader(new InputStreamReader(out.in, StandardCharsets.UTF_8)).readLine())
          .startsWith("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":" + code + ",");
      assertThat(strict.isClosed()).isFalse();
    }
  }

  @Test
  void whatComesTooLateGoesToWhoTakesCareOfIt() throws Exception {
    var late = new CompletableFuture<Json>();
    var caller = new CompletableFuture<String>();
    Thread thread =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    caller.complete(
                        "answered " + peer.call("make", null, Duration.ofHours(1), late::complete));
                  } catch (RpcException | InterruptedException stopped) {
                    caller.complete("stopped");
                  }
                });
    assertThat(answers.readLine()).contains("\"id\":1,\"method\":\"make\"");
    thread.interrupt();
    assertThat(caller.get(20, TimeUnit.SECONDS)).isEqualTo("stopped");
    toPeer.send("{\"id\":1,\"result\":{\"made\":\"a\"}}\n");
    assertThat(late.get(20, TimeUnit.SECONDS).compact()).isEqualTo("{\"made\":\"a\"}");
  }

  private void works() throws IOException {
    toPeer.send("{\"jsonrpc\":\"2.0\",\"id\":\"w\",\"method\":\"echo\",\"params\":[1]}\n");
    assertThat(answers.readLine()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":\"w\",\"result\":[1]}");
  }

  @Test
  void bytesThatAreNoTextAreNoMessage() throws IOException {
    toPeer.out.write(new byte[] {'{', '"', (byte) 0xc3, '"', ':', '1', '}', '\n'});
    toPeer.send("{\"id\":" + "[".repeat(3000) + "\n");
    toPeer.send("[".repeat(5000) + "]".repeat(5000) + "\n");
    works();
    assertThat(notes).hasSize(3).allMatch(note -> note.contains("no message"));
  }

  @Test
  void bytesThatAreNoTextMayBeRefused() throws IOException {
    var in = new ByteLink(16_384, 1);
    var out = new ByteLink(8192, 2);
    PeerSetup setup = PeerSetup.of("other", Framing.LINES, this::handle).refusingNoise();
    try (var strict = RpcPeer.start(in.in, out.out, setup)) {
      var said = new BufferedReader(new InputStreamReader(out.in, StandardCharsets.UTF_8));
      in.out.write(new byte[] {'{', '"', (byte) 0xc3, '"', ':', '1', '}', '\n'});
      assertThat(said.readLine()).startsWith(PARSE).contains("UTF-8");
      in.send("{\"id\":" + "[".repeat(3000) + "\n");
      assertThat(said.readLine()).startsWith(PARSE);
      in.send("[".repeat(5000) + "]".repeat(5000) + "\n");
      assertThat(said.readLine()).startsWith(PARSE);
      assertThat(strict.isClosed()).isFalse();
    }
  }

  /// What belongs to nobody who waits is refused, and what comes after it is read; an answer that
  /// cannot be read may be for any call that waits.
  @Test
  void aLineThatIsTooLongEndsNothingUnlessSomebodyWaits() throws Exception {
    var in = new ByteLink(16_384, 1);
    var out = new ByteLink(8192, 2);
    PeerSetup setup =
        PeerSetup.of("other", Framing.LINES, this::handle).refusingNoise().bounded(1000);
    try (var strict = RpcPeer.start(in.in, out.out, setup)) {
      var said = new BufferedReader(new InputStreamReader(out.in, StandardCharsets.UTF_8));
      String much = "x".repeat(2000);
      for (String line :
          List.of(
              much,
              "{\"x\":\"" + much + "\"}",
              "{\"method\":\"told\",\"params\":\"" + much + "\"}")) {
        in.send(line + "\n");
        assertThat(said.readLine())
            .startsWith("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,")
            .contains("over the bound of 1000");
      }
      assertThat(strict.isClosed()).isFalse();
      assertThat(strict.fault()).isNull();
      Thread caller =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      Json ignored = strict.call("make", null, Duration.ofMinutes(1));
                    } catch (RpcException | InterruptedException closed) {
                      Thread.currentThread().interrupt();
                    }
                  });
      assertThat(said.readLine()).contains("\"method\":\"make\"");
      in.send("{\"result\":\"" + much + "\",\"id\":1}\n");
      assertThat(caller.join(Duration.ofSeconds(20))).isTrue();
      strict.awaitEnd();
      assertThat(strict.fault()).startsWith("other: a message of ");
    }
  }

  @Test
  void aBatchIsAnsweredTogether() throws IOException {
    toPeer.send(
        "[{\"id\":1,\"method\":\"echo\"},{\"method\":\"told\"},7,{\"id\":\"2\",\"method\":\"x\"},{}]\n");
    String line = answers.readLine();
    assertThat(line)
        .startsWith("[")
        .contains("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}")
        .contains("\"id\":\"2\",\"error\":{\"code\":-32601")
        .endsWith("]");
    assertThat(line.split("-32600", -1)).hasSize(3);
    toPeer.send("[{\"method\":\"told\"},{\"method\":\"told\"}]\n");
    works();
  }

  @Test
  void anIdInUseIsRefusedAndMayBeUsedAgainAfterwards() throws IOException {
    toPeer.send("{\"id\":1,\"method\":\"wait\"}\n");
    toPeer.send("{\"id\":1.0,\"method\":\"echo\"}\n");
    assertThat(answers.readLine()).contains("-32600", "the id 1 is in use");
    toPeer.send("{\"id\":\"1\",\"method\":\"echo\"}\n");
    assertThat(answers.readLine()).contains("\"id\":\"1\",\"result\"");
    release.countDown();
    assertThat(answers.readLine()).contains("\"id\":1,\"result\":\"released\"");
    toPeer.send("{\"id\":1,\"method\":\"echo\"}\n");
    assertThat(answers.readLine()).contains("\"id\":1,\"result\"");
  }

  @Test
  void theOtherSideMayCancelByTheWordsOfTheProtocol() throws IOException {
    toPeer.send("{\"id\":\"a\",\"method\":\"wait\"}\n");
    toPeer.send("{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"zz\"}}\n");
    toPeer.send("{\"method\":\"notifications/cancelled\",\"params\":[]}\n");
    toPeer.send("{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"a\"}}\n");
    // Whoever speaks this protocol has forgotten the request.
    toPeer.send("{\"id\":\"b\",\"method\":\"wait\"}\n");
    works();
    release.countDown();
    assertThat(answers.readLine()).contains("\"id\":\"b\",\"result\":\"released\"");
    works();
  }

  @Test
  void whoWantsAnAnswerToACancelledRequestGetsOne() throws IOException {
    var in = new ByteLink(8192, 1);
    var out = new ByteLink(8192, 2);
    PeerSetup setup =
        PeerSetup.of("other", Framing.LINES, this::handle).cancelling(Cancellation.ACP);
    try (var editor = RpcPeer.start(in.in, out.out, setup)) {
      in.send("{\"id\":\"a\",\"method\":\"wait\"}\n");
      in.send("{\"method\":\"$/cancel_request\",\"params\":{\"requestId\":\"a\"}}\n");
      assertThat(
              new BufferedReader(new InputStreamReader(out.in, StandardCharsets.UTF_8)).readLine())
          .contains("\"id\":\"a\",\"error\":{\"code\":-32800");
      assertThat(editor.isClosed()).isFalse();
    }
  }

  @Test
  void thousandsOfRequestsAtATimeAreRefusedAndNotKept() throws IOException {
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                for (int i = 0; i < 5_000; i++) {
                  toPeer.send("{\"id\":" + i + ",\"method\":\"wait\"}\n");
                }
              } catch (IOException closed) {
                // The peer was closed.
              }
            });
    for (int i = Requests.MOST_REQUESTS; i < 5_000; i++) {
      assertThat(answers.readLine()).contains("\"code\":-32000");
    }
    release.countDown();
    for (int i = 0; i < Requests.MOST_REQUESTS; i++) {
      assertThat(answers.readLine()).contains("released");
    }
    works();
  }

  @Test
  void aBrokenLengthEndsTheConnectionWithWords() throws Exception {
    var toOther = new ByteLink(4096, 1);
    var fromOther = new ByteLink(4096, 1);
    try (var headers =
        RpcPeer.start(
            fromOther.in, toOther.out, PeerSetup.of("other", Framing.HEADERS, RpcHandler.none()))) {
      fromOther.send("Content-Length: many\r\n\r\n{}");
      assertThat(headers.awaitEnd(Duration.ofSeconds(20))).isTrue();
    }
    assertThat(new String(toOther.in.readAllBytes(), StandardCharsets.UTF_8))
        .contains("-32700", "is no length");
  }
}
