package dev.tenon.server.http.wire;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One request and its answer on a connection of [HttpListener]. For the thread that answers it.
final class Exchange extends HttpExchange {
  private static final Map<Integer, String> REASONS =
      Map.ofEntries(
          Map.entry(200, "OK"),
          Map.entry(201, "Created"),
          Map.entry(202, "Accepted"),
          Map.entry(204, "No Content"),
          Map.entry(302, "Found"),
          Map.entry(303, "See Other"),
          Map.entry(304, "Not Modified"),
          Map.entry(400, "Bad Request"),
          Map.entry(401, "Unauthorized"),
          Map.entry(403, "Forbidden"),
          Map.entry(404, "Not Found"),
          Map.entry(405, "Method Not Allowed"),
          Map.entry(409, "Conflict"),
          Map.entry(413, "Content Too Large"),
          Map.entry(415, "Unsupported Media Type"),
          Map.entry(429, "Too Many Requests"),
          Map.entry(500, "Internal Server Error"),
          Map.entry(503, "Service Unavailable"),
          Map.entry(507, "Insufficient Storage"));

  private final RequestHead head;
  private final RequestBody body;
  private final Socket socket;
  private final OutputStream out;
  private final Headers answered = new Headers();
  private @Nullable ResponseBody answer;
  private int status = -1;

  Exchange(RequestHead head, RequestBody body, Socket socket, OutputStream out) {
    this.head = head;
    this.body = body;
    this.socket = socket;
    this.out = out;
  }

  private static String reason(int status) {
    return REASONS.getOrDefault(status, "Status " + status);
  }

  @Override
  public Headers getRequestHeaders() {
    return head.headers();
  }

  @Override
  public Headers getResponseHeaders() {
    return answered;
  }

  @Override
  public URI getRequestURI() {
    return head.target();
  }

  @Override
  public String getRequestMethod() {
    return head.method();
  }

  @Override
  public InputStream getRequestBody() {
    return body;
  }

  @Override
  public OutputStream getResponseBody() {
    if (answer == null) {
      throw new IllegalStateException("the answer has not begun");
    }
    return answer;
  }

  @Override
  public void sendResponseHeaders(int code, long length) throws IOException {
    if (status >= 0) {
      throw new IOException("the answer has begun already");
    }
    status = code;
    boolean bare = length == -1 || head.method().equals("HEAD");
    boolean chunked = !bare && length == 0 && head.protocol().equals("HTTP/1.1");
    if (chunked) {
      answered.set("Transfer-Encoding", "chunked");
    } else if (!bare && length > 0) {
      answered.set("Content-Length", String.valueOf(length));
    } else if (bare && code >= 200 && code != 204 && code != 304) {
      answered.putIfAbsent("Content-Length", List.of("0"));
    }
    if (head.persistence() == RequestHead.Persistence.CLOSE) {
      answered.set("Connection", "close");
    }
    answered.set(
        "Date", DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC)));
    var text = new StringBuilder("HTTP/1.1 " + code + " " + reason(code) + "\r\n");
    for (Map.Entry<String, List<String>> each : answered.entrySet()) {
      for (String value : each.getValue()) {
        text.append(each.getKey()).append(": ").append(value).append("\r\n");
      }
    }
    out.write(text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
    answer = new ResponseBody(out, bare ? 0 : chunked ? -1 : length == 0 ? Long.MAX_VALUE : length);
    if (bare) {
      answer.close();
    } else {
      // A stream shows that it has begun before its first event comes.
      if (chunked) {
        out.flush();
      }
    }
  }

  /// Whether another request can be read from the connection after this one.
  boolean keepsAlive() {
    boolean closes =
        answered.getOrDefault("Connection", List.of()).stream().anyMatch("close"::equalsIgnoreCase);
    return answer != null && answer.isOver() && body.isOver() && !closes;
  }

  @Override
  public void close() {
    try {
      if (answer != null) {
        answer.close();
      }
    } catch (IOException gone) {
      // The connection ends, which is all that can be done.
      status = Math.max(status, 0);
    }
  }

  @Override
  public InetSocketAddress getRemoteAddress() {
    return (InetSocketAddress) socket.getRemoteSocketAddress();
  }

  @Override
  public int getResponseCode() {
    return status;
  }

  @Override
  public InetSocketAddress getLocalAddress() {
    return (InetSocketAddress) socket.getLocalSocketAddress();
  }

  @Override
  public String getProtocol() {
    return head.protocol();
  }

  @Override
  public HttpContext getHttpContext() {
    throw new UnsupportedOperationException("there is one handler");
  }

  @Override
  public @Nullable Object getAttribute(String name) {
    return null;
  }

  @Override
  public void setAttribute(String name, Object value) {
    throw new UnsupportedOperationException("nobody needs attributes");
  }

  @Override
  public void setStreams(InputStream in, OutputStream replaced) {
    throw new UnsupportedOperationException("nobody needs filters");
  }

  @Override
  public @Nullable HttpPrincipal getPrincipal() {
    return null;
  }
}
