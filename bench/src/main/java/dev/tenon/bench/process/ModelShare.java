package dev.tenon.bench.process;

import dev.tenon.bench.measure.Sample;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.wire.Received;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// What a turn takes when the program takes nothing: the very requests of a conversation are sent
/// again over a bare socket, each as soon as the answer before it has come whole.
final class ModelShare {
  private static final String END = "\r\n0\r\n\r\n";

  private ModelShare() {}

  /// Milliseconds from request to request, one value for each time the conversation is repeated.
  static Sample measure(ModelServer server, List<Received> conversation, int times)
      throws IOException {
    var share = new Sample();
    for (int i = -2; i < times; i++) {
      try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
        socket.setTcpNoDelay(true);
        var in = new BufferedInputStream(socket.getInputStream());
        long begin = System.nanoTime();
        for (Received request : conversation) {
          socket.getOutputStream().write(bytes(request));
          skipAnswer(in);
        }
        if (i >= 0) {
          share.add((System.nanoTime() - begin) / 1e6 / conversation.size());
        }
      }
    }
    return share;
  }

  private static byte[] bytes(Received request) {
    byte[] body = request.text().getBytes(StandardCharsets.UTF_8);
    String head =
        request.method()
            + " "
            + request.path()
            + " HTTP/1.1\r\n"
            + "Host: 127.0.0.1\r\n"
            + "Content-Type: application/json\r\n"
            + "x-api-key: bench\r\n"
            + "anthropic-version: 2023-06-01\r\n"
            + "Content-Length: "
            + body.length
            + "\r\n\r\n";
    byte[] start = head.getBytes(StandardCharsets.ISO_8859_1);
    var whole = new byte[start.length + body.length];
    System.arraycopy(start, 0, whole, 0, start.length);
    System.arraycopy(body, 0, whole, start.length, body.length);
    return whole;
  }

  /// Reads up to the last chunk, which is empty.
  private static void skipAnswer(InputStream in) throws IOException {
    int seen = 0;
    while (seen < END.length()) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException("the model server has closed the connection");
      }
      seen = next == END.charAt(seen) ? seen + 1 : next == END.charAt(0) ? 1 : 0;
    }
  }
}
