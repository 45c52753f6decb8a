package dev.tenon.cli.terminal.view;

import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.SafeText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/// The last lines of what a command prints, as a terminal would show them: escape sequences are
/// dropped, and a carriage return begins its line anew, as progress bars expect.
final class OutputTail {
  private static final int LINE_LIMIT = 500;

  private final int limit;
  private final int lineLimit;

  /// Ends a line of which not all is kept.
  private final String ellipsis;

  private final SafeText safeText = new SafeText();
  private final ArrayDeque<String> lines = new ArrayDeque<>();
  private final StringBuilder open = new StringBuilder();
  private boolean returned;
  private boolean cut;
  private long count;

  /// A tail whose lines are bounded too.
  OutputTail(int limit, Glyphs glyphs) {
    this(limit, LINE_LIMIT, glyphs.ellipsis);
  }

  private OutputTail(int limit, int lineLimit, String ellipsis) {
    this.limit = limit;
    this.lineLimit = lineLimit;
    this.ellipsis = ellipsis;
  }

  static OutputTail of(String output, int limit, Glyphs glyphs) {
    var tail = new OutputTail(limit, glyphs);
    tail.add(output);
    return tail;
  }

  /// All lines of what was printed, with nothing left out.
  static List<String> all(String output) {
    var whole = new OutputTail(Integer.MAX_VALUE, Integer.MAX_VALUE, "");
    whole.add(output);
    return whole.lines();
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
      cut = false;
    }
    int room = lineLimit - open.length();
    cut |= piece.length() > room;
    open.append(piece, 0, Math.min(piece.length(), Math.max(0, room)));
  }

  /// The open line, which is never cut within a character.
  private String line() {
    if (!cut) {
      return open.toString();
    }
    int last = open.length() - 1;
    boolean half = last >= 0 && Character.isHighSurrogate(open.charAt(last));
    return open.substring(0, half ? last : last + 1) + ellipsis;
  }

  private void endLine() {
    returned = false;
    count++;
    lines.addLast(line());
    open.setLength(0);
    cut = false;
    if (lines.size() > limit) {
      lines.removeFirst();
    }
  }

  /// The last lines, without empty ones at the end; a line that is not finished counts.
  List<String> lines() {
    var shown = new ArrayList<>(lines);
    if (!open.isEmpty()) {
      shown.add(line());
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
