package dev.tenon.cli.terminal.screen;

import dev.tenon.core.text.VisibleText;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/// The screen of a terminal: text that is final, and below it rows that change. However many things
/// change, at most sixty frames are painted in any second, each with one write. A key is shown at
/// once, ahead of its turn, and the frames behind it wait the longer; in a storm of keys it waits
/// too. A thread waits only while a frame is due, so that a screen on which nothing moves costs
/// nothing.
///
/// Safe for several threads. The rows are asked for under [#lock()].
public final class LiveScreen {
  /// How many frames may be painted ahead of their turn.
  static final int AHEAD = 6;

  /// From frame to frame. With those that come ahead of their turn there are sixty in a second, no
  /// more than the eye of a person and most screens take.
  public static final Duration PACE = Duration.ofNanos(1_000_000_000L / (60 - AHEAD));

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
  private final WidthWitness witness = new WidthWitness();

  /// Takes back a frame that was misplaced.
  private String back = "";

  /// What fills the terminal's other screen for a while.
  private @Nullable Rows cover;

  private FramePainter covering = new FramePainter(FramePainter.Narrowing.CUTS);
  private int coveredColumns;
  private int coveredRows;

  /// Looks how large the terminal is.
  private Runnable measure = () -> {};

  private int measuredColumns;
  private int measuredRows;

  /// What was told of a bug that keeps frames from being painted; empty while none does.
  private String broken = "";

  private boolean due;

  /// Whether the frame that is due shows a key.
  private boolean urgent;

  /// When it is the next frame's turn.
  private long turn;

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
    this.turn = System.nanoTime();
    this.measuredColumns = columns();
    this.measuredRows = rows();
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

  /// Has the size of the terminal looked up before each frame: one that is painted before the
  /// signal of another size has come would miss its rows.
  public void measureWith(Runnable look) {
    lock.lock();
    try {
      measure = look;
    } finally {
      lock.unlock();
    }
  }

  /// Looks up the size of the terminal, not amid a frame. Answers whether it is another one than
  /// when this was asked before.
  public boolean measure() {
    lock.lock();
    try {
      measure.run();
      boolean other = columns() != measuredColumns || rows() != measuredRows;
      measuredColumns = columns();
      measuredRows = rows();
      return other;
    } finally {
      lock.unlock();
    }
  }

  /// Has the terminal asked for its width behind every frame, and frames that met other rows than
  /// they were made for taken back and painted anew. [#heardWidth] gets the answers.
  public void askWidthWhile(BooleanSupplier condition) {
    lock.lock();
    try {
      witness.askWhile(condition);
    } finally {
      lock.unlock();
    }
  }

  /// The terminal has said how wide it was when it had read a frame.
  public void heardWidth(int told) {
    lock.lock();
    try {
      int made = witness.answered();
      changed.signalAll();
      if (made == 0) {
        return;
      }
      if (told < 1 || told >= made || closed || lent || cover != null) {
        painter.arrived();
        return;
      }
      witness.narrowed(told, made, System.nanoTime());
      painter.misplaced(told).ifPresent(this::paintAgain);
    } finally {
      lock.unlock();
    }
  }

  private void paintAgain(FramePainter.Misplaced last) {
    back = last.back();
    above.insert(0, last.above());
    paint();
  }

  /// Asks nothing any more, until the terminal is ours again.
  public void askNoMore() {
    lock.lock();
    try {
      witness.pause();
    } finally {
      lock.unlock();
    }
  }

  /// Whether an answer may be on its way.
  public boolean awaitsAnswer() {
    lock.lock();
    try {
      return witness.isOpen();
    } finally {
      lock.unlock();
    }
  }

  /// Waits for an answer that is on its way.
  public void settle(Duration limit) throws InterruptedException {
    lock.lock();
    try {
      witness.pause();
      long left = limit.toNanos();
      while (witness.isOpen() && left > 0) {
        left = changed.awaitNanos(left);
      }
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
      if (!due) {
        show();
      }
    } finally {
      lock.unlock();
    }
  }

  /// Something has changed that a person waits to see: a key.
  public void now() {
    lock.lock();
    try {
      urgent = true;
      show();
    } finally {
      lock.unlock();
    }
  }

  /// Paints, or lets a thread do it when it is time.
  private void show() {
    if (closed || lent || left() <= 0) {
      paint();
      return;
    }
    due = true;
    if (clock == null) {
      clock = Thread.ofVirtual().name("frames").start(this::run);
    }
    changed.signalAll();
  }

  /// How long the next frame has to wait.
  private long left() {
    long time = System.nanoTime();
    return Math.max(turn - time - (urgent ? AHEAD * pace : 0), witness.left(time));
  }

  private void run() {
    lock.lock();
    try {
      while (!closed) {
        long left = left();
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
    urgent = false;
    if (closed || lent) {
      return;
    }
    long time = System.nanoTime();
    turn = time + Math.clamp(turn - time, 0, AHEAD * pace) + pace;
    try {
      draw();
      broken = "";
    } catch (RuntimeException | Error bug) {
      // Whoever has set this off is any thread; the screen must go on for all of them.
      broke(bug);
    }
  }

  /// Tells once of what keeps a frame from being painted, and shows the text that is final.
  private void broke(Throwable bug) {
    StackTraceElement[] trace = bug.getStackTrace();
    String said =
        VisibleText.line(
            "A bug in Tenon keeps the screen from being drawn: "
                + bug
                + (trace.length == 0 ? "" : " at " + trace[0]));
    String text = above.toString();
    above.setLength(0);
    painter.forget();
    back = "";
    write(text + (said.equals(broken) ? "" : "\r\n" + said + "\r\n"));
    broken = said;
  }

  private void draw() {
    measure.run();
    int width = witness.width(columns(), System.nanoTime());
    Rows whole = cover;
    if (whole != null) {
      write(covered(whole, width, rows()));
      return;
    }
    int height = rows();
    String frame = painter.frame(above.toString(), live.rows(width, height), width, height);
    above.setLength(0);
    String again = back;
    back = "";
    if (again.isEmpty() && frame.isEmpty()) {
      return;
    }
    String question = witness.question(width, System.nanoTime());
    if (question.isEmpty()) {
      painter.arrived();
    }
    write(again + frame + question);
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
        paint();
        return;
      }
      now();
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
      witness.goOn();
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
      changed.signalAll();
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
