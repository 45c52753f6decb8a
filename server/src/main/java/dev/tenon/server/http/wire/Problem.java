package dev.tenon.server.http.wire;

import dev.tenon.core.json.Json;
import dev.tenon.server.job.record.EngineException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// An answer that is an error: `{"error":{"code","message","suggestions"}}` with its status, which
/// [ErrorCodes] knows.
public final class Problem extends Exception {
  private static final long serialVersionUID = 1L;
  private static final int QUEUE_SECONDS = 5;

  private final int status;
  private final String code;
  private final transient List<String> suggestions;
  private final transient Json.Obj details;
  private final transient Map<String, String> headers = new LinkedHashMap<>();

  public Problem(int status, String code, String message, String... suggestions) {
    this(status, code, message, Json.Obj.EMPTY, List.of(suggestions));
  }

  private Problem(
      int status, String code, String message, Json.Obj details, List<String> suggestions) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.suggestions = suggestions;
  }

  /// @param hidden takes what nobody outside has to know out of a message
  public static Problem of(EngineException refused, UnaryOperator<String> hidden) {
    int status =
        switch (refused.kind()) {
          case INVALID -> 400;
          case NOT_FOUND -> 404;
          case CONFLICT -> 409;
          case DENIED -> 403;
          case BUSY -> refused.code().equals("stopping") ? 503 : 429;
        };
    Problem problem =
        new Problem(
            status,
            refused.code(),
            hidden.apply(String.valueOf(refused.getMessage())),
            refused.details(),
            refused.suggestions());
    return refused.kind() == EngineException.Kind.BUSY
        ? problem.retryAfter(QUEUE_SECONDS)
        : problem;
  }

  public static Problem invalid(String message, String... suggestions) {
    return new Problem(400, "invalid_request", message, suggestions);
  }

  /// @param id under which the log has more
  public static Problem internal(String id) {
    return new Problem(
        500,
        "internal",
        "a bug in Tenon; the log has more under " + id,
        Json.object().put("id", id).build(),
        List.of());
  }

  /// A header that goes with it.
  public Problem with(String name, String value) {
    headers.put(name, value);
    return this;
  }

  public Problem retryAfter(long seconds) {
    return with("Retry-After", String.valueOf(Math.max(1, seconds)));
  }

  private List<String> suggestions() {
    return suggestions.isEmpty() ? List.of(ErrorCodes.suggestion(code)) : suggestions;
  }

  public int status() {
    return status;
  }

  public Map<String, String> headers() {
    return headers;
  }

  Json.Obj json() {
    var error =
        Json.object()
            .put("code", code)
            .put("message", String.valueOf(getMessage()))
            .put("suggestions", Json.strings(suggestions()));
    if (!details.isEmpty()) {
      error.put("details", details);
    }
    return Json.object().put("error", error.build()).build();
  }
}
