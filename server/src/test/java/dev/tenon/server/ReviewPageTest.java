package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The review page as the server sends it; how a browser uses it is tried with the built program.
class ReviewPageTest {
  @TempDir Path folder;
  private Harness server;

  @BeforeEach
  void open() throws Exception {
    Assumptions.assumeTrue(
        Harness.class.getResource("http/page/review-page.zip") != null,
        "SKIPPED: this build has no review page");
    server = Harness.in(folder);
    server.file("a.md", "teh\n" + "line\n".repeat(10) + "poeple\n");
    server.file("b.md", "one\n");
  }

  @AfterEach
  void close() throws Exception {
    if (server != null) {
      server.close();
    }
  }

  private static String header(HttpResponse<String> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  @Test
  void thePageAndItsFilesComeWithTheirRules() throws Exception {
    server.answering().start();
    var page = server.send(server.request("/").GET()).response();
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(header(page, "Cache-Control")).isEqualTo("no-store");
    String policy = header(page, "Content-Security-Policy");
    assertThat(policy)
        .contains("default-src 'none'", "script-src 'self'", "require-trusted-types-for 'script'")
        .doesNotContain("unsafe");
    Matcher nonce = Pattern.compile("'nonce-([^']{24})'").matcher(policy);
    assertThat(nonce.find()).isTrue();
    assertThat(page.body()).contains("nonce=\"" + nonce.group(1) + "\"").doesNotContain("TENON");
    var again = server.send(server.request("/").GET()).response();
    assertThat(header(again, "Content-Security-Policy")).as("its own").isNotEqualTo(policy);

    Matcher script = Pattern.compile("src=\"(/assets/[^\"]+\\.js)\"").matcher(page.body());
    assertThat(script.find()).isTrue();
    String asset = script.group(1);
    var plain = server.client.send(server.request(asset).build(), text());
    assertThat(plain.statusCode()).isEqualTo(200);
    assertThat(header(plain, "Content-Type")).isEqualTo("text/javascript; charset=utf-8");
    assertThat(header(plain, "Cache-Control")).contains("immutable", "private");
    assertThat(plain.body()).contains("tenon.");
    var packed =
        server.client.send(
            server.request(asset).header("Accept-Encoding", "br, gzip").build(), text());
    assertThat(header(packed, "Content-Encoding")).isEqualTo("gzip");
    var licenses = server.client.send(server.request("/assets/licenses.txt").build(), text());
    assertThat(header(licenses, "Cache-Control")).isEqualTo("no-store");
    assertThat(licenses.body()).contains("react-dom", "MIT");

    assertThat(server.send(server.bare(asset).GET()).status()).as("no login").isEqualTo(401);
    assertThat(
            server
                .send(server.request(asset).header("Sec-Fetch-Site", "cross-site").GET())
                .status())
        .as("a page elsewhere")
        .isEqualTo(403);
    assertThat(server.send(server.request("/assets/none.js").GET()).status()).isEqualTo(404);
    assertThat(server.send(server.request("/assets/../index.html").GET()).status()).isEqualTo(404);
    assertThat(server.post(asset).status()).isEqualTo(405);
    String session = server.session();
    assertThat(server.send(server.request("/overview").GET()).response().body())
        .contains("Open the review page", "href=\"/#" + session + "\"");
  }

  private static HttpResponse.BodyHandler<String> text() {
    return HttpResponse.BodyHandlers.ofString();
  }
}
