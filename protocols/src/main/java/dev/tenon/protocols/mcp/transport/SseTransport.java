package dev.tenon.protocols.mcp.transport;

import dev.tenon.core.http.HttpResponse;
import dev.tenon.core.http.Transport;
import dev.tenon.core.http.stream.Frame;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcHandler;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.protocol.ProtocolVersion;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The transport of 2024: one stream of events carries everything that the server says, and
/// messages to it go to an address that its first event names. That address has to be of the same
/// host.
public final class SseTransport implements McpTransport {
  private static final Duration LONG = Duration.ofDays(1);
  private static final Duration SHORT = Duration.ofSeconds(30);

  private final HttpLink link;
  private final IncomingMessages incoming;
  private final AtomicLong ids = new AtomicLong();
  private final Map<Long, CompletableFuture<IncomingMessages.Answer>> waiting =
      new ConcurrentHashMap<>();
  private final CompletableFuture<URI> endpoint = new CompletableFuture<>();
  private final Thread reader = Thread.ofVirtual().name("mcp-sse").unstarted(this::read);
  private volatile @Nullable McpException ended;

  public SseTransport(
      String name,
      ServerConfig.Remote way,
      Transport http,
      Authorizer authorizer,
      RpcHandler handler,
      Consumer<String> notes) {
    this.link = new HttpLink(name, way, http, authorizer);
    this.incoming = new IncomingMessages(name, handler, message -> send(message, SHORT), notes);
  }

  /// Opens the stream and waits for the address of messages.
  public void open(Duration limit) throws McpException, InterruptedException {
    reader.start();
    boolean open = false;
    try {
      await(endpoint, limit, "with the address for messages");
      open = true;
    } finally {
      if (!open) {
        close();
      }
    }
  }

  private <T> T await(CompletableFuture<T> future, Duration limit, String what)
      throws McpException, InterruptedException {
    try {
      return future.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException late) {
      throw new McpException(
          McpException.Kind.TIMED_OUT,
          link.name() + " did not answer " + what + " within " + limit.toMillis() + " ms");
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof McpException known) {
        throw known;
      }
      throw new IllegalStateException(failed.getCause());
    }
  }

  private void read() {
    McpException why =
        new McpException(McpException.Kind.CLOSED, link.name() + " closed the stream");
    try (HttpResponse response =
        link.send(
            HttpLink.Method.GET,
            link.address(),
            Map.of("Accept", "text/event-stream"),
            new byte[0],
            LONG)) {
      if (!response.ok()) {
        throw link.refusal(response);
      }
      if (!HttpLink.isEvents(response)) {
        throw new McpException(
            McpException.Kind.PROTOCOL, link.name() + " has no stream of events there");
      }
      var events = new EventStream(link.name(), response);
      for (Frame frame = events.next(); frame != null; frame = events.next()) {
        take(frame);
      }
    } catch (McpException failed) {
      why = failed;
    } catch (IOException cut) {
      why = link.broken(cut, System.nanoTime() + LONG.toNanos());
    } catch (InterruptedException over) {
      why = new McpException(McpException.Kind.CLOSED, link.name() + " was closed");
    } finally {
      over(why);
    }
  }

  /// Nothing comes any more.
  private void over(McpException why) {
    ended = why;
    endpoint.completeExceptionally(why);
    for (CompletableFuture<IncomingMessages.Answer> each : waiting.values()) {
      each.completeExceptionally(why);
    }
  }

  private void take(Frame frame) throws McpException, InterruptedException {
    if (frame.event().equals("endpoint")) {
      URI target;
      try {
        target = link.address().resolve(frame.data().strip());
      } catch (IllegalArgumentException broken) {
        throw new McpException(
            McpException.Kind.PROTOCOL, link.name() + " names no address for messages");
      }
      if (!Origin.same(target, link.address())) {
        throw new McpException(
            McpException.Kind.PROTOCOL,
            link.name()
                + " wants messages to go to another place, "
                + target.getScheme()
                + "://"
                + (target.getAuthority() == null ? "" : target.getAuthority()));
      }
      endpoint.complete(target);
      return;
    }
    if (frame.data().isBlank()) {
      return;
    }
    for (IncomingMessages.Answer answer : incoming.take(frame.data(), link::masked)) {
      if (answer.id() instanceof Json.Num number && number.isWhole()) {
        CompletableFuture<IncomingMessages.Answer> waits = waiting.remove(number.longValue());
        if (waits != null) {
          waits.complete(answer);
        }
      }
    }
  }

  @Override
  public Json.Obj call(Call call) throws McpException, InterruptedException {
    long id = ids.incrementAndGet();
    var answer = new CompletableFuture<IncomingMessages.Answer>();
    waiting.put(id, answer);
    try {
      McpException over = ended;
      if (over != null) {
        throw new McpException(McpException.Kind.NOT_TAKEN, String.valueOf(over.getMessage()));
      }
      send(
          Json.object()
              .put("jsonrpc", "2.0")
              .put("id", id)
              .put("method", call.method())
              .put("params", call.params())
              .build(),
          call.limit().compareTo(SHORT) < 0 ? call.limit() : SHORT);
      IncomingMessages.Answer got = await(answer, call.limit(), call.method());
      McpException error = got.error();
      if (error != null) {
        throw error;
      }
      if (got.result() instanceof Json.Obj object) {
        return object;
      }
      throw new McpException(
          McpException.Kind.PROTOCOL,
          link.name() + " answered " + call.method() + " with something that is no object");
    } catch (InterruptedException stopped) {
      cancel(id);
      throw stopped;
    } finally {
      waiting.remove(id);
    }
  }

  private void cancel(long id) {
    Json.Obj params =
        Json.object().put("requestId", id).put("reason", "the caller was stopped").build();
    Thread.ofVirtual().name("mcp-cancel").start(() -> cancelQuietly(params));
  }

  private void cancelQuietly(Json.Obj params) {
    try {
      tell("notifications/cancelled", params, SHORT);
    } catch (McpException | InterruptedException unheard) {
      // It is a courtesy: nobody waits for the answer either way.
    }
  }

  @Override
  public void tell(String method, Json.Obj params, Duration limit)
      throws McpException, InterruptedException {
    send(
        Json.object().put("jsonrpc", "2.0").put("method", method).put("params", params).build(),
        limit);
  }

  private void send(Json.Obj message, Duration limit) throws McpException, InterruptedException {
    URI target = await(endpoint, limit, "with the address for messages");
    try (HttpResponse response =
        link.post(target, message, Map.of("Content-Type", "application/json"), limit)) {
      if (!response.ok()) {
        throw link.refusal(response);
      }
    }
  }

  @Override
  public void speak(ProtocolVersion version) {
    // Every revision that has this transport sounds the same over it.
  }

  @Override
  public boolean isClosed() {
    return ended != null;
  }

  @Override
  public void close() {
    reader.interrupt();
    incoming.close();
  }
}
