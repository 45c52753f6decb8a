package dev.tenon.cli.terminal.editor;

import dev.tenon.cli.terminal.editor.text.Document;
import dev.tenon.cli.terminal.editor.text.EditLog;

/// Whether Enter goes on with another line instead of sending.
final class LineEnds {
  private static final String FENCE = "```";

  private LineEnds() {}

  /// After a backslash, which makes place for the line end, or in an open code fence.
  static boolean goOn(Document document) {
    CharSequence text = document.text();
    int cursor = document.cursor();
    if (cursor == text.length() && odd(text)) {
      document.closeEdit();
      document.replace(cursor - 1, cursor, "\n", EditLog.Kind.OTHER);
      return true;
    }
    if (openFence(text)) {
      document.insert("\n", EditLog.Kind.OTHER);
      return true;
    }
    return false;
  }

  /// Whether the text ends with a backslash that no other one stands for.
  private static boolean odd(CharSequence text) {
    int count = 0;
    while (count < text.length() && text.charAt(text.length() - 1 - count) == '\\') {
      count++;
    }
    return count % 2 == 1;
  }

  static boolean openFence(CharSequence text) {
    boolean open = false;
    boolean start = true;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (start && c == '`' && i + 3 <= text.length()) {
        open ^= FENCE.contentEquals(text.subSequence(i, i + 3));
      }
      start = c == '\n';
    }
    return open;
  }
}
