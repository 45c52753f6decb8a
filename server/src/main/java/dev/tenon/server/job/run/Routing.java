package dev.tenon.server.job.run;

import dev.tenon.server.job.record.AgentMode;
import dev.tenon.server.job.record.EngineException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Which model a job runs on, and when `hybrid_auto` goes on with the remote one.
///
/// @param mode of a run that names none
/// @param reach whether the remote model may be used at all
/// @param localAttempts how often the local model may try
/// @param remoteOn the failures after which the remote model is taken
/// @param localTimeout how long a local attempt may work, without the time it waits for the person;
///   zero for as long as it likes
public record Routing(
    AgentMode mode,
    Reach reach,
    int localAttempts,
    Set<AttemptFailure> remoteOn,
    Duration localTimeout) {
  public static final Routing DEFAULT =
      new Routing(
          AgentMode.REMOTE, Reach.BOTH, 1, AttemptFailure.FALLBACK_CAUSES, Duration.ofMinutes(2));

  /// Which models may be used.
  public enum Reach {
    BOTH,
    /// The remote model never gets a request, whatever happens.
    STRICT_LOCAL
  }

  public Routing {
    remoteOn = Set.copyOf(remoteOn);
    if (localAttempts < 1) {
      throw new IllegalArgumentException("one local attempt is the least, was " + localAttempts);
    }
    if (localTimeout.isNegative()) {
      throw new IllegalArgumentException("a timeout cannot be negative, was " + localTimeout);
    }
    if (reach == Reach.STRICT_LOCAL && mode == AgentMode.REMOTE) {
      throw new IllegalArgumentException(
          "strict_local and the agent_mode remote exclude each other");
    }
  }

  public Routing with(Reach other) {
    return new Routing(
        other == Reach.STRICT_LOCAL && mode == AgentMode.REMOTE ? AgentMode.LOCAL : mode,
        other,
        localAttempts,
        remoteOn,
        localTimeout);
  }

  public Routing with(AgentMode other) {
    return new Routing(other, reach, localAttempts, remoteOn, localTimeout);
  }

  public Routing withAttempts(int attempts) {
    return new Routing(mode, reach, attempts, remoteOn, localTimeout);
  }

  public Routing with(Set<AttemptFailure> triggers) {
    return new Routing(mode, reach, localAttempts, triggers, localTimeout);
  }

  public Routing with(Duration timeout) {
    return new Routing(mode, reach, localAttempts, remoteOn, timeout);
  }

  /// Why a run in this mode is not possible here; nothing when it is.
  ///
  /// @param has whether there is a model on a side
  public Optional<EngineException> refusal(AgentMode runs, Predicate<AgentMode.Side> has) {
    if (runs == AgentMode.REMOTE && reach == Reach.STRICT_LOCAL) {
      return Optional.of(
          refused(
              "strict_local",
              "this server never uses the remote model (strict_local)",
              "Run it with agent_mode local."));
    }
    boolean onlyLocal = runs == AgentMode.LOCAL || reach == Reach.STRICT_LOCAL;
    if (onlyLocal && !has.test(AgentMode.Side.LOCAL)) {
      return Optional.of(
          refused(
              "no_local_model",
              "agent_mode " + runs.label() + " needs a local model, and there is none",
              "Start the server with --local-model NAME, or set server.local_model."));
    }
    if (runs == AgentMode.REMOTE && !has.test(AgentMode.Side.REMOTE)) {
      return Optional.of(
          refused(
              "no_remote_model",
              "agent_mode remote needs a remote model, and there is none",
              "Start the server with --model NAME."));
    }
    return Optional.empty();
  }

  private static EngineException refused(String code, String message, String suggestion) {
    return new EngineException(EngineException.Kind.CONFLICT, code, message, suggestion);
  }

  /// Whose turn is next.
  ///
  /// @param attempt how many attempts there were, the one that failed included
  /// @param remote whether there is a remote model
  /// @return empty when the job has failed
  Optional<AgentMode.Side> after(
      AgentMode runs, AgentMode.Side side, int attempt, AttemptFailure failure, Remote remote) {
    if (runs != AgentMode.HYBRID_AUTO
        || side == AgentMode.Side.REMOTE
        || !AttemptFailure.FALLBACK_CAUSES.contains(failure)) {
      return Optional.empty();
    }
    if (attempt < localAttempts && mayTryAgain(failure)) {
      return Optional.of(AgentMode.Side.LOCAL);
    }
    boolean goesOn = remote == Remote.THERE && reach == Reach.BOTH && remoteOn.contains(failure);
    return goesOn ? Optional.of(AgentMode.Side.REMOTE) : Optional.empty();
  }

  /// Whether there is a remote model.
  enum Remote {
    THERE,
    MISSING
  }

  /// The same window and the same missing model would be in the way again.
  private static boolean mayTryAgain(AttemptFailure failure) {
    return failure != AttemptFailure.CONTEXT_OVERFLOW
        && failure != AttemptFailure.MODEL_UNAVAILABLE;
  }
}
