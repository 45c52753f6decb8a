package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.Step;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A browser exchanges the token for a cookie and sees the overview.
class LoginTest {
  @TempDir Path folder;
  private Harness server;

  @BeforeEach
  void open() throws Exception {
    server = Harness.in(folder);
    server.file("a.txt", "one\n");
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  private static final String HIDDEN = "<span class=\"hidden\" title=\"a hidden character\">";

  private static String hidden(String code) {
    return HIDDEN + "&lt;" + code + "&gt;</span>";
  }

  private Harness.Got plain(String path) throws Exception {
    return server.send(server.bare(path).GET());
  }

  private String logIn() throws Exception {
    var got = plain("/?token=" + Harness.TOKEN);
    assertThat(got.status()).isEqualTo(303);
    assertThat(got.response().headers().firstValue("Location")).hasValue("/");
    return got.response().headers().firstValue("Set-Cookie").orElseThrow();
  }

  private String cookie() throws Exception {
    String set = logIn();
    return set.substring(0, set.indexOf(';'));
  }

  private HttpRequest.Builder with(String cookie, String path) {
    return server.bare(path).header("Cookie", cookie);
  }

  /// Somebody who mistyped an address reads a sentence; a program gets its code as before.
  @Test
  void aWrongAddressIsASentenceForPeopleAndACodeForPrograms() throws Exception {
    server.answering().start();
    String wrong = "/sess_1/%3Cscript%3Ealert(1)%3C/script%3E";
    var stranger = server.send(server.bare(wrong).header("Accept", "text/html,*/*;q=0.8"));
    assertThat(stranger.status()).isEqualTo(401);
    assertThat(stranger.response().body()).contains("This server needs its token");
    var seen =
        server.send(
            with(cookie(), wrong)
                .header("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
                .header("Sec-Fetch-Site", "none"));
    assertThat(seen.status()).isEqualTo(404);
    assertThat(seen.response().headers().firstValue("Content-Type").orElse(""))
        .startsWith("text/html");
    assertThat(seen.response().headers().firstValue("Content-Security-Policy").orElse(""))
        .contains("default-src 'none'");
    assertThat(seen.response().body())
        .contains("There is nothing at <code>/sess_1/&lt;script&gt;")
        .contains("<a href=\"/\">Open the review page</a>")
        .doesNotContain("<script>");
    assertThat(server.get(wrong).error().string("code")).isEqualTo("not_found");
    var api = server.send(server.request("/api/agent/nothing").header("Accept", "text/html"));
    assertThat(api.error().string("code")).isEqualTo("not_found");
  }

  @Test
  void theTokenBecomesACookieAndLeavesTheAddressBar() throws Exception {
    server.answering().start();
    String set = logIn();
    assertThat(set)
        .startsWith("tenon_" + server.port() + "=")
        .contains("; HttpOnly")
        .contains("; SameSite=Strict")
        .contains("; Path=/")
        .doesNotContain("Secure")
        .doesNotContain(Harness.TOKEN);
    assertThat(logIn()).as("each browser has its own").isNotEqualTo(set);
    String cookie = set.substring(0, set.indexOf(';'));
    assertThat(server.send(with(cookie, "/").GET()).status()).isEqualTo(200);
    assertThat(server.send(with("a=b; " + cookie + "; c=d", "/api/agent/sessions").GET()).status())
        .isEqualTo(200);
    assertThat(server.send(with(cookie + "0", "/api/agent/sessions").GET()).status())
        .isEqualTo(401);
  }

  @Test
  void anAddressForOneLoginOpensOne() throws Exception {
    server.answering().start();
    String once = server.server().loginUrl().substring(server.url().length());
    assertThat(once).startsWith("/?once=").doesNotContain(Harness.TOKEN);
    var got = plain(once + "&session=sess_1");
    assertThat(got.status()).isEqualTo(303);
    assertThat(got.response().headers().firstValue("Location")).hasValue("/?session=sess_1");
    String set = got.response().headers().firstValue("Set-Cookie").orElseThrow();
    String cookie = set.substring(0, set.indexOf(';'));
    assertThat(server.send(with(cookie, "/api/agent/sessions").GET()).status()).isEqualTo(200);
    assertThat(plain(once).status()).as("it is used up").isEqualTo(401);
    assertThat(server.send(with(cookie, once).GET()).status()).as("logged in").isEqualTo(303);
    String older = server.server().loginUrl().substring(server.url().length());
    String newer = server.server().loginUrl().substring(server.url().length());
    assertThat(plain(older).status()).isEqualTo(401);
    assertThat(plain(newer).status()).isEqualTo(303);
  }

  @Test
  void aLoginLeadsBackToTheSamePlaceAndNowhereElse() throws Exception {
    server.answering().start();
    assertThat(plain("/?session=sess_1&job=job_2").response().body())
        .contains("name=\"next\" value=\"/?session=sess_1&amp;job=job_2\"");
    for (String hostile :
        List.of("//evil.example/", "https://evil.example/", "/api/x", "/\\evil")) {
      assertThat(next(hostile)).as(hostile).isEqualTo("/");
    }
    assertThat(next("/?session=sess_1")).isEqualTo("/?session=sess_1");
    assertThat(next("/overview")).isEqualTo("/overview");
  }

  private String next(String wanted) throws Exception {
    String form =
        "token=" + Harness.TOKEN + "&next=" + URLEncoder.encode(wanted, StandardCharsets.UTF_8);
    var got =
        server.send(
            server
                .bare("/login")
                .header("Origin", server.url())
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form)));
    assertThat(got.status()).isEqualTo(303);
    return got.response().headers().firstValue("Location").orElseThrow();
  }

  @Test
  void withoutALoginThePageSaysHowToGetIn() throws Exception {
    server.answering().start();
    var got = plain("/");
    assertThat(got.status()).isEqualTo(401);
    assertThat(got.response().headers().firstValue("Content-Type"))
        .hasValue("text/html; charset=utf-8");
    assertThat(got.response().body())
        .contains("tenon serve", "action=\"/login\"", "type=\"password\"");
    var wrong = plain("/?token=wrong-wrong-wrong-wrong");
    assertThat(wrong.status()).isEqualTo(401);
    assertThat(wrong.response().body()).contains("not the token").doesNotContain("wrong-wrong");
    assertThat(wrong.response().headers().firstValue("Set-Cookie")).isEmpty();
    assertThat(server.send(server.request("/").GET()).status()).as("programs too").isEqualTo(200);
  }

  private Harness.Got login(String token, String... headers) throws Exception {
    return server.send(
        server
            .bare("/login")
            .header("Content-Type", "application/x-www-form-urlencoded")
            .headers(headers)
            .POST(HttpRequest.BodyPublishers.ofString("token=" + token)));
  }

  @Test
  void theFormDoesTheSame() throws Exception {
    server.answering().start();
    var got = login(Harness.TOKEN, "Origin", server.url());
    assertThat(got.status()).isEqualTo(303);
    assertThat(got.response().headers().firstValue("Set-Cookie")).isPresent();
    assertThat(login(Harness.TOKEN, "Sec-Fetch-Site", "same-origin").status()).isEqualTo(303);
    assertThat(login("wrong", "Origin", server.url()).status()).isEqualTo(401);
    assertThat(login(Harness.TOKEN, "Origin", "https://evil.example").status()).isEqualTo(403);
    assertThat(login(Harness.TOKEN, "X-Nothing", "x").status())
        .as("a form of a page that hides its origin")
        .isEqualTo(403);
    for (int i = 0; i < 40; i++) {
      login("wrong" + i, "Origin", server.url());
    }
    assertThat(login("wrong", "Origin", server.url()).status()).isEqualTo(429);
    assertThat(login(Harness.TOKEN, "Origin", server.url()).status()).isEqualTo(303);
  }

  @Test
  void theOverviewShowsWhatWaits() throws Exception {
    server
        .answering(
            Harness.proposing(server.edit("e_1", "a.txt", 1, 1, "ONE")),
            Step.says("Done."),
            Step.calls(
                "clarify_user", Json.object().put("question", "Loud & <b>\u202e?\033[2K").build()),
            Step.says("never"))
        .start();
    String reviewed =
        server.run(server.session(), "shout <script>alert(1)</script>\u200b\udb40\udc41");
    server.until(reviewed, "awaiting_review");
    String asking = server.run(server.session(), "ask");
    server.until(asking, "waiting_for_user");
    String archived = server.session();
    server.post("/api/agent/sessions/" + archived + "/archive");
    var got = server.send(with(cookie(), "/overview").GET());
    assertThat(got.response().body())
        .contains("1 hunk in 1 file", "/api/agent/jobs/" + reviewed + "/diff")
        .contains("Loud &amp; &lt;b&gt;" + hidden("U+202E") + "?" + HIDDEN + "^[</span>[2K")
        .contains("shout &lt;script&gt;alert(1)&lt;/script&gt;" + hidden("U+200B"))
        .contains(hidden("U+E0041"))
        .doesNotContain("\u202e", "\u200b", "\udb40\udc41", "\033")
        .contains("awaiting review", "waiting for user", "(archived)")
        .contains("/api/openapi.json")
        .doesNotContain("<script");
    String policy = got.response().headers().firstValue("Content-Security-Policy").orElseThrow();
    assertThat(policy)
        .startsWith("default-src 'none'; style-src 'sha256-")
        .doesNotContain("unsafe");
    var head = Raw.exchange(server, Raw.request(server, "HEAD /overview"));
    assertThat(head).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\n");
  }

  @Test
  void aCookieAloneChangesNothing() throws Exception {
    server.answering().start();
    String cookie = cookie();
    var nothing = HttpRequest.BodyPublishers.noBody();
    String path = "/api/agent/sessions";
    assertThat(server.send(with(cookie, path).POST(nothing)).error().string("code"))
        .isEqualTo("wrong_origin");
    assertThat(server.send(with(cookie, path).header("Origin", "null").POST(nothing)).status())
        .isEqualTo(403);
    assertThat(
            server
                .send(with(cookie, path).header("Origin", "http://127.0.0.1:1").POST(nothing))
                .status())
        .isEqualTo(403);
    assertThat(
            server
                .send(with(cookie, path).header("Sec-Fetch-Site", "same-site").POST(nothing))
                .status())
        .isEqualTo(403);
    assertThat(
            server
                .send(
                    with(cookie, path)
                        .header("Origin", server.url())
                        .header("Content-Type", "text/plain")
                        .POST(HttpRequest.BodyPublishers.ofString("{}")))
                .status())
        .isEqualTo(415);
    for (List<String> proof :
        List.of(List.of("Origin", server.url()), List.of("Sec-Fetch-Site", "same-origin"))) {
      assertThat(
              server
                  .send(with(cookie, path).header(proof.get(0), proof.get(1)).POST(nothing))
                  .status())
          .isEqualTo(201);
    }
    assertThat(server.get(path).json().array("sessions")).hasSize(2);
  }

  @Test
  void aPageOfAnotherPortReadsNothing() throws Exception {
    server.answering().start();
    String cookie = cookie();
    assertThat(
            server
                .send(
                    with(cookie, "/api/agent/sessions").header("Sec-Fetch-Site", "same-site").GET())
                .status())
        .isEqualTo(403);
    assertThat(
            server
                .send(
                    with(cookie, "/api/agent/sessions")
                        .header("Sec-Fetch-Site", "same-origin")
                        .GET())
                .status())
        .isEqualTo(200);
    assertThat(
            server
                .send(with(cookie, "/api/agent/sessions").header("Sec-Fetch-Site", "none").GET())
                .status())
        .isEqualTo(200);
  }

  @Test
  void aLinkFromElsewhereStillArrives() throws Exception {
    server.answering().start();
    var got =
        server.send(
            server
                .bare("/?token=" + Harness.TOKEN)
                .header("Sec-Fetch-Site", "cross-site")
                .header("Sec-Fetch-Mode", "navigate")
                .GET());
    assertThat(got.status()).isEqualTo(200);
    assertThat(got.response().headers().firstValue("Refresh")).hasValue("0; url=/");
    assertThat(got.response().headers().firstValue("Set-Cookie")).isPresent();
    assertThat(
            server
                .send(
                    server
                        .bare("/?token=" + Harness.TOKEN)
                        .header("Sec-Fetch-Site", "cross-site")
                        .header("Sec-Fetch-Mode", "no-cors")
                        .GET())
                .status())
        .isEqualTo(403);
  }

  @Test
  void whoeverSignsOutIsOut() throws Exception {
    server.answering().start();
    String cookie = cookie();
    var nothing = HttpRequest.BodyPublishers.noBody();
    assertThat(server.send(with(cookie, "/logout").POST(nothing)).status()).isEqualTo(403);
    var out = server.send(with(cookie, "/logout").header("Origin", server.url()).POST(nothing));
    assertThat(out.status()).isEqualTo(303);
    assertThat(out.response().headers().firstValue("Set-Cookie").orElseThrow())
        .contains("Max-Age=0");
    assertThat(server.send(with(cookie, "/").GET()).status()).isEqualTo(401);
  }

  @Test
  void anotherRunKnowsNoCookieOfThisOne() throws Exception {
    server.answering().startOnDisk();
    String cookie = cookie();
    int port = server.port();
    server.restart();
    String renamed = cookie.replace("tenon_" + port, "tenon_" + server.port());
    assertThat(server.send(with(renamed, "/").GET()).status()).isEqualTo(401);
    for (int i = 0; i < 40; i++) {
      server.send(with(renamed, "/api/agent/sessions").GET());
    }
    assertThat(server.send(with(renamed, "/").GET()).status())
        .as("an old cookie is no attack")
        .isEqualTo(401);
  }
}
