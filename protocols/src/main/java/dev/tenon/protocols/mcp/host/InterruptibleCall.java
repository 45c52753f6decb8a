package dev.tenon.protocols.mcp.host;

import dev.tenon.protocols.mcp.protocol.McpException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// Work whose end takes long even when it is interrupted, done on a thread of its own. Whoever
/// waits for it can be interrupted and goes on at once; the work is interrupted then, and ends
/// beside.
final class InterruptibleCall {
  private InterruptibleCall() {}

  /// What is done.
  interface Work<T> {
    T run() throws McpException, InterruptedException;
  }

  /// @param name of the thread
  static <T> T run(String name, Work<T> work) throws McpException, InterruptedException {
    var result = new CompletableFuture<T>();
    Thread worker =
        Thread.ofVirtual()
            .name(name)
            .start(
                () -> {
                  try {
                    result.complete(work.run());
                  } catch (McpException | InterruptedException | RuntimeException failed) {
                    result.completeExceptionally(failed);
                  }
                });
    boolean over = false;
    try {
      T done = result.get();
      over = true;
      return done;
    } catch (ExecutionException failed) {
      over = true;
      Throwable why = failed.getCause();
      if (why instanceof McpException known) {
        throw known;
      }
      if (why instanceof InterruptedException) {
        throw new InterruptedException();
      }
      throw new IllegalStateException(why);
    } finally {
      if (!over) {
        worker.interrupt();
      }
    }
  }
}
