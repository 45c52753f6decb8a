package dev.tenon.core.change;

import dev.tenon.core.workspace.FileMode;
import dev.tenon.core.workspace.Sha256;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A whole file at one moment: its bytes' hash and its mode. The bytes are in [Blobs].
public record FileImage(String sha256, @Nullable FileMode mode) {
  public FileImage {
    if (sha256.length() != Sha256.EMPTY.length()) {
      throw new IllegalArgumentException("not a SHA-256 hash: " + sha256);
    }
  }

  boolean sameBytes(@Nullable FileImage other) {
    return other != null && Objects.equals(sha256, other.sha256);
  }
}
