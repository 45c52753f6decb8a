package dev.tenon.core.change;

import dev.tenon.core.workspace.FileContent;
import dev.tenon.core.workspace.FileMode;
import dev.tenon.core.workspace.Sha256;
import dev.tenon.core.workspace.TextFile;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A whole file with its bytes. Compare by [#image]; the bytes are not to be changed.
final class Content {
  private final byte[] bytes;
  private final FileImage image;

  Content(byte[] bytes, @Nullable FileMode mode) {
    this.bytes = bytes;
    this.image = new FileImage(Sha256.of(bytes), mode);
  }

  byte[] bytes() {
    return bytes;
  }

  FileImage image() {
    return image;
  }

  /// The file as text, if it is text.
  Optional<TextFile> text() {
    return FileContent.of(bytes, image.mode()) instanceof TextFile text
        ? Optional.of(text)
        : Optional.empty();
  }

  Content withMode(@Nullable FileMode mode) {
    return new Content(bytes, mode);
  }

  static @Nullable FileImage imageOf(@Nullable Content content) {
    return content == null ? null : content.image;
  }
}
