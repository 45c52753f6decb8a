package dev.tenon.cli.terminal.device;

import dev.tenon.cli.terminal.input.Key;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Questions to the terminal. It answers among the keys, if it answers at all: whoever asks waits
/// for a moment, on a thread that nobody waits for; what comes later, or was never asked for, is
/// dropped, unless somebody listens to it. Safe for several threads; one question at a time.
public final class TerminalQueries {
  private final Consumer<String> terminal;
  private final ReentrantLock asking = new ReentrantLock();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition answered = lock.newCondition();
  private @Nullable Predicate<String> expected;
  private @Nullable String answer;
  private volatile Consumer<String> listener = report -> {};

  /// @param terminal takes sequences
  public TerminalQueries(Consumer<String> terminal) {
    this.terminal = terminal;
  }

  /// Who hears what the terminal says by itself; called by the thread that reads the keys.
  public void onReport(Consumer<String> heard) {
    listener = heard;
  }

  /// Asks, and waits for so long.
  ///
  /// @param fits whether a report is an answer, as [Key.Report] has it
  public Optional<String> ask(String query, Predicate<String> fits, Duration limit)
      throws InterruptedException {
    asking.lockInterruptibly();
    try {
      lock.lock();
      try {
        expected = fits;
        answer = null;
      } finally {
        lock.unlock();
      }
      terminal.accept(query);
      return await(limit.toNanos());
    } finally {
      asking.unlock();
    }
  }

  private Optional<String> await(long nanos) throws InterruptedException {
    lock.lock();
    try {
      long left = nanos;
      while (answer == null && left > 0) {
        left = answered.awaitNanos(left);
      }
      return Optional.ofNullable(answer);
    } finally {
      expected = null;
      lock.unlock();
    }
  }

  /// The terminal has said something.
  public void heard(Key.Report report) {
    lock.lock();
    try {
      if (expected != null && answer == null && expected.test(report.text())) {
        answer = report.text();
        answered.signal();
        return;
      }
    } finally {
      lock.unlock();
    }
    listener.accept(report.text());
  }
}
