package dev.tenon.tools.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.Verdict;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Who decides whether a page is fetched: the policy, the person and the guard, and again at each
/// redirect.
class WebAccessTest extends WebFixture {
  // Who decides.

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1:{p}/",
        "http://localhost:{p}/",
        "http://[::1]:{p}/",
        "http://[::ffff:127.0.0.1]:{p}/",
        "http://127.1:{p}/",
        "http://0x7f000001:{p}/",
        "http://2130706433:{p}/",
        "http://0:{p}/",
        "http://inside.test:{p}/",
        "http://both.test:{p}/",
        "http://user:pw@127.0.0.1:{p}/",
        "http://127.0.0.1:{p}@a.test/",
        "http://10.0.0.1:{p}/",
        "http://169.254.169.254/latest/",
        "http://x.localhost:{p}/",
        "https://127.0.0.1:{p}/",
        "http:///x",
        "http://",
        "http://a b/",
        "http://h\\@127.0.0.1/"
      })
  void whatIsClosedIsNotReachedInAnyMode(String address) throws Exception {
    for (Mode mode : Mode.values()) {
      use(mode, allow(USER, "*:" + pages.port()), allow(USER, "127.0.0.1"));
      Part.Result refused =
          call("read_file", Json.object().put("path", address.replace("{p}", "" + pages.port())));
      assertThat(refused.failed()).as(mode + " " + refused.text()).isTrue();
      assertThat(refused.text()).doesNotContain("pw@");
    }
    assertThat(pages.connections()).isZero();
  }

  @Test
  void aRuleOfTheUserOpensExactlyItsHostAndPort() throws Exception {
    pages.page("/", "text/plain", "open\n");
    try (var canary = new WebPages()) {
      String named = "localhost:" + pages.port();
      use(Mode.EDIT, allow(USER, named));
      assertThat(page("http://" + named + "/").text()).isEqualTo("open\n");
      assertThat(page("http://LOCALHOST:" + pages.port() + "/").text()).isEqualTo("open\n");
      assertThat(page("http://127.0.0.1:" + pages.port() + "/").failed()).isTrue();
      assertThat(page("http://localhost:" + canary.port() + "/").failed()).isTrue();
      use(Mode.FULL, allow(USER, named));
      assertThat(page("http://localhost:" + canary.port() + "/").text())
          .contains("permission_denied")
          .contains("add connect(localhost:" + canary.port() + ") to your rules");
      assertThat(page("http://inside.test:" + canary.port() + "/").text())
          .contains("inside.test leads to 127.0.0.1 (loopback), which is closed; add connect(");
      use(Mode.FULL, allow(USER, named), new Rule(Verdict.DENY, "connect", "localhost", USER));
      assertThat(page("http://" + named + "/").text()).contains("connect(localhost)");
      assertThat(canary.connections()).isZero();
    }
  }

  @Test
  void withoutAPersonWhatWouldBeAskedIsRefusedWithWords() throws Exception {
    use(Mode.EDIT, allow(USER, "other.test:80"));
    assertThat(page("http://inside.test:" + pages.port() + "/?key=k1").text())
        .contains(
            "permission_denied: not allowed without a person to ask: connect to inside.test:"
                + pages.port(),
            "add connect(inside.test:" + pages.port() + ") to permissions.allow")
        .doesNotContain("k1");
    assertThat(page("http://inside.test/").text()).contains("--permission-mode full");
    assertThat(page("http://127.0.0.1/").text())
        .contains(
            "add connect(127.0.0.1:80) to permissions.allow in the configuration to allow it");
    use(Mode.PLAN, allow(USER, "127.0.0.1:" + pages.port()));
    assertThat(read("/").text()).contains("mode plan is read-only");
    assertThat(pages.connections()).isZero();
  }

  @ParameterizedTest
  @EnumSource(Approver.Answer.Kind.class)
  void aPersonsYesOpensTheAddressThatWasShown(Approver.Answer.Kind kind) throws Exception {
    Approver.Answer said = new Approver.Answer(kind, Optional.empty(), "");
    pages.page("/", "text/plain", "open\n");
    answer = said;
    use(Mode.EDIT);
    Part.Result read = read("/");
    assertThat(asked).containsExactly(new Access.Connect("127.0.0.1", pages.port()));
    boolean yes = kind != Approver.Answer.Kind.NO && kind != Approver.Answer.Kind.ABSENT;
    assertThat(read.failed()).as(read.text()).isEqualTo(!yes);
    assertThat(pages.connections()).isEqualTo(yes ? 1 : 0);
    read("/");
    boolean kept = kind == Approver.Answer.Kind.SESSION || kind == Approver.Answer.Kind.ALWAYS;
    assertThat(asked).hasSize(kept ? 1 : 2);
  }

  @Test
  void aPersonsYesToANameOpensNoPrivateAddress() throws Exception {
    for (Approver.Answer said : List.of(Approver.Answer.ONCE, Approver.Answer.SESSION)) {
      answer = said;
      use(Mode.EDIT);
      assertThat(page("http://inside.test:" + pages.port() + "/").text())
          .contains("inside.test leads to 127.0.0.1 (loopback), which is closed");
    }
    assertThat(pages.connections()).isZero();
  }

  // Redirects.

  @Test
  void aRedirectToAnotherHostIsAskedForAndToldOf() throws Exception {
    pages.page("/end?sig=s3cret", "text/plain", "arrived\n");
    pages.redirect("/go", "http://localhost:{port}/end?sig=s3cret");
    answer = Approver.Answer.ONCE;
    use(Mode.EDIT, allow(USER, "127.0.0.1:" + pages.port()), ask("localhost"));
    // No rule names the second host, so the guard does not even have it asked.
    Part.Result closed = read("/go");
    assertThat(closed.text()).contains("localhost", "which is closed; add connect(localhost:");
    assertThat(asked).isEmpty();
    use(
        Mode.EDIT,
        allow(USER, "127.0.0.1:" + pages.port()),
        allow(USER, "localhost:" + pages.port()),
        ask("localhost"));
    assertThat(read("/go").text())
        .startsWith("arrived\n")
        .contains("Redirected to http://localhost:" + pages.port() + "/end?….")
        .doesNotContain("s3cret");
    assertThat(asked).containsExactly(new Access.Connect("localhost", pages.port()));
    answer = Approver.Answer.NO;
    int before = pages.heads.size();
    assertThat(read("/go").text())
        .contains("127.0.0.1 redirects to localhost:" + pages.port(), "the user said no to");
    assertThat(pages.heads).hasSize(before + 1);
    answer = Approver.Answer.ABSENT;
    assertThat(read("/go").text()).contains("redirects to", "without a person to ask");
  }

  @Test
  void aRedirectDoesNotLeadIntoTheMachineWhateverIsAnswered() throws Exception {
    try (var canary = new WebPages()) {
      String[] targets = {
        "http://127.0.0.1:" + canary.port() + "/",
        "http://localhost:" + canary.port() + "/",
        "http://[::ffff:127.0.0.1]:" + canary.port() + "/",
        "http://inside.test:" + canary.port() + "/",
        "http://169.254.169.254/latest/meta-data/",
        "//127.0.0.1:" + canary.port() + "/",
        "file:///etc/passwd",
        "http://user@127.0.0.1:" + canary.port() + "/"
      };
      answer = Approver.Answer.SESSION;
      for (int i = 0; i < targets.length; i++) {
        pages.redirect("/r" + i, targets[i]);
        for (Mode mode : List.of(Mode.EDIT, Mode.FULL)) {
          use(mode, allow(USER, "127.0.0.1:" + pages.port()));
          Part.Result refused = read("/r" + i);
          assertThat(refused.failed()).as(targets[i] + refused.text()).isTrue();
        }
      }
      assertThat(canary.connections()).isZero();
    }
  }

  @Test
  void circlesEnd() {
    pages.redirect("/a", "/b").redirect("/b", "/a");
    assertThat(read("/a").text()).contains("redirects in a circle");
  }

  @Test
  void aReadThatIsStoppedEndsAtOnce() throws Exception {
    var arrived = new CountDownLatch(1);
    pages.handle(
        "/slow",
        (in, out) -> {
          arrived.countDown();
          if (in.read() >= 0) {
            throw new IOException("nothing more is sent");
          }
        });
    var ended = new CompletableFuture<Boolean>();
    Thread reader =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    ended.complete(
                        runner
                                .call(
                                    Part.Call.of(
                                        "id",
                                        "read_file",
                                        Json.object().put("path", at("/slow")).build()),
                                    text -> {})
                                .result()
                            == null);
                  } catch (InterruptedException stopped) {
                    ended.complete(true);
                  }
                });
    assertThat(arrived.await(10, TimeUnit.SECONDS)).isTrue();
    reader.interrupt();
    assertThat(ended.get(5, TimeUnit.SECONDS)).isTrue();
  }
}
