package dev.tenon.core.http.tls;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Stands between a client and a server, and passes bytes on in its own way.
final class Relay {
  private Relay() {}

  private static Socket to(int port, InputStream client) throws IOException {
    var server = new Socket(InetAddress.getLoopbackAddress(), port);
    server.setTcpNoDelay(true);
    Thread.ofVirtual().start(() -> copy(client, server));
    return server;
  }

  private static void copy(InputStream from, Socket to) {
    try (to) {
      var chunk = new byte[8_192];
      for (int n = from.read(chunk); n >= 0; n = from.read(chunk)) {
        to.getOutputStream().write(chunk, 0, n);
      }
    } catch (IOException closed) {
      return;
    }
  }

  /// Every byte of the server on its own.
  static void bytewise(InputStream in, OutputStream out, int port) throws IOException {
    try (Socket server = to(port, in)) {
      for (int c = server.getInputStream().read(); c >= 0; c = server.getInputStream().read()) {
        out.write(c);
        out.flush();
      }
    }
  }

  /// A byte for each permit; when there are none, silence.
  static void dripping(InputStream in, OutputStream out, int port, Semaphore drips)
      throws IOException {
    try (Socket server = to(port, in)) {
      for (int c = server.getInputStream().read(); c >= 0; c = server.getInputStream().read()) {
        if (!drips.tryAcquire(3, TimeUnit.SECONDS)) {
          return;
        }
        out.write(c);
        out.flush();
      }
    } catch (InterruptedException stopped) {
      return;
    }
  }

  /// Cuts the connection once nothing has come for a moment after the client's request.
  static void untilAnswered(InputStream in, OutputStream out, int port) throws IOException {
    try (Socket server = to(port, in)) {
      server.setSoTimeout(500);
      var chunk = new byte[8_192];
      try {
        for (int n = server.getInputStream().read(chunk);
            n >= 0;
            n = server.getInputStream().read(chunk)) {
          out.write(chunk, 0, n);
          out.flush();
        }
      } catch (java.net.SocketTimeoutException quiet) {
        return;
      }
    }
  }
}
