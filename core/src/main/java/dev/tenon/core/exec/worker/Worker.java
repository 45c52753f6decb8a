package dev.tenon.core.exec.worker;

import dev.tenon.core.exec.resident.Resident;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.Cancellation;
import dev.tenon.core.json.rpc.Framing;
import dev.tenon.core.json.rpc.PeerSetup;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.json.rpc.RpcHandler;
import dev.tenon.core.json.rpc.RpcPeer;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One JVM that serves tasks. The pool gives it to one call at a time.
final class Worker {
  /// Answered when no task runs any more.
  private static final String SETTLE = "settle";

  private final Resident resident;
  private final RpcPeer peer;
  private volatile @Nullable String crash;
  private long idleSince;

  Worker(Resident resident, Consumer<String> notes) {
    this.resident = resident;
    this.peer =
        RpcPeer.start(
            resident.stdout(),
            resident.stdin(),
            PeerSetup.of(resident.name(), Framing.LINES, RpcHandler.none())
                .cancelling(Cancellation.LSP)
                .noting(
                    note -> {
                      learn(note);
                      notes.accept(note);
                    }));
  }

  /// The last words of a JVM that crashes go to its standard output, between the answers.
  private void learn(String note) {
    int signal = note.indexOf("#  SIG");
    if (signal >= 0) {
      crash = note.substring(signal + 3);
    }
  }

  Json call(String task, Json params, Duration limit) throws RpcException, InterruptedException {
    return peer.call(task, params, limit);
  }

  boolean isUsable() {
    return resident.isAlive() && !peer.isClosed();
  }

  /// Waits until a task that was cancelled has ended. Answers whether it has.
  boolean settles(Duration limit) throws InterruptedException {
    try {
      peer.call(SETTLE, null, limit);
      return true;
    } catch (RpcException stillRunning) {
      return false;
    }
  }

  /// Of what it died.
  String epitaph() {
    String how = resident.epitaph();
    String said = resident.stderr();
    if (said.contains("java.lang.OutOfMemoryError")) {
      return "it ran out of memory; " + how;
    }
    String signal = crash;
    return signal == null ? how : "it crashed with " + signal + "; " + how;
  }

  long idleSince() {
    return idleSince;
  }

  void becomesIdle(long now) {
    idleSince = now;
  }

  long pid() {
    return resident.pid();
  }

  /// It ends with its input.
  void close() {
    peer.close();
    resident.close();
  }

  void kill() {
    resident.kill();
    peer.close();
  }
}
