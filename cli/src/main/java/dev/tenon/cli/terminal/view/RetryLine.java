package dev.tenon.cli.terminal.view;

import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.Wrap;
import dev.tenon.core.model.ModelEvent;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// One line that counts down to the next attempt, however many there are. On a page without motion
/// there is a line for each. Safe for several threads.
final class RetryLine {
  private static final long SECOND = 1_000_000_000L;

  private final Page page;
  private final Notices notices;
  private final LongSupplier nanos;
  private ModelEvent.@Nullable RetryScheduled retry;
  private @Nullable Thread counter;
  private long due;
  private int attempts;
  private String reason = "";

  RetryLine(Page page, Notices notices, LongSupplier nanos) {
    this.page = page;
    this.notices = notices;
    this.nanos = nanos;
  }

  /// Shows the line and keeps it going by itself.
  synchronized void show(ModelEvent.RetryScheduled scheduled) {
    retry = scheduled;
    attempts++;
    reason = scheduled.reason();
    due = nanos.getAsLong() + scheduled.delay().toNanos();
    tick();
    if (counter == null) {
      counter = Thread.ofVirtual().name("retry").start(this::count);
    }
  }

  private void count() {
    try {
      do {
        Thread.sleep(1000);
      } while (mine() && tick());
    } catch (InterruptedException nobodyDoes) {
      Thread.currentThread().interrupt();
    }
  }

  /// Another one may have begun after this one was told to end.
  private synchronized boolean mine() {
    return Thread.currentThread().equals(counter);
  }

  /// Paints the line anew. Answers whether it is still there.
  synchronized boolean tick() {
    ModelEvent.RetryScheduled shown = retry;
    if (shown == null) {
      return false;
    }
    long left = Math.max(0, due - nanos.getAsLong());
    page.unfinished(
        Wrap.rows(notices.waiting(shown, (left + SECOND - 1) / SECOND), page.columns()));
    return true;
  }

  /// The next attempt begins, or there is none.
  synchronized void clear() {
    if (retry != null) {
      retry = null;
      counter = null;
      page.unfinished(List.of());
    }
  }

  /// What to say when it went well in the end; empty if there was no retry.
  synchronized String over() {
    clear();
    String line = attempts == 0 ? "" : notices.retried(attempts, reason);
    attempts = 0;
    return line;
  }
}
