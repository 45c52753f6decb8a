package dev.tenon.providers.wire;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What a vendor says went wrong, in one shape for all of them.
///
/// @param code the vendor's names for it: type, code, status, in lower case, separated by spaces
/// @param message the vendor's words, empty if it had none
/// @param retryDelay a delay given in the body (Google)
record VendorError(String code, String message, @Nullable Duration retryDelay) {
  static final VendorError NONE = new VendorError("", "", null);

  /// Reads the body of an answer that is no success.
  static VendorError parse(String body) {
    try {
      Json json = Json.parse(body);
      if (json instanceof Json.Arr array && !array.items().isEmpty()) {
        json = array.items().getFirst();
      }
      return json instanceof Json.Obj object ? of(object) : NONE;
    } catch (JsonException notJson) {
      String text = body.strip();
      boolean page = text.startsWith("<");
      return page ? NONE : new VendorError("", text, null);
    }
  }

  /// Reads an error object in any of the shapes the vendors use.
  static VendorError of(Json.Obj whole) {
    Json.Obj error = whole.object("error");
    if (error == null) {
      String text = whole.string("error");
      if (text == null) {
        text = whole.string("message");
      }
      if (text == null) {
        text = detail(whole);
      }
      return new VendorError(codes(whole), text == null ? "" : text, null);
    }
    String message = error.string("message", "");
    Json.Obj metadata = error.objectOrEmpty("metadata");
    String raw = metadata.string("raw");
    if (raw != null && !raw.isBlank()) {
      // OpenRouter wraps what the vendor behind it said.
      message = message + ": " + raw;
    }
    return new VendorError(codes(error), message, retryDelay(error));
  }

  /// Whether code or message holds one of the words.
  boolean mentions(String... words) {
    String text = code + " " + message.toLowerCase(Locale.ROOT);
    for (String word : words) {
      if (text.contains(word)) {
        return true;
      }
    }
    return false;
  }

  private static String codes(Json.Obj error) {
    var codes = new StringBuilder();
    for (String name : new String[] {"type", "code", "status", "param"}) {
      String value = error.string(name);
      if (value != null && !value.equals("error")) {
        codes.append(value.toLowerCase(Locale.ROOT)).append(' ');
      }
    }
    for (Json.Obj detail : error.objects("details")) {
      String reason = detail.string("reason");
      if (reason != null) {
        codes.append(reason.toLowerCase(Locale.ROOT)).append(' ');
      }
      for (Json.Obj violation : detail.objects("violations")) {
        codes.append(violation.string("quotaId", "").toLowerCase(Locale.ROOT)).append(' ');
      }
    }
    return codes.toString().strip();
  }

  private static @Nullable Duration retryDelay(Json.Obj error) {
    for (Json.Obj detail : error.objects("details")) {
      String delay = detail.string("retryDelay");
      if (delay != null) {
        return RetryAfter.duration(delay);
      }
    }
    return null;
  }

  /// FastAPI servers (vLLM and others) put their words into `detail`, as text or as a list.
  private static @Nullable String detail(Json.Obj whole) {
    String text = whole.string("detail");
    if (text == null) {
      for (Json.Obj each : whole.objects("detail")) {
        return each.string("msg");
      }
    }
    return text;
  }
}
