package dev.tenon.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Bytes to a server and back, without a client that would mend them.
final class Raw implements AutoCloseable {
  private static final int LONGEST_MILLIS = 30_000;

  private final Socket socket;

  private Raw(Socket socket) {
    this.socket = socket;
  }

  static Raw to(Harness server) throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.setSoTimeout(LONGEST_MILLIS);
    return new Raw(socket);
  }

  /// Sends a whole request and reads until the server closes.
  static String exchange(Harness server, String request) throws IOException {
    try (Raw raw = to(server)) {
      raw.send(request);
      return raw.rest();
    }
  }

  /// The text of a request with the token, a right Host and these headers instead of others.
  static String request(Harness server, String line, String... headers) {
    var all = new ArrayList<>(List.of(headers));
    if (all.stream().noneMatch(it -> it.startsWith("Host:"))) {
      all.add("Host: 127.0.0.1:" + server.port());
    }
    if (all.stream().noneMatch(it -> it.startsWith("Authorization:"))) {
      all.add("Authorization: Bearer " + Harness.TOKEN);
    }
    all.add("Connection: close");
    return line + " HTTP/1.1\r\n" + String.join("\r\n", all) + "\r\n\r\n";
  }

  void send(String text) throws IOException {
    send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  /// What comes until the server closes; a reset counts as the end.
  String rest() {
    var text = new StringBuilder();
    try {
      InputStream in = socket.getInputStream();
      byte[] buffer = new byte[8192];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        text.append(new String(buffer, 0, n, StandardCharsets.UTF_8));
      }
    } catch (java.net.SocketTimeoutException stillOpen) {
      throw new AssertionError("the server did not close; so far: " + text, stillOpen);
    } catch (IOException reset) {
      return text.toString();
    }
    return text.toString();
  }

  /// Reads until this text has come.
  String until(String wanted) throws IOException {
    var text = new StringBuilder();
    InputStream in = socket.getInputStream();
    while (text.indexOf(wanted) < 0) {
      int c = in.read();
      if (c < 0) {
        throw new IOException("closed after: " + text);
      }
      text.append((char) c);
    }
    return text.toString();
  }

  /// Sends nothing more, and still listens.
  void finishSending() throws IOException {
    socket.shutdownOutput();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
