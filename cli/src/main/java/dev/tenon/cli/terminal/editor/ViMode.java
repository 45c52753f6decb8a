package dev.tenon.cli.terminal.editor;

import dev.tenon.cli.terminal.editor.text.Caret;
import dev.tenon.cli.terminal.editor.text.Caret.Way;
import dev.tenon.cli.terminal.editor.text.Document;
import dev.tenon.cli.terminal.editor.text.Document.Span;
import dev.tenon.cli.terminal.editor.text.EditLog;
import dev.tenon.cli.terminal.editor.text.KillRing;
import dev.tenon.cli.terminal.editor.text.Words;
import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.Key.Named;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The keys of vi. A prompt begins in insert mode; Escape leads to normal mode, where the sign in
/// front of the text is `N` (`V` while something is selected).
final class ViMode {
  private static final int MOST_TIMES = 9999;

  /// A command of more keys is not repeated.
  private static final int MOST_KEYS = 10_000;

  /// What the insertion with which a prompt begins is repeated with.
  private static final Key BEGINNING = new Key.Typed("i");

  private final Document document;
  private final Caret caret;
  private final ViMotions motions;
  private final ViChanges changes;
  private final Consumer<Key> again;

  private Mode mode = Mode.INSERT;
  private int count;
  private int operatorCount;
  private char operator;
  private char pending;

  /// The keys of the command that is being typed, and of the last one that changed something.
  private final List<Key> typed = new ArrayList<>();

  private List<Key> lastChange = List.of();
  private boolean repeating;

  private enum Mode {
    INSERT,
    NORMAL,
    VISUAL
  }

  /// What became of a key.
  enum Step {
    TAKEN,
    /// It means what it means without vi.
    PASS,
    SEARCH,
    UP,
    DOWN
  }

  /// @param again types a key, for the command that repeats the last change
  ViMode(Document document, Caret caret, KillRing ring, Consumer<Key> again) {
    this.document = document;
    this.caret = caret;
    this.motions = new ViMotions(document);
    this.changes = new ViChanges(document, ring);
    this.again = again;
    reset();
  }

  boolean isCommanding() {
    return mode != Mode.INSERT;
  }

  String sign(String usual) {
    return switch (mode) {
      case INSERT -> usual;
      case NORMAL -> "N";
      case VISUAL -> "V";
    };
  }

  /// A prompt begins.
  void reset() {
    mode = Mode.INSERT;
    typed.clear();
    typed.add(BEGINNING);
    forget();
  }

  /// Everything was thrown away that was inserted.
  void cleared() {
    if (mode == Mode.INSERT) {
      reset();
    }
  }

  /// Whether the keys are those of the last change, and nobody types them.
  boolean isRepeating() {
    return repeating;
  }

  private void note(Key key) {
    if (!repeating && typed.size() < MOST_KEYS) {
      typed.add(key);
    }
  }

  /// The keys that were typed are the change to repeat.
  private void remember() {
    if (!repeating) {
      lastChange = typed.size() < MOST_KEYS ? List.copyOf(typed) : List.of();
    }
  }

  private void forget() {
    count = 0;
    operatorCount = 0;
    operator = 0;
    pending = 0;
  }

  private boolean isWaiting() {
    return count != 0 || operator != 0 || pending != 0;
  }

  Step press(Key key) {
    if (mode == Mode.INSERT) {
      return insert(key);
    }
    if (!isWaiting() && !repeating) {
      typed.clear();
    }
    note(key);
    if (key instanceof Key.Typed text) {
      Step step = normal(text.text());
      if (mode == Mode.NORMAL) {
        settle();
      }
      return step;
    }
    if (key == Named.ESCAPE) {
      boolean used = isWaiting() || mode == Mode.VISUAL;
      forget();
      leaveVisual();
      return used ? Step.TAKEN : Step.PASS;
    }
    if (key == Named.BACKSPACE) {
      move('h', motions.place('h', 1));
      return Step.TAKEN;
    }
    if (key.equals(new Key.Chord(Key.Modifier.CONTROL, 'r'))) {
      document.redo();
      return Step.TAKEN;
    }
    return Step.PASS;
  }

  private Step insert(Key key) {
    note(key);
    if (key != Named.ESCAPE) {
      return Step.PASS;
    }
    remember();
    mode = Mode.NORMAL;
    int cursor = document.cursor();
    if (cursor > document.lineStart(cursor)) {
      document.moveTo(document.previous(cursor));
    }
    return Step.TAKEN;
  }

  /// In normal mode the cursor stands on a character.
  private void settle() {
    int cursor = document.cursor();
    if (cursor == document.lineEnd(cursor) && cursor > document.lineStart(cursor)) {
      document.moveTo(document.previous(cursor));
    }
  }

  private void leaveVisual() {
    if (mode == Mode.VISUAL) {
      mode = Mode.NORMAL;
      document.unselect();
    }
  }

  private Step normal(String text) {
    char c = text.charAt(0);
    if (pending != 0) {
      char waiting = pending;
      pending = 0;
      return pended(waiting, c, text);
    }
    if ((c >= '1' && c <= '9') || (c == '0' && count > 0)) {
      count = Math.min(MOST_TIMES, 10 * count + c - '0');
      return Step.TAKEN;
    }
    if (c == 'g' || c == 'f' || c == 't' || c == 'F' || c == 'T' || (c == 'r' && operator == 0)) {
      pending = c;
      return Step.TAKEN;
    }
    int place = motions.place(c, times());
    if (operator != 0) {
      return operate(c, place);
    }
    if (place != ViMotions.NOWHERE) {
      return move(c, place);
    }
    return mode == Mode.VISUAL && "dxcysiu".indexOf(c) >= 0 ? visual(c) : command(c);
  }

  private int times() {
    return operatorCount == 0 ? count : operatorCount * Math.max(1, count);
  }

  private Step pended(char waiting, char c, String text) {
    if (waiting == 'r') {
      changes.overwrite(text, Math.max(1, count));
      return changed();
    }
    int place =
        waiting == 'g'
            ? (c == 'g' ? motions.place('g', times()) : ViMotions.NOWHERE)
            : motions.find(waiting, text, times());
    if (place == ViMotions.NOWHERE) {
      forget();
      return Step.TAKEN;
    }
    return operator != 0 ? operate(waiting, place) : move(waiting, place);
  }

  private Step move(char motion, int place) {
    int times = Math.max(1, count);
    forget();
    Way way = mode == Mode.VISUAL ? Way.SELECT : Way.MOVE;
    if (motion == 'j' || motion == 'k') {
      if (caret.rows(motion == 'j' ? times : -times, way) || mode == Mode.VISUAL) {
        return Step.TAKEN;
      }
      return motion == 'j' ? Step.DOWN : Step.UP;
    }
    caret.go(place, way);
    return Step.TAKEN;
  }

  private Step operate(char motion, int place) {
    char doing = operator;
    int cursor = document.cursor();
    if (motion == doing) {
      changes.lines(doing, cursor, motions.place('j', times() - 1 < 1 ? 0 : times() - 1), times());
      return done(doing);
    }
    if (place == ViMotions.NOWHERE) {
      forget();
      return Step.TAKEN;
    }
    char really = motion;
    int to = place;
    if (doing == 'c' && (motion == 'w' || motion == 'W') && !blankAt(cursor)) {
      // What everybody expects of cw: the blanks behind the word stay.
      really = 'e';
      to = changes.wordEnd(motions, times(), motion == 'W');
    }
    switch (ViMotions.cover(really)) {
      case BEFORE -> {
        boolean word = motion == 'w' || motion == 'W';
        int end = word && to > cursor ? Math.min(to, lineBound(cursor, to)) : to;
        changes.span(doing, Math.min(cursor, end), Math.max(cursor, end));
      }
      case WITH -> changes.span(doing, Math.min(cursor, to), document.next(Math.max(cursor, to)));
      case LINES -> changes.lines(doing, Math.min(cursor, to), Math.max(cursor, to), 2);
    }
    return done(doing);
  }

  private boolean blankAt(int place) {
    return place >= document.length() || Words.blank(document.text(), place);
  }

  /// The last word of a line does not take the line end with it.
  private int lineBound(int from, int to) {
    int end = document.lineEnd(from);
    return to > end && end > from ? end : to;
  }

  private Step done(char doing) {
    if (doing == 'y') {
      forget();
      return Step.TAKEN;
    }
    Step step = changed();
    if (doing == 'c') {
      mode = Mode.INSERT;
    }
    return step;
  }

  private Step changed() {
    forget();
    remember();
    return Step.TAKEN;
  }

  private Step visual(char c) {
    Optional<Span> selected = document.selection();
    int cursor = document.cursor();
    Span span = selected.orElse(new Span(cursor, cursor));
    leaveVisual();
    char doing = c == 'x' ? 'd' : c == 's' ? 'c' : c;
    if ("dcy".indexOf(doing) >= 0) {
      changes.span(doing, span.from(), document.next(span.to()));
      return done(doing);
    }
    forget();
    return Step.TAKEN;
  }

  private Step command(char c) {
    int times = Math.max(1, count);
    int cursor = document.cursor();
    return switch (c) {
      case 'd', 'c', 'y' -> {
        operator = c;
        operatorCount = count;
        count = 0;
        yield Step.TAKEN;
      }
      case 'x' -> {
        changes.span('d', cursor, motions.place('l', times));
        yield changed();
      }
      case 'X' -> {
        changes.span('d', motions.place('h', times), cursor);
        yield changed();
      }
      case 'D', 'C' -> {
        changes.span(c == 'D' ? 'd' : 'c', cursor, document.lineEnd(cursor));
        yield done(c == 'D' ? 'd' : 'c');
      }
      case 's' -> {
        changes.span('c', cursor, motions.place('l', times));
        yield done('c');
      }
      case 'S' -> {
        changes.lines('c', cursor, cursor, 1);
        yield done('c');
      }
      case 'Y' -> {
        changes.lines('y', cursor, cursor, 1);
        yield done('y');
      }
      case 'p', 'P' -> {
        changes.put(c == 'p' ? KillRing.Side.AFTER : KillRing.Side.BEFORE, times);
        yield changed();
      }
      case '~' -> {
        changes.swapCase(motions.place('l', times));
        yield changed();
      }
      case 'J' -> {
        changes.join();
        yield changed();
      }
      default -> {
        yield rest(c, times);
      }
    };
  }

  private Step rest(char c, int times) {
    int cursor = document.cursor();
    switch (c) {
      case 'u' -> {
        for (int i = 0; i < times; i++) {
          document.undo();
        }
      }
      case 'i' -> enter(cursor);
      case 'a' -> enter(cursor == document.lineEnd(cursor) ? cursor : document.next(cursor));
      case 'I' -> enter(motions.place('^', 1));
      case 'A' -> enter(document.lineEnd(cursor));
      case 'o' -> {
        enter(document.lineEnd(cursor));
        document.replace(document.cursor(), document.cursor(), "\n", EditLog.Kind.OTHER);
      }
      case 'O' -> {
        enter(document.lineStart(cursor));
        document.replace(document.cursor(), document.cursor(), "\n", EditLog.Kind.OTHER);
        document.moveTo(document.cursor() - 1);
      }
      case 'v' -> {
        boolean leaves = mode == Mode.VISUAL;
        leaveVisual();
        if (!leaves) {
          mode = Mode.VISUAL;
          document.selectTo(cursor);
        }
      }
      case '.' -> repeat();
      case '/' -> {
        forget();
        return Step.SEARCH;
      }
      default -> {}
    }
    forget();
    return Step.TAKEN;
  }

  private void enter(int place) {
    leaveVisual();
    document.moveTo(place);
    mode = Mode.INSERT;
  }

  private void repeat() {
    List<Key> keys = lastChange;
    forget();
    if (!repeating) {
      repeating = true;
      try {
        keys.forEach(again);
      } finally {
        repeating = false;
      }
    }
  }
}
