package dev.tenon.core.text;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/// Why something could not be read or written, in words for a person.
public final class IoFailure {
  private static final String STOPPED = "it was stopped";

  private IoFailure() {}

  /// The reason without the name of the file, if the failure tells one. Java's own messages are
  /// often nothing but the path.
  public static String reason(IOException failure) {
    @Nullable String told = failure instanceof FileSystemException file ? file.getReason() : null;
    if (told != null) {
      return told;
    }
    if (failure instanceof NoSuchFileException) {
      return "there is no such file";
    }
    if (failure instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (failure instanceof ClosedChannelException || failure instanceof InterruptedIOException) {
      return STOPPED;
    }
    // Names of classes are for nobody who reads this.
    String message = failure.getMessage();
    return message == null ? "an input or output error" : message;
  }

  /// The reason behind the name of the file, if the failure has one.
  public static String named(IOException failure) {
    return failure instanceof FileSystemException file && file.getFile() != null
        ? file.getFile() + ": " + reason(failure)
        : reason(failure);
  }

  /// The same of a failure of any kind; one that is not of input or output has words of its own.
  public static String told(Exception failure) {
    if (failure instanceof IOException io) {
      return named(io);
    }
    return failure instanceof InterruptedException ? STOPPED : String.valueOf(failure.getMessage());
  }
}
