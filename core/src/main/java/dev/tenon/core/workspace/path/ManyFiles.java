package dev.tenon.core.workspace.path;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Work on many files, several at a time: whoever asks a disk for one after the other to be written
/// down for good waits as often as there are files.
public final class ManyFiles {
  /// So few need no other threads.
  public static final int FEW = 3;

  private static final int THREADS = 32;

  private ManyFiles() {}

  /// What is done with one of them.
  @FunctionalInterface
  public interface Work<T> {
    void on(T item) throws IOException;
  }

  /// Does it with each. When this returns or throws, nobody is at work any more; what it throws is
  /// the failure of the first in the list that failed.
  public static <T> void each(List<T> items, Work<? super T> work) throws IOException {
    if (items.size() <= FEW) {
      for (T item : items) {
        work.on(item);
      }
      return;
    }
    try (ExecutorService threads =
        Executors.newFixedThreadPool(
            Math.min(THREADS, items.size()), Thread.ofPlatform().daemon().factory())) {
      var all = new ArrayList<Future<T>>(items.size());
      for (T item : items) {
        all.add(
            threads.submit(
                () -> {
                  work.on(item);
                  return item;
                }));
      }
      try {
        for (Future<T> each : all) {
          each.get();
        }
      } catch (InterruptedException | ExecutionException over) {
        threads.shutdownNow();
        throw over;
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw (IOException) new ClosedByInterruptException().initCause(stopped);
    } catch (ExecutionException failed) {
      switch (failed.getCause()) {
        case IOException refused -> throw refused;
        case RuntimeException wrong -> throw wrong;
        case Error fatal -> throw fatal;
        case null, default -> throw new IOException(failed);
      }
    }
  }
}
