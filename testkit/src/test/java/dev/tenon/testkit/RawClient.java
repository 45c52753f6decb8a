package dev.tenon.testkit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// An HTTP client of single bytes: it shows what really came over the socket.
final class RawClient implements AutoCloseable {
  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  RawClient(ModelServer server) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.setSoTimeout(10_000);
    in = new BufferedInputStream(socket.getInputStream());
    out = socket.getOutputStream();
  }

  /// The head of a response and the chunks of its body as they were framed.
  record Response(int status, Map<String, String> headers, List<byte[]> chunks, Ending ending) {
    String body() {
      return new String(bytes(), StandardCharsets.UTF_8);
    }

    byte[] bytes() {
      var all = new ByteArrayOutputStream();
      chunks.forEach(all::writeBytes);
      return all.toByteArray();
    }
  }

  enum Ending {
    COMPLETE,
    CUT
  }

  void send(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  Response post(String path, String body) throws IOException {
    postOnly(path, body);
    return read();
  }

  void postOnly(String path, String body) throws IOException {
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    send(
        "POST "
            + path
            + " HTTP/1.1\r\nHost: x\r\nx-api-key: k\r\nx-goog-api-key: k\r\n"
            + "anthropic-version: 2023-06-01\r\nAuthorization: Bearer k\r\nContent-Length: "
            + length
            + "\r\n\r\n"
            + body);
  }

  Response get(String path) throws IOException {
    send("GET " + path + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer k\r\n\r\n");
    return read();
  }

  Response read() throws IOException {
    Response head = readHead();
    var chunks = new ArrayList<byte[]>();
    if (!"chunked".equals(head.headers().get("transfer-encoding"))) {
      int length = Integer.parseInt(head.headers().getOrDefault("content-length", "0"));
      byte[] body = in.readNBytes(length);
      chunks.add(body);
      return new Response(
          head.status(),
          head.headers(),
          chunks,
          body.length == length ? Ending.COMPLETE : Ending.CUT);
    }
    while (true) {
      Chunk chunk = readChunk();
      if (chunk.bytes().length > 0) {
        chunks.add(chunk.bytes());
      }
      if (chunk.ending() == Ending.CUT || chunk.bytes().length == 0) {
        return new Response(head.status(), head.headers(), chunks, chunk.ending());
      }
    }
  }

  /// A chunk, its bytes kept as Latin-1.
  record Chunk(String latin1, Ending ending) {
    byte[] bytes() {
      return latin1.getBytes(StandardCharsets.ISO_8859_1);
    }

    /// The bytes as UTF-8.
    String text() {
      return new String(bytes(), StandardCharsets.UTF_8);
    }
  }

  /// The next chunk; empty and complete at the proper end.
  Chunk readChunk() throws IOException {
    String size = line();
    if (size == null) {
      return new Chunk("", Ending.CUT);
    }
    int length = Integer.parseInt(size, 16);
    byte[] bytes = in.readNBytes(length);
    String end = line();
    return new Chunk(
        new String(bytes, StandardCharsets.ISO_8859_1),
        bytes.length == length && "".equals(end) ? Ending.COMPLETE : Ending.CUT);
  }

  Response readHead() throws IOException {
    String line = line();
    if (line == null) {
      return new Response(0, Map.of(), List.of(), Ending.CUT);
    }
    int status = Integer.parseInt(line.split(" ", -1)[1]);
    var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
    for (String header = line(); header != null && !header.isEmpty(); header = line()) {
      int colon = header.indexOf(':');
      headers.put(header.substring(0, colon), header.substring(colon + 1).strip());
    }
    return new Response(status, headers, List.of(), Ending.COMPLETE);
  }

  /// Whether the server has closed the connection.
  boolean ended() throws IOException {
    return in.read() < 0;
  }

  private String line() throws IOException {
    var line = new StringBuilder();
    for (int next = in.read(); next >= 0; next = in.read()) {
      if (next == '\n') {
        return line.toString();
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return null;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
