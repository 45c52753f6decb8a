package dev.tenon.core.http.fetch;

import dev.tenon.core.http.Headers;
import dev.tenon.core.http.TransportException;
import dev.tenon.core.http.TransportException.Failure;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Takes off what `Content-Encoding` says was put on, the last one first.
final class Codings {
  private static final int MOST = 3;

  private Codings() {}

  static InputStream decoded(WireBody wire, Headers headers, int ratio, String host)
      throws TransportException {
    for (String coding : listed(headers, "transfer-encoding")) {
      if (!coding.equals("chunked") && !coding.equals("identity")) {
        throw unknown(host, coding);
      }
    }
    List<String> codings = listed(headers, "content-encoding");
    codings.removeIf("identity"::equals);
    if (codings.size() > MOST) {
      throw new TransportException(
          Failure.GARBAGE, host + " packed its answer more than " + MOST + " times", null);
    }
    InputStream body = wire;
    var bound = new Ratio(wire, ratio, host);
    for (String coding : codings.reversed()) {
      body =
          switch (coding) {
            case "gzip", "x-gzip" -> new GzipBody(body, host, bound);
            case "deflate" -> new DeflateBody(body, host, bound);
            default -> throw unknown(host, coding);
          };
    }
    return body;
  }

  private static List<String> listed(Headers headers, String name) {
    var found = new ArrayList<String>();
    for (String value : headers.values(name)) {
      for (String item : value.split(",", -1)) {
        if (!item.isBlank()) {
          found.add(item.strip().toLowerCase(Locale.ROOT));
        }
      }
    }
    return found;
  }

  private static TransportException unknown(String host, String coding) {
    boolean plain = coding.length() <= 40 && coding.chars().allMatch(c -> c > ' ' && c < 127);
    return new TransportException(
        Failure.GARBAGE,
        host
            + " packed its answer in a way that was not asked for"
            + (plain ? " ('" + coding + "')" : "")
            + "; only gzip and deflate are read",
        null);
  }
}
