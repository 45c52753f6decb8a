package dev.tenon.core.permission.program;

/// Bracket expressions of patterns.
final class Brackets {
  private Brackets() {}

  /// The place of the bracket that closes the one at a place; negative when there is none, or when
  /// programs differ in which it is.
  static int end(String text, int open) {
    int i = open + 1;
    i += i < text.length() && text.charAt(i) == '^' ? 1 : 0;
    i += i < text.length() && text.charAt(i) == ']' ? 1 : 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      char next = i + 1 < text.length() ? text.charAt(i + 1) : 0;
      if (c == ']') {
        return i;
      }
      if (c == '\n' || (c == '\\' && next == ']')) {
        return -1;
      }
      if (c == '[' && (next == ':' || next == '.' || next == '=')) {
        int inner = text.indexOf(next + "]", i + 2);
        if (inner < 0) {
          return -1;
        }
        i = inner + 2;
      } else {
        i++;
      }
    }
    return -1;
  }
}
