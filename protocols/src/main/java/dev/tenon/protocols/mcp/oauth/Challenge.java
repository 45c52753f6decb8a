package dev.tenon.protocols.mcp.oauth;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a server says it wants, in `WWW-Authenticate`.
///
/// @param metadata where the metadata of the resource lies; empty when it is not said
/// @param scope what a token has to allow; empty when it is not said
/// @param error such as `invalid_token` or `insufficient_scope`; empty for none
record Challenge(String metadata, String scope, String error) {
  static final Challenge NONE = new Challenge("", "", "");
  static final String INSUFFICIENT_SCOPE = "insufficient_scope";

  /// The first challenge for a bearer; [#NONE] where there is none.
  static Challenge of(List<String> headers) {
    for (String header : headers) {
      Map<String, String> parameters = bearer(header);
      if (parameters != null) {
        return new Challenge(
            parameters.getOrDefault("resource_metadata", ""),
            parameters.getOrDefault("scope", ""),
            parameters.getOrDefault("error", ""));
      }
    }
    return NONE;
  }

  /// The parameters behind `Bearer`, which may follow another scheme in the same header.
  private static @Nullable Map<String, String> bearer(String header) {
    int at = 0;
    while (at < header.length()) {
      at = skip(header, at);
      int end = word(header, at);
      if (end == at) {
        return null;
      }
      String scheme = header.substring(at, end).toLowerCase(Locale.ROOT);
      Map<String, String> parameters = new LinkedHashMap<>();
      at = parameters(header, end, parameters);
      if (scheme.equals("bearer")) {
        return parameters;
      }
    }
    return null;
  }

  private static int skip(String text, int from) {
    int at = from;
    while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == ',')) {
      at++;
    }
    return at;
  }

  private static int word(String text, int from) {
    int at = from;
    while (at < text.length() && " ,=\"".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return at;
  }

  /// Takes `name=value` pairs until something is none. Answers where that begins.
  private static int parameters(String text, int from, Map<String, String> into) {
    int at = from;
    while (true) {
      int begin = skip(text, at);
      int end = word(text, begin);
      if (end == begin || end >= text.length() || text.charAt(end) != '=') {
        return begin;
      }
      String name = text.substring(begin, end).toLowerCase(Locale.ROOT);
      var value = new StringBuilder();
      at = value(text, end + 1, value);
      into.putIfAbsent(name, value.toString());
    }
  }

  private static int value(String text, int from, StringBuilder into) {
    int at = from;
    if (at >= text.length() || text.charAt(at) != '"') {
      int end = word(text, at);
      into.append(text, at, end);
      return end;
    }
    for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
      if (text.charAt(at) == '\\' && at + 1 < text.length()) {
        at++;
      }
      into.append(text.charAt(at));
    }
    return Math.min(at + 1, text.length());
  }
}
