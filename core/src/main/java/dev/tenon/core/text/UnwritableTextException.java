package dev.tenon.core.text;

/// A text that cannot be written into a file without loss. The message is for the model and for
/// people; it names the cause and does not name the file.
public final class UnwritableTextException extends Exception {
  private static final long serialVersionUID = 1L;

  UnwritableTextException(String message) {
    super(message);
  }
}
