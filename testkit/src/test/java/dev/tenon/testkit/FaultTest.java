package dev.tenon.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.Json;
import dev.tenon.testkit.RawClient.Ending;
import dev.tenon.testkit.RawClient.Response;
import dev.tenon.testkit.script.Answer;
import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.script.Fault;
import dev.tenon.testkit.script.Reply;
import dev.tenon.testkit.wire.Wire;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What each fault looks like on the socket.
final class FaultTest {
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final Reply REPLY = Reply.text("Grüße an alle, 🙂 und mehr").chunk(4);

  private final ModelServer server = ModelServer.start();

  @AfterEach
  void stop() {
    server.close();
  }

  private Response ask(Wire wire, Answer answer) throws IOException {
    server.reply(answer);
    try (var client = new RawClient(server)) {
      return client.post(Requests.path(wire), Requests.body(wire));
    }
  }

  @ParameterizedTest
  @EnumSource
  void whole(Wire wire) throws IOException {
    Response response = ask(wire, REPLY);
    assertThat(response.status()).isEqualTo(200);
    assertThat(response.ending()).isEqualTo(Ending.COMPLETE);
    assertThat(response.headers().get("content-type"))
        .startsWith(wire == Wire.OLLAMA ? "application/x-ndjson" : "text/event-stream");
    server.assertClean();
  }

  @ParameterizedTest
  @EnumSource
  void disconnectBeforeTheStatusLine(Wire wire) throws IOException {
    assertThat(ask(wire, Fault.disconnect()).status()).isZero();
  }

  @Test
  void resetIsSeenAsAnError() {
    assertThatThrownBy(() -> ask(Wire.ANTHROPIC, Fault.reset())).isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @EnumSource
  void cutAfterBytesEndsInsideAChunk(Wire wire) throws IOException {
    Response response = ask(wire, Fault.cutAfterBytes(REPLY, 40));
    assertThat(response.ending()).isEqualTo(Ending.CUT);
    assertThat(response.bytes()).hasSize(40);
  }

  @ParameterizedTest
  @EnumSource
  void cutAfterVisibleKeepsTheFirstDelta(Wire wire) throws IOException {
    Response response = ask(wire, Fault.cutAfterVisible(REPLY, 1));
    assertThat(response.ending()).isEqualTo(Ending.CUT);
    assertThat(response.body()).contains("Grüß").doesNotContain("e an");
    assertThat(ask(wire, Fault.cutAfterVisible(REPLY, 0)).body()).doesNotContain("Grüß");
  }

  @ParameterizedTest
  @EnumSource
  void cutInCharacterLeavesHalfOfIt(Wire wire) throws IOException {
    Response response = ask(wire, new Fault.CutInCharacter(REPLY));
    assertThat(response.ending()).isEqualTo(Ending.CUT);
    byte[] bytes = response.bytes();
    assertThat(bytes[bytes.length - 1] & 0xFF).isEqualTo(0xC3);
  }

  @ParameterizedTest
  @EnumSource
  void unterminatedHasAllFramesButNoEnd(Wire wire) throws IOException {
    Response whole = ask(wire, REPLY);
    Response response = ask(wire, new Fault.Unterminated(REPLY));
    assertThat(response.ending()).isEqualTo(Ending.CUT);
    assertThat(response.body()).isEqualTo(whole.body());
  }

  @ParameterizedTest
  @EnumSource
  void endedEarlyIsProperHttpWithoutTheLastFrames(Wire wire) throws IOException {
    Response response = ask(wire, new Fault.EndedEarly(REPLY, 2));
    assertThat(response.ending()).isEqualTo(Ending.COMPLETE);
    assertThat(response.body()).contains("e an").doesNotContain(" und");
  }

  @ParameterizedTest
  @EnumSource
  void garbageStandsInTheStream(Wire wire) throws IOException {
    Response response = ask(wire, new Fault.Garbage(REPLY, "data: }{\n\n"));
    assertThat(response.body()).contains("data: }{").contains(" und");
  }

  @ParameterizedTest
  @EnumSource
  void dripSendsSingleBytes(Wire wire) throws IOException {
    Response whole = ask(wire, REPLY);
    Response response = ask(wire, Fault.drip(REPLY, Duration.ZERO));
    assertThat(response.chunks()).allSatisfy(chunk -> assertThat(chunk).hasSize(1));
    assertThat(response.body()).isEqualTo(whole.body());
  }

  @ParameterizedTest
  @EnumSource
  void splitCharactersAreWholeInTheEnd(Wire wire) throws IOException {
    Response whole = ask(wire, REPLY);
    Response response = ask(wire, new Fault.SplitCharacters(REPLY));
    assertThat(response.body()).isEqualTo(whole.body());
    assertThat(response.chunks())
        .anySatisfy(
            chunk -> assertThat(new String(chunk, StandardCharsets.UTF_8)).endsWith("\ufffd"));
  }

  @ParameterizedTest
  @EnumSource
  void endlessEndsWhenTheClientCloses(Wire wire) throws Exception {
    server.reply(new Fault.Endless(REPLY));
    try (var client = new RawClient(server)) {
      client.postOnly(Requests.path(wire), Requests.body(wire));
      client.readHead();
      for (int i = 0; i < 200; i++) {
        assertThat(client.readChunk().ending()).isEqualTo(Ending.COMPLETE);
      }
    }
    server.awaitAbandoned(1, SOON);
  }

  @ParameterizedTest
  @EnumSource
  void stallWaitsForTheClientToClose(Wire wire) throws Exception {
    server.reply(new Fault.Stalled(REPLY, 1), new Fault.Silence());
    try (var client = new RawClient(server)) {
      client.postOnly(Requests.path(wire), Requests.body(wire));
      client.readHead();
      String seen = "";
      while (!seen.contains("Grüß")) {
        seen += client.readChunk().text();
      }
      assertThat(server.abandoned()).isZero();
    }
    server.awaitAbandoned(1, SOON);
    try (var client = new RawClient(server)) {
      client.postOnly(Requests.path(wire), Requests.body(wire));
      server.awaitRequests(2, SOON);
    }
    server.awaitAbandoned(2, SOON);
  }

  @Test
  void heldGoesOnWhenReleased() throws Exception {
    var release = new CountDownLatch(1);
    server.reply(new Fault.Held(REPLY, 1, release));
    try (var client = new RawClient(server)) {
      client.postOnly("/api/chat", Requests.body(Wire.OLLAMA));
      client.readHead();
      assertThat(client.readChunk().text()).contains("Grüß");
      release.countDown();
      String rest = "";
      while (!rest.contains("\"done\":true")) {
        rest += client.readChunk().text();
      }
      assertThat(rest).contains("e an");
    }
  }

  @ParameterizedTest
  @EnumSource
  void statusHasHeadersAndTheVendorsErrorBody(Wire wire) throws Exception {
    Response response = ask(wire, Fault.rateLimited(7));
    assertThat(response.status()).isEqualTo(429);
    assertThat(response.headers()).containsEntry("retry-after", "7");
    assertThat(Json.parseObject(response.body()).has("error")).isTrue();
    assertThat(ask(wire, Fault.status(ErrorKind.SERVER).status(502)).status()).isEqualTo(502);
  }

  @Test
  void rawIsSentAsGiven() throws IOException {
    Response response =
        ask(Wire.GEMINI, new Fault.Raw(502, Map.of("content-type", "text/html"), "<h1>no</h1>"));
    assertThat(response.status()).isEqualTo(502);
    assertThat(response.body()).isEqualTo("<h1>no</h1>");
  }

  @Test
  void errorEventsComeInTheStream() throws IOException {
    Fault overloaded = Fault.errorEvent(REPLY, 1, ErrorKind.OVERLOADED);
    assertThat(ask(Wire.ANTHROPIC, overloaded).body())
        .contains("Grüß")
        .contains("event: error\n")
        .contains("\"type\":\"overloaded_error\"")
        .doesNotContain("message_stop");
    assertThat(ask(Wire.OPENAI_RESPONSES, overloaded).body())
        .contains("event: response.failed\n")
        .doesNotContain("response.completed");
    assertThat(ask(Wire.OPENAI_CHAT, overloaded).body())
        .contains("data: {\"error\"")
        .doesNotContain("[DONE]");
    assertThat(ask(Wire.GEMINI, overloaded).body()).contains("data: {\"error\":{\"code\":503");
    assertThat(ask(Wire.OLLAMA, overloaded).body())
        .contains("{\"error\":\"server busy")
        .doesNotContain("\"done\":true");
  }

  @Test
  void anEmptyScriptIsLoud() throws IOException {
    try (var client = new RawClient(server)) {
      Response response = client.post(Requests.path(Wire.ANTHROPIC), Requests.body(Wire.ANTHROPIC));
      assertThat(response.status()).isEqualTo(500);
      assertThat(response.body()).contains("tenon-testkit: the script has no answer");
    }
    assertThat(server.problems()).hasSize(1);
    assertThatThrownBy(server::assertClean).isInstanceOf(AssertionError.class);
  }
}
