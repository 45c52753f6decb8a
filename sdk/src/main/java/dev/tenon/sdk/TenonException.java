package dev.tenon.sdk;

/// An engine that cannot be opened, or something that it cannot do. The message names the thing,
/// the value and the way out.
public final class TenonException extends Exception {
  private static final long serialVersionUID = 1L;

  TenonException(String message, Throwable cause) {
    super(message, cause);
  }

  TenonException(String message) {
    super(message);
  }

  static TenonException of(Exception cause) {
    return new TenonException(String.valueOf(cause.getMessage()), cause);
  }
}
