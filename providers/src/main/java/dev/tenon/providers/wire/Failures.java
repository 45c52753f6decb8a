package dev.tenon.providers.wire;

import dev.tenon.core.http.Headers;
import dev.tenon.core.http.TransportException;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.ModelException.Kind;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Gives every failure of one endpoint its kind and a message that names host, status and cause and
/// holds no secret.
final class Failures {
  private static final int LONGEST_QUOTE = 600;

  private final Endpoint endpoint;
  private final String modelId;
  private final SecretMask secrets;
  private final Clock clock;

  Failures(Endpoint endpoint, String modelId, Clock clock) {
    this.endpoint = endpoint;
    this.modelId = modelId;
    this.secrets = new SecretMask(endpoint);
    this.clock = clock;
  }

  /// An answer with a status that is no success.
  ModelException status(int status, Headers headers, VendorError error) {
    Kind kind = kind(status, error);
    Duration delay = null;
    if (kind == Kind.RATE_LIMIT || kind == Kind.OVERLOADED || kind == Kind.SERVER) {
      delay = error.retryDelay();
      if (delay == null) {
        delay = RetryAfter.of(headers, error.message(), clock.instant());
      }
    }
    String hint = status == 404 && kind == Kind.INVALID_REQUEST ? ", check its base URL" : "";
    return failure(kind, headline(kind, error) + "(HTTP " + status + hint + ")", error, delay);
  }

  /// An error that came as an event of a stream that had begun well.
  ModelException inStream(VendorError error) {
    Kind kind = kind(error.status(), error);
    Duration delay = RetryAfter.of(Headers.NONE, error.message(), clock.instant());
    return failure(kind, headline(kind, error) + "(in the stream)", error, delay);
  }

  /// The model or its safety system declined; `reason` is the vendor's name for why.
  ModelException refusal(String reason, String explanation) {
    return failure(
        Kind.REFUSAL,
        endpoint.provider() + " declined to answer (" + reason + ")",
        new VendorError("", explanation, null),
        null);
  }

  ModelException malformed(String what) {
    return new ModelException(
        Kind.MALFORMED, secrets.clean(endpoint.provider() + ": " + shortened(what)));
  }

  ModelException cut(Output output, String what, @Nullable Throwable cause) {
    return new ModelException(
        output.visible() ? Kind.STREAM_CUT_LATE : Kind.STREAM_CUT_EARLY, what, null, cause);
  }

  /// A failure below HTTP where there is no stream to cut.
  ModelException transport(TransportException failed) {
    Kind kind =
        switch (failed.failure()) {
          case NOBODY_LISTENS, REFUSED, NOT_TRUSTED -> Kind.UNREACHABLE;
          case NO_CONNECTION, NO_ANSWER, CUT, STALLED -> Kind.NETWORK;
          case GARBAGE -> Kind.MALFORMED;
        };
    return transport(kind, failed);
  }

  /// A failure below HTTP. While an answer was arriving, a cut or a stall depends on what was
  /// shown.
  ModelException transport(TransportException failed, Output output) {
    Kind kind =
        switch (failed.failure()) {
          case NOBODY_LISTENS, REFUSED, NOT_TRUSTED -> Kind.UNREACHABLE;
          case NO_CONNECTION, NO_ANSWER -> Kind.NETWORK;
          case CUT, STALLED -> output.visible() ? Kind.STREAM_CUT_LATE : Kind.STREAM_CUT_EARLY;
          case GARBAGE -> Kind.MALFORMED;
        };
    return transport(kind, failed);
  }

  private ModelException transport(Kind kind, TransportException failed) {
    String message = secrets.clean(String.valueOf(failed.getMessage()));
    return new ModelException(kind, message, null, failed);
  }

  /// A redirect is not followed: it could carry the key to a stranger.
  ModelException redirect(int status) {
    return new ModelException(
        Kind.INVALID_REQUEST,
        endpoint.host()
            + " answered with a redirect (HTTP "
            + status
            + "), which is not followed; check the base URL of "
            + endpoint.provider());
  }

  ModelException notAnApi(String contentType) {
    return new ModelException(
        Kind.INVALID_REQUEST,
        endpoint.host()
            + " answered with "
            + contentType
            + " instead of a stream; check the base URL of "
            + endpoint.provider());
  }

  ModelException compressed(String coding) {
    return new ModelException(
        Kind.INVALID_REQUEST,
        secrets.clean(
            endpoint.host()
                + " compressed its answer ("
                + shortened(coding)
                + ") although none was asked for; look at the gateway or proxy in front of "
                + endpoint.provider()));
  }

  private String headline(Kind kind, VendorError error) {
    String provider = endpoint.provider();
    Credential key = endpoint.credential();
    String what =
        switch (kind) {
          case AUTHENTICATION ->
              key == null ? provider + " wants a key" : provider + " does not accept " + key;
          case QUOTA -> provider + ": the account's quota or credit is used up";
          case RATE_LIMIT -> provider + ": too many requests";
          case OVERLOADED -> provider + " is overloaded";
          case SERVER -> provider + " failed";
          case CONTEXT_OVERFLOW ->
              provider + ": the conversation is larger than the context of " + modelId;
          case REFUSAL -> provider + " declined to answer";
          case UNKNOWN_MODEL ->
              provider
                  + " does not know the model '"
                  + modelId
                  + (endpoint.wire() == WireKind.OLLAMA
                      ? "' (`ollama pull " + modelId + "` gets it)"
                      : "'");
          case INVALID_REQUEST -> provider + " rejected the request";
          case MALFORMED, NETWORK, UNREACHABLE, STREAM_CUT_EARLY, STREAM_CUT_LATE, BUDGET ->
              provider + " failed";
        };
    return error.code().isEmpty() ? what + " " : what + " [" + error.code() + "] ";
  }

  private ModelException failure(
      Kind kind, String headline, VendorError error, @Nullable Duration delay) {
    String words = shortened(error.message());
    String message = headline + " from " + endpoint.host() + (words.isEmpty() ? "" : ": " + words);
    return new ModelException(kind, secrets.clean(message), delay, null);
  }

  private static String shortened(String text) {
    String line = text.strip().replace('\n', ' ').replace('\r', ' ');
    return line.length() <= LONGEST_QUOTE ? line : line.substring(0, LONGEST_QUOTE) + "…";
  }

  /// The kind of a vendor's error; status 0 is one inside a stream.
  static Kind kind(int status, VendorError error) {
    if (isOverflow(status, error)) {
      return Kind.CONTEXT_OVERFLOW;
    }
    if (isQuota(status, error)) {
      return Kind.QUOTA;
    }
    if (status == 401
        || error.mentions(
            "authentication_error",
            "invalid_api_key",
            "api_key_invalid",
            "invalid api key",
            "api key not valid",
            "incorrect api key",
            "unauthenticated",
            "invalid x-api-key")) {
      return Kind.AUTHENTICATION;
    }
    if (error.mentions(
        "content_filter", "content_policy", "cyber_policy", "responsibleaipolicyviolation")) {
      return Kind.REFUSAL;
    }
    if (isUnknownModel(status, error)) {
      return Kind.UNKNOWN_MODEL;
    }
    if (status == 403 || error.mentions("permission_error", "permission_denied")) {
      return Kind.AUTHENTICATION;
    }
    if (isOverloaded(status, error)) {
      return Kind.OVERLOADED;
    }
    if (status == 429
        || error.mentions(
            "rate_limit",
            "rate limit",
            "too many requests",
            "too_many_requests",
            "resource_exhausted")) {
      return Kind.RATE_LIMIT;
    }
    if (status == 408 || status == 409 || status == 425 || status >= 500) {
      return Kind.SERVER;
    }
    if (status == 0 && !error.mentions("invalid_request", "invalid_argument", "invalid_prompt")) {
      return Kind.SERVER;
    }
    return Kind.INVALID_REQUEST;
  }

  private static boolean isOverloaded(int status, VendorError error) {
    boolean serverSide = status == 0 || status >= 500;
    return status == 529
        || status == 503
        || error.mentions("overloaded")
        || (serverSide && error.mentions("at capacity", "over capacity", "unavailable"));
  }

  private static boolean isOverflow(int status, VendorError error) {
    if (status == 401 || status == 403 || status == 429) {
      return false;
    }
    return status == 413
        || error.mentions(
            "context_length_exceeded",
            "prompt is too long",
            "request_too_large",
            "maximum context length",
            "context window",
            "context length",
            "exceed context limit",
            "exceeds the maximum number of tokens",
            "maximum prompt length",
            "exceeds the available context size",
            "exceed_context_size",
            "input length and `max_tokens` exceed",
            "input token count",
            "too many tokens",
            "reduce the length of the messages",
            "input is too long");
  }

  private static boolean isQuota(int status, VendorError error) {
    if (status == 402) {
      return true;
    }
    if (error.mentions(
        "insufficient_quota",
        "insufficient balance",
        "insufficient credits",
        "billing_error",
        "billing_hard_limit",
        "billing_not_active",
        "credit balance",
        "credit_balance",
        "spend_limit",
        "spend limit",
        "spending limit",
        "usage limit",
        "out of credits",
        "perday")) {
      return true;
    }
    // Google says "exceeded your current quota" for every rate limit; then a delay comes with it.
    return error.retryDelay() == null
        && error.mentions("exceeded your current quota")
        && !error.mentions("resource_exhausted");
  }

  private static boolean isUnknownModel(int status, VendorError error) {
    if (error.mentions("model_not_found", "unknown_model", "model_not_supported")) {
      return true;
    }
    if (status == 404) {
      return error.mentions("model", "not_found", "deployment");
    }
    return status == 400
        && error.mentions(
            "is not a valid model", "model does not exist", "invalid model", "unknown model");
  }
}
