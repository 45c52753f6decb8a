package dev.tenon.core.agent;

import dev.tenon.core.evidence.Receipt;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Usage;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How a prompt ended: the last answer's text, the steps taken, what they used, and the problem if
/// there was one.
///
/// @param receipt what it changed and what was checked since; null if it changed nothing
public record Outcome(
    Ending ending,
    String text,
    int steps,
    Usage usage,
    Duration took,
    @Nullable String problem,
    ModelException.@Nullable Kind failure,
    @Nullable Receipt receipt) {

  public Outcome(
      Ending ending,
      String text,
      int steps,
      Usage usage,
      Duration took,
      @Nullable String problem,
      ModelException.@Nullable Kind failure) {
    this(ending, text, steps, usage, took, problem, failure, null);
  }

  /// Of a prompt that never began.
  static Outcome unsent(Ending ending, @Nullable String problem) {
    return new Outcome(ending, "", 0, Usage.NONE, Duration.ZERO, problem, null);
  }

  /// The same with a receipt.
  Outcome with(@Nullable Receipt made) {
    return new Outcome(ending, text, steps, usage, took, problem, failure, made);
  }

  public Optional<String> problemText() {
    return Optional.ofNullable(problem);
  }

  /// The ways in which a prompt can end.
  public enum Ending {
    COMPLETED,
    /// The model's answer reached its limit of output tokens.
    OUTPUT_LIMIT,
    /// The limit of steps was reached; the history is whole and the user may say "continue".
    STEP_LIMIT,
    /// The budget of the run is spent; nothing more is asked for.
    BUDGET,
    ABORTED,
    /// The prompt was not sent: somebody who looks at prompts beforehand refused it.
    REFUSED,
    FAILED
  }
}
