package dev.tenon.server.http.wire;

import com.sun.net.httpserver.HttpHandler;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import javax.net.ssl.SSLSocket;

/// Listens for connections and reads the requests on each, one after the other, on a thread of its
/// own. Only what the strict grammar allows gets to the handler; the rest is refused here.
public final class HttpListener implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(HttpListener.class.getName());

  /// More connections at a time are not taken.
  private static final int MOST_CONNECTIONS = 8_192;

  /// What is read of a body that no one wanted, so that the connection can be kept.
  private static final long DRAINED = 65_536;

  /// What is taken, and thrown away, from a client that has its last answer and still sends.
  private static final long DISCARDED = 64 << 20;

  private static final long MOMENT_MILLIS = 1_000;

  private final ServerSocket server;
  private final HttpHandler handler;
  private final ExecutorService threads;
  private final long requestMillis;
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /// @param server bound already
  /// @param threads runs each connection; interrupting one closes it
  /// @param requestMillis how long a request may take to come
  public HttpListener(
      ServerSocket server, HttpHandler handler, ExecutorService threads, long requestMillis) {
    this.server = server;
    this.handler = handler;
    this.threads = threads;
    this.requestMillis = requestMillis;
  }

  public void start() {
    Thread.ofPlatform().name("http-listener").start(this::accept);
  }

  public InetSocketAddress address() {
    return (InetSocketAddress) server.getLocalSocketAddress();
  }

  private void accept() {
    while (!closed) {
      try {
        take(server.accept());
      } catch (IOException failed) {
        if (!closed) {
          LOG.log(System.Logger.Level.WARNING, "a connection failed: {0}", failed.getMessage());
          pause();
        }
      }
    }
  }

  /// Too many open files, for example: trying again at once would only burn the processor.
  private static void pause() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }

  private void take(Socket socket) throws IOException {
    if (connections.size() >= MOST_CONNECTIONS) {
      socket.close();
      return;
    }
    connections.add(socket);
    try {
      threads.execute(() -> serve(socket));
    } catch (RejectedExecutionException ending) {
      connections.remove(socket);
      socket.close();
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      if (socket instanceof SSLSocket secure) {
        secure.setSoTimeout((int) requestMillis);
        secure.startHandshake();
      }
      converse(socket);
    } catch (IOException gone) {
      LOG.log(System.Logger.Level.DEBUG, "a client went away: {0}", gone.getMessage());
    } catch (RuntimeException | Error bug) {
      LOG.log(System.Logger.Level.ERROR, "a connection broke", bug);
    } finally {
      connections.remove(socket);
    }
  }

  private void converse(Socket socket) throws IOException {
    var in = new ConnectionInput(socket);
    var out = new BufferedOutputStream(socket.getOutputStream(), 8192);
    var reader = new RequestReader(in);
    while (!closed) {
      in.within(requestMillis);
      RequestHead head = null;
      try {
        head = reader.read();
      } catch (Refusal refused) {
        refuse(refused, out);
        end(socket, in);
        return;
      } catch (SocketTimeoutException silent) {
        return;
      }
      if (head == null) {
        return;
      }
      var body = new RequestBody(head, in, out);
      var exchange = new Exchange(head, body, socket, out);
      handler.handle(exchange);
      exchange.close();
      if (!body.isOver() && body.canBeRead()) {
        drain(body);
      }
      if (!exchange.keepsAlive()) {
        end(socket, in);
        return;
      }
    }
  }

  private static void refuse(Refusal refused, OutputStream out) throws IOException {
    byte[] body =
        Problem.invalid(String.valueOf(refused.getMessage()))
            .json()
            .compact()
            .getBytes(StandardCharsets.UTF_8);
    String head =
        "HTTP/1.1 400 Bad Request\r\n"
            + "Content-Type: application/json; charset=utf-8\r\n"
            + "X-Content-Type-Options: nosniff\r\n"
            + "Cache-Control: no-store\r\n"
            + "Connection: close\r\n"
            + "Content-Length: "
            + body.length
            + "\r\n\r\n";
    out.write(head.getBytes(StandardCharsets.ISO_8859_1));
    out.write(body);
    out.flush();
  }

  /// Reads what is left of a body, up to a bound, so that the next request can follow it.
  private static void drain(RequestBody body) {
    try {
      byte[] some = new byte[8192];
      long left = DRAINED;
      while (left > 0) {
        int count = body.read(some, 0, some.length);
        if (count < 0) {
          return;
        }
        left -= count;
      }
    } catch (IOException broken) {
      LOG.log(System.Logger.Level.DEBUG, "a body broke: {0}", broken.getMessage());
    }
  }

  /// Closing with something unread would make the system take back the answer.
  private void end(Socket socket, ConnectionInput in) throws IOException {
    if (!socket.isClosed()) {
      socket.shutdownOutput();
      in.discard(DISCARDED, requestMillis, MOMENT_MILLIS);
    }
  }

  /// Ends all connections.
  @Override
  public void close() {
    closed = true;
    closeQuietly(server);
    connections.forEach(HttpListener::closeQuietly);
  }

  private static void closeQuietly(Closeable each) {
    try {
      each.close();
    } catch (IOException gone) {
      LOG.log(System.Logger.Level.DEBUG, "closing failed: {0}", gone.getMessage());
    }
  }
}
