package dev.tenon.protocols.mcp.client;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.harness.RawServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// A server at an address that serves one tool, and does as a test says wherever that says so. It
/// speaks the transport of its time: `http` answers each message where it was asked, `sse` on the
/// one stream.
final class HostileAddress implements AutoCloseable {
  static final String GREETING =
      "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},\"serverInfo\":"
          + "{\"name\":\"bad\",\"version\":\"1\"}}";
  static final String TOOLS =
      "{\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"}}]}";

  /// All requests, in order.
  final Queue<Request> heard = new ConcurrentLinkedQueue<>();

  private final String transport;
  private final Map<String, Reply> replies = new ConcurrentHashMap<>();
  private final RawServer server = new RawServer(this::serve);
  private volatile @Nullable OutputStream stream;

  /// What came in.
  ///
  /// @param message an empty object for requests without one
  record Request(String verb, String head, Json.Obj message, InputStream in, OutputStream out) {
    String method() {
      return message.string("method", verb);
    }

    long id() {
      return message.number("id", 0);
    }
  }

  /// What a server does with a request.
  interface Reply {
    void to(Request request) throws IOException;
  }

  HostileAddress(String transport) {
    this.transport = transport;
    on("GET", transport.equals("sse") ? this::stream : status("405 Method Not Allowed", ""));
    on("DELETE", status("200 OK", ""));
    on("server/discover", refusing(-32601, "no"));
    on("initialize", answering(GREETING));
    on("notifications/initialized", status("202 Accepted", ""));
    on("notifications/cancelled", status("202 Accepted", ""));
    on("tools/list", answering(TOOLS));
    on("tools/call", answering("{\"content\":[]}"));
    on("POST", status("202 Accepted", ""));
  }

  /// @param what a method, or `GET` and `DELETE`; `POST` is what the client answers
  HostileAddress on(String what, Reply reply) {
    replies.put(what, reply);
    return this;
  }

  URI uri() {
    return server.uri();
  }

  String url() {
    return server.uri() + "/mcp";
  }

  int connections() {
    return server.connections();
  }

  List<String> methods() {
    return heard.stream().map(Request::method).toList();
  }

  private void serve(InputStream in, OutputStream out) throws IOException {
    for (Request next = read(in, out); next != null; next = read(in, out)) {
      heard.add(next);
      Reply reply = replies.get(next.method());
      if (reply == null) {
        throw new IllegalStateException("nothing is said about " + next.method());
      }
      reply.to(next);
    }
  }

  private static @Nullable Request read(InputStream in, OutputStream out) throws IOException {
    var head = new ByteArrayOutputStream();
    while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
      int next = in.read();
      if (next < 0) {
        return null;
      }
      head.write(next);
    }
    String text = head.toString(StandardCharsets.ISO_8859_1);
    int at = text.indexOf("Content-Length: ");
    Json.Obj message = Json.Obj.EMPTY;
    if (at >= 0) {
      int start = at + "Content-Length: ".length();
      byte[] body =
          in.readNBytes(Integer.parseInt(text.substring(start, text.indexOf('\r', start))));
      try {
        message = Json.parseObject(new String(body, StandardCharsets.UTF_8));
      } catch (JsonException broken) {
        throw new IOException(broken);
      }
    }
    return new Request(text.substring(0, text.indexOf(' ')), text, message, in, out);
  }

  // ---- what it can do

  private void stream(Request request) throws IOException {
    stream = request.out();
    RawServer.write(request.out(), EVENTS + "event: endpoint\ndata: /messages\n\n");
    awaitEnd(request);
  }

  static final String EVENTS = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";

  private static void awaitEnd(Request request) throws IOException {
    while (request.in().read() >= 0) {
      // Nobody sends anything here.
    }
  }

  static Reply status(String status, String headers) {
    return request ->
        RawServer.write(
            request.out(), "HTTP/1.1 " + status + "\r\n" + headers + "Content-Length: 0\r\n\r\n");
  }

  static Reply bytes(String bytes) {
    return request -> RawServer.write(request.out(), bytes);
  }

  /// Says nothing until the client leaves.
  static Reply silent() {
    return HostileAddress::awaitEnd;
  }

  /// The connection breaks off, and so does the stream.
  Reply dying() {
    return request -> {
      OutputStream open = stream;
      if (open != null) {
        open.close();
      }
      throw new IOException("it died");
    };
  }

  Reply answering(String result) {
    return request -> message(request, "\"result\":" + result);
  }

  Reply refusing(int code, String text) {
    return request ->
        message(request, "\"error\":{\"code\":" + code + ",\"message\":\"" + text + "\"}");
  }

  private void message(Request request, String members) throws IOException {
    String text = "{\"jsonrpc\":\"2.0\",\"id\":" + request.id() + "," + members + "}";
    if (transport.equals("http")) {
      json(request, text);
    } else {
      status("202 Accepted", "").to(request);
      RawServer.write(open(), "data: " + text + "\n\n");
    }
  }

  static void json(Request request, String text) throws IOException {
    RawServer.write(
        request.out(),
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
            + text.getBytes(StandardCharsets.UTF_8).length
            + "\r\n\r\n"
            + text);
  }

  private OutputStream open() throws IOException {
    OutputStream open = stream;
    if (open == null) {
      throw new IOException("no stream is open");
    }
    return open;
  }

  /// Writes bytes where the answer is expected as events, and then goes on; over HTTP the stream is
  /// the answer's own and ends with it.
  Reply streaming(Reply events) {
    return request -> {
      if (transport.equals("http")) {
        RawServer.write(request.out(), EVENTS);
        events.to(request);
        throw new IOException("the stream is over");
      }
      status("202 Accepted", "").to(request);
      events.to(new Request(request.verb, request.head, request.message, request.in, open()));
    };
  }

  /// Lets a call wait until a test has seen enough.
  static Reply holding(CountDownLatch latch, Reply then) {
    return request -> {
      try {
        latch.await();
      } catch (InterruptedException over) {
        throw new IOException(over);
      }
      then.to(request);
    };
  }

  @Override
  public void close() {
    server.close();
  }
}
