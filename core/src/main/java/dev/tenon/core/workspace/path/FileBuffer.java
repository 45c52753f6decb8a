package dev.tenon.core.workspace.path;

import dev.tenon.core.text.FileBytes;
import dev.tenon.core.text.FileMode;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A file that is staged and not on the disk: its bytes, and the mode that it will have. Equal to
/// another one with the same hash and mode.
public final class FileBuffer {
  private final FileBytes data;
  private final @Nullable FileMode mode;

  /// @param bytes not to be changed any more
  /// @param sha256 their hash
  public FileBuffer(byte[] bytes, String sha256, @Nullable FileMode mode) {
    this(FileBytes.of(bytes, sha256), mode);
  }

  public FileBuffer(FileBytes data, @Nullable FileMode mode) {
    this.data = data;
    this.mode = mode;
  }

  public FileBytes data() {
    return data;
  }

  public @Nullable FileMode mode() {
    return mode;
  }

  public String sha256() {
    return data.sha256();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FileBuffer buffer
        && data.equals(buffer.data)
        && Objects.equals(mode, buffer.mode);
  }

  @Override
  public int hashCode() {
    return data.hashCode();
  }

  @Override
  public String toString() {
    return "FileBuffer[" + data + "]";
  }
}
