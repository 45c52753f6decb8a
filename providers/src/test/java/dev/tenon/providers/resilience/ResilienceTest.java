package dev.tenon.providers.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.ModelException.Kind;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.providers.resilience.FlakyModel.Shown;
import dev.tenon.providers.resilience.ResilienceSettings.RevertPolicy;
import dev.tenon.providers.resilience.ResilienceSettings.TurnRetries;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The whole stack: how many requests are made and how long is waited, for each kind of failure.
class ResilienceTest {
  private static final Request HELLO = Request.of("", List.of(Message.User.of("Hello")), List.of());

  private final FakeTime time = new FakeTime();
  private final List<ModelEvent> events = new ArrayList<>();

  private Model assemble(ResilienceSettings settings, FlakyModel... models) {
    return Resilience.assemble(
        settings,
        "main",
        Arrays.stream(models)
            .map(
                model ->
                    new Candidate(
                        "p/" + (char) ('a' + Arrays.asList(models).indexOf(model)), model))
            .toList(),
        time,
        () -> 0);
  }

  private Message.Assistant ask(Model model) throws Exception {
    return model.stream(HELLO, events::add);
  }

  private static FlakyModel down(Kind kind, Shown shown) {
    return new FlakyModel("p/x").failAlways(shown, () -> FlakyModel.failure(kind));
  }

  /// A provider that is down for good, alone and with an equally dead fallback. The times are
  /// pauses in milliseconds.
  @ParameterizedTest(name = "{0} after {1}")
  @CsvSource({
    // kind, shown, requests, pauses, requests with a fallback (each of the two), pauses
    "RATE_LIMIT,       NOTHING,     9, 29500, 5:4, 17000",
    "OVERLOADED,       NOTHING,     9, 29500, 5:4, 17000",
    "SERVER,           NOTHING,     9, 29500, 5:4, 17000",
    "NETWORK,          NOTHING,     9, 29500, 5:4, 17000",
    "STREAM_CUT_EARLY, NOTHING,     9, 20200, 5:4, 15200",
    "STREAM_CUT_EARLY, BLOCK_START, 9, 20200, 5:4, 15200",
    "MALFORMED,        NOTHING,     9, 20200, 5:4, 15200",
    "OVERLOADED,       BLOCK_START, 9, 20200, 5:4, 15200",
    "RATE_LIMIT,       BLOCK_START, 4, 14000, 3:2, 14000",
    "STREAM_CUT_EARLY, TEXT,        4, 14000, 3:2, 14000",
    "STREAM_CUT_LATE,  TEXT,        4, 14000, 3:2, 14000",
    "MALFORMED,        TEXT,        4, 14000, 3:2, 14000",
    "OVERLOADED,       TEXT,        4, 14000, 3:2, 14000",
    "SERVER,           TEXT,        4, 14000, 3:2, 14000",
    "QUOTA,            NOTHING,     1,     0, 1:1,     0",
    "UNREACHABLE,      NOTHING,     1,     0, 1:1,     0",
    "AUTHENTICATION,   NOTHING,     1,     0, 1:0,     0",
    "UNKNOWN_MODEL,    NOTHING,     1,     0, 1:0,     0",
    "INVALID_REQUEST,  NOTHING,     1,     0, 1:0,     0",
    "CONTEXT_OVERFLOW, NOTHING,     1,     0, 1:0,     0",
    "CONTEXT_OVERFLOW, TEXT,        1,     0, 1:0,     0",
    "REFUSAL,          TEXT,        1,     0, 1:0,     0",
  })
  void aDeadProviderCostsABoundedNumberOfRequestsAndSeconds(
      Kind kind, Shown shown, int requests, long pauses, String both, long pausesOfBoth) {
    FlakyModel alone = down(kind, shown);
    assertThatThrownBy(() -> ask(assemble(ResilienceSettings.DEFAULT, alone)))
        .hasMessage("it is " + kind);
    assertThat(alone.requests()).isEqualTo(requests);
    assertThat(time.totalMillis()).isEqualTo(pauses);

    var later = new FakeTime();
    FlakyModel first = down(kind, shown);
    FlakyModel second = down(kind, shown);
    Model chain =
        Resilience.assemble(
            ResilienceSettings.DEFAULT,
            "main",
            List.of(new Candidate("p/a", first), new Candidate("p/b", second)),
            later,
            () -> 0);
    assertThatThrownBy(() -> ask(chain)).hasMessage("it is " + kind);
    assertThat(first.requests() + ":" + second.requests()).isEqualTo(both);
    assertThat(later.totalMillis()).isEqualTo(pausesOfBoth);
  }

  @Test
  void thePausesOfAnOverloadedProvider() {
    assertThatThrownBy(
        () -> ask(assemble(ResilienceSettings.DEFAULT, down(Kind.OVERLOADED, Shown.NOTHING))));
    assertThat(time.millis())
        .containsExactly(500L, 1000L, 2000L, 4000L, 8000L, 2000L, 4000L, 8000L);
    assertThat(
            events.stream()
                .filter(ModelEvent.RetryScheduled.class::isInstance)
                .map(ResilienceTest::brief))
        .containsExactly(
            "REQUEST 1/5",
            "REQUEST 2/5",
            "REQUEST 3/5",
            "REQUEST 4/5",
            "REQUEST 5/5",
            "TURN 1/3",
            "TURN 2/3",
            "TURN 3/3");
    assertThat(events.getLast()).isEqualTo(new ModelEvent.RetryEnded(3, "it is OVERLOADED"));
  }

  private static String brief(ModelEvent event) {
    var retry = (ModelEvent.RetryScheduled) event;
    return retry.scope() + " " + retry.attempt() + "/" + retry.maxAttempts();
  }

  @ParameterizedTest
  @CsvSource({"refused,4,14000", "unknown,4,14000", "timeout,4,14000"})
  void aConnectionThatCannotBeMadeIsLeftToTheTurn(String why, int requests, long pauses) {
    FlakyModel model = new FlakyModel("p/x").failAlways(Shown.NOTHING, unconnected(why));
    assertThatThrownBy(() -> ask(assemble(ResilienceSettings.DEFAULT, model)));
    assertThat(model.requests()).isEqualTo(requests);
    assertThat(time.totalMillis()).isEqualTo(pauses);
  }

  @Test
  void connectingIsGivenUpAfterAMinute() {
    FlakyModel model =
        new FlakyModel("p/x")
            .failAlways(Shown.NOTHING, unconnected("timeout"))
            .meanwhile(() -> time.pass(Duration.ofSeconds(30)));
    assertThatThrownBy(() -> ask(assemble(ResilienceSettings.DEFAULT, model)));
    assertThat(model.requests()).isEqualTo(2);
    assertThat(time.millis()).containsExactly(2000L);
    assertThat(events.getLast()).isEqualTo(new ModelEvent.RetryEnded(1, "no network"));
  }

  private static Supplier<ModelException> unconnected(String why) {
    Exception cause =
        switch (why) {
          case "refused" -> new ConnectException("Connection refused");
          case "unknown" -> new UnknownHostException("nowhere");
          default -> new SocketTimeoutException("Connect timed out");
        };
    return () ->
        new ModelException(Kind.NETWORK, "no network", null, new IllegalStateException(cause));
  }

  @Test
  void aReadThatTimesOutIsNoMissingConnection() {
    var failure =
        new ModelException(
            Kind.NETWORK, "slow", null, new SocketTimeoutException("Read timed out"));
    assertThat(RequestRetry.neverConnected(failure)).isFalse();
  }

  /// A server that always asks to wait this long: seconds, requests alone, seconds waited.
  @ParameterizedTest
  @CsvSource({
    "1,   9, 30",
    "30,  6, 150",
    "50,  5, 200",
    "61,  4, 183",
    "300, 4, 900",
    "301, 1, 0",
  })
  void whatTheServerAsksForIsHonouredWithinBounds(int asked, int requests, long seconds) {
    FlakyModel model =
        new FlakyModel("p/x")
            .failAlways(
                Shown.NOTHING,
                () ->
                    new ModelException(
                        Kind.RATE_LIMIT, "slow down", Duration.ofSeconds(asked), null));
    assertThatThrownBy(() -> ask(assemble(ResilienceSettings.DEFAULT, model)));
    assertThat(model.requests()).isEqualTo(requests);
    assertThat(time.totalMillis() / 1000).isEqualTo(seconds);
  }

  @Test
  void aServerThatAsksForTooMuchIsNotWaitedFor() {
    FlakyModel model =
        new FlakyModel("p/x")
            .failAlways(
                Shown.NOTHING,
                () -> new ModelException(Kind.RATE_LIMIT, "slow down", Duration.ofHours(5), null));
    assertThatThrownBy(() -> ask(assemble(ResilienceSettings.DEFAULT, model)))
        .hasMessageMatching(
            "slow down \\(the provider asks to wait 5 h, longer than the 5 min of retry.maxDelayMs;"
                + " come back at \\d\\d:\\d\\d:\\d\\d\\)")
        .isInstanceOfSatisfying(
            ModelException.class,
            failure -> {
              assertThat(failure.kind()).isEqualTo(Kind.RATE_LIMIT);
              assertThat(failure.retryAfter()).contains(Duration.ofHours(5));
            });
    assertThat(events).noneMatch(ModelEvent.RetryEnded.class::isInstance);
  }

  @Test
  void withAFallbackALongWaitIsNotWorthIt() throws Exception {
    FlakyModel busy =
        new FlakyModel("p/a")
            .failAlways(
                Shown.NOTHING,
                () -> new ModelException(Kind.RATE_LIMIT, "busy", Duration.ofSeconds(30), null));
    FlakyModel free = new FlakyModel("p/b");
    Model model = assemble(ResilienceSettings.DEFAULT, busy, free);
    assertThat(ask(model).model()).isEqualTo("p/b");
    assertThat(time.millis()).isEmpty();
    assertThat(events)
        .contains(
            new ModelEvent.FallbackApplied("p/a", "p/b", "main"),
            new ModelEvent.FallbackSucceeded("p/b", "main"));
    // The busy one is left alone as long as it asked for, and is then the first choice again.
    time.pass(Duration.ofSeconds(29));
    ask(model);
    assertThat(busy.requests()).isEqualTo(1);
    time.pass(Duration.ofSeconds(1));
    ask(model);
    assertThat(busy.requests()).isEqualTo(2);
  }

  @Test
  void aHiccupIsHealedInPlaceAndTheNextTurnStartsAfresh() throws Exception {
    FlakyModel model = new FlakyModel("p/x").fail(5, Kind.OVERLOADED);
    Model stack = assemble(ResilienceSettings.DEFAULT, model);
    assertThat(ask(stack).text()).isEqualTo("answer of p/x");
    assertThat(model.requests()).isEqualTo(6);
    assertThat(events).noneMatch(ModelEvent.RetryEnded.class::isInstance);
    model.fail(5, Kind.OVERLOADED);
    ask(stack);
    assertThat(model.requests()).isEqualTo(12);
    assertThat(time.totalMillis()).isEqualTo(2 * 15_500);
  }

  @Test
  void theTurnHealsWhatTheRequestCouldNot() throws Exception {
    FlakyModel model = new FlakyModel("p/x").fail(7, Kind.OVERLOADED);
    assertThat(ask(assemble(ResilienceSettings.DEFAULT, model)).text()).isEqualTo("answer of p/x");
    assertThat(model.requests()).isEqualTo(8);
    assertThat(events.getLast()).isEqualTo(new ModelEvent.RetryEnded(2, null));
  }

  @Test
  void whenTheFirstIsBusyAndTheLastIsNotThereTheTurnWaitsForTheFirst() throws Exception {
    FlakyModel busy = new FlakyModel("p/a").fail(4, Kind.OVERLOADED);
    FlakyModel absent = down(Kind.UNREACHABLE, Shown.NOTHING);
    assertThat(ask(assemble(ResilienceSettings.DEFAULT, busy, absent)).model()).isEqualTo("p/a");
    assertThat(absent.requests()).isEqualTo(2);
  }

  @Test
  void everyoneCoolingDownIsNoRefusal() throws Exception {
    FlakyModel a = new FlakyModel("p/a").fail(3, Kind.OVERLOADED);
    FlakyModel b = new FlakyModel("p/b").fail(3, Kind.OVERLOADED);
    Model model = assemble(ResilienceSettings.DEFAULT, a, b);
    assertThat(ask(model).model()).isEqualTo("p/a");
    assertThat(events)
        .filteredOn(
            event ->
                event instanceof ModelEvent.FallbackApplied
                    || event instanceof ModelEvent.FallbackSucceeded)
        .containsExactly(
            new ModelEvent.FallbackApplied("p/a", "p/b", "main"),
            new ModelEvent.FallbackApplied("p/b", "p/a", "main"),
            new ModelEvent.FallbackSucceeded("p/a", "main"));
  }

  @Test
  void withoutRetriesOfTheTurnOnlyTheRequestIsRepeated() {
    ResilienceSettings d = ResilienceSettings.DEFAULT;
    var off =
        new ResilienceSettings(
            TurnRetries.DISABLED, 3, d.baseDelay(), d.maxDelay(), 2, 5, RevertPolicy.NEVER);
    FlakyModel a = down(Kind.OVERLOADED, Shown.NOTHING);
    FlakyModel b = new FlakyModel("p/b");
    assertThatThrownBy(() -> ask(assemble(off, a, b)));
    assertThat(a.requests()).isEqualTo(3);
    assertThat(b.requests()).isZero();
    assertThat(events).noneMatch(ModelEvent.RetryEnded.class::isInstance);
  }

  @Test
  void noRetriesAtAllMeansOneRequest() {
    ResilienceSettings d = ResilienceSettings.DEFAULT;
    var none =
        new ResilienceSettings(
            TurnRetries.ENABLED, 0, d.baseDelay(), d.maxDelay(), 0, 0, d.revert());
    FlakyModel a = down(Kind.OVERLOADED, Shown.NOTHING);
    assertThatThrownBy(() -> ask(assemble(none, a)));
    assertThat(a.requests()).isEqualTo(1);
    assertThat(events.getLast()).isEqualTo(new ModelEvent.RetryEnded(0, "it is OVERLOADED"));
  }

  @ParameterizedTest
  @CsvSource({"1,REQUEST,false", "5,REQUEST,false", "6,TURN,true", "8,TURN,true"})
  void cancellationEndsAPauseAtOnce(int pause, ModelEvent.RetryScope scope, boolean ended) {
    time.interruptedIn(pause);
    FlakyModel model = down(Kind.OVERLOADED, Shown.NOTHING);
    assertThatThrownBy(() -> ask(assemble(ResilienceSettings.DEFAULT, model)))
        .isInstanceOf(InterruptedException.class);
    assertThat(model.requests()).isEqualTo(pause);
    ModelEvent last = events.getLast();
    if (ended) {
      assertThat(last).isEqualTo(new ModelEvent.RetryEnded(pause - 5, "Retry cancelled"));
      last = events.get(events.size() - 2);
    }
    assertThat(((ModelEvent.RetryScheduled) last).scope()).isEqualTo(scope);
  }

  @Test
  void callsOfOpenAisModelsAreGuarded() throws Exception {
    Json.Obj leaked = Json.object().put("text", "x;analysis to=functions.edit code").build();
    Model model =
        Resilience.assemble(
            ResilienceSettings.DEFAULT,
            "main",
            List.of(
                new Candidate(
                    "openrouter/openai/gpt-5.4",
                    ScriptedModel.of(Step.answer().part(Part.Call.of("c", "edit", leaked))))));
    assertThat(ask(model).calls()).singleElement().matches(call -> call.problem() != null);
  }

  @Test
  void systemTimePausesAndIsInterrupted() throws Exception {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> Time.SYSTEM.pause(Duration.ofDays(1)))
        .isInstanceOf(InterruptedException.class);
    Time.SYSTEM.pause(Duration.ZERO);
    assertThat(Time.SYSTEM.now()).isNotNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-1|2000|300000|5|5|retry.maxRetries must be 0..1000, was -1",
        "1001|2000|300000|5|5|retry.maxRetries must be 0..1000, was 1001",
        "3|0|300000|5|5|retry.baseDelayMs must be 1..86400000, was 0",
        "3|2000|86400001|5|5|retry.maxDelayMs must be 1..86400000, was 86400001",
        "3|2000|1000|5|5|retry.baseDelayMs (2000) must not exceed retry.maxDelayMs (1000)",
        "3|2000|300000|-5|5|retry.requestMaxRetries must be 0..1000, was -5",
        "3|2000|300000|5|-5|retry.streamMaxRetries must be 0..1000, was -5",
      })
  void badNumbersAreRefused(
      int retries, long base, long max, int request, int stream, String message) {
    assertThatThrownBy(
            () ->
                new ResilienceSettings(
                    TurnRetries.ENABLED,
                    retries,
                    Duration.ofMillis(base),
                    Duration.ofMillis(max),
                    request,
                    stream,
                    RevertPolicy.NEVER))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }
}
