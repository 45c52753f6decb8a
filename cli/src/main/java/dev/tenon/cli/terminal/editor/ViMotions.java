package dev.tenon.cli.terminal.editor;

import dev.tenon.cli.terminal.editor.text.Document;
import dev.tenon.cli.terminal.editor.text.Words;

/// Where the motions of vi lead.
final class ViMotions {
  static final int NOWHERE = -1;

  private final Document document;

  ViMotions(Document document) {
    this.document = document;
  }

  /// What a motion covers when something is done with it.
  enum Cover {
    /// Up to the place.
    BEFORE,
    /// The character at the place too.
    WITH,
    /// All lines from here to there.
    LINES
  }

  static Cover cover(char motion) {
    return switch (motion) {
      case 'e', 'E', 'f', 't' -> Cover.WITH;
      case 'j', 'k', 'G', 'g' -> Cover.LINES;
      default -> Cover.BEFORE;
    };
  }

  /// The place of a motion, done so many times, or [#NOWHERE] if there is no such motion.
  ///
  /// @param count 0 if nobody said how many times
  int place(char motion, int count) {
    int times = Math.max(1, count);
    int cursor = document.cursor();
    return switch (motion) {
      case 'h' -> left(cursor, times);
      case 'l', ' ' -> right(cursor, times);
      case 'j' -> line(cursor, times);
      case 'k' -> line(cursor, -times);
      case 'w', 'W' -> repeated(times, at -> nextWord(at, motion == 'W'));
      case 'b', 'B' -> repeated(times, at -> wordBefore(at, motion == 'B'));
      case 'e', 'E' -> repeated(times, at -> wordEnd(at, motion == 'E'));
      case '0' -> document.lineStart(cursor);
      case '^' -> firstVisible(document.lineStart(cursor));
      case '$' -> document.lineEnd(times > 1 ? line(cursor, times - 1) : cursor);
      case 'G' -> count == 0 ? lastLine() : numbered(count);
      case 'g' -> numbered(times);
      default -> NOWHERE;
    };
  }

  /// A character of the line, from `f`, `t`, `F` and `T`.
  int find(char how, String wanted, int count) {
    int at = document.cursor();
    boolean forward = how == 'f' || how == 't';
    for (int i = 0; i < Math.max(1, count); i++) {
      at = forward ? after(at, wanted) : before(at, wanted);
      if (at == NOWHERE) {
        return NOWHERE;
      }
    }
    return switch (how) {
      case 't' -> document.previous(at);
      case 'T' -> document.next(at);
      default -> at;
    };
  }

  private int after(int from, String wanted) {
    int end = document.lineEnd(from);
    for (int at = document.next(from); at < end; at = document.next(at)) {
      if (document.between(at, document.next(at)).equals(wanted)) {
        return at;
      }
    }
    return NOWHERE;
  }

  private int before(int from, String wanted) {
    int start = document.lineStart(from);
    for (int at = from; at > start; ) {
      at = document.previous(at);
      if (document.between(at, document.next(at)).equals(wanted)) {
        return at;
      }
    }
    return NOWHERE;
  }

  private interface Step {
    int from(int place);
  }

  private int repeated(int times, Step step) {
    int at = document.cursor();
    for (int i = 0; i < times; i++) {
      int next = step.from(at);
      if (next == at) {
        break;
      }
      at = next;
    }
    return at;
  }

  private int left(int from, int times) {
    int start = document.lineStart(from);
    int at = from;
    for (int i = 0; i < times && at > start; i++) {
      at = document.previous(at);
    }
    return at;
  }

  private int right(int from, int times) {
    int end = document.lineEnd(from);
    int at = from;
    for (int i = 0; i < times && at < end; i++) {
      at = document.next(at);
    }
    return at;
  }

  /// The beginning of a line so many lines away, or the last one on the way.
  private int line(int from, int by) {
    int at = document.lineStart(from);
    for (int i = 0; i < Math.abs(by); i++) {
      int end = document.lineEnd(at);
      if (by > 0 ? end == document.length() : at == 0) {
        break;
      }
      at = by > 0 ? end + 1 : document.lineStart(at - 1);
    }
    return at;
  }

  private int lastLine() {
    return document.lineStart(document.length());
  }

  private int numbered(int count) {
    return line(0, count - 1);
  }

  int firstVisible(int from) {
    int at = from;
    while (at < document.lineEnd(from) && Words.blank(document.text(), at)) {
      at = document.next(at);
    }
    return at;
  }

  /// Blanks, letters, and the rest; only blanks and the rest when words are large.
  private int kind(int at, boolean large) {
    if (Words.blank(document.text(), at)) {
      return 0;
    }
    return large || Words.inWord(document.text(), at) ? 1 : 2;
  }

  private int nextWord(int from, boolean large) {
    int length = document.length();
    int at = from;
    if (at < length) {
      int kind = kind(at, large);
      while (at < length && kind != 0 && kind(at, large) == kind) {
        at = document.next(at);
      }
    }
    while (at < length && kind(at, large) == 0) {
      at = document.next(at);
    }
    return at;
  }

  private int wordBefore(int from, boolean large) {
    int at = from;
    while (at > 0 && kind(document.previous(at), large) == 0) {
      at = document.previous(at);
    }
    if (at > 0) {
      int kind = kind(document.previous(at), large);
      while (at > 0 && kind(document.previous(at), large) == kind) {
        at = document.previous(at);
      }
    }
    return at;
  }

  /// The last character of the word here or after here.
  int wordEnd(int from, boolean large) {
    int length = document.length();
    int at = document.next(from);
    while (at < length && kind(at, large) == 0) {
      at = document.next(at);
    }
    if (at >= length) {
      return length == 0 ? 0 : Math.max(from, document.previous(length));
    }
    int kind = kind(at, large);
    while (document.next(at) < length && kind(document.next(at), large) == kind) {
      at = document.next(at);
    }
    return at;
  }
}
