package dev.tenon.core.workspace.path;

import java.util.Locale;
import java.util.Optional;

/// What is no file but can be shown like one: `scheme://…`. Nothing in it is decoded.
///
/// @param scheme in small letters
/// @param rest all that stands behind the slashes
public record Address(String scheme, String rest) {
  private static final String MARK = "://";

  /// The address in a text that has the form of one. `file://…` is a path, and a single letter may
  /// be a drive.
  public static Optional<Address> of(String text) {
    String plain = text.strip();
    int mark = plain.indexOf(MARK);
    if (mark < 2) {
      return Optional.empty();
    }
    String scheme = plain.substring(0, mark).toLowerCase(Locale.ROOT);
    for (int i = 0; i < scheme.length(); i++) {
      char c = scheme.charAt(i);
      boolean letter = c >= 'a' && c <= 'z';
      boolean more = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
      if (!letter && (i == 0 || !more)) {
        return Optional.empty();
      }
    }
    return scheme.equals("file")
        ? Optional.empty()
        : Optional.of(new Address(scheme, plain.substring(mark + MARK.length())));
  }

  public String text() {
    return scheme + MARK + rest;
  }
}
