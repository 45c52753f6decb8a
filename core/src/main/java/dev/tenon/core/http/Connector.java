package dev.tenon.core.http;

import dev.tenon.core.http.TransportException.Failure;
import dev.tenon.core.http.tls.HandshakeException;
import dev.tenon.core.http.tls.TlsStack;
import dev.tenon.core.http.tls.TrustException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// Opens connections: every address of a host in turn, through a proxy where one is set, with TLS
/// and a check of the host's name for https.
final class Connector {
  private final HttpSettings settings;
  private final Proxies proxies;

  private final Security security;

  /// Where connections may go, or null for an endpoint that the user has configured.
  private final @Nullable Addresses addresses;

  Connector(
      HttpSettings settings, Proxies proxies, Security security, @Nullable Addresses addresses) {
    this.settings = settings;
    this.proxies = proxies;
    this.security = security;
    this.addresses = addresses;
  }

  /// The same that connects only where these say.
  Connector within(Addresses allowed) {
    return new Connector(settings, proxies, security, allowed);
  }

  /// Gives the TLS stack when the first secure connection wants it: making one is slow.
  @FunctionalInterface
  interface Security {
    TlsStack stack() throws IOException;
  }

  /// Scheme, host and port: what connections can be shared for.
  static String origin(URI uri) {
    String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
    String host = uri.getHost().toLowerCase(Locale.ROOT);
    return scheme + "://" + host + ":" + port(uri);
  }

  private static int port(URI uri) {
    return uri.getPort() >= 0 ? uri.getPort() : isTls(uri) ? 443 : 80;
  }

  private static boolean isTls(URI uri) {
    return "https".equalsIgnoreCase(uri.getScheme());
  }

  /// The proxy that gets the whole address in the request line: the one for plain http.
  Proxies.@Nullable Proxy plainProxy(URI uri) {
    return isTls(uri) ? null : proxies.proxyFor(uri);
  }

  Connection connect(URI uri, @Nullable SocketGuard guard) throws TransportException {
    Proxies.Proxy proxy = proxies.proxyFor(uri);
    String host = proxy == null ? uri.getHost() : proxy.host();
    int port = proxy == null ? port(uri) : proxy.port();
    Socket raw = null;
    Socket socket = null;
    boolean done = false;
    try {
      if (proxy != null && addresses != null) {
        addresses.throughProxy(uri.getHost(), port(uri));
      }
      InetAddress[] targets =
          proxy == null && addresses != null
              ? addresses.direct(host, port)
              : InetAddress.getAllByName(host);
      raw = open(targets, host, port, guard);
      raw.setTcpNoDelay(true);
      raw.setSoTimeout((int) settings.connect().toMillis());
      socket = raw;
      if (proxy != null && proxy.secure()) {
        socket = secure(raw, proxy);
      }
      if (isTls(uri)) {
        if (proxy != null) {
          tunnel(socket, uri, proxy);
        }
        socket = secure(socket, uri.getHost(), port(uri));
      }
      var connection = new Connection(origin(uri), raw, socket);
      done = true;
      return connection;
    } catch (IOException failed) {
      throw explained(failed, uri, proxy);
    } finally {
      if (!done && raw != null) {
        close(raw);
        TlsStack.release(socket);
      }
    }
  }

  /// The addresses share the time for connecting, so that one which swallows everything leaves some
  /// to the next.
  private Socket open(InetAddress[] targets, String host, int port, @Nullable SocketGuard guard)
      throws IOException {
    IOException last = null;
    long deadline = System.nanoTime() + settings.connect().toNanos();
    for (int i = 0; i < targets.length; i++) {
      long left = (deadline - System.nanoTime()) / 1_000_000 / (targets.length - i);
      var socket = new Socket();
      boolean connected = false;
      try {
        if (guard != null) {
          guard.over(socket);
        }
        socket.connect(
            new InetSocketAddress(targets[i], port), Math.clamp(left, 1, Integer.MAX_VALUE));
        connected = true;
        return socket;
      } catch (IOException failed) {
        if (last == null) {
          last = failed;
        }
        if (Thread.currentThread().isInterrupted()) {
          throw failed;
        }
      } finally {
        if (!connected) {
          close(socket);
        }
      }
    }
    throw last == null ? new UnknownHostException(host) : last;
  }

  private void tunnel(Socket open, URI uri, Proxies.Proxy proxy) throws IOException {
    String target = uri.getHost() + ":" + port(uri);
    var head = new StringBuilder("CONNECT ").append(target).append(" HTTP/1.1\r\nHost: ");
    head.append(target).append("\r\n");
    if (proxy.authorization() != null) {
      head.append("Proxy-Authorization: ").append(proxy.authorization()).append("\r\n");
    }
    var connection = new Connection(proxy.toString(), open, open);
    connection.write(head.append("\r\n").toString(), new byte[0]);
    int status = ResponseHead.read(connection, proxy.host()).status();
    if (status / 100 != 2) {
      throw new TransportException(
          Failure.NO_CONNECTION,
          "the proxy " + proxy + " refused the way to " + uri.getHost() + " (HTTP " + status + ")",
          null);
    }
  }

  private Socket secure(Socket over, String host, int port) throws IOException {
    int millis = (int) Math.min(settings.connect().toMillis(), Integer.MAX_VALUE);
    return security.stack().secure(over, host, port, millis);
  }

  private Socket secure(Socket over, Proxies.Proxy proxy) throws IOException {
    try {
      return secure(over, proxy.host(), proxy.port());
    } catch (SSLException failed) {
      throw insecure(failed, "the proxy " + proxy);
    }
  }

  private TransportException explained(IOException failed, URI uri, Proxies.@Nullable Proxy proxy) {
    String whom = proxy == null ? uri.getHost() : "the proxy " + proxy;
    if (failed instanceof TransportException known) {
      return known;
    }
    if (failed instanceof UnknownHostException) {
      return new TransportException(
          Failure.NO_CONNECTION,
          "cannot find " + whom + "; check the name and the network",
          failed);
    }
    if (failed instanceof SocketTimeoutException) {
      return new TransportException(
          Failure.NO_CONNECTION,
          whom + " did not accept a connection within " + settings.connect().toSeconds() + " s",
          failed);
    }
    if (failed instanceof SSLException) {
      return insecure(failed, uri.getHost());
    }
    if (failed instanceof ConnectException && proxy == null && Loopback.is(uri.getHost())) {
      return new TransportException(
          Failure.NOBODY_LISTENS,
          "nothing listens at " + HttpRequest.safe(uri) + "; is the server running?",
          failed);
    }
    return new TransportException(
        Failure.NO_CONNECTION, "cannot connect to " + whom + ": " + failed.getMessage(), failed);
  }

  private static TransportException insecure(IOException failed, String whom) {
    boolean trusted =
        !(failed instanceof TrustException)
            && !(failed instanceof HandshakeException refused
                && refused.problem() != HandshakeException.Problem.PROTOCOL);
    return new TransportException(
        trusted ? Failure.NO_CONNECTION : Failure.NOT_TRUSTED,
        "no secure connection to " + whom + ": " + failed.getMessage(),
        failed);
  }

  /// Closes without complaint: there is nothing left to do for a socket that cannot be closed.
  static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException alreadyBroken) {
      return;
    }
  }
}
