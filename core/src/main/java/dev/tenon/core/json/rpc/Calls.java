package dev.tenon.core.json.rpc;

import dev.tenon.core.json.Json;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The calls of this side that wait for an answer. Safe for several threads.
final class Calls {
  private final Map<Long, Call> open = new HashMap<>();
  private @Nullable String closed;

  /// @param received how many notifications had come when the answer came
  record Reply(Json result, long received) {}

  /// One call under way.
  static final class Call {
    final String method;
    private final CompletableFuture<Reply> reply = new CompletableFuture<>();

    private Call(String method) {
      this.method = method;
    }

    /// Null when no answer came in time.
    @Nullable Reply await(long nanos) throws RpcException, InterruptedException {
      try {
        return reply.get(nanos, TimeUnit.NANOSECONDS);
      } catch (TimeoutException late) {
        return null;
      } catch (ExecutionException failed) {
        if (failed.getCause() instanceof RpcException error) {
          error.fillInStackTrace();
          throw error;
        }
        throw new IllegalStateException(failed.getCause());
      }
    }

    /// Nobody waits for it any more; its result goes there if one comes, or has just come.
    void whenLate(Consumer<Json> late) {
      CompletableFuture<?> ignored =
          reply.thenAccept(
              came -> Thread.ofVirtual().name("rpc-late").start(() -> late.accept(came.result())));
    }
  }

  synchronized Call open(long id, String method) throws RpcException {
    if (closed != null) {
      throw new RpcException(RpcException.Kind.CLOSED, closed);
    }
    var call = new Call(method);
    open.put(id, call);
    return call;
  }

  /// Why no call can be made any more, if that is so.
  synchronized Optional<RpcException> refusal() {
    return Optional.ofNullable(closed).map(why -> new RpcException(RpcException.Kind.CLOSED, why));
  }

  synchronized boolean isEmpty() {
    return open.isEmpty();
  }

  synchronized void forget(long id) {
    open.remove(id);
  }

  /// Answers whether somebody waited for it.
  boolean answer(Json id, Json result, @Nullable RpcException error, long received) {
    Call call = remove(id);
    if (call == null) {
      return false;
    }
    if (error == null) {
      call.reply.complete(new Reply(result, received));
    } else {
      call.reply.completeExceptionally(error);
    }
    return true;
  }

  /// Some programs write whole numbers with a fraction, or as a string.
  private synchronized @Nullable Call remove(Json id) {
    if (id instanceof Json.Num number && number.isWhole()) {
      return open.remove(number.longValue());
    }
    if (id instanceof Json.Str text && text.value().length() < 19) {
      try {
        return open.remove(Long.parseLong(text.value()));
      } catch (NumberFormatException another) {
        return null;
      }
    }
    return null;
  }

  /// Ends all calls, and every later one at once.
  void close(String why) {
    List<Call> left;
    synchronized (this) {
      if (closed == null) {
        closed = why;
      }
      left = List.copyOf(open.values());
      open.clear();
    }
    for (Call call : left) {
      call.reply.completeExceptionally(new RpcException(RpcException.Kind.CLOSED, why));
    }
  }
}
