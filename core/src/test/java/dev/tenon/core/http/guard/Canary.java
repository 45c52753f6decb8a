package dev.tenon.core.http.guard;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/// Listens on one port at every address of this machine, and counts who comes. Nobody may.
public final class Canary implements AutoCloseable {
  private final ServerSocket listener;
  private final AtomicInteger hits = new AtomicInteger();
  private final Thread thread;

  public Canary() {
    try {
      listener = new ServerSocket(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    thread = Thread.ofVirtual().start(this::listen);
  }

  public int port() {
    return listener.getLocalPort();
  }

  /// How often somebody has connected. A connection of this test itself comes after all that were
  /// made before, so nothing is on its way when this returns.
  public int hits() {
    int before = hits.get();
    try (var last = new Socket(InetAddress.getLoopbackAddress(), port())) {
      // The canary answers when it has counted.
      last.getInputStream().read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Math.max(before, hits.getAndUpdate(all -> all - 1) - 1);
  }

  private void listen() {
    while (!listener.isClosed()) {
      try (Socket socket = listener.accept()) {
        hits.incrementAndGet();
        socket.getOutputStream().write('!');
      } catch (IOException closed) {
        // The loop ends with the listener.
      }
    }
  }

  @Override
  public void close() {
    try {
      listener.close();
      thread.join();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException leaving) {
      Thread.currentThread().interrupt();
    }
  }
}
