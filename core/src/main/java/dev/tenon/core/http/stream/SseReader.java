package dev.tenon.core.http.stream;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Reads server-sent events. Comments, unknown fields and events without data are passed over; a
/// last event that lacks its empty line is given, and marked as torn.
public final class SseReader implements FrameReader {
  private final LineReader lines;
  private boolean first = true;
  private boolean torn;
  private String lastId = "";
  private long retryMillis = -1;

  public SseReader(LineReader lines) {
    this.lines = lines;
  }

  @Override
  public @Nullable Frame next() throws IOException {
    String event = "";
    String id = "";
    StringBuilder data = null;
    while (true) {
      String line = lines.next();
      if (line == null) {
        torn = data != null;
        return data == null ? null : new Frame(event, data.toString(), id);
      }
      if (first) {
        first = false;
        if (line.startsWith("\ufeff")) {
          line = line.substring(1);
        }
      }
      if (line.isEmpty()) {
        if (data != null) {
          return new Frame(event, data.toString(), id);
        }
        event = "";
        id = "";
        continue;
      }
      int colon = line.indexOf(':');
      String field = colon < 0 ? line : line.substring(0, colon);
      int start = colon < 0 ? line.length() : colon + 1;
      if (start < line.length() && line.charAt(start) == ' ') {
        start++;
      }
      switch (field) {
        case "data" -> {
          if (data == null) {
            data = new StringBuilder(line.length());
          } else {
            data.append('\n');
          }
          data.append(line, start, line.length());
        }
        case "event" -> event = line.substring(start);
        case "id" -> {
          id = line.substring(start);
          lastId = id;
        }
        case "retry" -> retry(line.substring(start));
        default -> {
          // A comment (empty name) or a field of the future.
        }
      }
    }
  }

  private void retry(String digits) {
    if (digits.matches("[0-9]{1,9}")) {
      retryMillis = Long.parseLong(digits);
    }
  }

  /// The id that came last, also with an event without data; empty if none came.
  public String lastId() {
    return lastId;
  }

  /// After which time the server wants to be asked again; -1 if it has not said.
  public long retryMillis() {
    return retryMillis;
  }

  @Override
  public boolean torn() {
    return torn;
  }
}
