package dev.tenon.providers.resilience;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Request;
import dev.tenon.providers.resilience.ResilienceSettings.TurnRetries;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/// Puts the decorators around models in the one right order. From the wire outwards:
///
/// 1. [HarmonyGuard] looks at the calls of each answer, whoever asked for it.
/// 2. [RequestRetry] repeats a request that failed before its stream: short pauses.
/// 3. [StreamReplay] asks again when a stream broke before it showed anything. It is outside of the
///    request's retries, because a replay is a new request that may meet a busy provider.
/// 4. [Fallback] moves on to the next model of the chain, each with its own two layers above. It is
///    inside of the turn's retries, because changing the model needs no pause.
/// 5. [TurnRetry] retries the turn with long pauses, when no model of the chain has answered.
///
/// **Budgets do not multiply.** The layers are made anew for each turn and count over the whole
/// turn: once the retries of a request are spent, each retry of the turn makes exactly one request
/// per model. So a provider that is down costs 1 + 5 + 3 requests and less than half a minute of
/// pauses instead of 24 requests and more than a minute. With somewhere else to go, a model gets
/// only [#RETRIES_BEFORE_FALLBACK] retries and [#PATIENCE_BEFORE_FALLBACK] in all before the next
/// one takes over. `docs/models.md` has the table for each kind of failure; the tests hold this
/// class to it.
///
/// What is remembered from turn to turn is only who of a chain is cooling down.
public final class Resilience implements Model {
  /// All pauses before repeated requests of one turn, when there is no other model to ask.
  static final Duration PATIENCE = Duration.ofSeconds(60);

  static final int RETRIES_BEFORE_FALLBACK = 2;
  static final Duration PATIENCE_BEFORE_FALLBACK = Duration.ofSeconds(5);

  private final ResilienceSettings settings;
  private final List<Candidate> candidates;
  private final FallbackChain chain;
  private final Time time;
  private final DoubleSupplier jitter;

  private Resilience(
      ResilienceSettings settings,
      String role,
      List<Candidate> candidates,
      Time time,
      DoubleSupplier jitter) {
    this.settings = settings;
    this.candidates = List.copyOf(candidates);
    var names = new ArrayList<String>(candidates.size());
    for (Candidate candidate : candidates) {
      names.add(candidate.name());
    }
    this.chain = new FallbackChain(role, names, settings.revert());
    this.time = time;
    this.jitter = jitter;
  }

  /// The model that asks these candidates, the first one first. `role` names the chain in events; a
  /// chain of one has no fallback.
  public static Model assemble(
      ResilienceSettings settings, String role, List<Candidate> candidates) {
    return assemble(
        settings, role, candidates, Time.SYSTEM, () -> ThreadLocalRandom.current().nextDouble());
  }

  /// The same with the given time, and jitter between 0 (none) and 1.
  public static Model assemble(
      ResilienceSettings settings,
      String role,
      List<Candidate> candidates,
      Time time,
      DoubleSupplier jitter) {
    return new Resilience(settings, role, candidates, time, jitter);
  }

  @Override
  public Message.Assistant stream(Request request, Consumer<ModelEvent> sink)
      throws ModelException, InterruptedException {
    return turn().stream(request, sink);
  }

  /// The stack for one turn.
  private Model turn() {
    if (settings.turnRetries() == TurnRetries.DISABLED) {
      return patient(candidates.getFirst());
    }
    Model answering = candidates.size() == 1 ? patient(candidates.getFirst()) : falling();
    return new TurnRetry(
        answering, settings.maxRetries(), settings.baseDelay(), settings.maxDelay(), time);
  }

  /// A model with nowhere else to go.
  private Model patient(Candidate candidate) {
    return layers(candidate, settings.requestMaxRetries(), settings.streamMaxRetries(), PATIENCE);
  }

  private Model falling() {
    var models = new ArrayList<Model>(candidates.size());
    for (Candidate candidate : candidates) {
      models.add(
          layers(
              candidate,
              Math.min(settings.requestMaxRetries(), RETRIES_BEFORE_FALLBACK),
              Math.min(settings.streamMaxRetries(), RETRIES_BEFORE_FALLBACK),
              PATIENCE_BEFORE_FALLBACK));
    }
    return new Fallback(chain, models, time);
  }

  private Model layers(
      Candidate candidate, int requestRetries, int streamRetries, Duration patience) {
    Model guarded = HarmonyGuard.around(candidate.name(), candidate.model());
    Model requesting =
        new RequestRetry(
            guarded,
            requestRetries,
            patience,
            new Backoff(RequestRetry.FIRST_PAUSE, RequestRetry.LONGEST_PAUSE, jitter),
            time);
    return new StreamReplay(
        requesting,
        streamRetries,
        new Backoff(StreamReplay.FIRST_PAUSE, StreamReplay.LONGEST_PAUSE, jitter),
        time);
  }
}
