package dev.tenon.testkit.wire;

import dev.tenon.core.json.Json;
import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.wire.Dialect.Failure;

/// The error format that both OpenAI wires share; only the words for an overflow differ.
final class OpenAiErrors {
  private OpenAiErrors() {}

  /// @param overflow the wire's message for a request that is larger than the context window
  static Json.Obj body(Failure failure, Received request, String overflow) {
    return Json.object().put("error", error(failure, request, overflow)).build();
  }

  static Json.Obj error(Failure failure, Received request, String overflow) {
    String code = code(failure.kind());
    return Json.object()
        .put("message", failure.messageOr(wording(failure.kind(), request, overflow)))
        .put("type", type(failure.kind()))
        .put("param", Json.Null.VALUE)
        .put("code", code.isEmpty() ? Json.Null.VALUE : Json.of(code))
        .build();
  }

  static String code(ErrorKind kind) {
    return switch (kind) {
      case AUTHENTICATION -> "invalid_api_key";
      case PERMISSION -> "unsupported_country_region_territory";
      case UNKNOWN_MODEL -> "model_not_found";
      case RATE_LIMIT -> "rate_limit_exceeded";
      case QUOTA -> "insufficient_quota";
      case CONTEXT_OVERFLOW -> "context_length_exceeded";
      case INVALID_REQUEST -> "";
      case SERVER -> "server_error";
      case UNAVAILABLE, OVERLOADED -> "server_is_overloaded";
    };
  }

  private static String type(ErrorKind kind) {
    return switch (kind) {
      case AUTHENTICATION, UNKNOWN_MODEL, CONTEXT_OVERFLOW, INVALID_REQUEST ->
          "invalid_request_error";
      case PERMISSION -> "request_forbidden";
      case RATE_LIMIT -> "tokens";
      case QUOTA -> "insufficient_quota";
      case SERVER -> "server_error";
      case UNAVAILABLE, OVERLOADED -> "service_unavailable_error";
    };
  }

  static String wording(ErrorKind kind, Received request, String overflow) {
    return switch (kind) {
      case AUTHENTICATION ->
          "Incorrect API key provided: ***. You can find your API key at"
              + " https://platform.openai.com/account/api-keys.";
      case PERMISSION -> "Country, region, or territory not supported";
      case UNKNOWN_MODEL ->
          "The model `" + request.model() + "` does not exist or you do not have access to it.";
      case RATE_LIMIT ->
          "Rate limit reached for "
              + request.model()
              + " in organization org-tenon on tokens per"
              + " min (TPM): Limit 30000, Used 29000, Requested 2000. Please try again in 2s.";
      case QUOTA -> "You exceeded your current quota, please check your plan and billing details.";
      case CONTEXT_OVERFLOW -> overflow;
      case INVALID_REQUEST -> "Invalid request.";
      case SERVER -> "The server had an error while processing your request. Sorry about that!";
      case UNAVAILABLE, OVERLOADED ->
          "Our servers are currently overloaded. Please try again later.";
    };
  }
}
