package dev.tenon.core.http.fetch;

import dev.tenon.core.http.HttpSettings;
import dev.tenon.core.http.Proxies;
import dev.tenon.core.http.Transport;
import dev.tenon.core.http.TransportException;
import dev.tenon.core.http.guard.ConnectRules;
import dev.tenon.core.http.guard.DnsNames;
import dev.tenon.core.http.guard.DnsServer;
import dev.tenon.core.http.guard.WebAddress;
import dev.tenon.core.http.tls.Trust;
import dev.tenon.harness.RawServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// A web server with pages by path, under several names that a rule opens: `a.test`, `b.test` and
/// `c.test`. `shut.test` is the same server, and no rule opens it.
final class Pages implements AutoCloseable {
  static final HttpSettings SETTINGS =
      new HttpSettings(
          Duration.ofSeconds(5),
          Duration.ofSeconds(10),
          Duration.ofSeconds(10),
          Duration.ofSeconds(10));

  /// The heads of all requests.
  final List<String> heads = new CopyOnWriteArrayList<>();

  final DnsServer dns = new DnsServer();
  private final Map<String, RawServer.Handler> pages = new ConcurrentHashMap<>();
  private final RawServer server = new RawServer(this::serve);

  Pages() {
    for (String name : List.of("a.test", "b.test", "c.test", "shut.test")) {
      dns.says(name, "127.0.0.1");
    }
  }

  private void serve(InputStream in, OutputStream out) throws IOException {
    for (String head = RawServer.readRequest(in); head != null; head = RawServer.readRequest(in)) {
      heads.add(head);
      String path = head.split(" ", 3)[1];
      pages.getOrDefault(path, Pages::missing).serve(in, out);
    }
  }

  private static void missing(InputStream in, OutputStream out) throws IOException {
    RawServer.write(out, "HTTP/1.1 404 no\r\nContent-Length: 0\r\n\r\n");
  }

  Pages page(String path, RawServer.Handler handler) {
    pages.put(path, handler);
    return this;
  }

  /// @param head status line and headers, without the length
  Pages page(String path, String head, byte[] body) {
    return page(
        path,
        (in, out) -> {
          RawServer.write(out, head + "\r\nContent-Length: " + body.length + "\r\n\r\n");
          out.write(body);
          out.flush();
        });
  }

  Pages page(String path, String text) {
    return page(path, "HTTP/1.1 200 OK", text.getBytes(StandardCharsets.UTF_8));
  }

  /// `{port}` in the location is the port of this server.
  Pages redirect(String path, int status, String location) {
    String to = location.replace("{port}", Integer.toString(port()));
    return page(path, "HTTP/1.1 " + status + " go\r\nLocation: " + to, new byte[0]);
  }

  int port() {
    return server.uri().getPort();
  }

  int connections() {
    return server.connections();
  }

  WebAddress at(String host, String path) {
    return WebAddress.parse("http://" + host + ":" + port() + path);
  }

  Fetch fetch() {
    return new Fetch(
        new DnsNames(dns), guard -> new Transport(SETTINGS, Proxies.NONE, Trust.JDK, guard));
  }

  /// The rules of these tests.
  ConnectRules rules() {
    return (host, port) -> List.of("a.test", "b.test", "c.test").contains(host) && port == port();
  }

  Hooks hooks() {
    return new Hooks(rules(), (host, port) -> true);
  }

  Fetched get(String path, Limits limits) throws TransportException, InterruptedException {
    return fetch().get(at("a.test", path), Map.of(), limits, hooks());
  }

  Fetched get(String path) throws TransportException, InterruptedException {
    return get(path, Limits.DEFAULTS);
  }

  @Override
  public void close() {
    server.close();
    dns.close();
  }
}
