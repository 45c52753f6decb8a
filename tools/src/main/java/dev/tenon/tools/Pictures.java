package dev.tenon.tools;

import dev.tenon.core.model.Part;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.core.workspace.ReadResult;
import java.io.IOException;
import java.util.Base64;
import java.util.Optional;

/// Pictures that models can look at, recognised by their first bytes.
final class Pictures {
  private static final long MOST_BYTES = 5 * 1024 * 1024;

  private Pictures() {}

  /// The file as a picture, if it is one that fits.
  static Optional<Part.Image> of(ProjectView view, ReadResult.Binary file) throws IOException {
    if (file.size() > MOST_BYTES) {
      return Optional.empty();
    }
    byte[] bytes = view.bytes(file.real(), MOST_BYTES);
    return mediaType(bytes)
        .map(type -> new Part.Image(type, Base64.getEncoder().encodeToString(bytes)));
  }

  static Optional<String> mediaType(byte[] bytes) {
    if (begins(bytes, 0, 0x89, 'P', 'N', 'G')) {
      return Optional.of("image/png");
    }
    if (begins(bytes, 0, 0xff, 0xd8, 0xff)) {
      return Optional.of("image/jpeg");
    }
    if (begins(bytes, 0, 'G', 'I', 'F', '8')) {
      return Optional.of("image/gif");
    }
    return begins(bytes, 0, 'R', 'I', 'F', 'F') && begins(bytes, 8, 'W', 'E', 'B', 'P')
        ? Optional.of("image/webp")
        : Optional.empty();
  }

  private static boolean begins(byte[] bytes, int at, int... wanted) {
    if (bytes.length < at + wanted.length) {
      return false;
    }
    for (int i = 0; i < wanted.length; i++) {
      if ((bytes[at + i] & 0xff) != wanted[i]) {
        return false;
      }
    }
    return true;
  }
}
