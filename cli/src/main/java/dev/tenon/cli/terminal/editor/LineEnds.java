package dev.tenon.cli.terminal.editor;

import dev.tenon.cli.terminal.editor.text.Document;
import dev.tenon.cli.terminal.editor.text.EditLog;

/// Whether Enter goes on with another line instead of sending.
final class LineEnds {
  private static final String FENCE = "```";

  private LineEnds() {}

  /// What became of Enter.
  enum Enter {
    SENDS,
    GONE_ON,
    /// It went on because a code fence is open.
    IN_FENCE
  }

  /// Goes on after a backslash, which makes place for the line end, or in an open code fence,
  /// unless Enter is pressed again at its end.
  static Enter enter(Document document) {
    CharSequence text = document.text();
    int cursor = document.cursor();
    if (cursor == text.length() && odd(text)) {
      document.closeEdit();
      document.replace(cursor - 1, cursor, "\n", EditLog.Kind.OTHER);
      return Enter.GONE_ON;
    }
    boolean again = cursor == text.length() && cursor > 0 && text.charAt(cursor - 1) == '\n';
    if (!again && openFence(text)) {
      document.insert("\n", EditLog.Kind.OTHER);
      return Enter.IN_FENCE;
    }
    return Enter.SENDS;
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
