package dev.tenon.core.workspace;

import dev.tenon.core.text.FileContent;
import dev.tenon.core.text.Sha256;
import dev.tenon.core.text.TextFile;
import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.PathSandbox;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// A whole file as it was at one moment.
///
/// @param real where it is
/// @param path the path as the model sees it
/// @param sha256 the hash of its bytes
public record Snapshot(Path real, String path, String sha256, FileContent content) {

  /// The file as it is now.
  static Snapshot of(PathSandbox sandbox, Path real) throws IOException {
    FileStat stat = sandbox.files().stat(real);
    byte[] bytes = sandbox.files().readAll(real, Workspace.MOST_IN_MEMORY);
    return new Snapshot(
        real, sandbox.relative(real), Sha256.of(bytes), FileContent.of(bytes, stat.mode()));
  }

  /// The text, unless it is binary.
  public Optional<TextFile> text() {
    return content instanceof TextFile text ? Optional.of(text) : Optional.empty();
  }
}
