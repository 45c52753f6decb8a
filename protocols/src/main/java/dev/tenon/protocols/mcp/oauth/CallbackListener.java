package dev.tenon.protocols.mcp.oauth;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;

/// Waits on this machine for the browser to come back. What is not the answer that is waited for is
/// told so, and the wait goes on: any page could send the browser here, and browsers connect before
/// they know what to ask.
final class CallbackListener implements AutoCloseable {
  static final String PATH = "/callback";

  private static final int LONGEST_REQUEST = 16 * 1024;
  private static final int SLOWEST_MILLIS = 5_000;
  private static final int MOST_VISITORS = 64;

  private static final int MOST_TRIES = 10;
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(20);

  private final ServerSocket socket;
  private final Predicate<URI> taker;
  private final Semaphore room = new Semaphore(MOST_VISITORS);

  /// @param port the wanted one, or 0; where it is taken, another one is used
  /// @param taker takes an address that the browser came back with, if it is an answer
  CallbackListener(int port, Predicate<URI> taker) throws IOException {
    this.taker = taker;
    this.socket = port == 0 ? bound(0) : wanted(port);
    Thread.ofVirtual().name("mcp-callback").start(this::accept);
  }

  /// The port of before; its last listener may still be on its way out. Otherwise another one.
  private static ServerSocket wanted(int port) throws IOException {
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      try {
        return bound(port);
      } catch (IOException taken) {
        try {
          Thread.sleep(BETWEEN_TRIES);
        } catch (InterruptedException hurry) {
          Thread.currentThread().interrupt();
          return bound(0);
        }
      }
    }
    return bound(0);
  }

  private static ServerSocket bound(int port) throws IOException {
    var socket = new ServerSocket();
    try {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return socket;
    } catch (IOException taken) {
      socket.close();
      throw taken;
    }
  }

  String address() {
    return "http://127.0.0.1:" + socket.getLocalPort() + PATH;
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        room.acquireUninterruptibly();
        Socket client = socket.accept();
        Thread.ofVirtual().name("mcp-callback").start(() -> serve(client));
      } catch (IOException closed) {
        room.release();
      }
    }
  }

  private void serve(Socket visitor) {
    try (Socket client = visitor) {
      client.setSoTimeout(SLOWEST_MILLIS);
      answer(client);
    } catch (IOException gone) {
      // Whoever came went away again.
    } finally {
      room.release();
    }
  }

  private void answer(Socket client) throws IOException {
    String line = requestLine(client.getInputStream());
    boolean taken = false;
    String[] words = line.split(" ", -1);
    if (words.length == 3 && words[0].equals("GET") && words[1].startsWith(PATH + "?")) {
      try {
        taken = taker.test(URI.create("http://127.0.0.1" + words[1]));
      } catch (IllegalArgumentException broken) {
        taken = false;
      }
    }
    String text =
        taken
            ? "Tenon has its answer. You can close this page."
            : "This is not the answer that Tenon waits for.";
    byte[] body =
        ("<!doctype html><meta charset=utf-8><title>Tenon</title><p>" + text)
            .getBytes(StandardCharsets.UTF_8);
    String head =
        "HTTP/1.1 "
            + (taken ? "200 OK" : "400 Bad Request")
            + "\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: "
            + body.length
            + "\r\nContent-Security-Policy: default-src 'none'\r\nReferrer-Policy: no-referrer"
            + "\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n";
    OutputStream out = client.getOutputStream();
    out.write(head.getBytes(StandardCharsets.ISO_8859_1));
    out.write(body);
    out.flush();
  }

  private static String requestLine(InputStream in) throws IOException {
    var request = new StringBuilder();
    while (request.length() < LONGEST_REQUEST && request.indexOf("\r\n\r\n") < 0) {
      int c = in.read();
      if (c < 0) {
        break;
      }
      request.append((char) c);
    }
    int end = request.indexOf("\r\n");
    return end < 0 ? "" : request.substring(0, end);
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException gone) {
      // It is closed either way.
    }
  }
}
