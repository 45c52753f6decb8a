package dev.tenon.core.http.stream;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Reads lines of JSON (NDJSON): every line that is not blank is a frame.
public final class JsonLinesReader implements FrameReader {
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
      if (!line.isBlank()) {
        return new Frame("", line, "");
      }
    }
  }

  @Override
  public boolean torn() {
    return lines.torn();
  }
}
