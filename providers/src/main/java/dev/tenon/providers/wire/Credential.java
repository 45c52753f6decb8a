package dev.tenon.providers.wire;

/// A key and how it is sent. Its text form never shows the key.
///
/// @param variable the environment variable it came from
public record Credential(Style style, String variable, String value) {
  /// The header that carries the key.
  public enum Style {
    /// `Authorization: Bearer KEY`.
    BEARER("Authorization", "Bearer "),
    /// `x-api-key: KEY`.
    X_API_KEY("x-api-key", ""),
    /// `api-key: KEY`.
    API_KEY("api-key", ""),
    /// `x-goog-api-key: KEY`.
    GOOGLE("x-goog-api-key", "");

    private final String header;
    private final String prefix;

    Style(String header, String prefix) {
      this.header = header;
      this.prefix = prefix;
    }
  }

  public Credential {
    value = value.strip();
    for (int i = 0; i < value.length(); i++) {
      if (value.charAt(i) <= ' ' || value.charAt(i) >= 127) {
        throw new IllegalArgumentException(
            "the key in " + variable + " holds a character that no key has, at position " + i);
      }
    }
  }

  String header() {
    return style.header;
  }

  String headerValue() {
    return style.prefix + value;
  }

  @Override
  public String toString() {
    return "the key from " + variable;
  }
}
