package dev.tenon.cli.terminal.screen;

import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/// The screen of a terminal: text that is final, and below it rows that change. However many things
/// change, frames are painted at a bounded rate, each with one write; a thread waits only while a
/// frame is due, so that a screen on which nothing moves costs nothing.
///
/// Safe for several threads. The rows are asked for under [#lock()].
public final class LiveScreen {
  /// No faster than the eye of a person and most screens.
  public static final Duration PACE = Duration.ofNanos(16_700_000);

  private static final String COVER = "\033[?1049h\033[H\033[2J";
  private static final String UNCOVER = "\033[?1049l";
  private static final int USUAL_COLUMNS = 80;
  private static final int USUAL_ROWS = 24;

  private final Writer out;
  private final IntSupplier columns;
  private final IntSupplier rows;
  private final Panel live;
  private final long pace;
  private final FramePainter painter;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final StringBuilder above = new StringBuilder();

  /// What fills the terminal's other screen for a while.
  private @Nullable Rows cover;

  private FramePainter covering = new FramePainter(FramePainter.Narrowing.CUTS);
  private int coveredColumns;
  private int coveredRows;

  private boolean due;
  private long lastPainted;
  private boolean lent;
  private boolean closed;
  private @Nullable Thread clock;

  /// @param live what stands below the text
  /// @param pace the time from one frame to the next; zero paints every change at once
  public LiveScreen(
      Writer out,
      IntSupplier columns,
      IntSupplier rows,
      Panel live,
      Duration pace,
      FramePainter.Narrowing narrowing) {
    this.out = out;
    this.columns = columns;
    this.rows = rows;
    this.live = live;
    this.pace = pace.toNanos();
    this.painter = new FramePainter(narrowing);
    this.lastPainted = System.nanoTime() - this.pace;
  }

  /// Guards whatever the rows are made of.
  public ReentrantLock lock() {
    return lock;
  }

  public int columns() {
    int known = columns.getAsInt();
    return known > 0 ? known : USUAL_COLUMNS;
  }

  public int rows() {
    int known = rows.getAsInt();
    return known > 0 ? known : USUAL_ROWS;
  }

  /// Changes what a frame is made of, between two of them.
  public void change(Runnable change) {
    lock.lock();
    try {
      change.run();
    } finally {
      lock.unlock();
    }
  }

  /// Adds whole lines to the text that is final.
  public void print(String lines) {
    lock.lock();
    try {
      above.append(lines);
      soon();
    } finally {
      lock.unlock();
    }
  }

  /// Something has changed and is shown with the next frame.
  public void soon() {
    lock.lock();
    try {
      if (closed || lent || due) {
        return;
      }
      if (System.nanoTime() - lastPainted >= pace) {
        paint();
        return;
      }
      due = true;
      if (clock == null) {
        clock = Thread.ofVirtual().name("frames").start(this::run);
      }
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /// Something has changed that a person waits to see: a key.
  public void now() {
    lock.lock();
    try {
      paint();
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    lock.lock();
    try {
      while (!closed) {
        long left = pace - (System.nanoTime() - lastPainted);
        if (!due || lent) {
          // A frame that is due while the terminal is lent waits: resuming paints it.
          changed.await();
        } else if (left > 0) {
          changed.awaitNanos(left);
        } else {
          paint();
        }
      }
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  private void paint() {
    // Also where nothing can be shown: whoever waits for the frame would try for ever. What it
    // would have shown comes with the next one.
    due = false;
    if (closed || lent) {
      return;
    }
    lastPainted = System.nanoTime();
    int width = columns();
    Rows whole = cover;
    if (whole != null) {
      write(covered(whole, width, rows()));
      return;
    }
    String text = above.toString();
    above.setLength(0);
    int height = rows();
    write(painter.frame(text, live.rows(width, height), width, height));
  }

  private String covered(Rows whole, int width, int height) {
    String wiped = "";
    if (width != coveredColumns || height != coveredRows) {
      wiped = covering.showCursor() + "\033[H\033[2J";
      covering.forget();
    }
    coveredColumns = width;
    coveredRows = height;
    int most = Math.min(whole.lines().size(), height);
    return wiped
        + covering.frame("", new Rows(whole.lines().subList(0, most), whole.caret()), width);
  }

  /// Shows these rows and nothing else, on the other screen of the terminal, until [#uncover()]:
  /// the text and what stands below it are then as they were. What is printed meanwhile waits.
  public void cover(Rows rows) {
    lock.lock();
    try {
      boolean begins = cover == null;
      cover = rows;
      if (begins && !closed && !lent) {
        write(beginCover());
      }
      paint();
    } finally {
      lock.unlock();
    }
  }

  private String beginCover() {
    covering = new FramePainter(FramePainter.Narrowing.CUTS);
    coveredColumns = columns();
    coveredRows = rows();
    return painter.showCursor() + COVER;
  }

  private String endCover() {
    return cover == null || lent ? "" : covering.showCursor() + UNCOVER;
  }

  /// Shows the text again. Does nothing if it was not covered.
  public void uncover() {
    lock.lock();
    try {
      if (cover == null) {
        return;
      }
      if (!closed && !lent) {
        write(endCover());
      }
      cover = null;
      paint();
    } finally {
      lock.unlock();
    }
  }

  /// Something for the terminal itself, such as a mode or its bell.
  public void send(String sequence) {
    lock.lock();
    try {
      if (!closed) {
        write(sequence);
      }
    } finally {
      lock.unlock();
    }
  }

  /// Begins an empty screen; what stood on it has scrolled up.
  public void clear() {
    lock.lock();
    try {
      if (closed || lent || cover != null) {
        return;
      }
      write(painter.leave() + "\033[999;1H" + "\n".repeat(rows()) + "\033[H");
      painter.forget();
      paint();
    } finally {
      lock.unlock();
    }
  }

  /// Takes the rows away: something else gets the terminal. What is printed meanwhile waits.
  public void lend() {
    lock.lock();
    try {
      if (!closed && !lent) {
        flushText();
        lent = true;
      }
    } finally {
      lock.unlock();
    }
  }

  private void flushText() {
    String text = above.toString();
    above.setLength(0);
    write(endCover() + painter.leave() + text);
  }

  /// The terminal is ours again, its cursor at the beginning of a row.
  public void resume() {
    lock.lock();
    try {
      lent = false;
      painter.forget();
      if (cover != null && !closed) {
        write(beginCover());
      }
      paint();
    } finally {
      lock.unlock();
    }
  }

  /// Shows what waited, takes the rows away and writes nothing any more.
  public void close() {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      flushText();
      closed = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  private void write(String text) {
    if (text.isEmpty()) {
      return;
    }
    try {
      out.write(text);
      out.flush();
    } catch (IOException gone) {
      // Whoever reads the keys learns of it too, and ends the program.
      closed = true;
    }
  }
}
