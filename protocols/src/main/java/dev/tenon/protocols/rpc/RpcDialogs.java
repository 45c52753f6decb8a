package dev.tenon.protocols.rpc;

import dev.tenon.core.json.Json;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// What the person at the other side is asked and told beside the conversation. A question that is
/// not answered in time counts as not answered. Safe for several threads.
public final class RpcDialogs {
  private static final Duration UNLIMITED = Duration.ofDays(365);

  private final Consumer<Json.Obj> out;
  private final Duration limit;
  private final Map<String, ArrayBlockingQueue<Json.Obj>> open = new ConcurrentHashMap<>();
  private final AtomicLong count = new AtomicLong();
  private volatile boolean closed;

  /// @param limit how long a question may stay open; zero for as long as it takes
  public RpcDialogs(Consumer<Json.Obj> out, Duration limit) {
    this.out = out;
    this.limit = limit;
  }

  /// What came of a question.
  public sealed interface Answer {
    record Given(Json.Obj response) implements Answer {}

    record Cancelled() implements Answer {}

    record TimedOut() implements Answer {}
  }

  Duration limit() {
    return limit;
  }

  /// Asks and waits. An interrupted question is forgotten. When nobody is there any more, that is
  /// no answer, not even no: whoever asks is stopped.
  ///
  /// @param method `select`, `confirm`, `input` or `editor`
  /// @param fields what it needs
  Answer ask(String method, Json.Obj fields) throws InterruptedException {
    String id = "ui-" + count.incrementAndGet();
    var answer = new ArrayBlockingQueue<Json.Obj>(1);
    open.put(id, answer);
    try {
      requireOpen();
      Json.Builder request = request(id, method).putAll(fields);
      out.accept((limit.isZero() ? request : request.put("timeout", limit.toMillis())).build());
      Duration longest = limit.isZero() ? UNLIMITED : limit;
      Json.Obj response = answer.poll(longest.toMillis(), TimeUnit.MILLISECONDS);
      requireOpen();
      if (response == null) {
        return new Answer.TimedOut();
      }
      return response.bool("cancelled", false)
          ? new Answer.Cancelled()
          : new Answer.Given(response);
    } finally {
      open.remove(id);
    }
  }

  private void requireOpen() throws InterruptedException {
    if (closed) {
      throw new InterruptedException("nobody is there any more");
    }
  }

  /// The text that was given or chosen; empty for none.
  static Optional<String> value(Answer answer) {
    return answer instanceof Answer.Given given
        ? Optional.ofNullable(given.response().string("value"))
        : Optional.empty();
  }

  /// An answer came. One that nobody waits for is passed over.
  public void answered(Json.Obj response) {
    ArrayBlockingQueue<Json.Obj> waiting = open.get(response.string("id", ""));
    if (waiting != null) {
      // Only the first answer counts.
      boolean ignored = waiting.offer(response);
    }
  }

  /// Nobody answers any more.
  public void close() {
    closed = true;
    open.values().forEach(waiting -> waiting.offer(Json.Obj.EMPTY));
  }

  /// Tells the person something.
  ///
  /// @param type `info`, `warning` or `error`
  public void notify(String type, String message) {
    out.accept(
        request("ui-" + count.incrementAndGet(), "notify")
            .put("message", message)
            .put("notifyType", type)
            .build());
  }

  private static Json.Builder request(String id, String method) {
    return Json.object().put("type", "extension_ui_request").put("id", id).put("method", method);
  }
}
