package dev.tenon.providers.wire;

import static dev.tenon.providers.wire.Fixtures.ask;
import static dev.tenon.providers.wire.Fixtures.ok;
import static dev.tenon.providers.wire.Fixtures.results;
import static dev.tenon.providers.wire.Fixtures.then;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.model.Effort;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.ModelException.Kind;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import dev.tenon.providers.Providers;
import dev.tenon.providers.http.HttpSettings;
import dev.tenon.providers.http.Proxies;
import dev.tenon.providers.http.Transport;
import dev.tenon.testkit.ErrorKind;
import dev.tenon.testkit.Fault;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.Reply;
import dev.tenon.testkit.Settings;
import dev.tenon.testkit.Stop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What every wire must do, against a server that speaks its vendor's protocol.
abstract class WireContract {
  static final String KEY = "secret-key-of-the-test-0123456789";
  private static final Duration SOON = Duration.ofSeconds(5);

  /// Long enough for a loaded machine, short enough for a test.
  private static final HttpSettings PATIENT =
      new HttpSettings(
          Duration.ofSeconds(5),
          Duration.ofSeconds(20),
          Duration.ofSeconds(20),
          Duration.ofSeconds(20));

  final WireKind kind;
  final String modelId;
  ModelServer server;
  private Transport transport;

  WireContract(WireKind kind, String modelId) {
    this.kind = kind;
    this.modelId = modelId;
  }

  @BeforeEach
  void start() {
    server = ModelServer.start(Settings.DEFAULT.key(KEY));
    transport = new Transport(PATIENT, Proxies.NONE);
  }

  @AfterEach
  void stop() {
    transport.close();
    server.close();
  }

  String name() {
    return "test/" + modelId;
  }

  Model model() {
    return model(transport, server.uri(), KEY);
  }

  private Model model(Transport over, URI base, String key) {
    return Providers.open(endpoint(base, key), modelId, over);
  }

  Endpoint endpoint(URI base, String key) {
    Credential.Style style =
        switch (kind) {
          case ANTHROPIC -> Credential.Style.X_API_KEY;
          case GEMINI -> Credential.Style.GOOGLE;
          case OPENAI_RESPONSES, OPENAI_CHAT, OLLAMA -> Credential.Style.BEARER;
        };
    var credential = new Credential(style, "TEST_API_KEY", key);
    return new Endpoint("test", kind, base, credential, Map.of(), Map.of(), null, quirks());
  }

  Set<Quirk> quirks() {
    return Set.of();
  }

  Attempt run(Request request) throws InterruptedException {
    return Attempt.run(model(), request);
  }

  /// Whether the vendor sends arguments as text that may be no JSON.
  boolean argumentsAreText() {
    return true;
  }

  boolean hasRefusals() {
    return true;
  }

  boolean hasSignatures() {
    return true;
  }

  /// The end of the path by which the model server knows the wire.
  private String ending() {
    return switch (kind) {
      case ANTHROPIC -> "/messages";
      case OPENAI_RESPONSES -> "/responses";
      case OPENAI_CHAT -> "/chat/completions";
      case GEMINI -> ":streamGenerateContent";
      case OLLAMA -> "/api/chat";
    };
  }

  @Test
  void anOwnPathAndOwnParametersAreUsed() throws InterruptedException {
    server.reply(Reply.text("hello"), Reply.text("again"));
    Endpoint plain = endpoint(URI.create(server.url() + "/elsewhere"), KEY);
    for (String more : List.of("", "?region=eu")) {
      var own =
          new Endpoint(
              "test",
              kind,
              plain.baseUrl(),
              plain.credential(),
              Map.of(),
              Map.of("tenant", "a b&c"),
              "/gateway/models/{model}" + ending() + more,
              quirks());
      Attempt.run(Providers.open(own, modelId, transport), ask("hi")).message();
      assertThat(server.lastRequest().path()).isEqualTo("/gateway/models/" + modelId + ending());
      assertThat(server.lastRequest().query()).containsEntry("tenant", "a b&c");
      assertThat(server.lastRequest().query().containsKey("region")).isEqualTo(!more.isEmpty());
    }
    server.assertClean();
  }

  // --- answers -----------------------------------------------------------------------------------

  @Test
  void streamsText() throws InterruptedException {
    server.reply(Reply.text("Grüße, 世界 🌍!").chunk(2).usage(10, 5, 0, 0));

    Attempt attempt = run(ask("hi"));

    assertThat(attempt.message())
        .isEqualTo(
            new Message.Assistant(
                List.of(new Part.Text("Grüße, 世界 🌍!")),
                StopReason.STOP,
                new Usage(10, 5, 0, 0),
                name()));
    assertThat(attempt.deltas(ModelEvent.TextDelta.class)).isEqualTo("Grüße, 世界 🌍!");
    assertThat(attempt.events().getFirst()).isEqualTo(new ModelEvent.Started(name()));
    assertThat(attempt.events().get(1)).isEqualTo(new ModelEvent.TextStarted(0));
    assertThat(attempt.events().getLast())
        .isEqualTo(new ModelEvent.Done(StopReason.STOP, new Usage(10, 5, 0, 0)));
    assertThat(attempt.events().stream().filter(ModelEvent.TextDelta.class::isInstance).count())
        .isGreaterThan(2);
    server.assertClean();
  }

  @Test
  void runsToolsAndAnswersThemInOneMessage() throws InterruptedException {
    server.reply(
        Reply.text("I look. ")
            .thenToolCall("call_a", "read_file", "{\"path\":\"a.txt\",\"lines\":3}")
            .thenToolCall("call_b", "clock", "{}"),
        Reply.text("Done."));
    Request first = ask("what is in a.txt, and what time is it?");

    Attempt calls = run(first);

    Message.Assistant message = calls.message();
    assertThat(message.stopReason()).isEqualTo(StopReason.TOOL_USE);
    assertThat(message.text()).isEqualTo("I look. ");
    assertThat(message.calls()).extracting(Part.Call::name).containsExactly("read_file", "clock");
    Part.Call read = message.calls().getFirst();
    Part.Call clock = message.calls().getLast();
    assertThat(read.arguments()).isEqualTo(Fixtures.json("{\"path\":\"a.txt\",\"lines\":3}"));
    assertThat(clock.arguments().isEmpty()).isTrue();
    assertThat(read.problem()).isNull();
    assertThat(read.id()).isNotEmpty().isNotEqualTo(clock.id());
    assertThat(calls.deltas(ModelEvent.CallDelta.class)).contains("a.txt");
    assertThat(calls.events()).contains(new ModelEvent.CallStarted(1, read.id(), "read_file"));

    Attempt answer =
        run(
            then(
                first,
                message,
                results(ok(read.id(), "read_file", "alpha"), ok(clock.id(), "clock", "noon"))));

    assertThat(answer.message().text()).isEqualTo("Done.");
    server.assertClean();
  }

  @Test
  void thinkingSurvivesTheRoundTrip() throws InterruptedException {
    server.reply(
        Reply.thinking("Let me see.", hasSignatures() ? "c2VhbA==" : "")
            .thenToolCall("call_a", "read_file", "{\"path\":\"a\"}"),
        Reply.text("ok"));
    Request first = Fixtures.with(Effort.HIGH, ask("think"));

    Attempt attempt = run(first);

    assertThat(attempt.deltas(ModelEvent.ThinkingDelta.class)).isEqualTo("Let me see.");
    Message.Assistant message = attempt.message();
    assertThat(message.content().getFirst()).isInstanceOf(Part.Thinking.class);
    assertThat(message.calls()).hasSize(1);

    run(then(first, message, results(ok(message.calls().getFirst().id(), "read_file", "x"))));

    if (hasSignatures()) {
      assertThat(server.lastRequest().text()).contains("c2VhbA==");
    }
    server.assertClean();
  }

  @Test
  void thinkingOfAnotherModelStaysAway() throws InterruptedException {
    server.reply(Reply.text("ok"));
    var foreign =
        Fixtures.said(
            "other/model",
            new Part.Thinking("foreign-thought", "foreign-seal"),
            new Part.Text("hi"));

    run(then(ask("a"), foreign, Message.User.of("b"))).message();

    assertThat(server.lastRequest().text()).doesNotContain("foreign-thought", "foreign-seal");
    server.assertClean();
  }

  @Test
  void argumentsThatAreNoJsonAreAProblemOfTheCall() throws InterruptedException {
    if (!argumentsAreText()) {
      return;
    }
    server.reply(
        Reply.toolCall("call_a", "read_file", "{\"path\":\"a.txt\", oops"), Reply.text("ok"));

    Message.Assistant message = run(ask("x")).message();

    Part.Call call = message.calls().getFirst();
    assertThat(call.problem()).contains("read_file", "JSON");
    assertThat(call.arguments()).isEqualTo(Fixtures.json("{\"path\":\"a.txt\"}"));

    run(then(ask("x"), message, results(Fixtures.failed(call.id(), "read_file", "no JSON"))))
        .message();
    server.assertClean();
  }

  @Test
  void usageIsCountedWithoutWhatTheCacheGave() throws InterruptedException {
    server.reply(Reply.text("x").usage(100, 20, 900, cacheWrites()));

    assertThat(run(ask("x")).message().usage())
        .isEqualTo(counted(new Usage(100, 20, 900, cacheWrites())));
  }

  long cacheWrites() {
    return 0;
  }

  /// What arrives of these numbers.
  Usage counted(Usage sent) {
    return sent;
  }

  @Test
  void stopsAtTheLimit() throws InterruptedException {
    server.reply(Reply.text("and so on").stop(Stop.LENGTH));

    assertThat(run(ask("x")).message().stopReason()).isEqualTo(StopReason.LENGTH);
  }

  @Test
  void sendsPictures() throws InterruptedException {
    server.reply(Reply.text("a pixel"));
    var user = new Message.User(List.of(new Part.Text("what is this?"), Fixtures.PIXEL));

    run(Request.of("", List.of(user), List.of())).message();

    assertThat(server.lastRequest().text()).contains(Fixtures.PIXEL.base64());
    server.assertClean();
  }

  @Test
  void sendsPicturesOfToolResults() throws InterruptedException {
    server.reply(Reply.text("a pixel"));
    var call = Part.Call.of("call_a", "clock", Fixtures.json("{}"));
    var result =
        new Part.Result(
            "call_a",
            "clock",
            Part.Outcome.OK,
            Fixtures.json("{\"ok\":true}"),
            "",
            List.of(Fixtures.PIXEL));

    run(then(ask("x"), Fixtures.said(name(), call), results(result))).message();

    assertThat(server.lastRequest().text()).contains(Fixtures.PIXEL.base64());
    server.assertClean();
  }

  @Test
  void oddHistoriesAreAccepted() throws InterruptedException {
    server.reply(Reply.text("ok"));
    Request odd =
        then(
            ask("one"),
            Message.User.of("two"),
            Fixtures.said("other/model", new Part.Text("")),
            Message.User.of(""),
            Fixtures.said(
                "other/model",
                new Part.Text("half \ud83d of a pair"),
                Part.Call.of("call|with:odd id", "clock", Fixtures.json("{}"))
                    .withProblem("was broken")),
            results(ok("call|with:odd id", "clock", "")),
            Message.User.of("three"));

    run(odd).message();

    assertThat(server.lastRequest().text()).doesNotContain("\\ud83d").contains("three");
    server.assertClean();
  }

  @Test
  void equalRequestsAreEqualBytes() throws InterruptedException {
    server.reply(Reply.text("a"), Reply.text("b"));

    run(ask("same")).message();
    run(ask("same")).message();

    assertThat(server.requests().get(0).text()).isEqualTo(server.requests().get(1).text());
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

  // --- shared steps ------------------------------------------------------------------------------

  private ModelException fails(Kind expected) throws InterruptedException {
    ModelException failure = fails();
    assertThat(failure.kind()).as(failure.getMessage()).isEqualTo(expected);
    return failure;
  }

  private ModelException fails() throws InterruptedException {
    Attempt attempt = run(ask("x"));
    checkEnding(attempt);
    return attempt.failure();
  }

  /// Exactly one end, and it is the failure that was thrown.
  private static void checkEnding(Attempt attempt) {
    List<ModelEvent> ends =
        attempt.events().stream()
            .filter(e -> e instanceof ModelEvent.Failed || e instanceof ModelEvent.Done)
            .toList();
    assertThat(ends).containsExactly(new ModelEvent.Failed(attempt.failure()));
    assertThat(attempt.events().getLast()).isSameAs(ends.getFirst());
  }
}
