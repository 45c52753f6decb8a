package dev.tenon.protocols.mcp.server;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Calls of the stateless revision that wait for an answer of their client. There a server cannot
/// ask: it answers with what it wants to know, and the client sends the same request again with the
/// answer. Meanwhile the call goes on here, on a thread of its own, by a name that nobody can
/// guess. Safe for several threads.
final class SuspendedCalls {
  private static final int MOST = 64;
  private static final int NAME_BYTES = 24;
  private static final String QUESTION = "question";

  private final Duration patience;
  private final SecureRandom random = new SecureRandom();
  private final Map<String, Running> waiting = new LinkedHashMap<>();

  /// @param patience how long a question waits for its answer
  SuspendedCalls(Duration patience) {
    this.patience = patience;
  }

  /// What runs, and asks when it has to.
  interface Work {
    Json.Obj run(Asking asking) throws RpcException, InterruptedException;
  }

  /// Asks the client and waits for it to come back.
  interface Asking {
    Json.Obj ask(String method, Json.Obj params) throws RpcException, InterruptedException;

    /// Hears how far the call is: whoever sent the request that it now belongs to.
    void told(String message);
  }

  /// What a call has come to.
  private sealed interface Event {
    record Done(Json.Obj result) implements Event {}

    record Failed(RpcException why) implements Event {}

    /// A bug, or the end of the call's thread.
    record Broken(Throwable why) implements Event {}

    /// @param number tells the questions of one call apart
    record Asks(int number, String method, Json.Obj params) implements Event {}
  }

  private final class Running implements Asking {
    private final Json.Obj request;
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final BlockingQueue<Json.Obj> answers = new ArrayBlockingQueue<>(1);
    private final Thread thread;
    private volatile Consumer<String> progress;

    /// How many questions it had, and which of them is open; both guarded by the map.
    private int questions;

    private int open;

    Running(Json.Obj request, Consumer<String> progress, Work work) {
      this.request = request;
      this.progress = progress;
      this.thread = Thread.ofVirtual().name("mcp-call").unstarted(() -> run(work));
    }

    private void run(Work work) {
      Event end;
      try {
        end = new Event.Done(work.run(this));
      } catch (RpcException refused) {
        end = new Event.Failed(refused);
      } catch (InterruptedException | RuntimeException | Error broken) {
        end = new Event.Broken(broken);
      }
      events.add(end);
    }

    @Override
    public void told(String message) {
      progress.accept(message);
    }

    @Override
    public Json.Obj ask(String method, Json.Obj params) throws InterruptedException {
      synchronized (waiting) {
        open = ++questions;
        events.add(new Event.Asks(open, method, params));
      }
      Json.Obj answer = answers.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
      if (answer == null) {
        answer = givenUp();
      }
      return answer == null ? Json.object().put("action", "cancel").build() : answer;
    }

    /// Whoever comes with an answer from now on is too late: it is none to the next question.
    private Json.@Nullable Obj givenUp() {
      synchronized (waiting) {
        open = 0;
        waiting.values().removeIf(this::equals);
        return answers.poll();
      }
    }
  }

  /// Begins a call, or goes on with one.
  ///
  /// @param params those of the request; with `requestState` it is one that goes on
  /// @param progress hears how far the call is, while this request is answered
  Json.Obj call(Json.Obj params, Consumer<String> progress, Work work)
      throws RpcException, InterruptedException {
    String state = params.string("requestState");
    if (state != null) {
      return resumed(state, params, progress);
    }
    Json odd = params.get("requestState");
    if (odd != null && !(odd instanceof Json.Null)) {
      // Not a call that begins, whatever it is.
      throw RpcException.invalidParams("requestState must be the text that was given");
    }
    var running = new Running(essence(params), progress, work);
    running.thread.start();
    return await(running);
  }

  /// Everything of a request that must be the same when it comes again.
  private static Json.Obj essence(Json.Obj params) {
    return Json.object()
        .put("name", params.string("name", ""))
        .put("arguments", params.objectOrEmpty("arguments"))
        .build();
  }

  private Json.Obj resumed(String state, Json.Obj params, Consumer<String> progress)
      throws RpcException, InterruptedException {
    Running running;
    synchronized (waiting) {
      running = waiting.get(state);
      if (running == null) {
        throw RpcException.invalidParams(
            "this requestState is not known: it was answered already, or waited too long");
      }
      if (!running.request.equals(essence(params))) {
        throw RpcException.invalidParams("this requestState belongs to another call");
      }
      if (params.objectOrEmpty("inputResponses").object(QUESTION) == null) {
        throw RpcException.invalidParams("inputResponses lacks '" + QUESTION + "'");
      }
      waiting.remove(state);
      running.open = 0;
      running.progress = progress;
      running.answers.add(params.objectOrEmpty("inputResponses").objectOrEmpty(QUESTION));
    }
    return await(running);
  }

  private Json.Obj await(Running running) throws RpcException, InterruptedException {
    Event event;
    try {
      event = running.events.take();
    } catch (InterruptedException stopped) {
      running.thread.interrupt();
      throw stopped;
    }
    return switch (event) {
      case Event.Done done -> done.result();
      case Event.Failed failed -> throw failed.why();
      case Event.Broken broken -> throw unexpected(broken.why());
      case Event.Asks asks -> asked(running, asks);
    };
  }

  private static RuntimeException unexpected(Throwable why) throws InterruptedException {
    if (why instanceof InterruptedException stopped) {
      throw stopped;
    }
    return new IllegalStateException(why);
  }

  private Json.Obj asked(Running running, Event.Asks asks) {
    byte[] name = new byte[NAME_BYTES];
    random.nextBytes(name);
    String state = HexFormat.of().formatHex(name);
    Running forgotten = null;
    synchronized (waiting) {
      // It may have been given up before anybody could hear of it.
      if (running.open == asks.number()) {
        waiting.put(state, running);
      }
      waiting.values().removeIf(each -> !each.thread.isAlive());
      if (waiting.size() > MOST) {
        forgotten = waiting.remove(waiting.keySet().iterator().next());
      }
    }
    end(forgotten);
    Json.Obj question =
        Json.object().put("method", asks.method()).put("params", asks.params()).build();
    return Json.object()
        .put("resultType", "input_required")
        .object("inputRequests", requests -> requests.put(QUESTION, question))
        .put("requestState", state)
        .build();
  }

  private static void end(@Nullable Running running) {
    if (running != null) {
      running.thread.interrupt();
    }
  }

  /// Ends all that wait.
  void close() {
    synchronized (waiting) {
      waiting.values().forEach(SuspendedCalls::end);
      waiting.clear();
    }
  }
}
