package dev.tenon.protocols.mcp.server;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.protocols.mcp.protocol.Meta;
import dev.tenon.protocols.mcp.protocol.ProtocolVersion;
import dev.tenon.protocols.mcp.transport.HeaderValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A server at one address over HTTP, in both eras: requests that carry their revision are answered
/// by themselves, the others belong to a session. A call is answered as a stream of events where
/// the client takes one, so that progress and questions get through. Who lets in whom is decided
/// before. Safe for several threads.
public final class HttpEndpoint implements AutoCloseable {
  /// How often Tenon has called Tenon; other clients do not say it.
  public static final String DEPTH = "Tenon-Mcp-Depth";

  static final String SESSION = "Mcp-Session-Id";
  private static final String VERSION = "MCP-Protocol-Version";
  private static final long HEARTBEAT_SECONDS = 5;

  private final ServerOffer offer;
  private final McpServer stateless;
  private final HttpSessions sessions;

  public HttpEndpoint(ServerOffer offer) {
    this(offer, new HttpSessions());
  }

  HttpEndpoint(ServerOffer offer, HttpSessions sessions) {
    this.offer = offer;
    this.stateless = new McpServer(offer, new Unasked());
    this.sessions = sessions;
  }

  /// A request that was let in.
  ///
  /// @param verb of HTTP
  /// @param headers gives the value of a header, or null
  public record Request(String verb, UnaryOperator<@Nullable String> headers, String body) {
    @Nullable String header(String name) {
      return headers.apply(name);
    }
  }

  /// Where the answer goes: whole, or as a stream.
  public interface Response {
    /// @param body null for none
    void answer(int status, Map<String, String> headers, @Nullable Json body) throws IOException;

    /// Begins a stream of events.
    Events events(Map<String, String> headers) throws IOException;
  }

  /// A stream that is being written.
  @FunctionalInterface
  public interface Events {
    /// Fails when the client is gone.
    void write(String text) throws IOException;
  }

  /// A request that is refused before anyone looks at its method.
  private static final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;
    private final int status;
    private final int code;

    RefusedException(int status, int code, String message) {
      super(message);
      this.status = status;
      this.code = code;
    }
  }

  public void handle(Request request, Response response) throws IOException, InterruptedException {
    try {
      switch (request.verb()) {
        case "POST" -> post(request, response);
        case "DELETE" -> {
          sessions.end(session(request));
          response.answer(204, Map.of(), null);
        }
        // Nothing is said here that belongs to no request.
        default -> response.answer(405, Map.of("Allow", "POST, DELETE"), null);
      }
    } catch (RefusedException refused) {
      response.answer(
          refused.status,
          Map.of(),
          error(
              Json.Null.VALUE,
              new RpcException(refused.code, String.valueOf(refused.getMessage()))));
    }
  }

  private void post(Request request, Response response)
      throws IOException, InterruptedException, RefusedException {
    Json json;
    try {
      json = Json.parse(request.body());
    } catch (JsonException broken) {
      throw new RefusedException(
          400, RpcException.PARSE_ERROR, String.valueOf(broken.getMessage()));
    }
    switch (json) {
      case Json.Obj message -> one(request, message, response);
      case Json.Arr batch when !batch.items().isEmpty() -> several(request, batch, response);
      default ->
          throw new RefusedException(
              400, RpcException.INVALID_REQUEST, "the body is no message of JSON-RPC");
    }
  }

  private void one(Request request, Json.Obj message, Response response)
      throws IOException, InterruptedException, RefusedException {
    Json id = message.get("id");
    String method = message.string("method");
    if (method == null) {
      sessions.answered(session(request), message);
      response.answer(202, Map.of(), null);
      return;
    }
    Json.Obj params = message.objectOrEmpty("params");
    if (id == null) {
      notified(request, method, params);
      response.answer(202, Map.of(), null);
      return;
    }
    requireId(id);
    if (isStateless(request, params)) {
      requireHeaders(request, method, params);
      run(new Exchange(request, id, method, params, null, stateless), response);
    } else if (method.equals("initialize")) {
      HttpSessions.Session fresh = sessions.open(offer);
      run(new Exchange(request, id, method, params, fresh, fresh.server()), response);
    } else {
      HttpSessions.Session session = session(request);
      run(new Exchange(request, id, method, params, session, session.server()), response);
    }
  }

  /// One that is null asks for an answer, and has no name to give it.
  private static void requireId(Json id) throws RefusedException {
    if (!(id instanceof Json.Num) && !(id instanceof Json.Str)) {
      throw new RefusedException(
          400, RpcException.INVALID_REQUEST, "the id of a request is a text or a number");
    }
  }

  private static boolean isStateless(Request request, Json.Obj params) {
    return params.objectOrEmpty(Meta.MEMBER).has(Meta.VERSION)
        || ProtocolVersion.STATELESS_2026_07_28.text().equals(request.header(VERSION));
  }

  /// What stands in the headers is what stands in the message: whoever routes by them must not be
  /// deceived.
  private static void requireHeaders(Request request, String method, Json.Obj params)
      throws RefusedException {
    String claimed = params.objectOrEmpty(Meta.MEMBER).string(Meta.VERSION);
    if (claimed == null) {
      throw new RefusedException(
          400, RpcException.INVALID_PARAMS, "params._meta lacks " + Meta.VERSION);
    }
    require(/* header= */ VERSION, /* given= */ request.header(VERSION), claimed);
    require("Mcp-Method", request.header("Mcp-Method"), method);
    String name =
        switch (method) {
          case "tools/call", "prompts/get" -> params.string("name");
          case "resources/read" -> params.string("uri");
          default -> null;
        };
    if (name != null) {
      String given = request.header("Mcp-Name");
      require("Mcp-Name", given == null ? null : HeaderValue.text(given), name);
    }
  }

  private static void require(String header, @Nullable String given, String wanted)
      throws RefusedException {
    if (!wanted.equals(given)) {
      throw new RefusedException(
          400,
          Meta.HEADER_MISMATCH,
          given == null
              ? "the header " + header + " is missing"
              : "the header " + header + " and the message contradict each other");
    }
  }

  private void notified(Request request, String method, Json.Obj params) throws RefusedException {
    if (isStateless(request, params)) {
      return;
    }
    HttpSessions.Session session = session(request);
    if (method.equals("notifications/cancelled")) {
      Json id = params.get("requestId");
      if (id != null) {
        session.cancel(id);
      }
    }
  }

  private HttpSessions.Session session(Request request) throws RefusedException {
    String version = request.header(VERSION);
    if (version != null
        && ProtocolVersion.of(version).filter(each -> !each.isStateless()).isEmpty()) {
      throw new RefusedException(
          400,
          Meta.UNSUPPORTED_VERSION,
          "protocol " + version + " is not spoken here; known are " + ProtocolVersion.known());
    }
    String id = request.header(SESSION);
    if (id == null) {
      throw new RefusedException(
          400,
          RpcException.INVALID_REQUEST,
          "the header " + SESSION + " is missing: send initialize first");
    }
    HttpSessions.Session session = sessions.find(id);
    if (session == null) {
      throw new RefusedException(
          404, RpcException.INVALID_REQUEST, "this session is over; send initialize again");
    }
    return session;
  }

  /// Several messages at once, as the revision of 2025-03-26 allows: one after the other.
  private void several(Request request, Json.Arr batch, Response response)
      throws IOException, InterruptedException, RefusedException {
    HttpSessions.Session session = session(request);
    var answers = new ArrayList<Json>();
    for (Json each : batch.items()) {
      if (!(each instanceof Json.Obj message)) {
        throw new RefusedException(
            400, RpcException.INVALID_REQUEST, "each message of a batch is an object");
      }
      Json id = message.get("id");
      String method = message.string("method");
      if (method == null) {
        sessions.answered(session, message);
      } else if (id == null) {
        notified(request, method, message.objectOrEmpty("params"));
      } else {
        requireId(id);
        var exchange =
            new Exchange(
                request, id, method, message.objectOrEmpty("params"), session, session.server());
        answers.add(exchange.whole());
      }
    }
    response.answer(
        answers.isEmpty() ? 202 : 200, Map.of(), answers.isEmpty() ? null : Json.array(answers));
  }

  private static void run(Exchange exchange, Response response)
      throws IOException, InterruptedException {
    String accepted = exchange.request.header("Accept");
    boolean streams =
        exchange.method.equals("tools/call")
            && accepted != null
            && accepted.contains("text/event-stream");
    if (streams) {
      exchange.stream(response.events(exchange.headers()));
      return;
    }
    Json.Obj answer = exchange.whole();
    response.answer(exchange.status(answer), exchange.headers(), answer);
  }

  /// One request, run on a thread of its own so that whoever waits for it can do something else.
  private static final class Exchange implements ClientLink {
    private final Request request;
    private final Json id;
    private final String method;
    private final Json.Obj params;
    private final HttpSessions.@Nullable Session session;
    private final McpServer server;
    private final LinkedBlockingQueue<Json.Obj> outbox = new LinkedBlockingQueue<>();
    private final CompletableFuture<Boolean> gone = new CompletableFuture<>();
    private volatile boolean streams;

    Exchange(
        Request request,
        Json id,
        String method,
        Json.Obj params,
        HttpSessions.@Nullable Session session,
        McpServer server) {
      this.request = request;
      this.id = id;
      this.method = method;
      this.params = params;
      this.session = session;
      this.server = server;
    }

    private Thread begin() {
      Thread worker = Thread.ofVirtual().name("mcp-request").unstarted(this::work);
      if (session == null || session.began(id, worker)) {
        worker.start();
      } else {
        // Two of one name could not be told apart by whoever wants to cancel one.
        outbox.add(
            error(
                id,
                new RpcException(
                    RpcException.INVALID_REQUEST, "the id " + id.compact() + " is in use")));
      }
      return worker;
    }

    private void work() {
      Json.Obj answer;
      try {
        answer = result(id, server.request(method, params, this));
      } catch (RpcException refused) {
        answer = error(id, refused);
      } catch (InterruptedException stopped) {
        answer = error(id, new RpcException(RpcException.CANCELLED, "it was cancelled"));
      } catch (RuntimeException | Error bug) {
        System.getLogger(HttpEndpoint.class.getName())
            .log(System.Logger.Level.ERROR, "the answer to " + method + " broke", bug);
        answer = error(id, new RpcException(RpcException.INTERNAL_ERROR, "a bug in Tenon"));
      }
      if (session != null) {
        session.ended(id);
      }
      outbox.add(answer);
    }

    private static boolean isAnswer(Json.Obj message) {
      return !message.has("method");
    }

    /// The answer alone.
    Json.Obj whole() throws InterruptedException {
      Thread worker = begin();
      try {
        Json.Obj message = outbox.take();
        while (!isAnswer(message)) {
          message = outbox.take();
        }
        return message;
      } catch (InterruptedException stopped) {
        worker.interrupt();
        throw stopped;
      }
    }

    /// Everything until the answer, and a sign of life in between. In the stateless revision a
    /// client that goes away wants no answer any more; in a session it may have lost its way.
    void stream(Events events) throws IOException, InterruptedException {
      streams = true;
      Thread worker = begin();
      try {
        while (true) {
          Json.Obj message = outbox.poll(HEARTBEAT_SECONDS, TimeUnit.SECONDS);
          events.write(
              message == null ? ":\n\n" : "event: message\ndata: " + message.compact() + "\n\n");
          if (message != null && isAnswer(message)) {
            return;
          }
        }
      } catch (IOException unread) {
        gone.complete(true);
        if (session == null) {
          worker.interrupt();
        }
        throw unread;
      } catch (InterruptedException stopped) {
        worker.interrupt();
        throw stopped;
      }
    }

    Map<String, String> headers() {
      return session != null && method.equals("initialize")
          ? Map.of(SESSION, session.id())
          : Map.of();
    }

    int status(Json.Obj answer) {
      Json.Obj error = answer.object("error");
      if (error == null || session != null) {
        return 200;
      }
      return switch ((int) error.number("code", 0)) {
        case RpcException.METHOD_NOT_FOUND -> 404;
        case Meta.UNSUPPORTED_VERSION, Meta.HEADER_MISMATCH, Meta.MISSING_CAPABILITY -> 400;
        default -> 200;
      };
    }

    @Override
    public void tell(String told, Json.Obj with) {
      if (streams) {
        outbox.add(
            Json.object().put("jsonrpc", "2.0").put("method", told).put("params", with).build());
      }
    }

    @Override
    public Json ask(String asked, Json.Obj with) throws RpcException, InterruptedException {
      if (session == null || !streams) {
        throw new RpcException(
            RpcException.INVALID_REQUEST,
            "the client takes no stream of events, so it cannot be asked");
      }
      return session.ask(asked, with, outbox::add, gone);
    }

    @Override
    public int depth() {
      String said = request.header(DEPTH);
      return said != null && said.matches("[0-9]{1,3}") ? Integer.parseInt(said) : 0;
    }
  }

  /// Requests of the stateless revision bring their way back along.
  private static final class Unasked implements ClientLink {
    @Override
    public void tell(String method, Json.Obj params) {}

    @Override
    public Json ask(String method, Json.Obj params) throws RpcException {
      throw new RpcException(RpcException.INVALID_REQUEST, "there is nobody to ask");
    }
  }

  private static Json.Obj result(Json id, Json result) {
    return Json.object().put("jsonrpc", "2.0").put("id", id).put("result", result).build();
  }

  private static Json.Obj error(Json id, RpcException refused) {
    return Json.object()
        .put("jsonrpc", "2.0")
        .put("id", id)
        .object(
            "error",
            error ->
                error
                    .put("code", refused.code())
                    .put("message", String.valueOf(refused.getMessage()))
                    .put("data", refused.data()))
        .build();
  }

  /// Ends every session and what runs in it.
  @Override
  public void close() {
    List.copyOf(sessions.all()).forEach(sessions::end);
    stateless.close();
  }
}
