package dev.tenon.server.job.record;

import dev.tenon.core.json.Json;
import java.util.List;

/// A request to the engine that cannot be met. Nothing has changed.
public final class EngineException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Kind kind;
  private final String code;
  private final transient List<String> suggestions;
  private final transient Json.Obj details;

  public EngineException(Kind kind, String code, String message, String... suggestions) {
    this(kind, code, message, Json.Obj.EMPTY, suggestions);
  }

  public EngineException(
      Kind kind, String code, String message, Json.Obj details, String... suggestions) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.details = details;
    this.suggestions = List.of(suggestions);
  }

  /// What is wrong, in the classes of HTTP.
  public enum Kind {
    INVALID,
    NOT_FOUND,
    CONFLICT,
    /// Rules forbid it.
    DENIED,
    /// Too much at once; later it may work.
    BUSY
  }

  public Kind kind() {
    return kind;
  }

  public String code() {
    return code;
  }

  public List<String> suggestions() {
    return suggestions;
  }

  public Json.Obj details() {
    return details;
  }
}
