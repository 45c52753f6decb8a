package dev.tenon.cli.terminal.render;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/// A page on a terminal that can move its cursor. While something is going on, a [Footer] lives
/// below the text. The cursor always rests at the end of the text, so that everything below it can
/// be wiped with one sequence, and the text itself is never touched again.
///
/// Safe for several threads; every call reaches the terminal as one write.
public final class LivePage implements Page {
  private static final String WIPE = "\033[J";

  /// No cursor, and pasted text comes marked as such.
  private static final String ENTER = "\033[?25l\033[?2004h";

  private static final String LEAVE = "\033[?2004l\033[?25h";

  private static final long DRAW_NANOS = 50_000_000;

  private final Writer out;
  private final IntSupplier columns;
  private final IntSupplier rows;
  private final ReentrantLock lock = new ReentrantLock();
  private final OpenStyles styles = new OpenStyles();
  private final Footer footer;
  private final PaintedText painted = new PaintedText();

  private int column;
  private boolean drawn;
  private long lastDrawn;
  private boolean working;
  private boolean closed;

  /// Where whole lines go while something else has the terminal, and the line that is not whole.
  private @Nullable Consumer<String> detour;

  private final StringBuilder aside = new StringBuilder();

  public LivePage(Writer out, IntSupplier columns, IntSupplier rows, DisplayOptions look) {
    this.out = out;
    this.columns = columns;
    this.rows = rows;
    this.footer = new Footer(look);
  }

  @Override
  public void print(String raw) {
    if (raw.isEmpty()) {
      return;
    }
    Consumer<String> other;
    String lines = "";
    lock.lock();
    try {
      String text = painted.next(raw);
      other = detour;
      if (other == null) {
        update(text, () -> advance(text));
        return;
      }
      aside.append(text);
      int end = aside.lastIndexOf("\n");
      if (end >= 0) {
        lines = aside.substring(0, end);
        aside.delete(0, end + 1);
      }
    } finally {
      lock.unlock();
    }
    // Not under the lock: whoever has the terminal may be waiting for the page.
    if (!lines.isEmpty()) {
      other.accept(lines);
    }
  }

  /// Something else has the terminal until [#resume()]; whole lines go there.
  public void detour(Consumer<String> lines) {
    lock.lock();
    try {
      detour = lines;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean atLineStart() {
    lock.lock();
    try {
      return detour == null ? column == 0 : aside.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Reach reach() {
    return Reach.LIVE;
  }

  @Override
  public int columns() {
    int known = columns.getAsInt();
    return known > 0 ? known : 80;
  }

  private int rows() {
    int known = rows.getAsInt();
    return known > 0 ? known : 24;
  }

  @Override
  public void doing(String what, List<String> lines) {
    lock.lock();
    try {
      if (footer.shows(what, lines)) {
        return;
      }
      if (System.nanoTime() - lastDrawn < DRAW_NANOS) {
        // A flood of output is shown as often as an eye can follow.
        footer.doing(what, lines);
      } else {
        redraw(() -> footer.doing(what, lines));
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void picture(String sequence, int height) {
    lock.lock();
    try {
      if (detour == null) {
        freshLine();
        update(sequence + "\n", () -> column = 0);
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void unfinished(List<String> growing) {
    lock.lock();
    try {
      if (growing.isEmpty() || System.nanoTime() - lastDrawn < DRAW_NANOS) {
        footer.unfinished = List.copyOf(growing);
      } else {
        redraw(() -> footer.unfinished = List.copyOf(growing));
      }
    } finally {
      lock.unlock();
    }
  }

  /// Work begins: from now on there is a footer. It is drawn with the next [#tick].
  public void begin(String what) {
    lock.lock();
    try {
      working = true;
      footer.begin(what);
      lastDrawn = System.nanoTime() - DRAW_NANOS;
      write(ENTER);
    } finally {
      lock.unlock();
    }
  }

  /// Work is over; nothing of the footer is left.
  public void end() {
    lock.lock();
    try {
      pause();
      working = false;
    } finally {
      lock.unlock();
    }
  }

  /// Shows these lines below the text, in place of those that were shown so before; none take them
  /// away. Only between works, with the cursor at the beginning of a line.
  public void below(List<String> lines) {
    lock.lock();
    try {
      var all = new StringBuilder(lines.isEmpty() ? "\033[?25h" : "\033[?25l").append(WIPE);
      int width = columns();
      for (int i = 0; i < lines.size(); i++) {
        all.append(i == 0 ? "" : "\n")
            .append(DisplayWidth.fit(PaintedText.line(lines.get(i)), width - 1));
      }
      all.append('\r');
      if (lines.size() > 1) {
        all.append("\033[").append(lines.size() - 1).append('A');
      }
      write(all.toString());
    } finally {
      lock.unlock();
    }
  }

  /// Takes the footer away for as long as something else has the terminal.
  public void pause() {
    lock.lock();
    try {
      if (working) {
        write((drawn ? WIPE : "") + LEAVE);
        drawn = false;
      }
    } finally {
      lock.unlock();
    }
  }

  /// Something else has moved the cursor to the beginning of a line, and the terminal is ours
  /// again.
  public void resume() {
    lock.lock();
    try {
      column = 0;
      drawn = false;
      detour = null;
      aside.setLength(0);
      if (working) {
        write(ENTER);
      }
    } finally {
      lock.unlock();
    }
  }

  /// Ends the work and the line; from now on nothing is written any more.
  public void close() {
    lock.lock();
    try {
      end();
      freshLine();
      closed = true;
    } finally {
      lock.unlock();
    }
  }

  /// The next picture of the spinner. Without one, the first tick shows the footer, and the others
  /// write nothing.
  public void tick() {
    lock.lock();
    try {
      if (footer.standsStill()) {
        return;
      }
    } finally {
      lock.unlock();
    }
    redraw(footer::tick);
  }

  /// The person wants the work to stop, which may take a moment.
  public void stopping() {
    redraw(footer::stopping);
  }

  /// What the person is typing while the model works.
  public void draft(String text) {
    redraw(() -> footer.draft = text);
  }

  /// What the person has said and the model has not seen yet.
  public void queued(List<String> messages) {
    redraw(() -> footer.queued = List.copyOf(messages));
  }

  /// Asks for keys instead of showing the spinner, on one line or several; an empty text goes back
  /// to it.
  public void question(String text) {
    lock.lock();
    try {
      if (footer.question.equals(text)) {
        return;
      }
    } finally {
      lock.unlock();
    }
    redraw(() -> footer.question = text);
  }

  /// Rings the terminal's bell.
  public void ring() {
    lock.lock();
    try {
      write("\u0007");
    } finally {
      lock.unlock();
    }
  }

  private void redraw(Runnable change) {
    update("", change);
  }

  private void update(String text, Runnable change) {
    lock.lock();
    try {
      var all = new StringBuilder();
      if (drawn) {
        all.append(WIPE);
        drawn = false;
      }
      all.append(text);
      change.run();
      if (working && footer.due()) {
        draw(all);
      }
      if (!all.isEmpty()) {
        write(all.toString());
      }
    } finally {
      lock.unlock();
    }
  }

  private void draw(StringBuilder all) {
    int width = columns();
    if (column >= width) {
      // The cursor hangs between two lines; wait for the next character.
      return;
    }
    List<String> lines = footer.lines(width, rows());
    all.append(styles.suspend());
    int up = lines.size() - 1;
    if (column > 0) {
      all.append('\n');
      up++;
    }
    for (int i = 0; i < lines.size(); i++) {
      all.append(i == 0 ? "" : "\n")
          .append(DisplayWidth.fit(PaintedText.line(lines.get(i)), width - 1));
    }
    all.append('\r');
    if (up > 0) {
      all.append("\033[").append(up).append('A');
    }
    if (column > 0) {
      all.append("\033[").append(column).append('C');
    }
    all.append(styles.resume());
    drawn = true;
    lastDrawn = System.nanoTime();
  }

  /// Follows the cursor through the text.
  private void advance(String text) {
    int width = columns();
    for (int i = 0; i < text.length(); ) {
      if (text.charAt(i) == '\033') {
        int end = DisplayWidth.afterEscape(text, i);
        styles.note(text.substring(i, end));
        i = end;
        continue;
      }
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      if (c == '\n') {
        column = 0;
      } else if (c == '\t') {
        column = Math.min(width - 1, (column / 8 + 1) * 8);
      } else {
        int wide = DisplayWidth.of(c);
        column = column + wide > width ? wide : column + wide;
      }
    }
  }

  private void write(String text) {
    if (closed) {
      return;
    }
    try {
      out.write(text);
      out.flush();
    } catch (IOException gone) {
      throw new UncheckedIOException("the terminal is gone", gone);
    }
  }
}
