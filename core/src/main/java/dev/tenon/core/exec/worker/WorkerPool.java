package dev.tenon.core.exec.worker;

import dev.tenon.core.exec.resident.Residents;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Runs tasks in workers. A worker is started when a task needs one, is used again, and ends when
/// nothing was wanted of it for a while. A task that crashes its worker costs one call; the next
/// one gets a fresh worker. Safe for several threads.
public final class WorkerPool implements AutoCloseable {
  /// At most so many at a time; more calls wait.
  private static final int MOST = 2;

  /// So long a cancelled task has to end before its worker is killed.
  private static final Duration SETTLING = Duration.ofMillis(500);

  private final Residents residents;
  private final Supplier<Optional<WorkerProgram>> program;
  private final Confinement confinement;
  private final Duration idle;
  private final Consumer<String> notes;
  private final Semaphore slots = new Semaphore(MOST, true);
  private final ArrayDeque<Worker> idlers = new ArrayDeque<>();
  private @Nullable Thread sweeper;
  private boolean closed;

  /// @param residents who owns the workers; closed with this
  /// @param program how a worker is started; asked when one is
  /// @param confinement what stands around workers: they may look and reach nobody
  /// @param idle after so long without a task, a worker ends
  /// @param notes gets what is odd and harmless
  public WorkerPool(
      Residents residents,
      Supplier<Optional<WorkerProgram>> program,
      Confinement confinement,
      Duration idle,
      Consumer<String> notes) {
    this.residents = residents;
    this.program = program;
    this.confinement = confinement;
    this.idle = idle;
    this.notes = notes;
  }

  /// Runs a task and waits for its result.
  ///
  /// @param params what it works on; bytes go as Base64
  /// @throws WorkerException when there is no result
  /// @throws InterruptedException when the calling thread is interrupted: the task is told to stop,
  ///   and its worker killed if it does not
  public Json call(String task, Json params, Duration limit)
      throws WorkerException, InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    if (!slots.tryAcquire(limit.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new WorkerException(
          WorkerException.Kind.TIMED_OUT,
          task + ": all workers were busy for " + limit.toMillis() + " ms");
    }
    try {
      Worker worker = take();
      return call(worker, task, params, Duration.ofNanos(deadline - System.nanoTime()));
    } finally {
      slots.release();
    }
  }

  private Json call(Worker worker, String task, Json params, Duration limit)
      throws WorkerException, InterruptedException {
    try {
      Json result = worker.call(task, params, limit);
      giveBack(worker);
      return result;
    } catch (InterruptedException stopped) {
      settle(worker);
      throw stopped;
    } catch (RpcException failed) {
      throw switch (failed.kind()) {
        case ANSWERED, TOO_LARGE -> {
          giveBack(worker);
          yield new WorkerException(
              WorkerException.Kind.FAILED, task + " failed: " + failed.getMessage(), failed);
        }
        case TIMED_OUT -> {
          settle(worker);
          yield new WorkerException(
              WorkerException.Kind.TIMED_OUT,
              task + " took longer than it may and was stopped: " + failed.getMessage(),
              failed);
        }
        case CLOSED -> {
          String epitaph = worker.epitaph();
          worker.kill();
          yield new WorkerException(
              WorkerException.Kind.DIED,
              task + " failed because its worker died: " + epitaph,
              failed);
        }
      };
    }
  }

  /// One that is idle, or a fresh one.
  private Worker take() throws WorkerException, InterruptedException {
    Worker found = idler();
    if (found != null) {
      return found;
    }
    WorkerProgram wanted =
        program
            .get()
            .orElseThrow(
                () ->
                    new WorkerException(
                        WorkerException.Kind.UNAVAILABLE, "there are no workers here"));
    try {
      return new Worker(residents.start("the worker", wanted.program(), confinement), notes);
    } catch (IOException failed) {
      if (Thread.interrupted()) {
        throw new InterruptedException("stopped while a worker was started");
      }
      throw new WorkerException(
          WorkerException.Kind.UNAVAILABLE, String.valueOf(failed.getMessage()), failed);
    }
  }

  private synchronized @Nullable Worker idler() throws WorkerException {
    if (closed) {
      throw new WorkerException(WorkerException.Kind.UNAVAILABLE, "the workers are closed");
    }
    for (Worker worker = idlers.pollLast(); worker != null; worker = idlers.pollLast()) {
      if (worker.isUsable()) {
        return worker;
      }
      worker.kill();
    }
    return null;
  }

  private void giveBack(Worker worker) {
    synchronized (this) {
      if (!closed && worker.isUsable()) {
        worker.becomesIdle(System.nanoTime());
        idlers.addLast(worker);
        if (sweeper == null) {
          sweeper = Thread.ofVirtual().name("worker-sweeper").start(this::sweep);
        }
        return;
      }
    }
    worker.kill();
  }

  /// Keeps a worker whose task was cancelled if the task ends, and kills it if not; the caller does
  /// not wait for that.
  private void settle(Worker worker) {
    Thread.ofVirtual()
        .name("worker-settle")
        .start(
            () -> {
              try {
                if (worker.settles(SETTLING)) {
                  giveBack(worker);
                  return;
                }
              } catch (InterruptedException never) {
                // Nobody knows this thread.
              }
              worker.kill();
            });
  }

  /// Ends those that are idle for too long, and itself when nobody is.
  private void sweep() {
    try {
      while (true) {
        var old = new ArrayList<Worker>();
        long next;
        synchronized (this) {
          next = nextEnd(old);
          if (next < 0 && old.isEmpty()) {
            sweeper = null;
            return;
          }
        }
        old.forEach(Worker::close);
        if (next > 0) {
          Thread.sleep(Duration.ofNanos(next));
        }
      }
    } catch (InterruptedException closing) {
      // Whoever closes ends the workers, too.
    }
  }

  /// Takes those whose time is over. Answers when the next one's is, or -1 if nobody is left.
  private long nextEnd(List<Worker> old) {
    long now = System.nanoTime();
    while (!idlers.isEmpty()) {
      long left = idlers.getFirst().idleSince() + idle.toNanos() - now;
      if (left > 0) {
        return left;
      }
      old.add(idlers.removeFirst());
    }
    return -1;
  }

  /// How many processes there are now, at work or idle.
  public int size() {
    return residents.living().size();
  }

  /// Ends all workers; a task under way ends with its own.
  @Override
  public void close() {
    Thread sweeping;
    List<Worker> left;
    synchronized (this) {
      closed = true;
      left = List.copyOf(idlers);
      idlers.clear();
      sweeping = sweeper;
    }
    if (sweeping != null) {
      sweeping.interrupt();
    }
    left.forEach(Worker::kill);
    residents.close();
  }
}
