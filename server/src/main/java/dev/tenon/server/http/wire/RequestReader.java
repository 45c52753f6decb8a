package dev.tenon.server.http.wire;

import com.sun.net.httpserver.Headers;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Reads the head of a request by the grammar of RFC 9112, and by nothing else. Whatever two
/// readers could take for two things is refused: lines end with CR LF and neither stands alone, a
/// header is one line, a length is digits, a body has one length.
final class RequestReader {
  private static final int MOST_BYTES = 65_536;
  private static final int MOST_HEADERS = 100;
  private static final int LONGEST_NUMBER = 18;

  private final ConnectionInput in;
  private int left;

  RequestReader(ConnectionInput in) {
    this.in = in;
  }

  /// The next request, or null when the client has sent all of them.
  @Nullable RequestHead read() throws IOException {
    left = MOST_BYTES;
    String line = line(true);
    if (line != null && line.isEmpty()) {
      // Some clients end a body with one line end too many.
      line = line(true);
    }
    if (line == null) {
      return null;
    }
    String[] parts = line.split(" ", -1);
    if (parts.length != 3 || !isToken(parts[0])) {
      throw Refusal.bad("the first line is not a method, an address and a version");
    }
    if (!parts[2].equals("HTTP/1.1") && !parts[2].equals("HTTP/1.0")) {
      throw Refusal.bad("the first line does not end with HTTP/1.1");
    }
    return head(parts[0], target(parts[1]), parts[2], headers());
  }

  private static URI target(String text) throws Refusal {
    if (!text.startsWith("/")) {
      throw Refusal.bad("the address must be a path");
    }
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) <= ' ' || text.charAt(i) >= 0x7f) {
        throw Refusal.bad("the address has a character that must be percent-encoded");
      }
    }
    try {
      return new URI(text);
    } catch (URISyntaxException wrong) {
      throw Refusal.bad("the address is malformed: " + wrong.getReason());
    }
  }

  private Headers headers() throws IOException {
    var headers = new Headers();
    int count = 0;
    for (String line = inner(); !line.isEmpty(); line = inner()) {
      if (++count > MOST_HEADERS) {
        throw Refusal.bad("a request has at most " + MOST_HEADERS + " headers");
      }
      int colon = line.indexOf(':');
      if (colon < 1 || !isToken(line.substring(0, colon))) {
        throw Refusal.bad("a header is a name, a colon and a value on one line");
      }
      headers.add(line.substring(0, colon), trimmed(line.substring(colon + 1)));
    }
    return headers;
  }

  private String inner() throws IOException {
    String line = line(false);
    if (line == null) {
      throw Refusal.bad("the request ended early");
    }
    return line;
  }

  /// A line without its CR LF, or null at the end of the connection if that may be here.
  private @Nullable String line(boolean mayEnd) throws IOException {
    var bytes = new StringBuilder();
    while (true) {
      int c = in.read();
      if (c < 0) {
        if (mayEnd && bytes.isEmpty()) {
          return null;
        }
        throw Refusal.bad("the request ended early");
      }
      if (--left < 0) {
        throw Refusal.bad("the head of a request has at most " + MOST_BYTES + " bytes");
      }
      if (c == '\r') {
        if (in.read() != '\n') {
          throw Refusal.bad("a carriage return stands alone");
        }
        return bytes.toString();
      }
      if ((c < ' ' && c != '\t') || c == 0x7f) {
        throw Refusal.bad(
            c == '\n' ? "a line ends without a carriage return" : "a control character");
      }
      bytes.append((char) c);
    }
  }

  private static String trimmed(String value) {
    int from = 0;
    int to = value.length();
    while (from < to && isBlank(value.charAt(from))) {
      from++;
    }
    while (to > from && isBlank(value.charAt(to - 1))) {
      to--;
    }
    return value.substring(from, to);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  private static boolean isToken(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (!letter && (c >= 0x7f || "!#$%&'*+-.^_`|~".indexOf(c) < 0)) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  private static RequestHead head(String method, URI target, String protocol, Headers headers)
      throws Refusal {
    int hosts = all(headers, "Host").size();
    if (hosts != 1) {
      throw Refusal.bad("a request has one Host header, this one has " + hosts);
    }
    boolean old = protocol.equals("HTTP/1.0");
    boolean closes = old;
    for (String value : all(headers, "Connection")) {
      for (String word : value.split(",", -1)) {
        closes |= word.strip().equalsIgnoreCase("close");
      }
    }
    List<String> expected = all(headers, "Expect");
    boolean waits = expected.size() == 1 && expected.getFirst().equalsIgnoreCase("100-continue");
    if (!expected.isEmpty() && !waits) {
      throw Refusal.bad("the only thing to expect here is 100-continue");
    }
    return new RequestHead(
        method,
        target,
        protocol,
        headers,
        length(headers, old),
        closes ? RequestHead.Persistence.CLOSE : RequestHead.Persistence.KEEP,
        waits && !old ? RequestHead.Expectation.CONTINUE : RequestHead.Expectation.NONE);
  }

  private static long length(Headers headers, boolean old) throws Refusal {
    List<String> lengths = all(headers, "Content-Length");
    List<String> codings = all(headers, "Transfer-Encoding");
    if (!codings.isEmpty()) {
      boolean chunked =
          codings.size() == 1 && codings.getFirst().toLowerCase(Locale.ROOT).equals("chunked");
      if (!chunked || !lengths.isEmpty() || old) {
        throw Refusal.bad("a body is either chunked or has a Content-Length, and nothing else");
      }
      return RequestHead.CHUNKED;
    }
    if (lengths.isEmpty()) {
      return 0;
    }
    String length = lengths.getFirst();
    boolean digits = !length.isEmpty() && length.length() <= LONGEST_NUMBER;
    for (int i = 0; i < length.length(); i++) {
      digits &= length.charAt(i) >= '0' && length.charAt(i) <= '9';
    }
    if (lengths.size() > 1 || !digits) {
      throw Refusal.bad("Content-Length is one number of digits");
    }
    return Long.parseLong(length);
  }

  private static List<String> all(Headers headers, String name) {
    return headers.getOrDefault(name, List.of());
  }
}
