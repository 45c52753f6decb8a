package dev.tenon.providers.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelEvent.RetryScope;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.ModelException.Kind;
import dev.tenon.core.model.Request;
import dev.tenon.providers.resilience.FlakyModel.Shown;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Each retry layer alone, and the stream of events that all of them together make.
class RetryLayersTest {
  private static final Request HELLO = Request.of("", List.of(Message.User.of("Hello")), List.of());
  private static final Duration MINUTE = Duration.ofSeconds(60);

  private final FakeTime time = new FakeTime();
  private final List<ModelEvent> events = new ArrayList<>();

  private List<ModelEvent> retries() {
    return events.stream()
        .filter(
            event ->
                event instanceof ModelEvent.RetryScheduled
                    || event instanceof ModelEvent.RetryEnded)
        .toList();
  }

  private static ModelEvent scheduled(
      RetryScope scope, int attempt, int max, long delay, Kind kind) {
    return new ModelEvent.RetryScheduled(
        scope, attempt, max, Duration.ofMillis(delay), "it is " + kind);
  }

  private RequestRetry requesting(Model inner, int retries, Backoff backoff) {
    return new RequestRetry(inner, retries, MINUTE, backoff, time);
  }

  private TurnRetry turn(Model inner) {
    return new TurnRetry(inner, 3, Duration.ofSeconds(2), Duration.ofSeconds(300), time);
  }

  @ParameterizedTest
  @CsvSource({
    "0,500 1000 2000 4000 8000 8000",
    "1,375 750 1500 3000 6000 6000",
    "0.5,438 875 1750 3500 7000 7000"
  })
  void pausesDoubleUpToALimitAndJitterTakesAQuarterAtMost(double jitter, String expected) {
    var backoff = new Backoff(RequestRetry.FIRST_PAUSE, RequestRetry.LONGEST_PAUSE, () -> jitter);
    assertThat(
            IntStream.rangeClosed(1, 6).mapToObj(i -> Long.toString(backoff.before(i).toMillis())))
        .containsExactly(expected.split(" "));
    assertThat(backoff.before(1_000_000)).isLessThanOrEqualTo(Duration.ofSeconds(8));
  }

  @Test
  void aRequestIsRepeatedAndTheSinkSeesEveryAttempt() throws Exception {
    Model model =
        requesting(
            new FlakyModel("p/x").fail(1, Kind.SERVER).fail(1, Kind.NETWORK),
            5,
            Backoff.steady(Duration.ofMillis(500), Duration.ofSeconds(8)));
    model.stream(HELLO, events::add);
    assertThat(retries())
        .containsExactly(
            scheduled(RetryScope.REQUEST, 1, 5, 500, Kind.SERVER),
            scheduled(RetryScope.REQUEST, 2, 5, 1000, Kind.NETWORK));
    assertThat(events.stream().map(event -> event.getClass().getSimpleName()))
        .containsExactly(
            "Started",
            "Failed",
            "RetryScheduled",
            "Started",
            "Failed",
            "RetryScheduled",
            "Started",
            "TextStarted",
            "TextDelta",
            "TextEnded",
            "Done");
  }

  @Test
  void onceTheStreamIsThereTheRequestIsNotRepeated() {
    FlakyModel flaky =
        new FlakyModel("p/x")
            .failAlways(Shown.BLOCK_START, () -> FlakyModel.failure(Kind.OVERLOADED));
    assertThatThrownBy(
        () -> requesting(flaky, 5, Backoff.steady(MINUTE, MINUTE)).stream(HELLO, events::add));
    assertThat(flaky.requests()).isEqualTo(1);
  }

  @Test
  void repliesAreReplayedAtShortIntervals() {
    FlakyModel flaky =
        new FlakyModel("p/x")
            .failAlways(Shown.BLOCK_START, () -> FlakyModel.failure(Kind.STREAM_CUT_EARLY));
    var replaying =
        new StreamReplay(
            flaky, 7, Backoff.steady(StreamReplay.FIRST_PAUSE, StreamReplay.LONGEST_PAUSE), time);
    assertThatThrownBy(() -> replaying.stream(HELLO, events::add))
        .isInstanceOf(ModelException.class);
    assertThat(time.millis()).containsExactly(200L, 400L, 800L, 1600L, 3200L, 5000L, 5000L);
    assertThat(retries())
        .startsWith(scheduled(RetryScope.STREAM, 1, 7, 200, Kind.STREAM_CUT_EARLY));
  }

  @Test
  void aTurnThatSucceedsAfterRetriesSaysSo() throws Exception {
    turn(new FlakyModel("p/x").fail(2, Shown.TEXT, () -> FlakyModel.failure(Kind.STREAM_CUT_LATE)))
        .stream(HELLO, events::add);
    assertThat(retries())
        .containsExactly(
            scheduled(RetryScope.TURN, 1, 3, 2000, Kind.STREAM_CUT_LATE),
            scheduled(RetryScope.TURN, 2, 3, 4000, Kind.STREAM_CUT_LATE),
            new ModelEvent.RetryEnded(2, null));
  }

  @Test
  void aTurnThatSucceedsAtOnceSaysNothing() throws Exception {
    turn(new FlakyModel("p/x")).stream(HELLO, events::add);
    assertThat(retries()).isEmpty();
  }

  @Test
  void theLastFailureReportsTheRetriesMade() {
    assertThatThrownBy(
            () -> turn(new FlakyModel("p/x").fail(4, Kind.OVERLOADED)).stream(HELLO, events::add))
        .hasMessage("it is OVERLOADED");
    assertThat(retries())
        .hasSize(4)
        .last()
        .isEqualTo(new ModelEvent.RetryEnded(3, "it is OVERLOADED"));
  }

  @Test
  void aFailureThatCannotBeRetriedEndsTheChain() {
    assertThatThrownBy(
            () ->
                turn(new FlakyModel("p/x").fail(1, Kind.SERVER).fail(1, Kind.AUTHENTICATION))
                    .stream(HELLO, events::add))
        .hasMessage("it is AUTHENTICATION");
    assertThat(retries())
        .containsExactly(
            scheduled(RetryScope.TURN, 1, 3, 2000, Kind.SERVER),
            new ModelEvent.RetryEnded(1, "it is AUTHENTICATION"));
  }

  @Test
  void anOverflowIsNeverRetried() {
    assertThatThrownBy(
            () ->
                turn(new FlakyModel("p/x").fail(1, Kind.CONTEXT_OVERFLOW)).stream(
                    HELLO, events::add))
        .hasMessage("it is CONTEXT_OVERFLOW");
    assertThat(retries()).isEmpty();
  }

  @Test
  void theServersWishExtendsThePauseButNeverShortensIt() throws Exception {
    FlakyModel flaky =
        new FlakyModel("p/x")
            .fail(1, Shown.NOTHING, () -> asking(Duration.ofSeconds(30)))
            .fail(1, Shown.NOTHING, () -> asking(Duration.ofMillis(1)));
    turn(flaky).stream(HELLO, events::add);
    assertThat(time.millis()).containsExactly(30_000L, 4000L);
  }

  private static ModelException asking(Duration wait) {
    return new ModelException(Kind.RATE_LIMIT, "slow down", wait, null);
  }

  @Test
  void cancellationInARetriedAttemptEndsTheChainToo() {
    Model model =
        new Model() {
          private int requests;

          @Override
          public Message.Assistant stream(
              Request request, java.util.function.Consumer<ModelEvent> sink)
              throws ModelException, InterruptedException {
            if (requests++ == 0) {
              throw FlakyModel.failure(Kind.SERVER);
            }
            throw new InterruptedException();
          }
        };
    assertThatThrownBy(() -> turn(model).stream(HELLO, events::add))
        .isInstanceOf(InterruptedException.class);
    assertThat(retries()).last().isEqualTo(new ModelEvent.RetryEnded(1, "Retry cancelled"));
  }

  @Test
  void cancellationOfTheFirstAttemptIsNoRetryAtAll() {
    Model model =
        (request, sink) -> {
          throw new InterruptedException();
        };
    assertThatThrownBy(() -> turn(model).stream(HELLO, events::add))
        .isInstanceOf(InterruptedException.class);
    assertThat(events).isEmpty();
  }

  /// Whatever goes wrong, in whatever order: every attempt begins with `Started` and ends once,
  /// what is returned or thrown is what the last attempt said, and a chain of retries has one end.
  @Test
  void anySequenceOfFailuresMakesAWellFormedStream() throws Exception {
    for (long seed = 0; seed < 2000; seed++) {
      events.clear();
      var random = new SplittableRandom(seed);
      FlakyModel a = flaky("p/a", random);
      FlakyModel b = flaky("p/b", random);
      var clock = new FakeTime();
      List<Candidate> chain =
          random.nextBoolean()
              ? List.of(new Candidate("p/a", a))
              : List.of(new Candidate("p/a", a), new Candidate("p/b", b));
      Model model =
          Resilience.assemble(ResilienceSettings.DEFAULT, "main", chain, clock, random::nextDouble);
      for (int turn = 0; turn < 3; turn++) {
        events.clear();
        String thrown = null;
        Message.Assistant answer = null;
        try {
          answer = model.stream(HELLO, events::add);
        } catch (ModelException failure) {
          thrown = failure.getMessage();
        }
        wellFormed(seed, answer, thrown);
      }
      assertThat(clock.totalMillis()).as("seed %d", seed).isLessThan(3 * 60_000);
    }
  }

  private static FlakyModel flaky(String name, SplittableRandom random) {
    var model = new FlakyModel(name);
    for (int i = random.nextInt(30); i > 0; i--) {
      Kind kind = any(random, Kind.values());
      Shown shown = any(random, Shown.values());
      model.fail(1 + random.nextInt(2), shown, () -> FlakyModel.failure(kind));
    }
    return model;
  }

  private static <T> T any(SplittableRandom random, T[] values) {
    return values[random.nextInt(values.length)];
  }

  private void wellFormed(long seed, Message.Assistant answer, String thrown) {
    boolean open = false;
    int scheduled = 0;
    int ended = 0;
    String lastFailure = null;
    List<String> failures = new ArrayList<>();
    for (ModelEvent event : events) {
      switch (event) {
        case ModelEvent.Started ignored -> {
          assertThat(open).as("seed %d: two attempts at once", seed).isFalse();
          open = true;
        }
        case ModelEvent.Done ignored -> open = false;
        case ModelEvent.Failed failed -> {
          assertThat(open).as("seed %d: failed without an attempt", seed).isTrue();
          open = false;
          lastFailure = failed.failure().getMessage();
          failures.add(lastFailure);
        }
        case ModelEvent.RetryScheduled retry -> {
          assertThat(open).as("seed %d", seed).isFalse();
          scheduled += retry.scope() == RetryScope.TURN ? 1 : 0;
        }
        case ModelEvent.RetryEnded ignored -> ended++;
        default -> {}
      }
    }
    assertThat(open).as("seed %d: an attempt without an end", seed).isFalse();
    assertThat(ended).as("seed %d", seed).isLessThanOrEqualTo(1);
    if (scheduled > 0) {
      assertThat(ended).as("seed %d", seed).isEqualTo(1);
    }
    if (answer == null) {
      assertThat(failures).as("seed %d", seed).contains(thrown);
    } else {
      assertThat(events).as("seed %d", seed).anyMatch(ModelEvent.Done.class::isInstance);
    }
  }
}
