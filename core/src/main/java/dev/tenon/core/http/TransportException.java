package dev.tenon.core.http;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// A request that did not get through, or an answer that broke off. The message is for a person; it
/// names the host and never a path, a query or a header.
public final class TransportException extends IOException {
  private static final long serialVersionUID = 1L;

  /// How far the exchange had come, and what went wrong there.
  public enum Failure {
    /// Nothing listens at this address of the own machine.
    NOBODY_LISTENS,
    /// The host could not be found or reached.
    NO_CONNECTION,
    /// The host's certificate was not accepted, or whom to trust is not clear. To try again does
    /// not help.
    NOT_TRUSTED,
    /// The connection was there, but no answer came.
    NO_ANSWER,
    /// The answer broke off.
    CUT,
    /// The answer stopped flowing.
    STALLED,
    /// What came is not HTTP, or larger than anything sensible.
    GARBAGE,
    /// The address may not be connected to, or is none.
    REFUSED
  }

  private final Failure failure;

  public TransportException(Failure failure, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.failure = failure;
  }

  public Failure failure() {
    return failure;
  }
}
