package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.Step;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Requests that no proper client sends: each is refused or cut off, and the server goes on.
class BadRequestTest {
  @TempDir Path folder;
  private Harness server;

  @BeforeEach
  void open() throws Exception {
    server = Harness.in(folder);
    server.file("a.txt", "one\n");
    server.answering(Step.answer().hanging()).start();
  }

  @AfterEach
  void close() throws Exception {
    assertThat(server.get("/api/agent/sessions").status()).as("it goes on").isEqualTo(200);
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /api/agent/jobs/%zz",
        "GET /api/agent/jobs/%",
        "GET /api/agent/jobs/%4",
        "GET /api/agent/jobs/%00",
        "GET /api/agent/jobs/a%00b/events",
        "GET /api/agent/jobs/%c0%ae",
        "GET /api/agent/jobs/%ff%fe",
        "GET /api/agent/jobs/x/events?cursor=%",
        "GET /api/agent/jobs/x/events?cursor=%00",
        "GET /api/agent/jobs/x/events?cursor=1&cursor=2",
        "GET /api/agent/jobs/x/events?%ff=1",
        "GET /api/agent/sessions?status=%1b",
        "GET /api/agent/ses\u0000sions",
        "GET /api/agent/ses\u0001sions",
        "GET /api/agent sessions",
        "GET",
        "GET api/agent/sessions",
        "GET mailto:somebody",
        "G\u0000T /api/agent/sessions",
        "\u0016\u0003\u0001\u0002"
      })
  void aBrokenAddressIsRefused(String line) throws Exception {
    String answer = Raw.exchange(server, Raw.request(server, line));
    if (!answer.isEmpty()) {
      assertThat(answer).matches("(?s)HTTP/1\\.1 40[0145] .*");
    }
    assertThat(answer).doesNotContain("\tat ", Harness.TOKEN, folder.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 2\r\nTransfer-Encoding: chunked",
        "Content-Length: 2\r\nContent-Length: 3",
        "Content-Length: -1",
        "Content-Length: two",
        "Content-Length: 99999999999999999999",
        "Transfer-Encoding: gzip",
        "Transfer-Encoding: chunked, identity",
        "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked",
        "Con tent-Length: 2",
        "\u0000: x",
        "X-\u0000: x"
      })
  void headersThatCouldMeanTwoThingsAreRefused(String headers) throws Exception {
    String answer =
        Raw.exchange(
            server,
            Raw.request(
                    server, "POST /api/agent/sessions", headers, "Content-Type: application/json")
                + "{}");
    if (!answer.isEmpty()) {
      assertThat(answer).matches("(?s)HTTP/1\\.1 (4\\d\\d|501) .*");
    }
    assertThat(server.get("/api/agent/sessions").json().array("sessions")).isEmpty();
  }

  @Test
  void longLinesAndHeadersAreRefused() throws Exception {
    for (String request :
        List.of(
            Raw.request(server, "GET /" + "x".repeat(200_000)),
            Raw.request(server, "GET /api/agent/sessions", "X-Long: " + "x".repeat(200_000)),
            Raw.request(
                server,
                "GET /api/agent/sessions",
                IntStream.range(0, 300)
                    .mapToObj(i -> "X-Many-" + i + ": x")
                    .collect(Collectors.joining("\r\n"))),
            "GET / HTTP/1.1\r\nHost: localhost\r\n" + "x".repeat(200_000))) {
      String answer = Raw.exchange(server, request);
      if (!answer.isEmpty()) {
        assertThat(answer).matches("(?s)HTTP/1\\.1 4\\d\\d .*");
      }
    }
  }

  @Test
  void whatIsSentBackCannotBecomeAHeader() throws Exception {
    String hostile = "x%0d%0aSet-Cookie:%20evil=1%0d%0a%0d%0a<script>";
    for (String line :
        List.of(
            "GET /api/agent/jobs/" + hostile,
            "GET /api/agent/jobs/x/events?cursor=" + hostile,
            "GET /?token=" + hostile,
            "GET /" + hostile)) {
      String answer = Raw.exchange(server, Raw.request(server, line));
      String head = answer.substring(0, Math.max(0, answer.indexOf("\r\n\r\n")));
      assertThat(head).doesNotContain("evil=1");
      assertThat(answer).doesNotContain("Content-type: text/html\r\n\r\n<script>");
    }
  }

  @Test
  void aChunkedBodyIsReadLikeAnyOther() throws Exception {
    String request =
        Raw.request(
                server,
                "POST /api/agent/sessions",
                "Transfer-Encoding: chunked",
                "Content-Type: application/json")
            + "8\r\n{\"title\"\r\n9\r\n:\"parts\"}\r\n0\r\n\r\n";
    assertThat(Raw.exchange(server, request))
        .startsWith("HTTP/1.1 201 ")
        .contains("\"title\":\"parts\"");
    var none =
        server.send(
            server.request("/api/agent/sessions").POST(HttpRequest.BodyPublishers.noBody()));
    assertThat(none.status()).isEqualTo(201);
    String empty = Raw.request(server, "POST /api/agent/sessions", "Content-Length: 0");
    assertThat(Raw.exchange(server, empty)).startsWith("HTTP/1.1 201 ");
  }

  @Test
  void aChunkedBodyHasTheSameLimit() throws Exception {
    String chunk = "100000\r\n" + " ".repeat(0x100000) + "\r\n";
    String answer;
    try (Raw raw = Raw.to(server)) {
      raw.send(
          Raw.request(
              server,
              "POST /api/agent/run",
              "Transfer-Encoding: chunked",
              "Content-Type: application/json"));
      try {
        for (int i = 0; i < 10; i++) {
          raw.send(chunk);
        }
      } catch (java.io.IOException refused) {
        // It has heard enough.
        assertThat(refused).isNotNull();
      }
      answer = raw.rest();
    }
    if (!answer.isEmpty()) {
      assertThat(answer).startsWith("HTTP/1.1 413 ");
    }
  }

  @Test
  void aClientThatAsksFirstIsToldToGoOn() throws Exception {
    try (Raw raw = Raw.to(server)) {
      raw.send(
          Raw.request(
              server,
              "POST /api/agent/sessions",
              "Expect: 100-continue",
              "Content-Length: 13",
              "Content-Type: application/json"));
      assertThat(raw.until("\r\n\r\n")).startsWith("HTTP/1.1 100 ");
      raw.send("{\"title\":\"x\"}");
      assertThat(raw.rest()).startsWith("HTTP/1.1 201 ").contains("\"title\":\"x\"");
    }
  }

  @Test
  void aBodyThatStopsHalfWayHasNoEffect() throws Exception {
    try (Raw raw = Raw.to(server)) {
      raw.send(
          Raw.request(
                  server,
                  "POST /api/agent/sessions",
                  "Content-Length: 1000",
                  "Content-Type: application/json")
              + "{\"title\":\"ha");
      raw.finishSending();
      String answer = raw.rest();
      if (!answer.isEmpty()) {
        assertThat(answer).startsWith("HTTP/1.1 400 ");
      }
    }
    assertThat(server.get("/api/agent/sessions").json().array("sessions")).isEmpty();
    await().until(() -> server.server().openRequests() == 0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"session_id\":\"a\",\"session_id\":\"b\",\"instruction\":\"x\"}",
        "{\"session_id\":\"a\",\"instruction\":\"x\",\"tool_config\":{\"max_tool_calls\":1e999}}",
        "{\"session_id\":\"a\",\"instruction\":\"x\",\"tool_config\":{\"max_tool_calls\":1.5}}",
        "{\"session_id\":\"a\",\"instruction\":\"x\",\"tool_config\":{\"max_tool_calls\":-1}}",
        "{\"session_id\":\"a\",\"instruction\":\"x\",\"tool_config\":{\"max_tool_calls\":NaN}}",
        "{\"session_id\":\"a\",\"instruction\":\"x\"} x",
        "{'session_id':'a','instruction':'x'}",
        "// {}",
        "{\"session_id\":\"\\ud800\",\"instruction\":1}",
        "\uFEFF{}"
      })
  void ambiguousJsonIsRefused(String body) throws Exception {
    var got =
        server.send(
            server
                .request("/api/agent/run")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    assertThat(got.status()).as(body).isEqualTo(400);
  }

  @Test
  void deepAndHugeJsonIsRefused() throws Exception {
    for (String body :
        List.of(
            "[".repeat(100_000),
            "{\"a\":".repeat(100_000),
            "{\"session_id\":" + "[".repeat(400) + "]".repeat(400) + "}",
            "{\"session_id\":" + "9".repeat(100_000) + "}",
            "{\"root\":" + "9".repeat(400) + "}",
            "{\"root\":4294967296}",
            "{\"root\":-1}")) {
      for (String path : List.of("/api/agent/run", "/api/agent/sessions")) {
        var got =
            server.send(
                server
                    .request(path)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(body)));
        if (path.endsWith("run") || body.contains("root") || !body.startsWith("{\"session_id")) {
          assertThat(got.status()).as(path).isEqualTo(400);
        }
      }
    }
    var bytes =
        server.send(
            server
                .request("/api/agent/run")
                .header("Content-Type", "application/json")
                .POST(
                    HttpRequest.BodyPublishers.ofByteArray(
                        "{\"a\":\"\u00ff\"}".getBytes(StandardCharsets.ISO_8859_1))));
    assertThat(bytes.status()).isEqualTo(400);
    assertThat(bytes.error().string("message")).contains("UTF-8");
  }

  /// Whoever drips is cut off; whoever listens to a stream is not.
  @Test
  void drippingRequestsAreCutOff() throws Exception {
    String job = server.run(server.session(), "hang");
    server.until(job, "running");
    ScheduledExecutorService drops = Executors.newSingleThreadScheduledExecutor();
    try (Raw stream = Raw.to(server);
        Raw headers = Raw.to(server);
        Raw body = Raw.to(server);
        Raw silent = Raw.to(server);
        Raw begun = Raw.to(server)) {
      stream.send(Raw.request(server, "GET /api/agent/jobs/" + job + "/stream"));
      stream.until("event: job.started");
      headers.send("GET /api/agent/sessions HTTP/1.1\r\nX-Drip: ");
      body.send(
          Raw.request(
                  server,
                  "POST /api/agent/run",
                  "Content-Length: 1000",
                  "Content-Type: application/json")
              + "{");
      begun.send("G");
      var dripping =
          drops.scheduleAtFixedRate(() -> drip(headers, body), 100, 100, TimeUnit.MILLISECONDS);
      for (Raw each : List.of(headers, body, begun, silent)) {
        assertThat(each.rest()).doesNotContain(" 200 ");
      }
      dripping.cancel(false);
      server.post("/api/agent/jobs/" + job + "/cancel");
      assertThat(stream.until("event: end")).contains("event: job.failed");
      await().until(() -> server.server().openRequests() == 0);
    } finally {
      drops.shutdownNow();
    }
  }

  private static void drip(Raw... all) {
    for (Raw each : all) {
      try {
        each.send("x");
      } catch (java.io.IOException cutOff) {
        // The reader notices.
      }
    }
  }

  @Test
  void manyIdleConnectionsHoldUpNobody() throws Exception {
    var idle = new ArrayList<Raw>();
    try {
      for (int i = 0; i < 400; i++) {
        idle.add(Raw.to(server));
      }
      long began = System.nanoTime();
      assertThat(server.get("/api/agent/sessions").status()).isEqualTo(200);
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(10));
    } finally {
      for (Raw each : idle) {
        each.close();
      }
    }
  }

  /// The answer of a session that is not there, whatever is asked of it.
  @Test
  void aBodyIsCheckedBeforeAnythingElse() throws Exception {
    var got =
        server.post("/api/agent/jobs/none/clarify", Json.object().put("question_id", "q").build());
    assertThat(got.status()).isEqualTo(400);
    assertThat(got.error().string("message")).contains("answer");
  }
}
