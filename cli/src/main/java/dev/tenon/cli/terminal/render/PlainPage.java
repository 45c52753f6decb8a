package dev.tenon.cli.terminal.render;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/// A page without motion: text goes out as it comes.
public final class PlainPage implements Page {
  private static final int COLUMNS = 160;

  private final PrintStream out;
  private final Reach reach;
  private final ReentrantLock lock = new ReentrantLock();
  private final PaintedText painted = new PaintedText();
  private boolean lineStart = true;

  public PlainPage(PrintStream out, Reach reach) {
    this.out = out;
    this.reach = reach;
  }

  @Override
  public void print(String text) {
    if (text.isEmpty()) {
      return;
    }
    lock.lock();
    try {
      out.print(reach == Reach.STREAM ? text : painted.next(text));
      out.flush();
      lineStart = text.endsWith("\n");
    } finally {
      lock.unlock();
    }
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
    return COLUMNS;
  }
}
