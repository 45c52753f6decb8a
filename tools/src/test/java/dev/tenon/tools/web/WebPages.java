package dev.tenon.tools.web;

import dev.tenon.harness.RawServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// A web server on loopback with pages by path, which notes what it was asked.
final class WebPages implements AutoCloseable {
  /// The heads of all requests.
  final List<String> heads = new CopyOnWriteArrayList<>();

  private final Map<String, RawServer.Handler> pages = new ConcurrentHashMap<>();
  private final RawServer server = new RawServer(this::serve);

  private void serve(InputStream in, OutputStream out) throws IOException {
    for (String head = RawServer.readRequest(in); head != null; head = RawServer.readRequest(in)) {
      heads.add(head);
      pages.getOrDefault(head.split(" ", 3)[1], WebPages::missing).serve(in, out);
    }
  }

  private static void missing(InputStream in, OutputStream out) throws IOException {
    RawServer.write(out, "HTTP/1.1 404 no\r\nContent-Length: 6\r\n\r\nabsent");
  }

  /// @param headers each ended by CRLF, without the length
  WebPages page(String path, String headers, byte[] body) {
    pages.put(
        path,
        (in, out) -> {
          RawServer.write(
              out, "HTTP/1.1 200 OK\r\n" + headers + "Content-Length: " + body.length + "\r\n\r\n");
          out.write(body);
          out.flush();
        });
    return this;
  }

  WebPages page(String path, String type, String text) {
    return page(path, "Content-Type: " + type + "\r\n", text.getBytes(StandardCharsets.UTF_8));
  }

  WebPages handle(String path, RawServer.Handler handler) {
    pages.put(path, handler);
    return this;
  }

  /// `{port}` in the location is the port of this server.
  WebPages redirect(String path, String location) {
    String to = location.replace("{port}", Integer.toString(port()));
    pages.put(
        path,
        (in, out) ->
            RawServer.write(
                out, "HTTP/1.1 302 go\r\nLocation: " + to + "\r\nContent-Length: 0\r\n\r\n"));
    return this;
  }

  int port() {
    return server.uri().getPort();
  }

  int connections() {
    return server.connections();
  }

  @Override
  public void close() {
    server.close();
  }
}
