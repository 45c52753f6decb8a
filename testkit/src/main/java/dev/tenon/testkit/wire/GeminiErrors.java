package dev.tenon.testkit.wire;

import dev.tenon.core.json.Json;
import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.wire.Dialect.Failure;
import java.util.List;

/// Google's error format (`google.rpc.Status` as JSON).
final class GeminiErrors {
  private GeminiErrors() {}

  /// A wrong key is a bad request to Google, not a 401.
  static int status(ErrorKind kind) {
    return switch (kind) {
      case AUTHENTICATION -> 400;
      case OVERLOADED -> 503;
      case PERMISSION,
          UNKNOWN_MODEL,
          RATE_LIMIT,
          QUOTA,
          CONTEXT_OVERFLOW,
          INVALID_REQUEST,
          SERVER,
          UNAVAILABLE ->
          kind.status();
    };
  }

  static Json.Obj body(Failure failure, Received request) {
    Json.Builder error =
        Json.object()
            .put("code", failure.status())
            .put("message", failure.messageOr(wording(failure.kind(), request)))
            .put("status", name(failure.kind()));
    List<Json.Obj> details = details(failure);
    if (!details.isEmpty()) {
      error.array("details", details);
    }
    return Json.object().put("error", error.build()).build();
  }

  private static List<Json.Obj> details(Failure failure) {
    return switch (failure.kind()) {
      case AUTHENTICATION ->
          List.of(
              detail("ErrorInfo")
                  .put("reason", "API_KEY_INVALID")
                  .put("domain", "googleapis.com")
                  .object("metadata", m -> m.put("service", "generativelanguage.googleapis.com"))
                  .build());
      case RATE_LIMIT -> rateLimit(failure, "GenerateRequestsPerMinutePerProjectPerModel");
      case QUOTA -> rateLimit(failure, "GenerateRequestsPerDayPerProjectPerModel");
      case PERMISSION,
          UNKNOWN_MODEL,
          CONTEXT_OVERFLOW,
          INVALID_REQUEST,
          SERVER,
          UNAVAILABLE,
          OVERLOADED ->
          List.of();
    };
  }

  private static List<Json.Obj> rateLimit(Failure failure, String quota) {
    Json.Obj violation =
        Json.object()
            .put("quotaMetric", "generativelanguage.googleapis.com/generate_content_requests")
            .put("quotaId", quota)
            .build();
    Json.Obj quotaFailure = detail("QuotaFailure").array("violations", List.of(violation)).build();
    if (failure.retryAfter() == null) {
      return List.of(quotaFailure);
    }
    Json.Obj retry = detail("RetryInfo").put("retryDelay", failure.retryAfter() + "s").build();
    return List.of(quotaFailure, retry);
  }

  private static Json.Builder detail(String type) {
    return Json.object().put("@type", "type.googleapis.com/google.rpc." + type);
  }

  private static String name(ErrorKind kind) {
    return switch (kind) {
      case AUTHENTICATION, CONTEXT_OVERFLOW, INVALID_REQUEST -> "INVALID_ARGUMENT";
      case PERMISSION -> "PERMISSION_DENIED";
      case UNKNOWN_MODEL -> "NOT_FOUND";
      case RATE_LIMIT, QUOTA -> "RESOURCE_EXHAUSTED";
      case SERVER -> "INTERNAL";
      case UNAVAILABLE, OVERLOADED -> "UNAVAILABLE";
    };
  }

  private static String wording(ErrorKind kind, Received request) {
    return switch (kind) {
      case AUTHENTICATION -> "API key not valid. Please pass a valid API key.";
      case PERMISSION ->
          "Method doesn't allow unregistered callers (callers without established identity)."
              + " Please use API Key or other form of API consumer identity to call this API.";
      case UNKNOWN_MODEL ->
          "models/"
              + request.model()
              + " is not found for API version v1beta, or is not supported"
              + " for generateContent. Call ListModels to see the list of available models and"
              + " their supported methods.";
      case RATE_LIMIT -> "Resource has been exhausted (e.g. check quota).";
      case QUOTA ->
          "You exceeded your current quota, please check your plan and billing details. For more"
              + " information on this error, head to:"
              + " https://ai.google.dev/gemini-api/docs/rate-limits.";
      case CONTEXT_OVERFLOW ->
          "The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).";
      case INVALID_REQUEST -> "Request contains an invalid argument.";
      case SERVER ->
          "An internal error has occurred. Please retry or report in"
              + " https://developers.generativeai.google/guide/troubleshooting";
      case UNAVAILABLE, OVERLOADED -> "The model is overloaded. Please try again later.";
    };
  }
}
