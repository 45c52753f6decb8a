package dev.tenon.core.http.stream;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Reads the frames of one stream, one after the other.
public interface FrameReader {

  /// The next frame, or null at the end of the stream.
  @Nullable Frame next() throws IOException;

  /// Whether the frame given last was ended by the end of the stream instead of its own end mark;
  /// it may be only a part.
  boolean torn();
}
