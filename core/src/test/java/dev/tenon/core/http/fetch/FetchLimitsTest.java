package dev.tenon.core.http.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.http.HttpSettings;
import dev.tenon.core.http.Proxies;
import dev.tenon.core.http.Transport;
import dev.tenon.core.http.TransportException;
import dev.tenon.core.http.TransportException.Failure;
import dev.tenon.core.http.guard.ConnectRules;
import dev.tenon.core.http.guard.DnsNames;
import dev.tenon.core.http.tls.Trust;
import dev.tenon.harness.RawServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FetchLimitsTest {
  private final Pages pages = new Pages();

  @AfterEach
  void close() {
    pages.close();
  }

  @Test
  void aBodyIsCutAtTheLimitAndSaysSo() throws Exception {
    pages.page("/", "hello");
    for (int limit = 1; limit < 8; limit++) {
      try (Fetched fetched = pages.get("/", limit(limit))) {
        Fetched.Content content = fetched.content();
        assertThat(new String(content.bytes(), UTF_8))
            .isEqualTo("hello".substring(0, Math.min(limit, 5)));
        assertThat(content.truncated()).isEqualTo(limit < 5);
      }
    }
  }

  @Test
  void aStreamOverTheLimitIsAnErrorThatNamesIt() throws Exception {
    pages.page("/", "hello");
    try (Fetched fetched = pages.get("/", limit(5))) {
      assertThat(fetched.body().readAllBytes()).hasSize(5);
    }
    try (Fetched fetched = pages.get("/", limit(4))) {
      assertThatThrownBy(() -> fetched.body().readAllBytes())
          .isInstanceOf(TransportException.class)
          .hasMessage("the answer of a.test is larger than the limit of 4 bytes");
    }
  }

  @Test
  void anEndlessBodyIsCut() throws Exception {
    pages.page("/", FetchLimitsTest::endless);
    try (Fetched fetched = pages.get("/", limit(100_000))) {
      assertThat(fetched.text().truncated()).isTrue();
    }
  }

  /// Each byte comes in time, the whole never does.
  @Test
  void anAnswerThatTricklesEndsWithTheTime() {
    pages.page("/body", (in, out) -> trickle(out, "HTTP/1.1 200 OK\r\n\r\n"));
    pages.page("/head", (in, out) -> trickle(out, "HTTP/1.1 200 OK\r\nX: "));
    var limits = new Limits(1_000_000, 200, Duration.ofMillis(300));
    for (String path : new String[] {"/body", "/head"}) {
      assertThatThrownBy(
              () -> {
                try (Fetched fetched = pages.get(path, limits)) {
                  fetched.content();
                }
              })
          .isInstanceOfSatisfying(
              TransportException.class, e -> assertThat(e.failure()).isEqualTo(Failure.STALLED))
          .hasMessage("a.test did not give its whole answer within 300 ms");
    }
  }

  @Test
  void askingDoesNotCostTheTimeOfTheFetch() throws Exception {
    pages.redirect("/", 302, "http://b.test:{port}/end").page("/end", "done");
    var passed = new AtomicLong();
    var fetch =
        new Fetch(
            new DnsNames(pages.dns),
            guard -> new Transport(Pages.SETTINGS, Proxies.NONE, Trust.JDK, guard),
            () -> System.nanoTime() + passed.get());
    var hooks =
        new Hooks(
            pages.rules(), (host, port) -> passed.addAndGet(Duration.ofHours(1).toNanos()) > 0);
    try (Fetched fetched = fetch.get(pages.at("a.test", "/"), Map.of(), Limits.DEFAULTS, hooks)) {
      assertThat(fetched.text().text()).isEqualTo("done");
    }
  }

  @Test
  void anInterruptEndsAFetchAtOnce() throws Exception {
    var waiting = new Semaphore(0);
    pages.page(
        "/silent",
        (in, out) -> {
          waiting.release();
          in.read();
        });
    pages.redirect("/asks", 302, "http://b.test:{port}/");
    var hooks =
        new Hooks(
            pages.rules(),
            (host, port) -> {
              waiting.release();
              return new Semaphore(0).tryAcquire(60, TimeUnit.SECONDS);
            });
    for (String path : new String[] {"/silent", "/asks"}) {
      for (Thread.Builder kind : new Thread.Builder[] {Thread.ofVirtual(), Thread.ofPlatform()}) {
        var ended = new AtomicReference<Throwable>();
        Thread reader =
            kind.start(
                () -> {
                  try {
                    pages
                        .fetch()
                        .get(pages.at("a.test", path), Map.of(), Limits.DEFAULTS, hooks)
                        .close();
                  } catch (Exception e) {
                    ended.set(e);
                  }
                });
        assertThat(waiting.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        reader.interrupt();
        assertThat(reader.join(Duration.ofSeconds(5))).isTrue();
        assertThat(ended.get()).isInstanceOf(InterruptedException.class);
      }
    }
  }

  /// What one caller's rules opened is not open for the next.
  @Test
  void connectionsAreNotSharedBetweenFetches() throws Exception {
    pages.page("/", "hello");
    Fetch fetch = pages.fetch();
    for (int i = 0; i < 2; i++) {
      try (Fetched fetched =
          fetch.get(pages.at("a.test", "/"), Map.of(), Limits.DEFAULTS, pages.hooks())) {
        fetched.content();
      }
    }
    assertThat(pages.connections()).isEqualTo(2);
    assertThatThrownBy(
            () -> fetch.get(pages.at("a.test", "/"), Map.of(), Limits.DEFAULTS, Hooks.STRICT))
        .hasMessageContaining("a.test leads to 127.0.0.1 (loopback)");
  }

  @Test
  void theSystemsNamesAreJudgedToo() throws Exception {
    pages.page("/", "hello");
    var fetch = new Fetch(HttpSettings.DEFAULTS, Proxies.NONE, Trust.JDK);
    String address = "http://localhost:" + pages.port() + "/";
    assertThatThrownBy(() -> fetch.get(address, Limits.DEFAULTS, Hooks.STRICT))
        .hasMessageMatching("localhost leads to .* \\(loopback\\), which is closed; add connect.*");
    ConnectRules mine = (host, port) -> host.equals("localhost") && port == pages.port();
    try (Fetched fetched =
        fetch.get(address, Limits.DEFAULTS, new Hooks(mine, Redirects.REFUSED))) {
      assertThat(fetched.text().text()).isEqualTo("hello");
      assertThat(fetched.status()).isEqualTo(200);
    }
  }

  @Test
  void limitsMakeSense() {
    Duration second = Duration.ofSeconds(1);
    assertThatThrownBy(() -> new Limits(0, 1, second)).hasMessageContaining("bytes must be 1..");
    assertThatThrownBy(() -> new Limits(1, 0, second)).hasMessageContaining("ratio");
    assertThatThrownBy(() -> new Limits(1, 1, Duration.ZERO)).hasMessageContaining("time");
  }

  private static Limits limit(int bytes) {
    return new Limits(bytes, 200, Duration.ofSeconds(20));
  }

  private static void endless(InputStream in, OutputStream out) throws IOException {
    RawServer.write(out, "HTTP/1.1 200 OK\r\n\r\n");
    var chunk = new byte[65_536];
    while (true) {
      out.write(chunk);
    }
  }

  private static void trickle(OutputStream out, String head) throws IOException {
    RawServer.write(out, head);
    var pause = new Semaphore(0);
    try {
      while (!pause.tryAcquire(5, TimeUnit.MILLISECONDS)) {
        out.write('x');
        out.flush();
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }
}
