package dev.tenon.server.job.review;

import dev.tenon.core.model.Part;
import dev.tenon.server.job.live.Sessions;
import dev.tenon.server.job.record.EngineException;
import dev.tenon.server.tool.Pictures;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// The pictures that tools have shown to the models of sessions, as they were then. Only kinds that
/// run nothing, by their bytes and whatever the tool said of them. Safe for several threads.
public final class CallPictures {
  /// As large as one that a model is shown.
  private static final long MOST_BYTES = 5 * 1024 * 1024;

  private final Sessions sessions;

  public CallPictures(Sessions sessions) {
    this.sessions = sessions;
  }

  /// @param number which of those that the call was answered with, from 0
  public EditorBuffers.Picture of(String session, String call, int number) throws EngineException {
    List<Part.Image> all = sessions.pictures(session, call);
    if (number >= all.size()) {
      throw unknown("the call " + call + " has " + all.size() + " pictures that are kept");
    }
    byte[] bytes = bytes(all.get(number).base64());
    Optional<String> kind = Pictures.kind(bytes);
    return new EditorBuffers.Picture(
        kind.orElseThrow(
            () -> unknown("what the call shows is no PNG, JPEG, GIF or WebP picture that fits")),
        bytes);
  }

  /// Empty for what cannot be read or is too large.
  private static byte[] bytes(String base64) {
    if (base64.length() / 4 * 3L > MOST_BYTES) {
      return new byte[0];
    }
    try {
      return Base64.getMimeDecoder().decode(base64);
    } catch (IllegalArgumentException damaged) {
      // Somebody else's bytes: whoever asks is told that this is no picture.
      return new byte[0];
    }
  }

  private static EngineException unknown(String message) {
    return new EngineException(EngineException.Kind.NOT_FOUND, "unknown_picture", message);
  }
}
