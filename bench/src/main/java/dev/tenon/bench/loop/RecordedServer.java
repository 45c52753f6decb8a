package dev.tenon.bench.loop;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// A server on the loopback interface that answers every request with the same bytes. It does next
/// to nothing, so that what is measured is the client.
final class RecordedServer implements AutoCloseable {
  private final ServerSocket listener;
  private final byte[] answer;

  RecordedServer(byte[] events) {
    try {
      listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException impossible) {
      throw new UncheckedIOException("no port on the loopback interface", impossible);
    }
    byte[] head =
        ("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: "
                + events.length
                + "\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII);
    answer = new byte[head.length + events.length];
    System.arraycopy(head, 0, answer, 0, head.length);
    System.arraycopy(events, 0, answer, head.length, events.length);
    Thread.ofPlatform().daemon().name("recorded-server").start(this::accept);
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort());
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        Thread.ofPlatform().daemon().start(() -> serve(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      var in = new BufferedInputStream(client.getInputStream());
      OutputStream out = client.getOutputStream();
      while (!line(in).isEmpty()) {
        int length = 0;
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
          if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
            length = Integer.parseInt(header.substring(header.indexOf(':') + 1).strip());
          }
        }
        in.skipNBytes(length);
        out.write(answer);
        out.flush();
      }
    } catch (IOException gone) {
      // The client has what it wanted.
    }
  }

  private static String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
      if (b != '\r') {
        line.append((char) b);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
