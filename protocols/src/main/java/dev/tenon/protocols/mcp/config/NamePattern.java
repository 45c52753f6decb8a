package dev.tenon.protocols.mcp.config;

/// A name in which `*` stands for any text.
final class NamePattern {
  private NamePattern() {}

  static boolean matches(String pattern, String name) {
    int at = 0;
    int from = 0;
    int star = -1;
    int mark = 0;
    while (from < name.length()) {
      if (at < pattern.length() && pattern.charAt(at) == '*') {
        star = at++;
        mark = from;
      } else if (at < pattern.length() && pattern.charAt(at) == name.charAt(from)) {
        at++;
        from++;
      } else if (star >= 0) {
        at = star + 1;
        from = ++mark;
      } else {
        return false;
      }
    }
    while (at < pattern.length() && pattern.charAt(at) == '*') {
      at++;
    }
    return at == pattern.length();
  }
}
