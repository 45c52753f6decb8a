package dev.tenon.providers.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.ModelException.Kind;
import dev.tenon.core.model.Request;
import dev.tenon.providers.resilience.FlakyModel.Shown;
import dev.tenon.providers.resilience.ResilienceSettings.RevertPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Who of a chain is asked, turn after turn.
class FallbackChainTest {
  private static final Request HELLO = Request.of("", List.of(Message.User.of("Hello")), List.of());

  private final FakeTime time = new FakeTime();
  private final List<ModelEvent> events = new ArrayList<>();
  private final FlakyModel a = new FlakyModel("p/a");
  private final FlakyModel b = new FlakyModel("p/b");
  private final FlakyModel c = new FlakyModel("p/c");

  private FallbackChain chain(RevertPolicy revert) {
    return new FallbackChain("review", List.of("p/a", "p/b", "p/c"), revert);
  }

  private String turn(FallbackChain chain) throws Exception {
    events.clear();
    return new Fallback(chain, List.<Model>of(a, b, c), time).stream(HELLO, events::add).model();
  }

  private List<ModelEvent> switches() {
    return events.stream()
        .filter(
            event ->
                event instanceof ModelEvent.FallbackApplied
                    || event instanceof ModelEvent.FallbackSucceeded)
        .toList();
  }

  @Test
  void theFirstAnswersWhileItCan() throws Exception {
    FallbackChain chain = chain(RevertPolicy.COOLDOWN_EXPIRY);
    assertThat(turn(chain)).isEqualTo("p/a");
    assertThat(switches()).isEmpty();
  }

  @Test
  void theNextTakesOverAndTheFirstComesBackAfterItsCooldown() throws Exception {
    FallbackChain chain = chain(RevertPolicy.COOLDOWN_EXPIRY);
    a.fail(1, Kind.OVERLOADED);
    b.fail(1, Kind.QUOTA);
    assertThat(turn(chain)).isEqualTo("p/c");
    assertThat(switches())
        .containsExactly(
            new ModelEvent.FallbackApplied("p/a", "p/b", "review"),
            new ModelEvent.FallbackApplied("p/b", "p/c", "review"),
            new ModelEvent.FallbackSucceeded("p/c", "review"));
    assertThat(time.millis()).isEmpty();
    time.pass(Duration.ofSeconds(59));
    assertThat(turn(chain)).isEqualTo("p/c");
    assertThat(switches()).isEmpty();
    time.pass(Duration.ofSeconds(1));
    assertThat(turn(chain)).isEqualTo("p/a");
    assertThat(switches()).isEmpty();
  }

  @Test
  void withoutRevertingTheNewOneStays() throws Exception {
    FallbackChain chain = chain(RevertPolicy.NEVER);
    a.fail(1, Kind.OVERLOADED);
    assertThat(turn(chain)).isEqualTo("p/b");
    time.pass(Duration.ofHours(1));
    assertThat(turn(chain)).isEqualTo("p/b");
    b.fail(1, Kind.SERVER);
    assertThat(turn(chain)).isEqualTo("p/c");
    c.fail(1, Kind.SERVER);
    assertThat(turn(chain)).isEqualTo("p/a");
  }

  @Test
  void cooldownsGrowWithEveryFailureInARowAndEndWithSuccess() throws Exception {
    FallbackChain chain = chain(RevertPolicy.COOLDOWN_EXPIRY);
    for (long minutes : new long[] {1, 2, 4, 8, 15, 15}) {
      a.fail(1, Kind.SERVER);
      assertThat(turn(chain)).isEqualTo("p/b");
      time.pass(Duration.ofMinutes(minutes).minusSeconds(1));
      assertThat(turn(chain)).as("before %d minutes", minutes).isEqualTo("p/b");
      time.pass(Duration.ofSeconds(1));
    }
    assertThat(turn(chain)).isEqualTo("p/a");
    a.fail(1, Kind.SERVER);
    assertThat(turn(chain)).isEqualTo("p/b");
    time.pass(Duration.ofMinutes(1));
    assertThat(turn(chain)).isEqualTo("p/a");
  }

  @Test
  void aFailureForThePersonStaysWithThePerson() {
    FallbackChain chain = chain(RevertPolicy.COOLDOWN_EXPIRY);
    for (Kind kind :
        List.of(
            Kind.AUTHENTICATION,
            Kind.UNKNOWN_MODEL,
            Kind.INVALID_REQUEST,
            Kind.REFUSAL,
            Kind.CONTEXT_OVERFLOW)) {
      a.fail(1, kind);
      assertThatThrownBy(() -> turn(chain)).hasMessage("it is " + kind);
    }
    assertThat(b.requests()).isZero();
  }

  @Test
  void everyoneIsAskedOnceWhenNoPauseWillHeal() {
    FallbackChain chain = chain(RevertPolicy.COOLDOWN_EXPIRY);
    for (FlakyModel model : List.of(a, b, c)) {
      model.failAlways(Shown.NOTHING, () -> FlakyModel.failure(Kind.QUOTA));
    }
    for (int turn = 1; turn <= 3; turn++) {
      assertThatThrownBy(() -> turn(chain)).hasMessage("it is QUOTA");
      assertThat(List.of(a.requests(), b.requests(), c.requests())).containsOnly(turn);
    }
  }

  @Test
  void aChainKnowsWhoIsReadyFirst() throws Exception {
    FallbackChain chain = chain(RevertPolicy.COOLDOWN_EXPIRY);
    a.fail(1, Shown.NOTHING, () -> waiting(90));
    b.fail(1, Shown.NOTHING, () -> waiting(30));
    c.fail(1, Shown.NOTHING, () -> waiting(60));
    assertThatThrownBy(() -> turn(chain)).isInstanceOf(ModelException.class);
    assertThat(turn(chain)).isEqualTo("p/b");
  }

  private static ModelException waiting(int seconds) {
    return new ModelException(Kind.RATE_LIMIT, "wait", Duration.ofSeconds(seconds), null);
  }

  @Test
  void anEmptyChainIsRefused() {
    assertThatThrownBy(() -> new FallbackChain("review", List.of(), RevertPolicy.NEVER))
        .hasMessage("the chain review needs at least one model");
  }
}
