package dev.tenon.protocols.mcp.client;

import dev.tenon.core.json.Json;
import dev.tenon.protocols.mcp.protocol.McpException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/// A call that may take long as long as the server shows signs of life. Whoever waits for it can be
/// interrupted at any time and goes on at once; the server is told on another thread.
final class PatientCall {
  /// How long a person may have been asked without anybody having looked.
  private static final long LOOK = TimeUnit.SECONDS.toNanos(1);

  private final String what;
  private final Duration idle;
  private final Duration total;
  private final BooleanSupplier asking;
  private volatile long lastSign = System.nanoTime();

  /// What is asked of the server.
  interface Asking {
    Json.Obj ask() throws McpException, InterruptedException;
  }

  /// @param asking whether somebody is being asked, which may take as long as it likes
  PatientCall(String what, Duration idle, Duration total, BooleanSupplier asking) {
    this.asking = asking;
    this.what = what;
    this.idle = idle;
    this.total = total;
  }

  /// The server is at work.
  void sign() {
    lastSign = System.nanoTime();
  }

  Json.Obj run(Asking asking) throws McpException, InterruptedException {
    var answer = new CompletableFuture<Json.Obj>();
    Thread worker =
        Thread.ofVirtual()
            .name("mcp-call")
            .start(
                () -> {
                  try {
                    answer.complete(asking.ask());
                  } catch (McpException | InterruptedException | RuntimeException failed) {
                    answer.completeExceptionally(failed);
                  }
                });
    boolean over = false;
    try {
      Json.Obj result = await(answer);
      over = true;
      return result;
    } finally {
      if (!over) {
        worker.interrupt();
      }
    }
  }

  private Json.Obj await(CompletableFuture<Json.Obj> answer)
      throws McpException, InterruptedException {
    long begin = System.nanoTime();
    long before = begin;
    while (true) {
      long now = System.nanoTime();
      if (asking.getAsBoolean()) {
        // The person's time is not the server's.
        sign();
        begin += now - before;
      }
      before = now;
      long quiet = idle.toNanos() - (now - lastSign);
      long left = total.toNanos() - (now - begin);
      if (quiet <= 0) {
        throw late("showed no sign of life for " + idle.toSeconds() + " s");
      }
      if (left <= 0) {
        throw late("took longer than " + total.toSeconds() + " s");
      }
      try {
        return answer.get(Math.min(LOOK, Math.min(quiet, left)), TimeUnit.NANOSECONDS);
      } catch (TimeoutException again) {
        // Perhaps there was a sign meanwhile.
      } catch (ExecutionException failed) {
        if (failed.getCause() instanceof McpException known) {
          throw known;
        }
        if (failed.getCause() instanceof InterruptedException) {
          throw new InterruptedException();
        }
        throw new IllegalStateException(failed.getCause());
      }
    }
  }

  private McpException late(String how) {
    return new McpException(McpException.Kind.TIMED_OUT, what + " " + how);
  }
}
