package dev.tenon.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.testkit.RawClient.Response;
import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.script.Fault;
import dev.tenon.testkit.script.Reply;
import dev.tenon.testkit.wire.Received;
import dev.tenon.testkit.wire.Wire;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The HTTP of the server and what it remembers of requests.
final class HttpTest {
  private final ModelServer server = ModelServer.start();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void oneConnectionServesManyRequests() throws IOException {
    server.reply(Reply.text("one"), Fault.status(ErrorKind.SERVER), Reply.text("three"));
    try (var client = new RawClient(server)) {
      String body = Requests.body(Wire.OPENAI_CHAT);
      assertThat(client.post("/v1/chat/completions", body).body()).contains("one");
      assertThat(client.post("/v1/chat/completions", body).status()).isEqualTo(500);
      assertThat(client.post("/v1/chat/completions", body).body()).contains("three");
    }
    server.assertClean();
  }

  @Test
  void requestsAreRecorded() throws IOException {
    server.reply(Reply.text("x"));
    try (var client = new RawClient(server)) {
      client.post(Requests.path(Wire.GEMINI), Requests.body(Wire.GEMINI));
    }
    Received request = server.lastRequest();
    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.path()).isEqualTo("/v1beta/models/gemini-x:streamGenerateContent");
    assertThat(request.query()).containsEntry("alt", "sse");
    assertThat(request.model()).isEqualTo("gemini-x");
    assertThat(request.wire()).isEqualTo(Wire.GEMINI);
    assertThat(request.header("X-Goog-Api-Key")).contains("k");
    assertThat(request.body().objects("contents")).hasSize(1);
  }

  @Test
  void chunkedRequestBodiesAndContinue() throws IOException {
    server.reply(Reply.text("fine"));
    String body = Requests.body(Wire.OLLAMA);
    try (var client = new RawClient(server)) {
      client.send(
          "POST /api/chat HTTP/1.1\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n");
      assertThat(client.readHead().status()).isEqualTo(100);
      client.send("5;x=y\r\n" + body.substring(0, 5) + "\r\n");
      client.send(
          Integer.toHexString(body.length() - 5) + "\r\n" + body.substring(5) + "\r\n0\r\n\r\n");
      assertThat(client.read().body()).contains("fine");
    }
    assertThat(server.lastRequest().text()).isEqualTo(body);
  }

  @Test
  void closesWhenTheClientAsksForIt() throws IOException {
    try (var client = new RawClient(server)) {
      client.send("GET /api/version HTTP/1.1\r\nConnection: close\r\n\r\n");
      assertThat(client.read().body()).contains("version");
      assertThat(client.ended()).isTrue();
    }
  }

  @Test
  void modelListsAndHead() throws IOException {
    try (var client = new RawClient(server)) {
      assertThat(client.get("/v1/models").body()).contains("\"object\":\"list\"");
      assertThat(client.get("/v1beta/models").body()).contains("models/gemini");
      assertThat(client.get("/api/tags").body()).contains("qwen3:8b");
      client.send("HEAD /api/version HTTP/1.1\r\n\r\n");
      Response head = client.readHead();
      assertThat(head.status()).isEqualTo(200);
      assertThat(head.headers()).containsEntry("content-length", "21");
      assertThat(client.get("/nowhere").status()).isEqualTo(404);
    }
    assertThat(server.modelRequests()).isEmpty();
    assertThat(server.requests()).hasSize(5);
  }

  @Test
  void answersCanBeComputed() throws IOException {
    server.answering(request -> Reply.text("you asked " + request.model()));
    try (var client = new RawClient(server)) {
      Response response =
          client.post(
              "/api/chat",
              "{\"model\":\"qwen\",\"stream\":false,\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}");
      assertThat(response.body()).contains("you asked qwen");
      assertThat(response.headers()).containsKey("content-length");
    }
  }

  @Test
  void answersFollowTheTurnOfTheConversation() throws IOException {
    server.answeringTurns(Reply.toolCall("c1", "x", "{}"), Reply.text("That is all."));
    String ask =
        "{\"model\":\"m\",\"stream\":false,\"messages\":[{\"role\":\"user\",\"content\":\"x\"}";
    String step =
        ",{\"role\":\"assistant\",\"content\":\"\"},{\"role\":\"tool\",\"content\":\"r\"}";
    try (var client = new RawClient(server)) {
      assertThat(client.post("/api/chat", ask + "]}").body()).contains("tool_calls");
      assertThat(client.post("/api/chat", ask + step + "]}").body()).contains("That is all.");
      assertThat(client.post("/api/chat", ask + step + step + "]}").body())
          .contains("That is all.");
      assertThat(client.post("/api/chat", ask + "]}").body()).contains("tool_calls");
    }
  }

  @Test
  void aScriptThatFailsIsReported() throws IOException {
    server.answering(
        request -> {
          throw new AssertionError("unexpected model " + request.model());
        });
    try (var client = new RawClient(server)) {
      Response response = client.post("/api/chat", Requests.body(Wire.OLLAMA));
      assertThat(response.status()).isEqualTo(500);
      assertThat(response.body()).contains("unexpected model m");
    }
    assertThat(server.problems()).singleElement().asString().contains("the script failed");
  }

  @Test
  void brokenHttpIsAProblemButALostClientIsNot() throws Exception {
    try (var client = new RawClient(server)) {
      client.send("POST /api/chat HTTP/1.1\r\nContent-Length: 99\r\n\r\n{");
    }
    try (var client = new RawClient(server)) {
      client.send("hello there\r\n");
      assertThat(client.ended()).isTrue();
    }
    assertThat(server.problems()).singleElement().asString().contains("hello there");
  }
}
