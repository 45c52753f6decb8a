package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.Step;
import dev.tenon.harness.TestPrograms;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The review page as the server sends it, and as a browser uses it.
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
    assertThat(server.send(server.request("/overview").GET()).response().body())
        .contains("Open the review page");
  }

  private static HttpResponse.BodyHandler<String> text() {
    return HttpResponse.BodyHandlers.ofString();
  }

  /// The pictures are in the folder that the property `tenon.pictures` names.
  @Test
  void aPersonGoesFromTheInstructionToTheSavedFile() throws Exception {
    server
        .answering(
            Step.calls("read_file", Json.object().put("file_path", "a.md").build()),
            Harness.proposing(
                server.edit("e_1", "a.md", 1, 1, "the"),
                server.edit("e_2", "a.md", 12, 12, "people"),
                server.edit("e_3", "b.md", 1, 1, "ONE")),
            Step.says(
                "I fixed the typos: <img src=x onerror=alert(1)> [x](javascript:alert(1))"
                    + " <script>alert(1)</script>"))
        .start();
    browse("flow.mjs");
  }

  @Test
  void questionsConflictsOtherTabsAndCancelling() throws Exception {
    server
        .answering(
            Step.calls("clarify_user", Json.object().put("question", "Which tone?").build()),
            Step.says("Understood."),
            Harness.proposing(server.edit("e_1", "b.md", 1, 1, "ONE")),
            Step.says("Done."),
            Harness.proposing(server.edit("e_1", "b.md", 1, 1, "ONE")),
            Step.says("Done again."),
            Step.answer().hanging())
        .start();
    browse("troubles.mjs");
  }

  private void browse(String script) throws Exception {
    TestPrograms.require("node", "chromium");
    Path web = TestPrograms.house().resolve("web");
    Assumptions.assumeTrue(
        Files.exists(web.resolve("node_modules/playwright-core")),
        "SKIPPED: the packages of the page are not fetched");
    String pictures = System.getProperty("tenon.pictures", folder.toString());
    Path said = folder.resolve("flow.log");
    Process flow =
        new ProcessBuilder(
                "node",
                web.resolve("e2e").resolve(script).toString(),
                server.url(),
                Harness.TOKEN,
                server.root.toString(),
                pictures)
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    boolean ended = flow.waitFor(5, TimeUnit.MINUTES);
    if (!ended) {
      flow.descendants().forEach(ProcessHandle::destroyForcibly);
      flow.destroyForcibly().waitFor();
    }
    assertThat(Files.readString(said)).contains("the flow is whole");
    assertThat(flow.exitValue()).isZero();
  }
}
