package dev.tenon.core.workspace.walk;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;

/// Does the same with many things on several threads and hands the results over in their order,
/// until the receiver has enough. One run per instance.
public final class OrderedWork<T, R> {
  /// Fewer things are not worth another thread.
  private static final int FEW = 8;

  /// How far the helpers may run ahead: results can be large.
  private static final int AHEAD = 64;

  private final List<T> things;
  private final AtomicReferenceArray<FutureTask<R>> tasks;
  private final AtomicInteger next = new AtomicInteger(1);
  private volatile int consumed;
  private volatile boolean stopped;

  public OrderedWork(List<T> things, Work<T, R> work) {
    this.things = things;
    this.tasks = new AtomicReferenceArray<>(things.size());
    for (int i = 0; i < things.size(); i++) {
      T thing = things.get(i);
      tasks.set(i, new FutureTask<>(() -> work.with(thing)));
    }
  }

  /// What is done with each, by any thread.
  public interface Work<T, R> {
    R with(T thing) throws IOException;
  }

  /// Takes the results in the calling thread.
  public interface Sink<T, R> {
    TreeScan.Next accept(T thing, R result) throws IOException;
  }

  /// @param threads how many, with the calling one
  public void run(int threads, Sink<T, R> sink) throws IOException, InterruptedException {
    for (int i = 1; i < threads && things.size() >= FEW; i++) {
      Thread.ofPlatform().daemon().name("tenon-search-" + i).start(this::help);
    }
    try {
      for (int i = 0; i < things.size(); i++) {
        if (Thread.interrupted()) {
          throw new InterruptedException("the search was stopped");
        }
        FutureTask<R> task = tasks.get(i);
        // Does nothing if a helper has it.
        task.run();
        TreeScan.Next wish = sink.accept(things.get(i), task.get());
        tasks.set(i, null);
        consumed = i;
        if (wish == TreeScan.Next.STOP) {
          return;
        }
      }
    } catch (ExecutionException failed) {
      switch (failed.getCause()) {
        case IOException problem -> throw problem;
        case RuntimeException bug -> throw bug;
        case null, default -> throw new IllegalStateException(failed);
      }
    } finally {
      stopped = true;
    }
  }

  private void help() {
    int i = next.getAndIncrement();
    while (!stopped && i < things.size()) {
      if (i > consumed + AHEAD) {
        LockSupport.parkNanos(100_000);
      } else {
        FutureTask<R> task = tasks.get(i);
        if (task != null) {
          task.run();
        }
        i = next.getAndIncrement();
      }
    }
  }
}
