package dev.tenon.core.workspace;

import java.nio.file.Path;
import java.util.Optional;

/// A whole file as it was at one moment.
///
/// @param real where it is
/// @param path the path as the model sees it
/// @param sha256 the hash of its bytes
public record Snapshot(Path real, String path, String sha256, FileContent content) {

  /// The text, unless it is binary.
  public Optional<TextFile> text() {
    return content instanceof TextFile text ? Optional.of(text) : Optional.empty();
  }
}
