package dev.tenon.core.http.stream;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Reads lines of JSON (NDJSON): every line that is not blank is a frame. The lines of server-sent
/// events are taken too, because some gateways turn the one into the other.
public final class JsonLinesReader implements FrameReader {
  private static final String DATA = "data:";

  private final LineReader lines;

  public JsonLinesReader(LineReader lines) {
    this.lines = lines;
  }

  @Override
  public @Nullable Frame next() throws IOException {
    while (true) {
      String line = lines.next();
      if (line == null) {
        return null;
      }
      String json = json(line);
      if (!json.isBlank()) {
        return new Frame("", json, "");
      }
    }
  }

  private static String json(String line) {
    String text = line.startsWith("\ufeff") ? line.substring(1) : line;
    if (text.startsWith(DATA)) {
      return text.substring(DATA.length());
    }
    boolean field =
        text.startsWith(":")
            || text.startsWith("event:")
            || text.startsWith("id:")
            || text.startsWith("retry:");
    return field ? "" : text;
  }

  @Override
  public boolean torn() {
    return lines.torn();
  }
}
