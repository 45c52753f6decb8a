package dev.tenon.protocols.mcp.transport;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.json.rpc.RpcHandler;
import dev.tenon.protocols.mcp.protocol.McpException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// What comes over HTTP: answers for whoever waits, and what the server asks and tells by itself.
/// Its requests are answered on threads of their own, a bounded number at a time. Safe for several
/// threads.
final class IncomingMessages implements AutoCloseable {
  private static final int MOST_REQUESTS = 64;

  private final String name;
  private final RpcHandler handler;
  private final Sender sender;
  private final Consumer<String> notes;
  private final Semaphore room = new Semaphore(MOST_REQUESTS);
  private final Map<Json, Thread> running = new HashMap<>();
  private final Set<String> noted = ConcurrentHashMap.newKeySet();

  /// Sends the answer to a request of the server.
  interface Sender {
    void answer(Json.Obj message) throws McpException, InterruptedException;
  }

  IncomingMessages(String name, RpcHandler handler, Sender sender, Consumer<String> notes) {
    this.name = name;
    this.handler = handler;
    this.sender = sender;
    this.notes = notes;
  }

  /// An answer to one of our requests.
  ///
  /// @param error null when there is a result
  record Answer(Json id, Json result, @Nullable McpException error) {}

  /// Takes a text that holds one message, or several in a list. Answers the answers among them.
  ///
  /// @param mask takes secrets out of texts, whichever way the message spells them
  List<Answer> take(String text, UnaryOperator<String> mask)
      throws McpException, InterruptedException {
    Json json;
    try {
      json = masked(Json.parse(text), mask);
    } catch (JsonException broken) {
      throw new McpException(
          McpException.Kind.PROTOCOL,
          name + " sent what is not JSON: " + mask.apply(String.valueOf(broken.getMessage())));
    }
    var answers = new ArrayList<Answer>();
    for (Json each : json instanceof Json.Arr all ? all.items() : List.of(json)) {
      if (each instanceof Json.Obj message) {
        Answer answer = take(message);
        if (answer != null) {
          answers.add(answer);
        }
      }
    }
    return answers;
  }

  private static Json masked(Json value, UnaryOperator<String> mask) {
    return switch (value) {
      case Json.Obj object -> {
        Map<String, Json> members = new LinkedHashMap<>();
        object.members().forEach((name, each) -> members.put(mask.apply(name), masked(each, mask)));
        yield new Json.Obj(members);
      }
      case Json.Arr array ->
          Json.array(array.items().stream().map(each -> masked(each, mask)).toList());
      case Json.Str text -> Json.of(mask.apply(text.value()));
      case Json.Num number -> number;
      case Json.Bool truth -> truth;
      case Json.Null nothing -> nothing;
    };
  }

  private @Nullable Answer take(Json.Obj message) throws InterruptedException {
    Json id = message.get("id");
    String method = message.string("method");
    if (method != null) {
      Json.Obj params = message.objectOrEmpty("params");
      if (id == null || id instanceof Json.Null) {
        tell(method, params);
      } else {
        request(id, method, params);
      }
      return null;
    }
    Json.Obj error = message.object("error");
    Json known = id == null ? Json.Null.VALUE : id;
    if (error != null) {
      int code = Math.clamp(error.number("code", 0), Integer.MIN_VALUE, Integer.MAX_VALUE);
      String text = error.string("message", "an error without a message");
      return new Answer(
          known, Json.Null.VALUE, McpException.refused(name, code, text, error.get("data")));
    }
    Json result = message.get("result");
    return result == null ? null : new Answer(known, result, null);
  }

  private void tell(String method, Json.Obj params) throws InterruptedException {
    if (method.equals("notifications/cancelled")) {
      Json id = params.get("requestId");
      Thread thread;
      synchronized (running) {
        thread = id == null ? null : running.get(id);
      }
      if (thread != null) {
        thread.interrupt();
      }
      return;
    }
    try {
      handler.notification(method, params);
    } catch (RpcException odd) {
      note("told", name + " told " + method + ": " + odd.getMessage());
    }
  }

  /// Tells what is odd, once for each kind: a server can be odd as often as it likes.
  private void note(String kind, String what) {
    if (noted.add(kind)) {
      notes.accept(what);
    }
  }

  private void request(Json id, String method, Json.Obj params) {
    if (!room.tryAcquire()) {
      note("room", name + " asks for more at a time than is answered; " + method + " was left out");
      return;
    }
    Thread thread =
        Thread.ofVirtual().name("mcp-request").unstarted(() -> answer(id, method, params));
    synchronized (running) {
      running.put(id, thread);
    }
    thread.start();
  }

  private void answer(Json id, String method, Json.Obj params) {
    var message = Json.object().put("jsonrpc", "2.0").put("id", id);
    try {
      try {
        message.put("result", handler.request(method, params));
      } catch (RpcException refused) {
        message.object(
            "error",
            error ->
                error
                    .put("code", refused.code())
                    .put("message", String.valueOf(refused.getMessage())));
      }
      sender.answer(message.build());
    } catch (McpException lost) {
      note("lost", "the answer to " + method + " did not reach " + name);
    } catch (InterruptedException over) {
      // Nobody waits for the answer any more.
    } finally {
      room.release();
      synchronized (running) {
        running.remove(id);
      }
    }
  }

  @Override
  public void close() {
    List<Thread> left;
    synchronized (running) {
      left = List.copyOf(running.values());
    }
    left.forEach(Thread::interrupt);
  }
}
