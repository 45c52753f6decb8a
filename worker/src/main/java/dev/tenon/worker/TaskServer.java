package dev.tenon.worker;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.Cancellation;
import dev.tenon.core.json.rpc.Framing;
import dev.tenon.core.json.rpc.PeerSetup;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.json.rpc.RpcHandler;
import dev.tenon.core.json.rpc.RpcPeer;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// Serves tasks by their names until its input ends.
public final class TaskServer implements RpcHandler {
  /// Answered when no task runs any more: so the owner knows that a cancelled one has ended.
  private static final String SETTLE = "settle";

  private static final Duration LINGER = Duration.ofSeconds(30);

  private final Map<String, WorkerTask> tasks;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();
  private int running;

  public TaskServer(Map<String, WorkerTask> tasks) {
    this.tasks = Map.copyOf(tasks);
  }

  /// @param notes gets what is wrong with messages and tasks
  public void serve(InputStream in, OutputStream out, Consumer<String> notes)
      throws InterruptedException {
    PeerSetup setup =
        PeerSetup.of("the program", Framing.LINES, this)
            .cancelling(Cancellation.LSP)
            .noting(notes)
            .lingering(LINGER);
    try (var peer = RpcPeer.start(in, out, setup)) {
      peer.awaitEnd();
    }
  }

  @Override
  public Json request(String method, Json params) throws RpcException, InterruptedException {
    if (method.equals(SETTLE)) {
      settle();
      return Json.of(true);
    }
    WorkerTask task = tasks.get(method);
    if (task == null) {
      throw RpcException.methodNotFound(method);
    }
    if (!(params instanceof Json.Obj object)) {
      throw RpcException.invalidParams("params must be an object");
    }
    count(1);
    try {
      return task.run(object);
    } finally {
      count(-1);
    }
  }

  private void count(int change) {
    lock.lock();
    try {
      running += change;
      ended.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void settle() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (running > 0) {
        ended.await();
      }
    } finally {
      lock.unlock();
    }
  }
}
