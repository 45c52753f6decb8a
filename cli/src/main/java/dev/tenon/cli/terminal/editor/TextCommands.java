package dev.tenon.cli.terminal.editor;

import dev.tenon.cli.terminal.editor.text.Caret;
import dev.tenon.cli.terminal.editor.text.Caret.Way;
import dev.tenon.cli.terminal.editor.text.Document;
import dev.tenon.cli.terminal.editor.text.Document.Span;
import dev.tenon.cli.terminal.editor.text.EditLog;
import dev.tenon.cli.terminal.editor.text.KillRing;
import dev.tenon.cli.terminal.editor.text.Pastes;
import dev.tenon.cli.terminal.editor.text.Words;
import java.util.Locale;
import java.util.function.UnaryOperator;

/// What the actions do with the text.
final class TextCommands {
  private final Document document;
  private final Caret caret;
  private final KillRing ring;
  private Action last = Action.SEND;
  private int yankedFrom = -1;

  TextCommands(Document document, Caret caret, KillRing ring) {
    this.document = document;
    this.caret = caret;
    this.ring = ring;
  }

  /// Whether the action was one about the text; all others are left alone.
  boolean run(Action action) {
    boolean done = moves(action) || selects(action) || deletes(action) || changes(action);
    last = action;
    return done;
  }

  /// A key came that is no action: what is cut next is a piece of its own.
  void interrupted() {
    last = Action.SEND;
  }

  private boolean moves(Action action) {
    int cursor = document.cursor();
    switch (action) {
      case LEFT ->
          document.moveTo(document.selection().map(Span::from).orElse(document.previous(cursor)));
      case RIGHT ->
          document.moveTo(document.selection().map(Span::to).orElse(document.next(cursor)));
      case WORD_LEFT -> document.moveTo(Words.start(document.text(), cursor));
      case WORD_RIGHT -> document.moveTo(Words.end(document.text(), cursor));
      case LINE_START -> document.moveTo(document.lineStart(cursor));
      case LINE_END -> document.moveTo(document.lineEnd(cursor));
      case TEXT_START -> document.moveTo(0);
      case TEXT_END -> document.moveTo(document.length());
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean selects(Action action) {
    int cursor = document.cursor();
    switch (action) {
      case SELECT_LEFT -> document.selectTo(document.previous(cursor));
      case SELECT_RIGHT -> document.selectTo(document.next(cursor));
      case SELECT_UP -> {
        if (!caret.rows(-1, Way.SELECT)) {
          document.selectTo(0);
        }
      }
      case SELECT_DOWN -> {
        if (!caret.rows(1, Way.SELECT)) {
          document.selectTo(document.length());
        }
      }
      case SELECT_WORD_LEFT -> document.selectTo(Words.start(document.text(), cursor));
      case SELECT_WORD_RIGHT -> document.selectTo(Words.end(document.text(), cursor));
      case SELECT_LINE_START -> document.selectTo(document.lineStart(cursor));
      case SELECT_LINE_END -> document.selectTo(document.lineEnd(cursor));
      case SELECT_ALL -> {
        document.moveTo(0);
        document.selectTo(document.length());
      }
      case COPY ->
          document
              .selection()
              .ifPresent(
                  span ->
                      ring.add(
                          document.between(span.from(), span.to()), KillRing.Side.AFTER, false));
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean deletes(Action action) {
    int cursor = document.cursor();
    switch (action) {
      case DELETE_LEFT -> delete(document.previous(cursor), cursor);
      case DELETE_RIGHT -> delete(cursor, document.next(cursor));
      case KILL_LINE_END -> {
        int end = document.lineEnd(cursor);
        // At the end of a line its end is cut.
        kill(cursor, end == cursor ? document.next(cursor) : end, KillRing.Side.AFTER);
      }
      case KILL_LINE_START -> {
        int start = document.lineStart(cursor);
        kill(start == cursor ? document.previous(cursor) : start, cursor, KillRing.Side.BEFORE);
      }
      case KILL_BIG_WORD_LEFT ->
          kill(Words.bigStart(document.text(), cursor), cursor, KillRing.Side.BEFORE);
      case KILL_WORD_LEFT ->
          kill(Words.start(document.text(), cursor), cursor, KillRing.Side.BEFORE);
      case KILL_WORD_RIGHT -> kill(cursor, Words.end(document.text(), cursor), KillRing.Side.AFTER);
      default -> {
        return false;
      }
    }
    return true;
  }

  private void delete(int from, int to) {
    Span span = document.selection().orElse(new Span(from, to));
    document.replace(span.from(), span.to(), "", EditLog.Kind.ERASED);
  }

  private void kill(int from, int to, KillRing.Side side) {
    Span span = document.selection().orElse(new Span(from, to));
    boolean follows = cuts(last) && document.selection().isEmpty();
    ring.add(document.between(span.from(), span.to()), side, follows);
    document.replace(span.from(), span.to(), "", EditLog.Kind.OTHER);
  }

  private static boolean cuts(Action action) {
    return switch (action) {
      case KILL_LINE_END, KILL_LINE_START, KILL_BIG_WORD_LEFT, KILL_WORD_LEFT, KILL_WORD_RIGHT ->
          true;
      default -> false;
    };
  }

  private boolean changes(Action action) {
    switch (action) {
      case YANK -> {
        yankedFrom = document.selection().map(Span::from).orElse(document.cursor());
        document.insert(ring.latest(), EditLog.Kind.OTHER);
      }
      case YANK_EARLIER -> {
        if ((last == Action.YANK || last == Action.YANK_EARLIER)
            && yankedFrom >= 0
            && yankedFrom <= document.cursor()) {
          document.replace(yankedFrom, document.cursor(), ring.earlier(), EditLog.Kind.OTHER);
        }
      }
      case TRANSPOSE -> transpose();
      case TRANSPOSE_WORDS -> transposeWords();
      case UPPER_CASE -> convert(word -> word.toUpperCase(Locale.ROOT));
      case LOWER_CASE -> convert(word -> word.toLowerCase(Locale.ROOT));
      case CAPITALIZE -> convert(TextCommands::capitalized);
      case UNDO -> document.undo();
      case REDO -> document.redo();
      case NEW_LINE -> document.insert("\n", EditLog.Kind.OTHER);
      default -> {
        return false;
      }
    }
    return true;
  }

  private void transpose() {
    int cursor = document.cursor();
    // At the end of a line the two characters before the cursor change places.
    int middle = cursor == document.lineEnd(cursor) ? document.previous(cursor) : cursor;
    int from = document.previous(middle);
    int to = document.next(middle);
    if (from < middle && middle < to && from >= document.lineStart(cursor)) {
      document.replace(
          from,
          to,
          document.between(middle, to) + document.between(from, middle),
          EditLog.Kind.OTHER);
    }
  }

  private void transposeWords() {
    CharSequence text = document.text();
    int end = Words.end(text, document.cursor());
    int second = Words.start(text, end);
    int first = Words.start(text, second);
    int firstEnd = Words.end(text, first);
    if (first < firstEnd && firstEnd <= second && second < end) {
      document.replace(
          first,
          end,
          document.between(second, end)
              + document.between(firstEnd, second)
              + document.between(first, firstEnd),
          EditLog.Kind.OTHER);
    }
  }

  private void convert(UnaryOperator<String> change) {
    int from = document.cursor();
    int to = Words.end(document.text(), from);
    String word = document.between(from, to);
    if (Pastes.count(word) == 0) {
      document.replace(from, to, change.apply(word), EditLog.Kind.OTHER);
    }
  }

  private static String capitalized(String word) {
    int at = 0;
    while (at < word.length() && !Character.isLetterOrDigit(word.charAt(at))) {
      at++;
    }
    return at == word.length()
        ? word
        : word.substring(0, at)
            + word.substring(at, at + 1).toUpperCase(Locale.ROOT)
            + word.substring(at + 1).toLowerCase(Locale.ROOT);
  }
}
