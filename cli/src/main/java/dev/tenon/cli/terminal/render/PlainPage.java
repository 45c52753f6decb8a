package dev.tenon.cli.terminal.render;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/// A page without motion: text goes out as it comes. On a terminal that shows lines alone, and of
/// known width, rows end between words.
public final class PlainPage implements Page {
  private static final int COLUMNS = 160;

  private final PrintStream out;
  private final Reach reach;
  private final @Nullable IntSupplier width;
  private final ReentrantLock lock = new ReentrantLock();
  private final PaintedText painted = new PaintedText();
  private final RowBreaks rows = new RowBreaks();
  private boolean lineStart = true;

  /// A page that breaks no lines.
  public PlainPage(PrintStream out, Reach reach) {
    this(out, reach, null);
  }

  /// @param width of the terminal that it leads to, or 0 while nobody knows it
  public PlainPage(PrintStream out, Reach reach, @Nullable IntSupplier width) {
    this.out = out;
    this.reach = reach;
    this.width = width;
  }

  @Override
  public void print(String text) {
    if (text.isEmpty()) {
      return;
    }
    lock.lock();
    try {
      out.print(shown(text));
      out.flush();
      lineStart = text.endsWith("\n");
    } finally {
      lock.unlock();
    }
  }

  private String shown(String text) {
    return switch (reach) {
      case STREAM -> text;
      case LIVE -> painted.next(text);
      case DUMB -> rows.next(painted.next(text), known());
    };
  }

  @Override
  public boolean atLineStart() {
    lock.lock();
    try {
      return lineStart;
    } finally {
      lock.unlock();
    }
  }

  /// Someone else has moved the cursor to the beginning of a line.
  public void lineEnded() {
    lock.lock();
    try {
      lineStart = true;
      rows.begin();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void doing(String activity, List<String> tail) {}

  @Override
  public Reach reach() {
    return reach;
  }

  @Override
  public int columns() {
    int known = known();
    return known > 0 ? known : COLUMNS;
  }

  @Override
  public boolean measured() {
    return known() > 0;
  }

  private int known() {
    return width == null ? 0 : width.getAsInt();
  }
}
