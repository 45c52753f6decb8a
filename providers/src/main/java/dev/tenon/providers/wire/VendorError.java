package dev.tenon.providers.wire;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What a vendor says went wrong, in one shape for all of them.
///
/// @param code the vendor's names for it: type, code, status, in lower case, separated by spaces
/// @param message the vendor's words, empty if it had none
/// @param retryDelay a delay given in the body (Google)
/// @param status the HTTP status that the error itself names, or 0
record VendorError(String code, String message, @Nullable Duration retryDelay, int status) {
  static final VendorError NONE = new VendorError("", "", null);

  /// What a frame of an answer has at least one of.
  private static final String[] ANSWERS = {
    "type",
    "choices",
    "usage",
    "candidates",
    "usageMetadata",
    "promptFeedback",
    "done",
    "model",
    "response",
    "delta"
  };

  VendorError(String code, String message, @Nullable Duration retryDelay) {
    this(code, message, retryDelay, 0);
  }

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
      return page ? NONE : new VendorError("", text, null).unwrapped();
    }
  }

  /// Reads an error object in any of the shapes the vendors use.
  static VendorError of(Json.Obj whole) {
    Json.Obj error = whole.object("error");
    if (error == null) {
      List<Json.Obj> several = whole.objects("errors");
      if (!several.isEmpty()) {
        return of(Json.object().put("error", several.getFirst()).build());
      }
      String text = whole.string("error");
      if (text == null || text.isBlank()) {
        text = words(whole);
      }
      return new VendorError(codes(whole), text == null ? "" : text, null, status(whole))
          .unwrapped();
    }
    String message = words(error);
    message = message == null ? "" : message;
    Json.Obj metadata = error.objectOrEmpty("metadata");
    String raw = metadata.string("raw");
    if (raw != null && !raw.isBlank()) {
      // OpenRouter wraps what the vendor behind it said.
      message = message + ": " + raw;
    }
    return new VendorError(codes(error), message, retryDelay(error), status(error)).unwrapped();
  }

  /// Gateways quote what the one behind them answered, braces and all. Its words are enough for a
  /// person, and its codes are kept to tell the kind by.
  private VendorError unwrapped() {
    int from = message.indexOf('{');
    int end = message.lastIndexOf('}') + 1;
    if (from < 0 || end <= from) {
      return this;
    }
    VendorError inner;
    try {
      inner = of(Json.parseObject(message.substring(from, end)));
    } catch (JsonException noJson) {
      return this;
    }
    if (inner.message.isBlank()) {
      return this;
    }
    boolean listed = message.startsWith("[", from - 1) && message.startsWith("]", end);
    String before = message.substring(0, listed ? from - 1 : from).strip();
    String after = message.substring(listed ? end + 1 : end).strip();
    String gap = !after.isEmpty() && Character.isLetterOrDigit(after.charAt(0)) ? " " : "";
    return new VendorError(
        (code + " " + inner.code).strip(),
        (before + " " + inner.message + gap + after).strip(),
        retryDelay == null ? inner.retryDelay : retryDelay,
        status == 0 ? inner.status : status);
  }

  /// Whether a frame of a stream is a failure instead of a part of the answer, in any of the shapes
  /// the vendors use. A member `error` that says nothing is none.
  static boolean isIn(Json.Obj frame) {
    boolean said =
        switch (frame.get("error")) {
          case Json.Obj error -> !error.isEmpty();
          case Json.Str text -> !text.value().isBlank();
          case Json.Bool bool -> bool.value();
          case null, default -> false;
        };
    return said
        || frame.string("type", "").equals("error")
        || frame.string("object", "").equals("error")
        || !frame.array("errors").isEmpty()
        || wordsAlone(frame);
  }

  /// Whether there are words and nothing that an answer has.
  private static boolean wordsAlone(Json.Obj frame) {
    for (String member : ANSWERS) {
      if (frame.has(member)) {
        return false;
      }
    }
    return words(frame) != null;
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

  /// Gateways give the HTTP status as a number where others have a name.
  private static int status(Json.Obj error) {
    for (String name : new String[] {"code", "status", "status_code"}) {
      long status = Decoder.number(error, name, 0);
      if (status >= 400 && status < 600) {
        return (int) status;
      }
    }
    return 0;
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

  /// What an object says in words, under any of the names that are in use.
  private static @Nullable String words(Json.Obj object) {
    for (String name : new String[] {"message", "msg", "error_msg", "error_message"}) {
      String text = object.string(name);
      if (text != null) {
        return text;
      }
    }
    return detail(object);
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
