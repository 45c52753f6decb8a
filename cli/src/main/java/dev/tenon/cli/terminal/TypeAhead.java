package dev.tenon.cli.terminal;

/// What a person is typing while the model works. Used by one thread.
final class TypeAhead {
  private final StringBuilder text = new StringBuilder();

  void add(String more) {
    text.append(more);
  }

  void backspace() {
    if (!text.isEmpty()) {
      text.setLength(text.offsetByCodePoints(text.length(), -1));
    }
  }

  void eraseWord() {
    int end = text.length();
    while (end > 0 && Character.isWhitespace(text.charAt(end - 1))) {
      end--;
    }
    while (end > 0 && !Character.isWhitespace(text.charAt(end - 1))) {
      end--;
    }
    text.setLength(end);
  }

  void clear() {
    text.setLength(0);
  }

  String text() {
    return text.toString();
  }
}
