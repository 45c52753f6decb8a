package dev.tenon.server.job.run;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/// Why the result of an attempt cannot be used. The label is the code of the job's error.
public enum AttemptFailure {
  /// All tool calls, or all steps, were used and nothing was staged.
  TOOL_BUDGET_EXHAUSTED,
  /// `propose_edits` was malformed too often.
  SCHEMA_RETRIES_EXHAUSTED,
  /// The conversation does not fit into the model's window.
  CONTEXT_OVERFLOW,
  /// The attempt took longer than it may.
  TIMEOUT,
  /// The model gave no answer.
  MODEL_FAILED,
  /// There is no such model, or it cannot be opened.
  MODEL_UNAVAILABLE,
  /// The model ended, but every edit it tried was refused.
  EDITS_REFUSED,
  /// The person's own limit of cost or tokens is reached.
  BUDGET_SPENT,
  /// Somebody stopped it.
  CANCELLED;

  /// Those after which another model may help.
  public static final Set<AttemptFailure> FALLBACK_CAUSES =
      Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(BUDGET_SPENT, CANCELLED)));

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
