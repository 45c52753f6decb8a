package dev.tenon.tools;

import dev.tenon.core.model.Part;
import dev.tenon.core.model.PictureKind;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.core.workspace.ReadResult;
import java.io.IOException;
import java.util.Base64;
import java.util.Optional;

/// Pictures that models can look at, recognised by their first bytes.
final class Pictures {
  static final long MOST_BYTES = 5 * 1024 * 1024;

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
    return PictureKind.of(bytes);
  }
}
