package dev.tenon.testkit;

import dev.tenon.testkit.script.Fault;
import dev.tenon.testkit.wire.Received;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One HTTP/1.1 connection of the server, down to single bytes so that responses can break
/// anywhere. Used by one thread.
final class Connection {
  private static final int MAX_LINE = 64 * 1024;
  private static final byte[] CRLF = {'\r', '\n'};

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  Connection(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    this.in = new BufferedInputStream(socket.getInputStream(), 64 * 1024);
    this.out = socket.getOutputStream();
  }

  /// The next request, or null when the client has closed.
  @Nullable Received read() throws IOException {
    String line = line();
    while (line != null && line.isEmpty()) {
      line = line();
    }
    if (line == null) {
      return null;
    }
    String[] words = line.split(" ", -1);
    if (words.length != 3 || !words[2].startsWith("HTTP/1.")) {
      throw new HttpException("not an HTTP/1.1 request line: " + line);
    }
    var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
    for (String header = need(line()); !header.isEmpty(); header = need(line())) {
      int colon = header.indexOf(':');
      if (colon < 1) {
        throw new HttpException("not a header: " + header);
      }
      headers.merge(
          header.substring(0, colon).strip(),
          header.substring(colon + 1).strip(),
          (first, second) -> first + ", " + second);
    }
    if ("100-continue".equalsIgnoreCase(headers.get("expect"))) {
      write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    }
    byte[] body = body(headers);
    String target = words[1];
    int mark = target.indexOf('?');
    String path = decode((mark < 0 ? target : target.substring(0, mark)).replace("+", "%2B"));
    Map<String, String> query = mark < 0 ? Map.of() : query(target.substring(mark + 1));
    return Received.of(words[0], path, query, headers, body);
  }

  private byte[] body(Map<String, String> headers) throws IOException {
    String encoding = headers.getOrDefault("transfer-encoding", "");
    if (encoding.toLowerCase(Locale.ROOT).contains("chunked")) {
      return chunks();
    }
    int length = number(headers.getOrDefault("content-length", "0").strip(), 10);
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new EOFException("the body ended after " + body.length + " of " + length + " bytes");
    }
    return body;
  }

  private byte[] chunks() throws IOException {
    var all = new ByteArrayOutputStream();
    while (true) {
      String size = need(line());
      int semicolon = size.indexOf(';');
      int length = number((semicolon < 0 ? size : size.substring(0, semicolon)).strip(), 16);
      if (length == 0) {
        while (!need(line()).isEmpty()) {
          // trailers are of no interest
        }
        return all.toByteArray();
      }
      byte[] chunk = in.readNBytes(length);
      if (chunk.length < length) {
        throw new EOFException("the body ended inside a chunk");
      }
      all.write(chunk);
      need(line());
    }
  }

  private static int number(String digits, int radix) throws IOException {
    try {
      return Integer.parseInt(digits, radix);
    } catch (NumberFormatException e) {
      throw new HttpException("not a length: " + digits);
    }
  }

  private static Map<String, String> query(String text) {
    var query = new HashMap<String, String>();
    for (String pair : text.split("&", -1)) {
      int equals = pair.indexOf('=');
      String name = equals < 0 ? pair : pair.substring(0, equals);
      query.put(decode(name), equals < 0 ? "" : decode(pair.substring(equals + 1)));
    }
    return query;
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  private @Nullable String line() throws IOException {
    var line = new ByteArrayOutputStream(128);
    while (true) {
      int next = in.read();
      if (next < 0) {
        if (line.size() == 0) {
          return null;
        }
        throw new EOFException("the connection ended inside a line");
      }
      if (next == '\n') {
        return line.toString(StandardCharsets.ISO_8859_1);
      }
      if (next != '\r') {
        line.write(next);
      }
      if (line.size() > MAX_LINE) {
        throw new HttpException("a line of more than " + MAX_LINE + " bytes");
      }
    }
  }

  private static String need(@Nullable String line) throws IOException {
    if (line == null) {
      throw new EOFException("the connection ended inside a request");
    }
    return line;
  }

  /// A response with a known length. For HEAD the body is announced and left out.
  void respond(Received request, int status, Map<String, String> headers, String body)
      throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    var all = new ByteArrayOutputStream();
    all.write(head(status, headers, "content-length: " + bytes.length));
    if (!request.method().equals("HEAD")) {
      all.write(bytes);
    }
    write(all.toByteArray());
  }

  /// Begins a response in chunks.
  void begin(int status, Map<String, String> headers) throws IOException {
    write(head(status, headers, "transfer-encoding: chunked"));
  }

  private static byte[] head(int status, Map<String, String> headers, String framing) {
    var head = new StringBuilder("HTTP/1.1 ").append(status).append(' ').append(reason(status));
    head.append("\r\n");
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    head.append(framing).append("\r\n\r\n");
    return head.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /// One chunk, written at once.
  void chunk(byte[] bytes, int from, int to) throws IOException {
    if (from == to) {
      return;
    }
    var chunk = new ByteArrayOutputStream(to - from + 16);
    chunk.write(size(to - from));
    chunk.write(bytes, from, to - from);
    chunk.write(CRLF);
    write(chunk.toByteArray());
  }

  /// A chunk that announces all the bytes but brings only those before `end`.
  void brokenChunk(byte[] bytes, int end) throws IOException {
    var chunk = new ByteArrayOutputStream(end + 16);
    chunk.write(size(bytes.length));
    chunk.write(bytes, 0, end);
    write(chunk.toByteArray());
  }

  void end() throws IOException {
    write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] size(int length) {
    return (Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.US_ASCII);
  }

  private void write(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  /// Blocks until the client closes (or the server does).
  void awaitClose() throws IOException {
    while (in.read() >= 0) {
      // what the client still says is of no interest
    }
  }

  void close(Fault.Closing closing) throws IOException {
    switch (closing) {
      case CLOSE -> {}
      case RESET -> socket.setSoLinger(true, 0);
    }
    socket.close();
  }

  private static String reason(int status) {
    return switch (status) {
      case 200 -> "OK";
      case 400 -> "Bad Request";
      case 401 -> "Unauthorized";
      case 403 -> "Forbidden";
      case 404 -> "Not Found";
      case 405 -> "Method Not Allowed";
      case 429 -> "Too Many Requests";
      case 500 -> "Internal Server Error";
      case 502 -> "Bad Gateway";
      case 503 -> "Service Unavailable";
      case 529 -> "Overloaded";
      default -> "Status";
    };
  }
}
