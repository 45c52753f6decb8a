package dev.tenon.cli.terminal.editor;

import dev.tenon.cli.terminal.editor.text.Document;
import dev.tenon.cli.terminal.editor.text.EditLog;
import dev.tenon.cli.terminal.editor.text.KillRing;
import dev.tenon.cli.terminal.editor.text.PastedText;
import dev.tenon.cli.terminal.editor.text.Words;

/// What the commands of vi do with the text. What is deleted or copied goes to the kill ring; whole
/// lines end with a line end there.
final class ViChanges {
  private final Document document;
  private final KillRing ring;
  private String wholeLines = "";

  ViChanges(Document document, KillRing ring) {
    this.document = document;
    this.ring = ring;
  }

  /// Deletes, copies, or deletes to write something else.
  void span(char operator, int from, int to) {
    if (from >= to) {
      return;
    }
    ring.add(document.between(from, to), KillRing.Side.AFTER, false);
    document.closeEdit();
    if (operator == 'y') {
      document.moveTo(from);
    } else {
      document.replace(from, to, "", EditLog.Kind.OTHER);
    }
  }

  /// The same with whole lines, from the one of a place to the one of another.
  ///
  /// @param count 1 for the first line only
  void lines(char operator, int first, int last, int count) {
    int from = document.lineStart(first);
    int to = document.lineEnd(count <= 1 ? first : last);
    wholeLines = document.between(from, to) + "\n";
    ring.add(wholeLines, KillRing.Side.AFTER, false);
    document.closeEdit();
    switch (operator) {
      case 'y' -> document.moveTo(Math.min(document.cursor(), first));
      case 'c' -> document.replace(from, to, "", EditLog.Kind.OTHER);
      default -> {
        boolean more = to < document.length();
        // The last line takes the line end before it along.
        int begin = more || from == 0 ? from : from - 1;
        document.replace(begin, more ? to + 1 : to, "", EditLog.Kind.OTHER);
        document.moveTo(document.lineStart(document.cursor()));
      }
    }
  }

  /// The end of the word after so many, counted from the cursor; the cursor stays.
  int wordEnd(ViMotions motions, int times, boolean large) {
    int cursor = document.cursor();
    int at = cursor;
    for (int i = 0; i < Math.max(1, times); i++) {
      // A word of one character ends where it begins.
      boolean alone =
          i == 0 && document.next(at) < document.length() && isEdge(at, document.next(at), large);
      at = alone || document.next(at) >= document.length() ? at : motions.wordEnd(at, large);
    }
    return at;
  }

  private boolean isEdge(int at, int next, boolean large) {
    CharSequence text = document.text();
    return Words.blank(text, next)
        || (!large && Words.inWord(text, at) != Words.inWord(text, next));
  }

  /// Writes other characters over so many of the line; nothing happens if there are fewer.
  void overwrite(String character, int times) {
    int cursor = document.cursor();
    int end = cursor;
    for (int i = 0; i < times; i++) {
      if (end >= document.lineEnd(cursor)) {
        return;
      }
      end = document.next(end);
    }
    document.closeEdit();
    document.replace(cursor, end, PastedText.typed(character).repeat(times), EditLog.Kind.OTHER);
    document.moveTo(document.previous(document.cursor()));
  }

  /// Inserts what was deleted or copied last.
  void put(KillRing.Side side, int times) {
    String text = ring.latest();
    if (text.isEmpty()) {
      return;
    }
    int cursor = document.cursor();
    document.closeEdit();
    if (text.equals(wholeLines)) {
      boolean after = side == KillRing.Side.AFTER;
      String lines = text.repeat(times);
      int end = document.lineEnd(cursor);
      int at = after ? end : document.lineStart(cursor);
      String written = after ? "\n" + lines.substring(0, lines.length() - 1) : lines;
      document.replace(at, at, written, EditLog.Kind.OTHER);
      document.moveTo(after ? at + 1 : at);
    } else {
      boolean inside = side == KillRing.Side.AFTER && cursor < document.lineEnd(cursor);
      int at = inside ? document.next(cursor) : cursor;
      document.replace(at, at, text.repeat(times), EditLog.Kind.OTHER);
      document.moveTo(document.previous(document.cursor()));
    }
  }

  void swapCase(int to) {
    int cursor = document.cursor();
    var out = new StringBuilder();
    document
        .between(cursor, to)
        .codePoints()
        .forEach(
            c ->
                out.appendCodePoint(
                    Character.isUpperCase(c)
                        ? Character.toLowerCase(c)
                        : Character.toUpperCase(c)));
    document.closeEdit();
    document.replace(cursor, to, out.toString(), EditLog.Kind.OTHER);
  }

  /// Makes one line of this and the next.
  void join() {
    int end = document.lineEnd(document.cursor());
    if (end < document.length()) {
      int to = end + 1;
      while (to < document.lineEnd(end + 1) && Words.blank(document.text(), to)) {
        to++;
      }
      document.closeEdit();
      document.replace(end, to, " ", EditLog.Kind.OTHER);
      document.moveTo(end);
    }
  }
}
