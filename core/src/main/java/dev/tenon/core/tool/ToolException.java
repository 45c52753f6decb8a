package dev.tenon.core.tool;

import dev.tenon.core.json.Json;
import dev.tenon.core.workspace.path.PathException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A call that failed in a way the model can do something about. The message is text for the model:
/// it names the thing, the value and the way out.
public final class ToolException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Code code;
  private final transient List<String> suggestions;
  private final transient Json.Obj details;

  public ToolException(Code code, String message) {
    this(code, message, List.of(), Json.Obj.EMPTY, null);
  }

  public ToolException(Code code, String message, List<String> suggestions) {
    this(code, message, suggestions, Json.Obj.EMPTY, null);
  }

  /// With more facts for the envelope, such as the state of a file after a conflict.
  public ToolException(Code code, String message, List<String> suggestions, Json.Obj details) {
    this(code, message, suggestions, details, null);
  }

  private ToolException(
      Code code,
      String message,
      List<String> suggestions,
      Json.Obj details,
      @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
    this.suggestions = List.copyOf(suggestions);
    this.details = details;
  }

  /// A path that the sandbox or the disk did not accept.
  public static ToolException of(PathException problem) {
    Code code =
        switch (problem.kind()) {
          case INVALID -> Code.INVALID_ARGUMENT;
          case DENIED -> Code.PERMISSION_DENIED;
          case NOT_FOUND -> Code.NOT_FOUND;
        };
    return new ToolException(
        code, String.valueOf(problem.getMessage()), problem.suggestions(), Json.Obj.EMPTY, problem);
  }

  /// A disk that did not do what it should.
  public static ToolException of(String doing, IOException problem) {
    String reason =
        switch (problem) {
          case NoSuchFileException gone -> "no such file: " + gone.getFile();
          case AccessDeniedException denied ->
              "the operating system denies access to " + denied.getFile();
          case FileSystemException file when file.getReason() != null -> file.getReason();
          default -> String.valueOf(problem.getMessage());
        };
    return new ToolException(
        Code.IO_ERROR, doing + " failed: " + reason, List.of(), Json.Obj.EMPTY, problem);
  }

  public Code code() {
    return code;
  }

  public List<String> suggestions() {
    return suggestions;
  }

  public Json.Obj details() {
    return details;
  }

  /// The same where a method of [Tool] declares no failure: for tools that stand for somebody
  /// else's, and for whoever is asked meanwhile. A call that throws it is answered with the
  /// problem.
  public static final class Unchecked extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ToolException problem;

    public Unchecked(ToolException problem) {
      super(problem);
      this.problem = problem;
    }

    ToolException problem() {
      return problem;
    }
  }

  /// What kind of failure it is.
  public enum Code {
    NOT_FOUND,
    INVALID_ARGUMENT,
    PERMISSION_DENIED,
    IO_ERROR,
    /// The file is not what the caller believed it to be.
    CONFLICT,
    TIMEOUT,
    /// A command ran and failed.
    FAILED,
    /// A person stopped it or went on to something else.
    CANCELLED,
    /// A bug in Tenon.
    INTERNAL;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
