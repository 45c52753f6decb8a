package dev.tenon.core.workspace.path;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/// A new content for a file, complete and on the disk beside it under a temporary name. [#commit]
/// puts it in place in one step; closing it without that removes it. For one thread.
public final class TemporaryFile implements Closeable {
  private final Folder folder;
  private final String temporary;
  private final String name;
  private State state = State.READY;

  TemporaryFile(Folder folder, String temporary, String name) {
    this.folder = folder;
    this.temporary = temporary;
    this.name = name;
  }

  /// The file that it will become.
  public Path target() {
    return folder.path().resolve(name);
  }

  /// Replaces or creates the file. Everyone sees the old content or the new one, never a part.
  public void commit() throws IOException {
    if (state != State.READY) {
      throw new IllegalStateException("already " + state + ": " + target());
    }
    FileStat there = folder.statIfThere(name);
    if (there != null && !there.isFile()) {
      throw new FileSystemException(
          target().toString(), null, "it is no longer a file but a " + there.kind());
    }
    try {
      folder.move(temporary, folder, name);
    } catch (FileSystemException refused) {
      // The name of the temporary file would tell nobody anything.
      var named = new FileSystemException(target().toString(), null, refused.getReason());
      named.initCause(refused);
      throw named;
    }
    state = State.COMMITTED;
  }

  @Override
  public void close() throws IOException {
    try (folder) {
      if (state == State.READY) {
        state = State.DISCARDED;
        folder.deleteFile(temporary);
      }
    }
  }

  private enum State {
    READY,
    COMMITTED,
    DISCARDED
  }
}
