package dev.tenon.core.workspace;

import dev.tenon.core.text.BinaryFile;
import dev.tenon.core.text.FileBytes;
import dev.tenon.core.text.FileContent;
import dev.tenon.core.text.FileMode;
import dev.tenon.core.text.TextFile;
import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.PathSandbox;
import dev.tenon.core.workspace.state.StableRead;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A whole file as it was at one moment.
///
/// @param real where it is
/// @param path the path as the model sees it
/// @param sha256 the hash of its bytes
public record Snapshot(Path real, String path, String sha256, FileContent content) {

  /// The file as it is now.
  static Snapshot of(PathSandbox sandbox, Path real) throws IOException {
    FileStat stat = sandbox.files().stat(real);
    FileBytes bytes = StableRead.of(sandbox, real, stat.size());
    return of(real, sandbox.relative(real), bytes, stat.mode());
  }

  /// A file with these bytes. What is too large to be held in memory is no text.
  public static Snapshot of(Path real, String path, FileBytes bytes, @Nullable FileMode mode)
      throws IOException {
    FileContent content =
        bytes.size() > FileBytes.MOST_IN_MEMORY
            ? new BinaryFile(
                bytes.size(),
                "it has "
                    + ReadNotes.bytes(bytes.size())
                    + ", and only files up to "
                    + ReadNotes.bytes(FileBytes.MOST_IN_MEMORY)
                    + " are edited as text")
            : bytes.isKnownBinary()
                ? new BinaryFile(bytes.size(), "it contains NUL characters")
                : FileContent.of(bytes.load(), mode);
    return new Snapshot(real, path, bytes.sha256(), content);
  }

  /// The text, unless it is binary.
  public Optional<TextFile> text() {
    return content instanceof TextFile text ? Optional.of(text) : Optional.empty();
  }
}
