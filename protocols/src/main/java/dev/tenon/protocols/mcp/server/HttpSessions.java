package dev.tenon.protocols.mcp.server;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The sessions of clients that begin with a handshake, over HTTP. When there are too many, the one
/// that was not used for the longest time ends. Safe for several threads.
final class HttpSessions {
  private static final int MOST = 256;
  private static final int ID_BYTES = 24;
  private static final long ANSWER_MINUTES = 10;

  /// So long an answer may come after the stream on which was asked is gone.
  private static final Duration RETURN = Duration.ofSeconds(5);

  private final SecureRandom random = new SecureRandom();
  private final Duration comingBack;
  private final Map<String, Session> open = new LinkedHashMap<>(16, 0.75f, true);

  HttpSessions() {
    this(RETURN);
  }

  /// @param comingBack how long an answer may come after its stream is gone
  HttpSessions(Duration comingBack) {
    this.comingBack = comingBack;
  }

  /// One client.
  static final class Session {
    private final String id;
    private final McpServer server;
    private final Duration comingBack;
    private final AtomicLong questions = new AtomicLong();
    private final Map<String, CompletableFuture<Json.Obj>> asked = new ConcurrentHashMap<>();
    private final Map<Json, Thread> running = new HashMap<>();

    private Session(String id, ServerOffer offer, Duration comingBack) {
      this.id = id;
      this.comingBack = comingBack;
      this.server = new McpServer(offer, new NoWay());
    }

    String id() {
      return id;
    }

    McpServer server() {
      return server;
    }

    /// False where a request of this id runs already.
    boolean began(Json request, Thread worker) {
      synchronized (running) {
        return running.putIfAbsent(request, worker) == null;
      }
    }

    void ended(Json request) {
      synchronized (running) {
        running.remove(request, Thread.currentThread());
      }
    }

    void cancel(Json request) {
      Thread worker;
      synchronized (running) {
        worker = running.get(request);
      }
      if (worker != null) {
        worker.interrupt();
      }
    }

    /// Asks the client on the stream of one of its requests; the answer comes as a request.
    ///
    /// @param gone is complete when nobody reads the stream any more: who does not come with an
    ///   answer soon after that was not only cut off
    Json ask(String method, Json.Obj params, Consumer<Json.Obj> stream, CompletableFuture<?> gone)
        throws RpcException, InterruptedException {
      String name = "tenon-" + questions.incrementAndGet();
      var answer = new CompletableFuture<Json.Obj>();
      asked.put(name, answer);
      try {
        stream.accept(
            Json.object()
                .put("jsonrpc", "2.0")
                .put("id", name)
                .put("method", method)
                .put("params", params)
                .build());
        CompletableFuture.anyOf(answer, gone).get(ANSWER_MINUTES, TimeUnit.MINUTES);
        Json.Obj message = answer.get(comingBack.toMillis(), TimeUnit.MILLISECONDS);
        Json.Obj error = message.object("error");
        if (error != null) {
          throw new RpcException(
              (int) error.number("code", RpcException.INTERNAL_ERROR),
              error.string("message", "the client refuses " + method));
        }
        Json result = message.get("result");
        return result == null ? Json.Null.VALUE : result;
      } catch (TimeoutException late) {
        throw new RpcException(
            RpcException.INTERNAL_ERROR,
            gone.isDone()
                ? "the client went away without an answer to " + method
                : "the client did not answer " + method + " within " + ANSWER_MINUTES + " minutes");
      } catch (ExecutionException impossible) {
        throw new IllegalStateException(impossible);
      } finally {
        asked.remove(name);
      }
    }

    private void end() {
      List<Thread> workers;
      synchronized (running) {
        workers = List.copyOf(running.values());
      }
      workers.forEach(Thread::interrupt);
      server.close();
    }
  }

  /// Every request has a way back of its own.
  private static final class NoWay implements ClientLink {
    @Override
    public void tell(String method, Json.Obj params) {}

    @Override
    public Json ask(String method, Json.Obj params) throws RpcException {
      throw new RpcException(RpcException.INVALID_REQUEST, "there is nobody to ask");
    }
  }

  Session open(ServerOffer offer) {
    byte[] bytes = new byte[ID_BYTES];
    random.nextBytes(bytes);
    var session = new Session(HexFormat.of().formatHex(bytes), offer, comingBack);
    Session oldest = null;
    synchronized (open) {
      open.put(session.id, session);
      if (open.size() > MOST) {
        oldest = open.remove(open.keySet().iterator().next());
      }
    }
    if (oldest != null) {
      oldest.end();
    }
    return session;
  }

  @Nullable Session find(String id) {
    synchronized (open) {
      return open.get(id);
    }
  }

  void answered(Session session, Json.Obj message) {
    String id = message.string("id");
    CompletableFuture<Json.Obj> waits = id == null ? null : session.asked.get(id);
    if (waits != null) {
      waits.complete(message);
    }
  }

  void end(Session session) {
    synchronized (open) {
      open.remove(session.id);
    }
    session.end();
  }

  List<Session> all() {
    synchronized (open) {
      return List.copyOf(open.values());
    }
  }
}
