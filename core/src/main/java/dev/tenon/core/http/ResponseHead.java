package dev.tenon.core.http;

import dev.tenon.core.http.TransportException.Failure;
import java.io.IOException;

/// Status line and headers of an answer.
record ResponseHead(int status, Headers headers, boolean keepAlive) {
  private static final int MOST_ANNOUNCEMENTS = 100;

  static ResponseHead read(Connection connection, String host) throws IOException {
    for (int i = 0; i <= MOST_ANNOUNCEMENTS; i++) {
      String line = connection.readLine();
      int status = status(line, host);
      Headers headers = headers(connection, host);
      if (status >= 200) {
        boolean keepAlive =
            line.startsWith("HTTP/1.1")
                ? !headers.lists("connection", "close")
                : headers.lists("connection", "keep-alive");
        return new ResponseHead(status, headers, keepAlive);
      }
      // 1xx announces an answer that is still to come.
    }
    throw new TransportException(Failure.GARBAGE, host + " only announces an answer", null);
  }

  private static int status(String line, String host) throws TransportException {
    if (line.startsWith("HTTP/1.") && line.length() >= 12 && line.charAt(8) == ' ') {
      int status = 0;
      for (int i = 9; i < 12; i++) {
        status = status * 10 + Character.digit(line.charAt(i), 10);
      }
      if (status >= 100) {
        return status;
      }
    }
    throw new TransportException(Failure.GARBAGE, "what answers at " + host + " is not HTTP", null);
  }

  private static Headers headers(Connection connection, String host) throws IOException {
    var headers = new Headers();
    while (true) {
      String line = connection.readLine();
      if (line.isEmpty()) {
        return headers;
      }
      int colon = line.indexOf(':');
      if (colon < 1 || headers.size() == Transport.MAX_HEADERS) {
        throw new TransportException(Failure.GARBAGE, host + " sent bad headers", null);
      }
      headers.add(line.substring(0, colon).strip(), line.substring(colon + 1).strip());
    }
  }
}
