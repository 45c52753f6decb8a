package dev.tenon.cli.terminal.view;

import dev.tenon.cli.terminal.render.SafeText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/// The last lines of what a command prints, as a terminal would show them: escape sequences are
/// dropped, and a carriage return begins its line anew, as progress bars expect.
final class OutputTail {
  private static final int LINE_LIMIT = 500;

  private final int limit;
  private final SafeText safeText = new SafeText();
  private final ArrayDeque<String> lines = new ArrayDeque<>();
  private final StringBuilder open = new StringBuilder();
  private boolean returned;
  private long count;

  OutputTail(int limit) {
    this.limit = limit;
  }

  static OutputTail of(String output, int limit) {
    var tail = new OutputTail(limit);
    tail.add(output);
    return tail;
  }

  void add(String text) {
    for (int start = 0; start < text.length(); ) {
      char c = text.charAt(start);
      if (c == '\n') {
        safeText.filter("\n");
        endLine();
        start++;
      } else if (c == '\r') {
        returned = true;
        start++;
      } else {
        int end = start;
        while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
          end++;
        }
        write(safeText.filter(text.substring(start, end)));
        start = end;
      }
    }
  }

  private void write(String piece) {
    if (returned) {
      open.setLength(0);
      returned = false;
    }
    if (open.length() < LINE_LIMIT) {
      open.append(piece, 0, Math.min(piece.length(), LINE_LIMIT - open.length()));
    }
  }

  private void endLine() {
    returned = false;
    count++;
    lines.addLast(open.toString());
    open.setLength(0);
    if (lines.size() > limit) {
      lines.removeFirst();
    }
  }

  /// The last lines, without empty ones at the end; a line that is not finished counts.
  List<String> lines() {
    var shown = new ArrayList<>(lines);
    if (!open.isEmpty()) {
      shown.add(open.toString());
    }
    while (!shown.isEmpty() && shown.getLast().isBlank()) {
      shown.removeLast();
    }
    return shown.size() > limit ? shown.subList(shown.size() - limit, shown.size()) : shown;
  }

  /// How many lines there were in all.
  long count() {
    return count + (open.isEmpty() ? 0 : 1);
  }
}
