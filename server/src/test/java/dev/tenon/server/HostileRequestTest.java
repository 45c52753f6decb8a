package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.Step;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostileRequestTest {
  @TempDir Path folder;
  private Harness server;

  @BeforeEach
  void open() throws Exception {
    server = Harness.in(folder);
    server.file("a.txt", "one\n");
    Files.writeString(folder.resolve("outside.txt"), "secret of the neighbour\n");
    server.answering(Step.says("Hi.")).start();
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  @Test
  void nothingIsAnsweredWithoutTheToken() throws Exception {
    for (String path : List.of("/api/agent/sessions", "/api/openapi.json", "/api/agent/jobs/x")) {
      var got = server.send(server.bare(path).GET());
      assertThat(got.status()).isEqualTo(401);
      assertThat(got.response().body()).doesNotContain(Harness.TOKEN);
    }
    assertThat(
            server
                .send(server.bare("/api/agent/sessions").header("Authorization", "Bearer x").GET())
                .status())
        .isEqualTo(401);
  }

  @Test
  void aPageOfAnotherSiteIsRefused() throws Exception {
    assertThat(
            server
                .send(
                    server
                        .request("/api/agent/sessions")
                        .header("Origin", "https://evil.example")
                        .GET())
                .status())
        .isEqualTo(403);
    assertThat(
            server
                .send(
                    server
                        .request("/api/agent/sessions")
                        .header("Sec-Fetch-Site", "cross-site")
                        .GET())
                .status())
        .isEqualTo(403);
    assertThat(
            server
                .send(server.request("/api/agent/sessions").header("Origin", server.url()).GET())
                .status())
        .isEqualTo(200);
  }

  @Test
  void aForeignNameForThisMachineIsRefused() throws Exception {
    String answer =
        raw(
            "GET /api/agent/sessions HTTP/1.1\r\nHost: evil.example:"
                + server.port()
                + "\r\nAuthorization: Bearer "
                + Harness.TOKEN
                + "\r\nConnection: close\r\n\r\n");
    assertThat(answer).startsWith("HTTP/1.1 403").contains("wrong_host");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../outside.txt",
        "/etc/passwd",
        "a/../../outside.txt",
        "/proc/self/root/etc/passwd"
      })
  void pathsOutsideOfTheRootAreRefused(String path) throws Exception {
    String session = server.session();
    for (String route : List.of("file", "buffer")) {
      var got =
          server.get(
              "/api/agent/sessions/"
                  + session
                  + "/"
                  + route
                  + "?file_path="
                  + java.net.URLEncoder.encode(path, StandardCharsets.UTF_8));
      assertThat(got.status()).isBetween(400, 404);
      assertThat(got.response().body()).doesNotContain("secret of the neighbour", "root:");
    }
    var written =
        server.put(
            "/api/agent/sessions/" + session + "/buffer",
            Json.object().put("file_path", path).put("content", "x").build());
    assertThat(written.status()).isBetween(400, 409);
    assertThat(Files.readString(folder.resolve("outside.txt"))).startsWith("secret");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "null",
        "{\"session_id\":1}",
        "{\"session_id\":\"x\"}",
        "\u0000",
        "{\"a\":}"
      })
  void badJsonIsToldAsSuch(String body) throws Exception {
    var got =
        server.send(
            server
                .request("/api/agent/run")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    assertThat(got.status()).isEqualTo(400);
    assertThat(got.error().string("message", "")).isNotBlank();
  }

  @Test
  void aFormOfAForeignPageIsNotJson() throws Exception {
    var got =
        server.send(
            server
                .request("/api/agent/run")
                .header("Content-Type", "text/plain")
                .POST(HttpRequest.BodyPublishers.ofString("{}")));
    assertThat(got.status()).isEqualTo(415);
  }

  @Test
  void aHugeBodyIsRefused() throws Exception {
    byte[] huge = new byte[9 * 1024 * 1024];
    java.util.Arrays.fill(huge, (byte) ' ');
    var got =
        server.send(
            server
                .request("/api/agent/run")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(huge)));
    assertThat(got.status()).isEqualTo(413);
  }

  @ParameterizedTest
  @ValueSource(strings = {Harness.TOKEN, "wrong"})
  void whoeverSendsAHugeBodyToItsEndStillGetsTheAnswer(String token) throws Exception {
    byte[] block = new byte[1 << 20];
    int blocks = 24;
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      OutputStream out = socket.getOutputStream();
      out.write(
          ("POST /api/agent/run HTTP/1.1\r\nHost: 127.0.0.1:"
                  + server.port()
                  + "\r\nAuthorization: Bearer "
                  + token
                  + "\r\nContent-Type: application/json\r\nContent-Length: "
                  + (long) blocks * block.length
                  + "\r\n\r\n")
              .getBytes(StandardCharsets.US_ASCII));
      for (int i = 0; i < blocks; i++) {
        out.write(block);
      }
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(answer).startsWith(token.equals("wrong") ? "HTTP/1.1 401" : "HTTP/1.1 413");
    }
  }

  @Test
  void manyWrongTokensAreSlowedDown() throws Exception {
    int refused = 0;
    for (int i = 0; i < 40; i++) {
      var got =
          server.send(
              server.bare("/api/agent/sessions").header("Authorization", "Bearer " + i).GET());
      refused += got.status() == 429 ? 1 : 0;
    }
    assertThat(refused).isPositive();
    assertThat(server.get("/api/agent/sessions").status()).isEqualTo(200);
  }

  @Test
  void everyAnswerCarriesItsHeaders() throws Exception {
    var headers = server.get("/api/agent/sessions").response().headers();
    assertThat(headers.firstValue("X-Content-Type-Options")).hasValue("nosniff");
    assertThat(headers.firstValue("Content-Security-Policy")).isPresent();
    assertThat(headers.firstValue("Cache-Control")).hasValue("no-store");
    assertThat(headers.firstValue("Access-Control-Allow-Origin")).isEmpty();
  }

  @Test
  void whatIsNotThereIsToldAsJson() throws Exception {
    assertThat(server.get("/api/agent/nothing").error().string("code")).isEqualTo("not_found");
    assertThat(server.get("/api/agent/jobs/job_none").error().string("code"))
        .isEqualTo("unknown_job");
  }

  @Test
  void theDocumentNamesEveryOperation() throws Exception {
    Json.Obj document = server.get("/api/openapi.json").json();
    assertThat(document.string("openapi")).isEqualTo("3.1.0");
    Json.Obj paths = document.objectOrEmpty("paths");
    assertThat(paths.members().keySet())
        .contains(
            "/api/agent/sessions",
            "/api/agent/run",
            "/api/agent/jobs/{job_id}/events",
            "/api/agent/jobs/{job_id}/stream",
            "/api/agent/apply",
            "/api/agent/checkpoints/{checkpoint_id}/rollback");
    for (String path : paths.members().keySet()) {
      Json.Obj operations = paths.objectOrEmpty(path);
      for (String method : operations.members().keySet()) {
        String real = path.replaceAll("\\{[a-z_]+\\}", "none");
        var request =
            server
                .request(real)
                .header("Content-Type", "application/json")
                .method(
                    method.toUpperCase(java.util.Locale.ROOT),
                    method.equals("get")
                        ? HttpRequest.BodyPublishers.noBody()
                        : HttpRequest.BodyPublishers.ofString("{}"));
        var got = server.send(request);
        assertThat(got.error().string("code", ""))
            .as(method + " " + path)
            .isNotEqualTo("not_found");
        assertThat(got.status()).as(method + " " + path).isNotIn(405, 500);
      }
    }
  }

  private String raw(String request) throws Exception {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      OutputStream out = socket.getOutputStream();
      out.write(request.getBytes(StandardCharsets.US_ASCII));
      out.flush();
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
