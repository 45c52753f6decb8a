package dev.tenon.cli.terminal.device;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.KeyDecoder;
import dev.tenon.cli.terminal.screen.LiveScreen;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reads the keys, on one thread for the whole life of the console. While a program has the
/// terminal the keys are left to it.
public final class Keyboard {
  private static final long POLL_MILLIS = 100;

  /// An answer of the terminal that is on its way has come by then.
  private static final long ANSWER_MILLIS = 100;

  private final KeyDecoder keys;
  private final Consumer<Key> press;
  private final Broken broken;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition change = lock.newCondition();

  /// Keys that were read while an answer was waited for.
  private final Deque<Key> typed = new ArrayDeque<>();

  private boolean held;
  private boolean reading;
  private volatile boolean over;
  private @Nullable Thread thread;

  /// Is told of a key that a bug has swallowed; the next one is read all the same.
  @FunctionalInterface
  public interface Broken {
    void at(Key key, Throwable bug);
  }

  public Keyboard(KeyDecoder keys, Consumer<Key> press, Broken broken) {
    this.keys = keys;
    this.press = press;
    this.broken = broken;
  }

  public void start() {
    thread = Thread.ofPlatform().daemon().name("keyboard").start(this::listen);
  }

  public void stop() {
    over = true;
    release();
  }

  /// No key is read any more when this returns, until [#release()].
  public void hold() {
    lock.lock();
    try {
      held = true;
      while (reading && !over && !Thread.currentThread().equals(thread)) {
        change.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  public void release() {
    lock.lock();
    try {
      held = false;
      change.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Does what an interruption means, unless a program has the terminal: the signal reaches every
  /// process of the group, and is for that program.
  public void interrupted(Runnable meaning) {
    lock.lock();
    try {
      if (held) {
        return;
      }
    } finally {
      lock.unlock();
    }
    meaning.run();
  }

  /// Reads on for a moment if an answer of the terminal is on its way: whatever gets the terminal
  /// next must not. Keys wait. For the thread that reads them, in a key's meaning.
  public void settle(LiveScreen screen) {
    screen.askNoMore();
    long until = System.nanoTime() + ANSWER_MILLIS * 1_000_000;
    try {
      while (screen.awaitsAnswer() && System.nanoTime() < until) {
        Optional<Key> key = keys.next(ANSWER_MILLIS);
        if (key.isPresent() && key.get() instanceof Key.Report) {
          pressed(key.get());
        } else {
          key.ifPresent(typed::add);
        }
      }
    } catch (IOException gone) {
      typed.add(Key.Named.GONE);
    }
  }

  private Optional<Key> next() throws IOException {
    return typed.isEmpty() ? keys.next(POLL_MILLIS) : Optional.of(typed.remove());
  }

  private void reads(boolean begins) throws InterruptedException {
    lock.lock();
    try {
      reading = false;
      change.signalAll();
      while (begins && held && !over) {
        change.await();
      }
      reading = begins;
    } finally {
      lock.unlock();
    }
  }

  private void listen() {
    try {
      while (!over) {
        reads(true);
        Optional<Key> key = next();
        reads(false);
        if (over) {
          return;
        }
        if (key.isPresent()) {
          pressed(key.get());
          if (key.get() == Key.Named.GONE) {
            return;
          }
        }
      }
    } catch (IOException | InterruptedException gone) {
      pressed(Key.Named.GONE);
    }
  }

  /// Whatever a key sets off, a person without keys could not even stop the work.
  private void pressed(Key key) {
    try {
      press.accept(key);
    } catch (RuntimeException | Error bug) {
      broken.at(key, bug);
    }
  }
}
