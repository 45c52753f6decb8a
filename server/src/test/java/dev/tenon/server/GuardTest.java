package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.Step;
import dev.tenon.server.http.wire.HttpLimits;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Who may come in: Host, Origin, token, how often.
class GuardTest {
  private static final String SESSIONS = "GET /api/agent/sessions";

  @TempDir Path folder;
  private Harness server;

  @BeforeEach
  void open() throws Exception {
    server = Harness.in(folder).answering(Step.says("Hi."));
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  @Test
  void withoutTheTokenNothingTellsWhetherItIsThere() throws Exception {
    server.start();
    for (String line :
        List.of(
            SESSIONS,
            "GET /nothing/at/all",
            "GET /api/agent/sessions/sess_none",
            "DELETE /api/agent/sessions",
            "FOO /api/agent/sessions",
            "OPTIONS /api/agent/sessions",
            "HEAD /api/agent/sessions",
            "POST /",
            "GET /favicon.ico",
            "GET /%2e%2e/etc/passwd")) {
      String answer = Raw.exchange(server, Raw.request(server, line, "Authorization: Bearer no"));
      assertThat(answer)
          .as(line)
          .startsWith("HTTP/1.1 401 ")
          .containsIgnoringCase("Www-authenticate: Bearer");
    }
  }

  @Test
  void aPathTellsItsMethods() throws Exception {
    server.start();
    String wrong = Raw.exchange(server, Raw.request(server, "DELETE /api/agent/sessions"));
    assertThat(wrong)
        .startsWith("HTTP/1.1 405 ")
        .containsIgnoringCase("Allow: GET, HEAD, OPTIONS, POST")
        .contains("method_not_allowed");
    assertThat(Raw.exchange(server, Raw.request(server, "OPTIONS /api/agent/sessions")))
        .startsWith("HTTP/1.1 204 ")
        .containsIgnoringCase("Allow: GET, HEAD, OPTIONS, POST");
    assertThat(Raw.exchange(server, Raw.request(server, "OPTIONS /api/agent/nothing")))
        .startsWith("HTTP/1.1 404 ");
    assertThat(Raw.exchange(server, Raw.request(server, "POST /")))
        .startsWith("HTTP/1.1 405 ")
        .containsIgnoringCase("Allow: GET, HEAD, OPTIONS");
  }

  @Test
  void aHeadIsAnsweredWithoutABody() throws Exception {
    server.start();
    String answer = Raw.exchange(server, Raw.request(server, "HEAD /api/agent/sessions"));
    assertThat(answer).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\n");
    assertThat(answer).containsIgnoringCase("content-length: 15");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1:PORT",
        "127.0.0.1",
        "localhost:PORT",
        "LocalHost:PORT",
        "localhost.:PORT",
        "[::1]:PORT",
        "[::1]",
        // Somebody's tunnel.
        "localhost:1"
      })
  void itsOwnNamesAreAnswered(String host) throws Exception {
    server.start();
    assertThat(Raw.exchange(server, Raw.request(server, SESSIONS, "Host: " + port(host))))
        .startsWith("HTTP/1.1 200 ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example:PORT",
        "evil.example",
        "127.0.0.1.evil.example:PORT",
        "evil127.0.0.1:PORT",
        "localhost.evil.example",
        "notlocalhost",
        "localhost..",
        "192.168.0.1:PORT",
        "[::2]:PORT",
        "[::1",
        "::1",
        "0x7f.1",
        "2130706433",
        "127.1",
        "0.0.0.0:PORT",
        "user@127.0.0.1:PORT",
        "127.0.0.1:PORT@evil.example",
        "127.0.0.1:99999",
        "127.0.0.1:",
        "127.0.0.1:8o",
        "127.0.0.1, evil.example",
        "127.0.0.1 evil.example",
        ""
      })
  void otherNamesAreRefused(String host) throws Exception {
    server.start();
    assertThat(Raw.exchange(server, Raw.request(server, SESSIONS, "Host: " + port(host))))
        .startsWith("HTTP/1.1 403 ")
        .contains("wrong_host");
  }

  private String port(String text) {
    return text.replace("PORT", String.valueOf(server.port()));
  }

  @Test
  void aRequestHasOneHost() throws Exception {
    server.start();
    String own = "Host: 127.0.0.1:" + server.port();
    assertThat(Raw.exchange(server, Raw.request(server, SESSIONS, own, "Host: evil.example")))
        .startsWith("HTTP/1.1 400 ");
    String none =
        "GET /api/agent/sessions HTTP/1.0\r\nAuthorization: Bearer " + Harness.TOKEN + "\r\n\r\n";
    assertThat(Raw.exchange(server, none)).startsWith("HTTP/1.1 400 ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET http://evil.example/api/agent/sessions",
        "GET //evil.example/api/agent/sessions",
        "GET http://127.0.0.1/api/agent/sessions"
      })
  void anAddressHasNoHostOfItsOwn(String line) throws Exception {
    server.start();
    assertThat(Raw.exchange(server, Raw.request(server, line))).startsWith("HTTP/1.1 400 ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "http://127.0.0.1:1",
        "http://127.0.0.1",
        "https://127.0.0.1:PORT",
        "http://evil127.0.0.1:PORT",
        "http://127.0.0.1:PORT.evil.example",
        "http://127.0.0.1:PORT@evil.example",
        "http://evil.example",
        "http://localhost:PORT",
        "http://127.0.0.1:PORT/",
        "file://",
        "http://",
        "chrome-extension://abcdef",
        "127.0.0.1:PORT",
        ""
      })
  void pagesOfOtherOriginsAreRefused(String origin) throws Exception {
    server.start();
    String answer = Raw.exchange(server, Raw.request(server, SESSIONS, "Origin: " + port(origin)));
    assertThat(answer)
        .startsWith("HTTP/1.1 403 ")
        .contains("wrong_origin")
        .doesNotContainIgnoringCase("Access-control");
  }

  @Test
  void itsOwnPagesAreAnswered() throws Exception {
    server.start();
    assertThat(
            Raw.exchange(
                server, Raw.request(server, SESSIONS, port("Origin: http://127.0.0.1:PORT"))))
        .startsWith("HTTP/1.1 200 ");
    assertThat(
            Raw.exchange(
                server,
                Raw.request(
                    server, SESSIONS, "Host: localhost:4321", "Origin: http://localhost:4321")))
        .startsWith("HTTP/1.1 200 ");
  }

  @Test
  void aNamedOriginMayCall() throws Exception {
    server.settings =
        server.settings.withOrigins(Set.of("https://Review.example/", "http://127.0.0.1:5173"));
    server.start();
    String answer =
        Raw.exchange(
            server,
            Raw.request(
                server, SESSIONS, "Origin: https://review.example", "Sec-Fetch-Site: cross-site"));
    assertThat(answer)
        .startsWith("HTTP/1.1 200 ")
        .containsIgnoringCase("Access-control-allow-origin: https://review.example")
        .containsIgnoringCase("Vary: Origin")
        .containsIgnoringCase("Cross-origin-resource-policy: cross-origin")
        .doesNotContainIgnoringCase("Access-control-allow-credentials");
    assertThat(Raw.exchange(server, Raw.request(server, SESSIONS, "Origin: http://127.0.0.1:5173")))
        .startsWith("HTTP/1.1 200 ");
    assertThat(
            Raw.exchange(
                server, Raw.request(server, SESSIONS, "Origin: https://sub.review.example")))
        .startsWith("HTTP/1.1 403 ");
    String refused =
        Raw.exchange(
            server,
            Raw.request(
                server, SESSIONS, "Origin: https://review.example", "Authorization: Bearer wrong"));
    assertThat(refused)
        .as("the page can read why")
        .startsWith("HTTP/1.1 401 ")
        .containsIgnoringCase("Access-control-allow-origin: https://review.example");
  }

  @Test
  void aBrowserMayAskBeforehandWithoutTheToken() throws Exception {
    server.settings = server.settings.withOrigins(Set.of("https://review.example"));
    server.start();
    for (String path : List.of("/api/agent/run", "/nothing")) {
      String answer = preflight(path, "https://review.example");
      assertThat(answer)
          .startsWith("HTTP/1.1 204 ")
          .containsIgnoringCase("Access-control-allow-origin: https://review.example")
          .containsIgnoringCase("Access-control-allow-methods: GET, HEAD, POST, PUT")
          .containsIgnoringCase(
              "Access-control-allow-headers: authorization, content-type, last-event-id")
          .containsIgnoringCase("Access-control-max-age: 600");
    }
    assertThat(preflight("/api/agent/run", "https://evil.example"))
        .startsWith("HTTP/1.1 403 ")
        .doesNotContainIgnoringCase("Access-control-allow");
  }

  private String preflight(String path, String origin) throws Exception {
    return Raw.exchange(
        server,
        "OPTIONS "
            + path
            + " HTTP/1.1\r\nHost: 127.0.0.1:"
            + server.port()
            + "\r\nOrigin: "
            + origin
            + "\r\nAccess-Control-Request-Method: POST\r\nAccess-Control-Request-Headers:"
            + " authorization,content-type\r\nConnection: close\r\n\r\n");
  }

  @Test
  void tooManyRequestsAreSlowedDown() throws Exception {
    server.settings = server.settings.with(HttpLimits.DEFAULT.withRequestsPerSecond(5));
    server.start();
    String answer = "";
    for (int i = 0; i < 50 && !answer.startsWith("HTTP/1.1 429 "); i++) {
      answer = Raw.exchange(server, Raw.request(server, SESSIONS));
    }
    assertThat(answer)
        .startsWith("HTTP/1.1 429 ")
        .containsIgnoringCase("Retry-after: 1")
        .contains("too_many_requests");
  }

  @Test
  void wrongTokensAreSlowedDownAndTheRightOneIsNot() throws Exception {
    server.start();
    String refused = "";
    for (int i = 0; i < 60 && !refused.startsWith("HTTP/1.1 429 "); i++) {
      refused =
          Raw.exchange(server, Raw.request(server, SESSIONS, "Authorization: Bearer wrong" + i));
    }
    assertThat(refused).startsWith("HTTP/1.1 429 ").containsIgnoringCase("Retry-after: ");
    assertThat(server.get("/api/agent/sessions").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Authorization: TOKEN",
        "Authorization: Basic TOKEN",
        "Authorization: Bearer",
        "Authorization: Bearer TOKENx",
        "Authorization: Bearer TOKE",
        "Authorization: Bearer tOKEN",
        "Authorization:",
        "X-Token: TOKEN",
        "Cookie: tenon_PORT=TOKEN",
        "Authorization: Bearer TOKEN\r\nAuthorization: Bearer wrong"
      })
  void onlyTheBearerTokenOpens(String header) throws Exception {
    server.start();
    String wrong = Harness.TOKEN.toUpperCase(java.util.Locale.ROOT);
    String text =
        header
            .replace("tOKEN", wrong)
            .replace("TOKEN", Harness.TOKEN)
            .replace("TOKE", Harness.TOKEN.substring(1));
    String request =
        "GET /api/agent/sessions HTTP/1.1\r\nHost: localhost\r\n"
            + port(text)
            + "\r\nConnection: close\r\n\r\n";
    assertThat(Raw.exchange(server, request)).startsWith("HTTP/1.1 401 ");
  }

  @Test
  void everyAnswerCarriesItsHeaders() throws Exception {
    server.start();
    String job = server.run(server.session(), "greet");
    server.until(job, "completed");
    for (String request :
        List.of(
            Raw.request(server, SESSIONS),
            Raw.request(server, "GET /nothing"),
            Raw.request(server, "GET /"),
            Raw.request(server, "DELETE /api/agent/sessions"),
            Raw.request(server, SESSIONS, "Authorization: Bearer wrong"),
            Raw.request(server, SESSIONS, "Host: evil.example"),
            Raw.request(server, "GET /api/agent/jobs/" + job + "/stream"),
            Raw.request(server, "GET /api/agent/sessions?limit=x"),
            Raw.request(server, "POST /api/agent/run"))) {
      // A page without referrers could not prove the origin of its forms.
      String referrer = request.startsWith("GET / ") ? "same-origin" : "no-referrer";
      assertThat(Raw.exchange(server, request))
          .as(request)
          .containsIgnoringCase("X-content-type-options: nosniff")
          .containsIgnoringCase("X-frame-options: DENY")
          .containsIgnoringCase("Referrer-policy: " + referrer)
          .containsIgnoringCase("Cache-control: no-store")
          .containsIgnoringCase("Cross-origin-opener-policy: same-origin")
          .containsIgnoringCase("Content-security-policy: default-src 'none';")
          .contains("frame-ancestors 'none'")
          .doesNotContainIgnoringCase("Strict-transport-security")
          .doesNotContainIgnoringCase("Server:");
    }
  }

  @Test
  void aTokenOrAnOriginThatCannotBeUsedIsRefusedAtOnce() {
    server.start();
    for (String origin : List.of("*", "null", "review.example", "https://a.example/x", "ftp://a")) {
      org.assertj.core.api.Assertions.assertThatThrownBy(
              () -> server.settings.withOrigins(Set.of(origin)))
          .hasMessageContaining(origin);
    }
    for (String token : List.of("short", "with a blank in it", "with\nline\nbreaks-in-it")) {
      org.assertj.core.api.Assertions.assertThatThrownBy(
              () -> dev.tenon.server.http.guard.ServerSettings.loopback(0, token))
          .hasMessageContaining("token")
          .hasMessageNotContaining(token);
    }
  }

  @Test
  void anErrorSaysWhatToDo() throws Exception {
    server.start();
    for (String path : List.of("/nothing", "/api/agent/jobs/none", "/api/agent/sessions?limit=x")) {
      Json.Obj error = server.get(path).error();
      assertThat(error.string("message", "")).isNotBlank();
      assertThat(error.array("suggestions")).as(path).isNotEmpty();
    }
  }
}
