package dev.tenon.core.http.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.http.TransportException;
import dev.tenon.core.http.TransportException.Failure;
import dev.tenon.core.http.guard.ConnectRules;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FetchRedirectsTest {
  private final Pages pages = new Pages();

  @AfterEach
  void close() {
    pages.close();
  }

  @ParameterizedTest
  @CsvSource({
    "/start, /end",
    "/dir/start, end2",
    "/start, //a.test:{port}/end",
    "/start, http://a.test:{port}/end",
    "/start, HTTP://A.TEST:{port}/end",
    "/start, /x/../end",
    "/start, /end#part",
    "/start?x=1, ?x=2",
  })
  void followsWhatALocationRefersTo(String from, String location) throws Exception {
    pages.redirect(from, 302, location).page("/end", "done").page("/dir/end2", "done");
    pages.page("/start?x=2", "done");
    try (Fetched fetched = pages.get(from)) {
      assertThat(fetched.text().text()).isEqualTo("done");
      assertThat(fetched.passed()).hasSize(2);
      assertThat(fetched.address().text()).endsWith(location.contains("#") ? "#part" : "");
    }
    // Within one fetch, the connection is shared.
    assertThat(pages.connections()).isEqualTo(1);
  }

  @Test
  void keepsTheBytesOfALocationThatIsNotAscii() throws Exception {
    pages.page("/start", "HTTP/1.1 301 go\r\nLocation: /gr\u00fc\u00dfe?\u65e5", new byte[0]);
    pages.page("/gr%C3%BC%C3%9Fe?%E6%97%A5", "done");
    try (Fetched fetched = pages.get("/start")) {
      assertThat(fetched.text().text()).isEqualTo("done");
    }
  }

  @Test
  void followsFiveAndNoMore() throws Exception {
    for (int i = 1; i <= 6; i++) {
      pages.redirect("/" + i, 302, "/" + (i + 1));
    }
    pages.page("/7", "done");
    try (Fetched fetched = pages.get("/2")) {
      assertThat(fetched.text().text()).isEqualTo("done");
    }
    assertRefused("/1", "a.test redirects once more after 5 redirects");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/loop", "/loop#x", "/other"})
  void tellsACircle(String location) {
    pages.redirect("/loop", 302, location).redirect("/other", 302, "/loop");
    assertRefused("/loop", "a.test redirects in a circle");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftp://a.test/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "http:/a.test/",
        "http://",
        "///x",
        "http://user:s3cret@a.test/",
        "/a b",
        "\\\\a.test\\x",
        "http://127.1:{port}/",
        "http://a.test:0/",
        "http://a.test.:{port}/",
        "http://\uff41.test/",
      })
  void aLocationThatIsNoAddressIsTold(String location) {
    pages.redirect("/start", 302, location);
    assertThatThrownBy(() -> pages.get("/start"))
        .isInstanceOfSatisfying(
            TransportException.class, e -> assertThat(e.failure()).isEqualTo(Failure.REFUSED))
        .hasMessageStartingWith("a.test redirects to what is not followed: ")
        .message()
        .doesNotContain("s3cret");
    assertThat(pages.heads).hasSize(1);
  }

  @Test
  void severalLocationsAreNotFollowed() {
    pages.page("/start", "HTTP/1.1 302 go\r\nLocation: /x\r\nLocation: /y", new byte[0]);
    assertRefused("/start", "several addresses at once");
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 300, 304, 305, 306, 404})
  void otherAnswersAreAnswers(int status) throws Exception {
    pages.redirect("/start", status, "/end");
    try (Fetched fetched = pages.get("/start")) {
      assertThat(fetched.status()).isEqualTo(status);
    }
  }

  @Test
  void aRedirectToNowhereIsAnAnswer() throws Exception {
    pages.page("/start", "HTTP/1.1 302 go", "look there".getBytes(UTF_8));
    try (Fetched fetched = pages.get("/start")) {
      assertThat(fetched.status()).isEqualTo(302);
      assertThat(fetched.text().text()).isEqualTo("look there");
    }
  }

  @ParameterizedTest
  @CsvSource({"301, GET", "302, GET", "303, GET", "307, POST", "308, POST"})
  void aPostBecomesAGetOrStaysOne(int status, String method) throws Exception {
    pages.redirect("/start", status, "/end").page("/end", "done");
    var headers = Map.of("Content-Type", "text/plain", "X-Trace", "1");
    try (Fetched fetched =
        pages
            .fetch()
            .post(
                pages.at("a.test", "/start"),
                headers,
                "hello".getBytes(UTF_8),
                Limits.DEFAULTS,
                pages.hooks())) {
      assertThat(fetched.text().text()).isEqualTo("done");
    }
    String last = pages.heads.getLast();
    assertThat(last).startsWith(method + " /end ").contains("X-Trace: 1");
    assertThat(last.contains("Content-Length: 5")).isEqualTo(method.equals("POST"));
    assertThat(last.contains("Content-Type:")).isEqualTo(method.equals("POST"));
  }

  @Test
  void aBodyDoesNotGoOnToAnotherHost() {
    pages.redirect("/start", 307, "http://b.test:{port}/end").page("/end", "done");
    assertThatThrownBy(
            () ->
                pages
                    .fetch()
                    .post(
                        pages.at("a.test", "/start"),
                        Map.of(),
                        "secret".getBytes(UTF_8),
                        Limits.DEFAULTS,
                        pages.hooks()))
        .hasMessageContaining("redirects a request with a body to http://b.test:");
    assertThat(pages.heads).hasSize(1);
  }

  @Test
  void credentialsStayWithTheirOrigin() throws Exception {
    pages
        .redirect("/start", 302, "/same")
        .redirect("/same", 302, "http://b.test:{port}/other")
        .redirect("/other", 302, "http://a.test:{port}/back")
        .page("/back", "done");
    var headers = new LinkedHashMap<String, String>();
    headers.put("Authorization", "Bearer k");
    headers.put("X-Api-Key", "k");
    headers.put("PRIVATE-TOKEN", "k");
    headers.put("Accept", "text/html");
    headers.put("User-Agent", "mine");
    try (Fetched fetched =
        pages.fetch().get(pages.at("a.test", "/start"), headers, Limits.DEFAULTS, pages.hooks())) {
      assertThat(fetched.ok()).isTrue();
    }
    assertThat(pages.heads).hasSize(4);
    for (int i = 0; i < 4; i++) {
      String head = pages.heads.get(i);
      assertThat(head).contains("Accept: text/html", "User-Agent: mine");
      assertThat(head.contains("Bearer k")).as(head).isEqualTo(i < 2);
      assertThat(head.contains("X-Api-Key")).as(head).isEqualTo(i < 2);
      assertThat(head.contains("PRIVATE-TOKEN")).as(head).isEqualTo(i < 2);
    }
    assertThat(pages.heads.get(2)).contains("Host: b.test:" + pages.port());
  }

  @Test
  void noCookieIsSentOrKept() throws Exception {
    pages
        .page("/start", "HTTP/1.1 302 go\r\nSet-Cookie: a=1\r\nLocation: /end", new byte[0])
        .page("/end", "done");
    pages.get("/start").close();
    pages.get("/end").close();
    assertThat(pages.heads)
        .hasSize(3)
        .noneMatch(head -> head.toLowerCase(Locale.ROOT).contains("cookie"));
    assertThatThrownBy(
            () ->
                pages
                    .fetch()
                    .get(
                        pages.at("a.test", "/end"),
                        Map.of("cookie", "a=1"),
                        Limits.DEFAULTS,
                        pages.hooks()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anotherHostIsAskedForAndTheOwnIsNot() throws Exception {
    pages
        .redirect("/start", 302, "/second")
        .redirect("/second", 302, "http://b.test:{port}/third")
        .redirect("/third", 302, "http://b.test:{port}/fourth")
        .page("/fourth", "done");
    var asked = new ArrayList<String>();
    var hooks =
        new Hooks(
            pages.rules(), (host, port) -> asked.add(host + (port == pages.port() ? "" : "?")));
    pages.fetch().get(pages.at("a.test", "/start"), Map.of(), Limits.DEFAULTS, hooks).close();
    assertThat(asked).containsExactly("b.test");
  }

  @Test
  void aHostThatThePolicyRefusesIsNotConnectedTo() {
    pages.redirect("/start", 302, "http://b.test:{port}/end").page("/end", "done");
    var hooks = new Hooks(pages.rules(), Redirects.REFUSED);
    assertThatThrownBy(
            () -> pages.fetch().get(pages.at("a.test", "/start"), Map.of(), Limits.DEFAULTS, hooks))
        .hasMessageContaining("a.test redirects to b.test:" + pages.port())
        .hasMessageContaining("add connect(b.test:");
    assertThat(pages.heads).hasSize(1);
    assertThat(pages.dns.asked("b.test")).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://shut.test:{port}/end",
        "http://127.0.0.1:{port}/end",
        "http://[::1]:{port}/end",
        "http://[::ffff:127.0.0.1]:{port}/end",
        "http://169.254.169.254/latest",
        "http://a.test:1/",
      })
  void theGuardJudgesEachRedirectWhateverThePolicySays(String location) {
    pages.redirect("/start", 302, location).page("/end", "done");
    assertRefused("/start", "which is closed; add connect(");
    assertThat(pages.heads).hasSize(1);
  }

  /// A name that was public when it was first asked for.
  @Test
  void aRedirectToTheSameNameWithAnotherMeaningIsJudged() {
    pages.redirect("/start", 302, "http://turns.test:{port}/end");
    pages.dns.says("turns.test", "127.0.0.1");
    assertRefused("/start", "turns.test leads to 127.0.0.1 (loopback)");
  }

  @Test
  void aClosedLiteralIsRefusedBeforeAnybodyIsAsked() {
    pages.redirect("/start", 302, "http://10.0.0.1/");
    List<String> asked = new ArrayList<>();
    ConnectRules rules = pages.rules();
    var hooks = new Hooks(rules, (host, port) -> asked.add(host));
    assertThatThrownBy(
            () -> pages.fetch().get(pages.at("a.test", "/start"), Map.of(), Limits.DEFAULTS, hooks))
        .hasMessageContaining("10.0.0.1 is not a public address (private)");
    assertThat(asked).isEmpty();
  }

  private void assertRefused(String path, String message) {
    assertThatThrownBy(() -> pages.get(path))
        .isInstanceOfSatisfying(
            TransportException.class, e -> assertThat(e.failure()).isEqualTo(Failure.REFUSED))
        .hasMessageContaining(message);
  }
}
