package dev.tenon.testkit.wire;

/// The alphabet that vendors allow in names and ids of tools.
final class Names {
  private Names() {}

  /// Whether the name has 1 to `limit` characters, all of them ASCII letters, digits, `_` or `-`.
  static boolean fit(String name, int limit) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (!letter && (c < '0' || c > '9') && c != '_' && c != '-') {
        return false;
      }
    }
    return !name.isEmpty() && name.length() <= limit;
  }
}
