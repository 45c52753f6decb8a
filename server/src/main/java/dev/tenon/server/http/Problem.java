package dev.tenon.server.http;

import dev.tenon.core.json.Json;
import dev.tenon.server.job.EngineException;
import java.util.List;

/// An answer that is an error: `{"error":{"code","message","suggestions"}}` with its status.
final class Problem extends Exception {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String code;
  private final transient List<String> suggestions;
  private final transient Json.Obj details;

  Problem(int status, String code, String message, String... suggestions) {
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

  static Problem of(EngineException refused) {
    int status =
        switch (refused.kind()) {
          case INVALID -> 400;
          case NOT_FOUND -> 404;
          case CONFLICT -> 409;
          case BUSY -> 429;
        };
    return new Problem(
        status,
        refused.code(),
        String.valueOf(refused.getMessage()),
        refused.details(),
        refused.suggestions());
  }

  static Problem invalid(String message) {
    return new Problem(400, "invalid_request", message);
  }

  private List<String> suggestions() {
    return suggestions.isEmpty() ? List.of(ErrorCodes.suggestion(code)) : suggestions;
  }

  int status() {
    return status;
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
