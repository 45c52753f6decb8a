package dev.tenon.core.model;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A request that got no (whole) answer. The kind decides what happens next; the message is for a
/// person and never holds a key.
public final class ModelException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Kind kind;
  private final @Nullable Duration retryAfter;

  public ModelException(Kind kind, String message) {
    this(kind, message, null, null);
  }

  public ModelException(
      Kind kind, String message, @Nullable Duration retryAfter, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.retryAfter = retryAfter;
  }

  public Kind kind() {
    return kind;
  }

  /// How long the server asked to wait before the next try.
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  public boolean retryable() {
    return kind.retryable;
  }

  /// What went wrong, with what it means for another try.
  public enum Kind {
    /// The key is missing, wrong or not allowed to do this.
    AUTHENTICATION(false),
    /// The account has run out of credit or its plan is used up.
    QUOTA(false),
    /// Too many requests; see [ModelException#retryAfter].
    RATE_LIMIT(true),
    /// The provider has no capacity at the moment.
    OVERLOADED(true),
    /// The provider failed (5xx).
    SERVER(true),
    /// The connection could not be made or was lost before the answer began.
    NETWORK(true),
    /// Nothing listens at this address of the own machine: waiting does not help.
    UNREACHABLE(false),
    /// The stream ended or stalled before anything visible had arrived: safe to replay.
    STREAM_CUT_EARLY(true),
    /// The stream ended or stalled after visible output.
    STREAM_CUT_LATE(true),
    /// The request is larger than the model's context window.
    CONTEXT_OVERFLOW(false),
    /// The model or its safety system declined.
    REFUSAL(false),
    /// The provider does not know the model.
    UNKNOWN_MODEL(false),
    /// The provider rejected the request as malformed.
    INVALID_REQUEST(false),
    /// The user's own limit of cost or tokens is reached; nothing was sent.
    BUDGET(false),
    /// The answer could not be understood.
    MALFORMED(true);

    private final boolean retryable;

    Kind(boolean retryable) {
      this.retryable = retryable;
    }
  }
}
