package dev.tenon.core.workspace.path;

import dev.tenon.core.text.FileContent;
import dev.tenon.core.text.FileMode;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A file that is held in memory and not on the disk: its bytes, which nobody changes, with their
/// hash, and the mode that it will have. Equal to another one with the same hash and mode.
public final class FileBuffer {
  private final byte[] bytes;
  private final String sha256;
  private final @Nullable FileMode mode;

  /// @param bytes not to be changed any more
  /// @param sha256 their hash
  public FileBuffer(byte[] bytes, String sha256, @Nullable FileMode mode) {
    this.bytes = bytes;
    this.sha256 = sha256;
    this.mode = mode;
  }

  public byte[] bytes() {
    return bytes;
  }

  @Nullable FileMode mode() {
    return mode;
  }

  public String sha256() {
    return sha256;
  }

  public FileContent content() {
    return FileContent.of(bytes, mode);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FileBuffer buffer
        && sha256.equals(buffer.sha256)
        && Objects.equals(mode, buffer.mode);
  }

  @Override
  public int hashCode() {
    return sha256.hashCode();
  }

  @Override
  public String toString() {
    return "FileBuffer[" + sha256 + ", " + bytes.length + " bytes]";
  }
}
