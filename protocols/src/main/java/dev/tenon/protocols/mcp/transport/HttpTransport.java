package dev.tenon.protocols.mcp.transport;

import dev.tenon.core.http.HttpResponse;
import dev.tenon.core.http.Transport;
import dev.tenon.core.http.stream.Frame;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcHandler;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.protocol.Meta;
import dev.tenon.protocols.mcp.protocol.ProtocolVersion;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A server at an address, where every message is a request of its own and the answer is one object
/// or a stream of events. In the revisions with a handshake there is a session, streams that broke
/// off are taken up again, and one more stream carries what the server says by itself.
public final class HttpTransport implements McpTransport {
  private static final String SESSION = "Mcp-Session-Id";
  private static final String VERSION = "MCP-Protocol-Version";
  private static final Duration SHORT = Duration.ofSeconds(10);
  private static final Duration LONG = Duration.ofDays(1);
  private static final long USUAL_RETRY = 1_000;
  private static final long LEAST_RETRY = 100;
  private static final long LONGEST_RETRY = 30_000;
  private static final int MOST_RESUMES = 5;

  /// Whoever held a stream open for so long will do so again.
  private static final long LASTING = 10_000_000_000L;

  private final HttpLink link;
  private final IncomingMessages incoming;
  private final AtomicLong ids = new AtomicLong();
  private volatile @Nullable ProtocolVersion version;
  private volatile @Nullable String session;
  private volatile @Nullable Thread listener;
  private volatile boolean closed;

  /// @param notes is told what is odd and harmless
  public HttpTransport(
      String name,
      ServerConfig.Remote way,
      Transport http,
      Authorizer authorizer,
      RpcHandler handler,
      Consumer<String> notes) {
    this.link = new HttpLink(name, way, http, authorizer);
    this.incoming = new IncomingMessages(name, handler, message -> send(message, SHORT), notes);
  }

  @Override
  public void speak(ProtocolVersion spoken) {
    version = spoken;
  }

  @Override
  public Json.Obj call(Call call) throws McpException, InterruptedException {
    if (closed) {
      throw new McpException(
          McpException.Kind.NOT_TAKEN, link.name() + ": the connection was closed");
    }
    long id = ids.incrementAndGet();
    var message =
        Json.object()
            .put("jsonrpc", "2.0")
            .put("id", id)
            .put("method", call.method())
            .put("params", call.params())
            .build();
    long deadline = System.nanoTime() + call.limit().toNanos();
    try (HttpResponse response =
        link.post(link.address(), message, headers(call.method(), call), call.limit())) {
      remember(call.method(), response);
      if (!response.ok()) {
        throw lost(response);
      }
      return HttpLink.isEvents(response)
          ? streamed(response, id, call, deadline)
          : whole(response, id, call.method(), deadline);
    } catch (InterruptedException stopped) {
      cancel(id);
      throw stopped;
    }
  }

  private Map<String, String> headers(String method, @Nullable Call call) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", "application/json");
    headers.put("Accept", "application/json, text/event-stream");
    String claimed =
        call == null ? null : call.params().objectOrEmpty(Meta.MEMBER).string(Meta.VERSION);
    ProtocolVersion spoken = version;
    if (claimed != null && call != null) {
      headers.put(VERSION, claimed);
      headers.put("Mcp-Method", method);
      String named =
          switch (method) {
            case "tools/call", "prompts/get" -> call.params().string("name");
            case "resources/read" -> call.params().string("uri");
            case "tasks/get", "tasks/update", "tasks/cancel" -> call.params().string("taskId");
            default -> null;
          };
      if (named != null) {
        headers.put("Mcp-Name", HeaderValue.of(named));
      }
      headers.putAll(call.headers());
    } else if (spoken != null && spoken.hasHeader()) {
      headers.put(VERSION, spoken.text());
    }
    String known = session;
    if (known != null) {
      headers.put(SESSION, known);
    }
    return headers;
  }

  private void remember(String method, HttpResponse response) throws McpException {
    String given = response.headers().get(SESSION);
    if (method.equals("initialize") && given != null && !given.isBlank()) {
      if (!HeaderValue.isPlain(given.strip())) {
        throw new McpException(
            McpException.Kind.PROTOCOL,
            link.name() + " names its session with signs that no header can hold");
      }
      session = given.strip();
    }
  }

  /// A session that the server has forgotten is one to be opened anew.
  private McpException lost(HttpResponse response) throws InterruptedException {
    if (response.status() == 404 && session != null) {
      closed = true;
      return new McpException(
          McpException.Kind.NOT_TAKEN, link.name() + " does not know the session any more");
    }
    return link.refusal(response);
  }

  private Json.Obj whole(HttpResponse response, long id, String method, long deadline)
      throws McpException, InterruptedException {
    String text;
    try {
      text = response.text(HttpLink.LARGEST + 1);
    } catch (IOException cut) {
      HttpLink.interrupted();
      throw link.broken(cut, deadline);
    }
    if (text.length() > HttpLink.LARGEST) {
      throw new McpException(
          McpException.Kind.TOO_LARGE,
          link.name() + ": the answer to " + method + " is over " + HttpLink.LARGEST + " bytes");
    }
    if (!HttpLink.type(response).contains("json")) {
      throw new McpException(
          McpException.Kind.PROTOCOL,
          link.name()
              + " answers "
              + method
              + " with '"
              + HttpLink.type(response)
              + "', not with JSON or a stream of events");
    }
    for (IncomingMessages.Answer answer : incoming.take(text, link::masked)) {
      if (isFor(answer, id)) {
        return result(answer, method);
      }
    }
    throw new McpException(
        McpException.Kind.PROTOCOL, link.name() + " sent no answer to " + method);
  }

  private static boolean isFor(IncomingMessages.Answer answer, long id) {
    return switch (answer.id()) {
      case Json.Num number -> number.isWhole() && number.longValue() == id;
      case Json.Str text -> text.value().equals(Long.toString(id));
      // Some say of a request that they could not read only that there was one.
      case Json.Null ignored -> answer.error() != null;
      case Json.Bool ignored -> false;
      case Json.Obj ignored -> false;
      case Json.Arr ignored -> false;
    };
  }

  private Json.Obj result(IncomingMessages.Answer answer, String method) throws McpException {
    McpException error = answer.error();
    if (error != null) {
      throw error;
    }
    if (answer.result() instanceof Json.Obj object) {
      return object;
    }
    throw new McpException(
        McpException.Kind.PROTOCOL,
        link.name() + " answered " + method + " with something that is no object");
  }

  private Json.Obj streamed(HttpResponse first, long id, Call call, long deadline)
      throws McpException, InterruptedException {
    var place = new Place();
    Json.Obj result = events(first, id, call.method(), place, deadline);
    for (int again = 0; result == null; again++) {
      ProtocolVersion spoken = version;
      boolean resumable = spoken != null && !spoken.isStateless() && !place.lastId.isEmpty();
      if (!resumable || again >= MOST_RESUMES || System.nanoTime() > deadline) {
        throw new McpException(
            McpException.Kind.CLOSED,
            link.name() + ": the stream ended before the answer to " + call.method());
      }
      long until = Math.max(1, (deadline - System.nanoTime()) / 1_000_000);
      Thread.sleep(Math.min(place.pause(again), until));
      var left = Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
      try (HttpResponse more = open(place.lastId, left)) {
        result = events(more, id, call.method(), place, deadline);
      } catch (McpException away) {
        // Who has just broken off may need a while to be there again.
        if (!isPassing(away) || again + 1 >= MOST_RESUMES) {
          throw unresumed(call, away);
        }
      }
    }
    return result;
  }

  /// That the stream is not given again is no answer to the call, which may have been carried out.
  private McpException unresumed(Call call, McpException away) {
    return away.kind() == McpException.Kind.REFUSED
        ? new McpException(
            McpException.Kind.CLOSED,
            link.name()
                + ": the stream ended before the answer to "
                + call.method()
                + " and is not to be had again: "
                + away.getMessage(),
            away)
        : away;
  }

  /// Whether another try may do; not where the session is gone.
  private boolean isPassing(McpException failed) {
    return switch (failed.kind()) {
      case CLOSED, NOT_TAKEN, UNREACHABLE -> !closed;
      case REFUSED, TIMED_OUT, TOO_LARGE, UNAUTHORIZED, PROTOCOL -> false;
    };
  }

  /// Where a stream broke off.
  private static final class Place {
    String lastId = "";
    long retry = -1;

    /// @param tries how many there were in vain
    long pause(int tries) {
      long first = Math.min(retry < 0 ? USUAL_RETRY : retry, LONGEST_RETRY);
      return Math.min(first << Math.min(tries, MOST_RESUMES), LONGEST_RETRY);
    }
  }

  /// A stream that goes on behind an event, or that carries what belongs to no request.
  private HttpResponse open(String lastId, Duration within)
      throws McpException, InterruptedException {
    Map<String, String> headers = headers("", null);
    headers.remove("Content-Type");
    headers.put("Accept", "text/event-stream");
    if (!lastId.isEmpty()) {
      headers.put("Last-Event-ID", lastId);
    }
    HttpResponse response =
        link.send(HttpLink.Method.GET, link.address(), headers, new byte[0], within);
    if (response.ok() && HttpLink.isEvents(response)) {
      return response;
    }
    try (response) {
      throw response.ok()
          ? new McpException(
              McpException.Kind.PROTOCOL, link.name() + " has no stream of events there")
          : link.refusal(response);
    }
  }

  /// Reads until the answer comes, or the stream ends; then the answer is null.
  private Json.@Nullable Obj events(
      HttpResponse response, long id, String method, Place place, long deadline)
      throws McpException, InterruptedException {
    var events = new EventStream(link.name(), response);
    try {
      for (Frame frame = events.next(); frame != null; frame = events.next()) {
        if (!frame.data().isBlank()
            && (frame.event().isEmpty() || frame.event().equals("message"))) {
          for (IncomingMessages.Answer answer : incoming.take(frame.data(), link::masked)) {
            if (isFor(answer, id)) {
              return result(answer, method);
            }
          }
        }
      }
    } catch (IOException cut) {
      HttpLink.interrupted();
      if (events.lastId().isEmpty() || System.nanoTime() - deadline >= 0) {
        throw link.broken(cut, deadline);
      }
    } finally {
      if (!events.lastId().isEmpty()) {
        // What no header can hold nobody can ask for.
        place.lastId = HeaderValue.isPlain(events.lastId()) ? events.lastId() : "";
      }
      if (events.retryMillis() >= 0) {
        place.retry = events.retryMillis();
      }
    }
    return null;
  }

  /// Over HTTP a request of the stateless revision ends with its connection.
  private void cancel(long id) {
    ProtocolVersion spoken = version;
    if (spoken != null && !spoken.isStateless()) {
      Json.Obj params =
          Json.object().put("requestId", id).put("reason", "the caller was stopped").build();
      Thread.ofVirtual().name("mcp-cancel").start(() -> cancelQuietly(params));
    }
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
    try (HttpResponse response = link.post(link.address(), message, headers("", null), limit)) {
      if (!response.ok()) {
        throw lost(response);
      }
    }
  }

  @Override
  public void listen() {
    ProtocolVersion spoken = version;
    if (spoken != null && !spoken.isStateless() && listener == null) {
      listener = Thread.ofVirtual().name("mcp-listen").start(this::listenOn);
    }
  }

  /// Most servers have no such stream and say so at once. One that had it may be away for a while;
  /// a stream that ends because nothing was said for long is no failure.
  private void listenOn() {
    var place = new Place();
    for (int failures = 0; !closed; ) {
      long begin = System.nanoTime();
      long deadline = System.nanoTime() + LONG.toNanos();
      try (HttpResponse response = open(place.lastId, LONG)) {
        events(response, -1, "", place, deadline);
        failures = 0;
      } catch (McpException ended) {
        if (ended.kind() == McpException.Kind.REFUSED
            || ended.kind() == McpException.Kind.PROTOCOL
            || ended.kind() == McpException.Kind.UNAUTHORIZED) {
          return;
        }
        failures = System.nanoTime() - begin > LASTING ? 0 : failures + 1;
      } catch (InterruptedException over) {
        return;
      }
      try {
        // However soon it wants that: nobody waits for what comes here.
        Thread.sleep(Math.max(LEAST_RETRY, place.pause(failures)));
      } catch (InterruptedException over) {
        return;
      }
    }
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    boolean before = closed;
    closed = true;
    Thread listening = listener;
    if (listening != null) {
      listening.interrupt();
    }
    incoming.close();
    String known = session;
    session = null;
    if (known != null && !before) {
      end(known);
    }
  }

  private void end(String known) {
    Map<String, String> headers = headers("", null);
    headers.remove("Content-Type");
    headers.put(SESSION, known);
    try {
      // Servers need not allow it.
      link.send(HttpLink.Method.DELETE, link.address(), headers, new byte[0], Duration.ofSeconds(2))
          .close();
    } catch (McpException unheard) {
      // The session runs out by itself.
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
  }
}
