package dev.tenon.core.change.journal;

import dev.tenon.core.text.FileMode;
import dev.tenon.core.text.Sha256;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A file, link or folder at one moment, without its bytes: a file is the hash of its bytes and its
/// mode, a link the hash of its target, a folder its mode. The bytes are in [Blobs].
public record FileImage(Kind kind, String sha256, @Nullable FileMode mode) {
  public FileImage {
    if (sha256.length() != Sha256.EMPTY.length()) {
      throw new IllegalArgumentException("not a SHA-256 hash: " + sha256);
    }
  }

  public FileImage(String sha256, @Nullable FileMode mode) {
    this(Kind.FILE, sha256, mode);
  }

  /// Which of the three it is.
  public enum Kind {
    FILE,
    LINK,
    FOLDER
  }

  public boolean sameBytes(@Nullable FileImage other) {
    return other != null && kind == other.kind && Objects.equals(sha256, other.sha256);
  }
}
