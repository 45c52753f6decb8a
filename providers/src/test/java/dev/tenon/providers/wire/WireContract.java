package dev.tenon.providers.wire;

import static dev.tenon.providers.wire.Fixtures.ask;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.http.HttpSettings;
import dev.tenon.core.http.Proxies;
import dev.tenon.core.http.Transport;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.ModelException.Kind;
import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.script.Fault;
import dev.tenon.testkit.script.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What every wire must do: answers, failures and time.
abstract class WireContract extends WireAnswerContract {
  WireContract(WireKind kind, String modelId) {
    super(kind, modelId);
  }

  // --- failures ----------------------------------------------------------------------------------

  @Test
  void rateLimitHasItsDelay() throws InterruptedException {
    server.reply(Fault.rateLimited(7), Fault.rateLimitedMillis(1500));

    ModelException seconds = fails(Kind.RATE_LIMIT);
    assertThat(seconds.retryAfter()).contains(Duration.ofSeconds(7));
    ModelException millis = fails(Kind.RATE_LIMIT);
    assertThat(millis.retryAfter()).contains(Duration.ofMillis(1500));
  }

  @ParameterizedTest
  @EnumSource
  void everyErrorHasItsKind(ErrorKind error) throws InterruptedException {
    server.reply(Fault.status(error));

    fails(expected(error));
  }

  static Kind expected(ErrorKind error) {
    return switch (error) {
      case AUTHENTICATION, PERMISSION -> Kind.AUTHENTICATION;
      case UNKNOWN_MODEL -> Kind.UNKNOWN_MODEL;
      case RATE_LIMIT -> Kind.RATE_LIMIT;
      case QUOTA -> Kind.QUOTA;
      case CONTEXT_OVERFLOW -> Kind.CONTEXT_OVERFLOW;
      case INVALID_REQUEST -> Kind.INVALID_REQUEST;
      case SERVER -> Kind.SERVER;
      case UNAVAILABLE, OVERLOADED -> Kind.OVERLOADED;
    };
  }

  @Test
  void errorsInTheStreamHaveTheirKind() throws InterruptedException {
    server.reply(
        Fault.errorEvent(Reply.text("hello"), 0, ErrorKind.OVERLOADED),
        Fault.errorEvent(Reply.text("hello"), 1, ErrorKind.SERVER));

    assertThat(fails().kind()).isIn(Kind.OVERLOADED, Kind.SERVER);
    fails(Kind.SERVER);
  }

  @Test
  void aWrongKeyIsNamedByItsVariableAndNeverShown() throws InterruptedException {
    String wrong = "wrong-key-9876543210-abcdef";
    server.reply(
        Fault.status(ErrorKind.AUTHENTICATION).message("Incorrect API key provided: " + wrong));

    ModelException failure = Attempt.run(model(transport, server.uri(), wrong), ask("x")).failure();

    assertThat(failure.kind()).isEqualTo(Kind.AUTHENTICATION);
    assertThat(failure.getMessage()).contains("TEST_API_KEY", "127.0.0.1").doesNotContain(wrong);
    assertThat(allMessages(failure)).doesNotContain(wrong);
  }

  @Test
  void anEchoedKeyIsMaskedEverywhere() throws InterruptedException {
    server.reply(
        Fault.status(ErrorKind.SERVER).message("failed with " + KEY),
        new Fault.Garbage(Reply.text("x"), garbage("not json " + KEY)),
        new Fault.ErrorEvent(Reply.text("x"), 1, ErrorKind.SERVER, "oops " + KEY));

    for (int i = 0; i < 3; i++) {
      assertThat(allMessages(fails())).doesNotContain(KEY);
    }
  }

  private static String allMessages(Throwable failure) {
    var all = new StringBuilder();
    for (Throwable each = failure; each != null; each = each.getCause()) {
      all.append(each).append('\n');
    }
    return all.toString();
  }

  @Test
  void refusalsAreFailures() throws InterruptedException {
    if (!hasRefusals()) {
      return;
    }
    server.reply(Reply.refusal("I will not."), Reply.blocked());

    fails(Kind.REFUSAL);
    fails(Kind.REFUSAL);
  }

  @Test
  void aConnectionLostBeforeTheAnswerIsTheNetworks() throws InterruptedException {
    server.reply(Fault.disconnect(), Fault.reset());

    fails(Kind.NETWORK);
    fails(Kind.NETWORK);
  }

  @Test
  void aStreamCutBeforeAnythingVisibleCanBeReplayed() throws InterruptedException {
    Reply reply = Reply.text("Hello there, this is long enough to be cut somewhere.");
    server.reply(
        Fault.cutAfterBytes(reply, 0),
        Fault.cutAfterVisible(reply, 0),
        new Fault.CutAfterVisible(reply, 0, Fault.Closing.RESET),
        new Fault.EndedEarly(reply, 0));

    for (int i = 0; i < 4; i++) {
      fails(Kind.STREAM_CUT_EARLY);
    }
  }

  @Test
  void aStreamCutAfterSomethingVisibleIsALateCut() throws InterruptedException {
    Reply reply = Reply.text("Grüße! ".repeat(50)).chunk(1);
    server.reply(
        Fault.cutAfterVisible(reply, 3),
        new Fault.CutAfterVisible(reply, 3, Fault.Closing.RESET),
        new Fault.CutInCharacter(reply),
        new Fault.EndedEarly(reply, 2));

    for (int i = 0; i < 4; i++) {
      Attempt attempt = run(ask("x"));
      assertThat(attempt.failure().kind()).isEqualTo(Kind.STREAM_CUT_LATE);
      assertThat(attempt.deltas(ModelEvent.TextDelta.class)).startsWith("Gr");
    }
  }

  @Test
  void aWholeAnswerIsTakenThoughTheConnectionEndsBadly() throws InterruptedException {
    server.reply(new Fault.Unterminated(Reply.text("whole")));

    assertThat(run(ask("x")).message().text()).isEqualTo("whole");
  }

  @Test
  void garbageIsMalformed() throws InterruptedException {
    server.reply(new Fault.Garbage(Reply.text("hello"), garbage("{\"type\": \"te\u0000 xt]]")));

    fails(Kind.MALFORMED);
  }

  String garbage(String text) {
    return "data: " + text + "\n\n";
  }

  @Test
  void aWebPageInsteadOfAnAnswerPointsToTheBaseUrl() throws InterruptedException {
    server.reply(
        new Fault.Raw(200, Map.of("content-type", "text/html"), "<html>hello</html>"),
        new Fault.Raw(502, Map.of("content-type", "text/html"), "<html>bad</html>"));

    assertThat(fails(Kind.INVALID_REQUEST)).hasMessageContaining("base URL");
    assertThat(fails(Kind.SERVER).getMessage()).contains("502").doesNotContain("<html>");
  }

  @Test
  void aRedirectIsNotFollowed() throws InterruptedException {
    server.reply(new Fault.Raw(307, Map.of("location", server.url() + "/elsewhere"), ""));

    assertThat(fails(Kind.INVALID_REQUEST)).hasMessageContaining("redirect");
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void aSlowDripIsReadLikeAnythingElse() throws InterruptedException {
    server.reply(new Fault.Drip(Reply.text("Grüße 🌍"), 16, Duration.ofMillis(1)));

    assertThat(run(ask("x")).message().text()).isEqualTo("Grüße 🌍");
  }

  @Test
  void charactersSplitBetweenChunksStayWhole() throws InterruptedException {
    server.reply(new Fault.SplitCharacters(Reply.text("äöü 世界 🌍🚀").chunk(3)));

    assertThat(run(ask("x")).message().text()).isEqualTo("äöü 世界 🌍🚀");
  }

  @Test
  void nothingListens() throws IOException, InterruptedException {
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    String address = "http://127.0.0.1:" + port;

    Attempt attempt = Attempt.run(model(transport, URI.create(address), KEY), ask("x"));

    assertThat(attempt.failure().kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(attempt.failure()).hasMessageContaining("nothing listens at " + address);
    checkEnding(attempt);
  }

  // --- time --------------------------------------------------------------------------------------

  @Test
  void anInterruptEndsAnEndlessStream() throws InterruptedException {
    server.reply(new Fault.Endless(Reply.text("again ")));
    Attempt attempt = Attempt.start(model(), ask("x"));
    await().atMost(SOON).until(() -> attempt.events().size() > 5);

    long before = System.nanoTime();
    attempt.interrupt();
    attempt.join();

    assertThat(attempt.interrupted()).isTrue();
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(2));
    assertThat(attempt.events()).noneMatch(ModelEvent.Done.class::isInstance);
    server.awaitAbandoned(1, SOON);
  }

  @Test
  void anInterruptEndsASilentRequest() throws InterruptedException {
    server.reply(new Fault.Silence());
    Attempt attempt = Attempt.start(model(), ask("x"));
    server.awaitRequests(1, SOON);

    attempt.interrupt();
    attempt.join();

    assertThat(attempt.interrupted()).isTrue();
    server.awaitAbandoned(1, SOON);
  }

  @Test
  void anInterruptEndsAStalledStreamOnAPlatformThreadToo() throws InterruptedException {
    server.reply(new Fault.Stalled(Reply.text("hello").chunk(1), 2));
    Attempt attempt = Attempt.startOnPlatformThread(model(), ask("x"));
    await().atMost(SOON).until(() -> attempt.deltas(ModelEvent.TextDelta.class).length() == 2);

    attempt.interrupt();
    attempt.join();

    assertThat(attempt.interrupted()).isTrue();
    server.awaitAbandoned(1, SOON);
  }

  @Test
  void aStalledStreamIsCut() throws InterruptedException {
    var impatient =
        new HttpSettings(
            Duration.ofSeconds(5),
            Duration.ofSeconds(5),
            Duration.ofMillis(150),
            Duration.ofSeconds(5));
    server.reply(
        new Fault.Stalled(Reply.text("hello").chunk(1), 0),
        new Fault.Stalled(Reply.text("hello").chunk(1), 2));
    try (var quick = new Transport(impatient, Proxies.NONE)) {
      Model model = model(quick, server.uri(), KEY);

      assertThat(Attempt.run(model, ask("x")).failure().kind()).isEqualTo(Kind.STREAM_CUT_EARLY);
      assertThat(Attempt.run(model, ask("x")).failure().kind()).isEqualTo(Kind.STREAM_CUT_LATE);
    }
    server.awaitAbandoned(2, SOON);
  }

  @Test
  void noAnswerInTimeIsTheNetworks() throws InterruptedException {
    var impatient =
        new HttpSettings(
            Duration.ofSeconds(5),
            Duration.ofMillis(150),
            Duration.ofSeconds(5),
            Duration.ofSeconds(5));
    server.reply(new Fault.Silence());
    try (var quick = new Transport(impatient, Proxies.NONE)) {
      ModelException failure = Attempt.run(model(quick, server.uri(), KEY), ask("x")).failure();

      assertThat(failure.kind()).isEqualTo(Kind.NETWORK);
      assertThat(failure).hasMessageContaining("did not answer");
    }
  }
}
