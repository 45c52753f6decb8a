package dev.tenon.core.http;

import dev.tenon.core.http.TransportException.Failure;
import dev.tenon.core.http.tls.TlsStack;
import dev.tenon.core.http.tls.Trust;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Sends requests and gives answers whose body streams. Connections are kept open between requests
/// when the answer before was read to its end. Safe for several threads.
///
/// Every failure is a [TransportException]; an interrupt of the calling thread ends a blocked call
/// at once and closes its connection, also on a platform thread. A request is sent again only when
/// a kept connection was closed before anything of an answer came.
public final class Transport implements AutoCloseable {
  static final int MAX_HEADERS = 200;

  private static final int MAX_IDLE = 8;
  private static final long MAX_IDLE_NANOS = 60_000_000_000L;

  /// A request of this size might not fit into the buffers of a server that does not read.
  private static final int LARGE_BODY = 131_072;

  private final HttpSettings settings;
  private final Connector connector;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, ArrayDeque<Connection>> idle = new HashMap<>();
  private boolean closed;
  private volatile @Nullable Consumer<String> tap;
  private volatile @Nullable Consumer<String> remarks;

  public Transport(HttpSettings settings, Proxies proxies) {
    this(settings, proxies, Trust.JDK);
  }

  /// With other ideas of whom to trust.
  public Transport(HttpSettings settings, Proxies proxies, Trust trust) {
    this(settings, proxies, () -> TlsStack.of(trust), null);
  }

  /// One that connects only where it may.
  public Transport(HttpSettings settings, Proxies proxies, Trust trust, Addresses addresses) {
    this(settings, proxies, () -> TlsStack.of(trust), addresses);
  }

  Transport(
      HttpSettings settings,
      Proxies proxies,
      Connector.Security security,
      @Nullable Addresses addresses) {
    this.settings = settings;
    this.connector = new Connector(settings, proxies, security, addresses);
  }

  /// One with the same settings, proxies and trust that connects only where it may. It has
  /// connections of its own.
  public Transport within(Addresses addresses) {
    return new Transport(settings, connector.within(addresses));
  }

  private Transport(HttpSettings settings, Connector connector) {
    this.settings = settings;
    this.connector = connector;
  }

  /// Shows this what goes over the wire from now on, for debugging.
  public void tap(Consumer<String> lines) {
    tap = lines;
  }

  public @Nullable Consumer<String> tap() {
    return tap;
  }

  /// Tells this from now on what was odd about an answer and was taken all the same.
  public void remarks(Consumer<String> listener) {
    remarks = listener;
  }

  /// Whoever reads an answer says what was odd about it.
  public void remark(String what) {
    Consumer<String> listener = remarks;
    if (listener != null) {
      listener.accept(what);
    }
  }

  public HttpSettings settings() {
    return settings;
  }

  /// Sends the request and waits for the head of the answer.
  public HttpResponse send(HttpRequest request) throws TransportException, InterruptedException {
    boolean guarded = !Thread.currentThread().isVirtual() || request.body().length > LARGE_BODY;
    return send(request, guarded ? SocketGuard.start() : null);
  }

  /// The same, and the connection is cut when the answer, its body included, is not read to its end
  /// within this time.
  public HttpResponse send(HttpRequest request, Duration within)
      throws TransportException, InterruptedException {
    return send(request, SocketGuard.within(within.toNanos()));
  }

  private HttpResponse send(HttpRequest request, @Nullable SocketGuard guard)
      throws TransportException, InterruptedException {
    HttpResponse response = null;
    try {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      response = exchange(request, guard);
      return response;
    } catch (TransportException failed) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      throw failed;
    } finally {
      if (response == null && guard != null) {
        guard.release();
      }
    }
  }

  /// Connects to the host of this address, with TLS for https, and sends nothing: tells whether a
  /// request could be sent.
  public void tryConnection(URI uri) throws TransportException {
    connector.connect(uri, null).close();
  }

  private HttpResponse exchange(HttpRequest request, @Nullable SocketGuard guard)
      throws TransportException {
    Connection kept = idle(Connector.origin(request.uri()));
    if (kept != null) {
      if (guard != null) {
        guard.over(kept.raw());
      }
      try {
        return exchange(request, kept, guard);
      } catch (TransportException failed) {
        boolean closedMeanwhile =
            failed.failure() == Failure.NO_ANSWER
                && !(failed.getCause() instanceof SocketTimeoutException)
                && !kept.answered()
                && !Thread.currentThread().isInterrupted();
        if (!closedMeanwhile) {
          throw failed;
        }
      }
    }
    return exchange(request, connector.connect(request.uri(), guard), guard);
  }

  private HttpResponse exchange(
      HttpRequest request, Connection connection, @Nullable SocketGuard guard)
      throws TransportException {
    HttpResponse response = null;
    connection.expectAnswer();
    try {
      IOException unsent = write(connection, request, guard);
      response = read(connection, request.uri(), guard, unsent);
      return response;
    } finally {
      if (response == null) {
        connection.close();
      }
    }
  }

  /// Writes the request. A failure is given, not thrown: a server that refuses a large body says so
  /// while it is still being sent, and that answer is worth reading.
  private @Nullable IOException write(
      Connection connection, HttpRequest request, @Nullable SocketGuard guard) {
    if (guard != null) {
      guard.limit(settings.response().toNanos());
    }
    try {
      connection.write(head(request), request.body());
      return null;
    } catch (IOException broken) {
      return broken;
    } finally {
      if (guard != null) {
        guard.unlimited();
      }
    }
  }

  private HttpResponse read(
      Connection connection, URI uri, @Nullable SocketGuard guard, @Nullable IOException unsent)
      throws TransportException {
    String host = uri.getHost();
    try {
      connection.headTimeout(settings.response().toMillis());
      ResponseHead head = ResponseHead.read(connection, host);
      connection.readTimeout(settings.idle().toMillis());
      BodyStream body = BodyStream.of(connection, host, head.status(), head.headers());
      return new HttpResponse(
          head.status(),
          head.headers(),
          body,
          connection,
          guard,
          head.keepAlive() && unsent == null ? this : null);
    } catch (SocketTimeoutException late) {
      throw new TransportException(
          Failure.NO_ANSWER,
          host + " did not answer within " + settings.response().toSeconds() + " s",
          late);
    } catch (TransportException known) {
      throw known;
    } catch (IOException broken) {
      String what =
          guard != null && guard.expired()
              ? host + " did not take the request within " + settings.response().toSeconds() + " s"
              : "the connection to " + host + " was lost before an answer came";
      throw new TransportException(Failure.NO_ANSWER, what, unsent == null ? broken : unsent);
    }
  }

  private String head(HttpRequest request) {
    URI uri = request.uri();
    Proxies.Proxy proxy = connector.plainProxy(uri);
    var head = new StringBuilder(512);
    head.append(request.method()).append(' ');
    if (proxy != null) {
      head.append(Connector.origin(uri));
    }
    String path = uri.getRawPath();
    head.append(path == null || path.isEmpty() ? "/" : path);
    if (uri.getRawQuery() != null) {
      head.append('?').append(uri.getRawQuery());
    }
    head.append(" HTTP/1.1\r\nHost: ").append(uri.getHost());
    if (uri.getPort() >= 0) {
      head.append(':').append(uri.getPort());
    }
    head.append("\r\n");
    if (proxy != null && proxy.authorization() != null) {
      head.append("Proxy-Authorization: ").append(proxy.authorization()).append("\r\n");
    }
    boolean codings = false;
    for (Map.Entry<String, String> header : request.headers().entrySet()) {
      codings |= header.getKey().equalsIgnoreCase("Accept-Encoding");
      head.append(header.getKey()).append(": ").append(header.getValue()).append("\r\n");
    }
    if (request.body().length > 0 || request.method().equals("POST")) {
      head.append("Content-Length: ").append(request.body().length).append("\r\n");
    }
    return head.append(codings ? "\r\n" : "Accept-Encoding: identity\r\n\r\n").toString();
  }

  private @Nullable Connection idle(String origin) {
    while (true) {
      Connection connection = takeIdle(origin);
      if (connection == null) {
        return null;
      }
      if (connection.idleNanos() < MAX_IDLE_NANOS) {
        return connection;
      }
      connection.close();
    }
  }

  private @Nullable Connection takeIdle(String origin) {
    lock.lock();
    try {
      ArrayDeque<Connection> waiting = idle.get(origin);
      return waiting == null ? null : waiting.pollLast();
    } finally {
      lock.unlock();
    }
  }

  void keep(Connection connection) {
    connection.nowIdle();
    Connection surplus = null;
    lock.lock();
    try {
      if (closed) {
        surplus = connection;
      } else {
        var waiting = idle.computeIfAbsent(connection.origin(), origin -> new ArrayDeque<>());
        waiting.addLast(connection);
        surplus = waiting.size() > MAX_IDLE ? waiting.pollFirst() : null;
      }
    } finally {
      lock.unlock();
    }
    if (surplus != null) {
      surplus.close();
    }
  }

  /// Closes the idle connections. Exchanges under way go on, and their connections are not kept.
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      for (ArrayDeque<Connection> waiting : idle.values()) {
        for (Connection connection : waiting) {
          connection.close();
        }
      }
      idle.clear();
    } finally {
      lock.unlock();
    }
  }
}
