package dev.tenon.core.workspace.state;

import dev.tenon.core.text.FileBytes;
import dev.tenon.core.workspace.path.BufferOverlay;
import dev.tenon.core.workspace.path.PathSandbox;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The bytes of a whole file of a project as they are at one moment. A large file is hashed by
/// streaming, which takes long enough for it to change meanwhile: that is noticed. Its hash is
/// remembered with its [FileFingerprint] and holds as long as that stays the same. Safe for several
/// threads.
public final class StableRead {
  private static final int MOST_REMEMBERED = 64;

  /// A file that changed so short before may change again without its times showing it.
  private static final long COARSE = 2_000_000_000L;

  private record Known(FileFingerprint fingerprint, String sha256) {}

  /// For the whole program, because a hash depends on nothing but the file.
  private static final Map<Path, Known> REMEMBERED =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Path, Known> eldest) {
          return size() > MOST_REMEMBERED;
        }
      };

  private StableRead() {}

  /// The file at a real path, or the staged one in its place.
  ///
  /// @param size as it was found, by which small files are told
  /// @throws IOException also when the file changes while it is read
  public static FileBytes of(PathSandbox sandbox, Path real, long size) throws IOException {
    if (size <= FileBytes.MOST_BINARY_IN_MEMORY) {
      return FileBytes.of(sandbox.files().readAll(real, FileBytes.MOST_IN_MEMORY));
    }
    if (sandbox.overlay().at(real) instanceof BufferOverlay.BufferedFile staged) {
      return staged.buffer().data();
    }
    return of(real, () -> sandbox.files().open(real));
  }

  /// A file that is opened in this way.
  public static FileBytes of(Path file, FileBytes.Opener opener) throws IOException {
    long begin = now();
    FileFingerprint before = FileFingerprint.of(file);
    if (before.size() > FileBytes.MOST) {
      throw new FileSystemException(
          file.toString(),
          null,
          "it has " + before.size() + " bytes, more than the limit of " + FileBytes.MOST);
    }
    if (before.size() > FileBytes.MOST_BINARY_IN_MEMORY) {
      Known known = remembered(file);
      if (known != null && known.fingerprint.equals(before)) {
        return FileBytes.stored(opener, before.size(), known.sha256);
      }
    }
    FileBytes bytes;
    try {
      bytes = FileBytes.read(opener);
    } catch (FileSystemException named) {
      throw named;
    } catch (IOException problem) {
      throw named(file, problem);
    }
    if (bytes instanceof FileBytes.Streamed) {
      if (!FileFingerprint.of(file).equals(before)) {
        throw new FileSystemException(
            file.toString(), null, "it changed while it was read; try again");
      }
      if (Math.max(before.modified(), before.changed()) < begin - COARSE) {
        remember(file, new Known(before, bytes.sha256()));
      }
    }
    return bytes;
  }

  private static IOException named(Path file, IOException problem) {
    if (problem instanceof ClosedChannelException) {
      return problem;
    }
    var named = new FileSystemException(file.toString(), null, problem.getMessage());
    named.initCause(problem);
    return named;
  }

  private static long now() {
    return System.currentTimeMillis() * 1_000_000L;
  }

  private static @Nullable Known remembered(Path file) {
    synchronized (REMEMBERED) {
      return REMEMBERED.get(file);
    }
  }

  private static void remember(Path file, Known known) {
    synchronized (REMEMBERED) {
      REMEMBERED.put(file, known);
    }
  }
}
