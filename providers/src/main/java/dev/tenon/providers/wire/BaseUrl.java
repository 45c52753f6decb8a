package dev.tenon.providers.wire;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Puts addresses together. People give base URLs with and without version and slash, and paste
/// whole endpoints; each wire says how its vendor's own SDK counts.
final class BaseUrl {
  private BaseUrl() {}

  /// The path of the base without a slash at its end and without what was pasted too much.
  static String path(URI base, String... pasted) {
    String path = base.getRawPath() == null ? "" : base.getRawPath();
    path = withoutSlash(path);
    for (String ending : pasted) {
      if (path.endsWith(ending)) {
        path = withoutSlash(path.substring(0, path.length() - ending.length()));
      }
    }
    return path;
  }

  static URI with(Endpoint endpoint, String path) {
    URI base = endpoint.baseUrl();
    var text = new StringBuilder();
    text.append(base.getScheme()).append("://").append(base.getHost());
    if (base.getPort() >= 0) {
      text.append(':').append(base.getPort());
    }
    text.append(path);
    char separator = path.indexOf('?') < 0 ? '?' : '&';
    for (Map.Entry<String, String> parameter : endpoint.query().entrySet()) {
      text.append(separator).append(encoded(parameter.getKey()));
      text.append('=').append(encoded(parameter.getValue()));
      separator = '&';
    }
    return URI.create(text.toString());
  }

  /// The endpoint's own path with the model's name, or null if it has none and the wire's holds.
  static @Nullable String own(Endpoint endpoint, String modelId) {
    String own = endpoint.path();
    return own == null ? null : own.replace("{model}", segment(modelId));
  }

  /// A model's name as a part of a path; its slashes and colons stay.
  static String segment(String name) {
    return encoded(name).replace("%2F", "/").replace("%3A", ":").replace("+", "%20");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String withoutSlash(String path) {
    int end = path.length();
    while (end > 0 && path.charAt(end - 1) == '/') {
      end--;
    }
    return path.substring(0, end);
  }
}
