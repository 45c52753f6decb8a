package dev.tenon.core.change;

import dev.tenon.core.workspace.FileMode;
import dev.tenon.core.workspace.FileStat;
import dev.tenon.core.workspace.PathException;
import dev.tenon.core.workspace.PathSandbox;
import dev.tenon.core.workspace.SafeFiles;
import dev.tenon.core.workspace.StagedFile;
import dev.tenon.core.workspace.Workspace;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes several files, all or none: everything is prepared in temporary siblings, the present
/// state is compared once more, then the files are put into place; if one refuses, those before it
/// are put back. Used under the journal's lock.
final class Disk {
  private final PathSandbox sandbox;
  private final SafeFiles files;

  Disk(PathSandbox sandbox) {
    this.sandbox = sandbox;
    this.files = sandbox.files();
  }

  /// One file's way from one state to another; null stands for no file.
  record Write(String path, @Nullable Content from, @Nullable Content to) {}

  /// The file at this path, or null.
  @Nullable Content read(String path) throws IOException, PathException {
    Path real = sandbox.writable(path);
    FileStat stat = files.statIfThere(real);
    byte[] bytes = stat == null ? null : bytes(real);
    return stat == null || bytes == null ? null : new Content(bytes, stat.mode());
  }

  private byte @Nullable [] bytes(Path real) throws IOException {
    try {
      return files.readAll(real, Workspace.MOST_IN_MEMORY);
    } catch (NoSuchFileException goneMeanwhile) {
      return null;
    }
  }

  /// Carries out all writes, or none. Answers the folders that were made, outermost first.
  List<String> apply(List<Write> writes) throws CommitException {
    var attempt = new Attempt();
    try {
      for (Write write : writes) {
        attempt.prepare(write);
      }
      for (Write write : writes) {
        requireUnchanged(write);
      }
      attempt.carryOut();
      return attempt.madeFolders();
    } catch (PathException denied) {
      attempt.takeBack();
      throw new CommitException(
          CommitException.Kind.DENIED, null, String.valueOf(denied.getMessage()), denied);
    } catch (IOException refused) {
      attempt.takeBack();
      throw new CommitException(
          CommitException.Kind.IO, null, "nothing was written: " + reason(refused), refused);
    } catch (CommitException stale) {
      attempt.takeBack();
      throw stale;
    } finally {
      attempt.close();
    }
  }

  private void requireUnchanged(Write write) throws IOException, PathException, CommitException {
    // The bytes themselves are compared, which is faster than hashing them once more.
    byte[] now = bytes(sandbox.writable(write.path));
    byte[] expected = write.from == null ? null : write.from.bytes();
    if (Arrays.equals(now, expected)) {
      return;
    }
    throw Journal.stale(
        write.path,
        now == null
            ? "is gone"
            : expected == null ? "exists already" : "has changed since it was read");
  }

  private static String reason(IOException refused) {
    return refused instanceof FileSystemException file && file.getReason() != null
        ? file.getFile() + ": " + file.getReason()
        : String.valueOf(refused);
  }

  private static FileMode modeOf(Content content) {
    FileMode mode = content.image().mode();
    return mode == null ? Umask.newFile() : mode;
  }

  /// Removes folders that an undone change had made, innermost first, as far as they are empty.
  void removeFolders(List<String> made) throws PathException {
    for (String folder : made.reversed()) {
      removeIfEmpty(sandbox.writable(folder));
    }
  }

  private void removeIfEmpty(Path folder) {
    try {
      files.deleteFolder(folder);
    } catch (DirectoryNotEmptyException | NoSuchFileException inUseOrGone) {
      // Someone put something there meanwhile, or removed it: then it is as it should be.
    } catch (IOException stuck) {
      // An empty folder that cannot be removed does no harm.
    }
  }

  /// One write on its way.
  private record Prepared(Path real, Write write, @Nullable StagedFile staged) {}

  /// What one apply has done so far, to be finished or taken back.
  private final class Attempt {
    private final List<Prepared> prepared = new ArrayList<>();
    private final Deque<Prepared> done = new ArrayDeque<>();
    private final List<Path> folders = new ArrayList<>();

    void prepare(Write write) throws IOException, PathException {
      Path real = sandbox.writable(write.path);
      if (write.to == null) {
        prepared.add(new Prepared(real, write, null));
        return;
      }
      Path parent = real.getParent();
      if (parent != null) {
        folders.addAll(files.createFolders(parent));
      }
      prepared.add(
          new Prepared(real, write, files.stage(real, write.to.bytes(), modeOf(write.to))));
    }

    void carryOut() throws IOException {
      for (Prepared each : prepared) {
        if (each.staged != null) {
          each.staged.commit();
        } else if (each.write.from != null) {
          files.delete(each.real);
        }
        done.push(each);
      }
    }

    List<String> madeFolders() {
      return folders.stream().map(sandbox::relative).toList();
    }

    void takeBack() throws CommitException {
      close();
      var failed = new ArrayList<String>();
      for (Prepared each : done) {
        try {
          putBack(each);
        } catch (IOException stuck) {
          failed.add(each.write.path + " (" + reason(stuck) + ")");
        }
      }
      folders.reversed().forEach(Disk.this::removeIfEmpty);
      if (!failed.isEmpty()) {
        throw new CommitException(
            CommitException.Kind.IO,
            null,
            "a commit failed and could not be taken back for "
                + String.join(", ", failed)
                + "; their content is in the journal",
            null);
      }
    }

    private void putBack(Prepared each) throws IOException {
      Content from = each.write.from;
      if (from == null) {
        files.delete(each.real);
        return;
      }
      try (StagedFile old = files.stage(each.real, from.bytes(), modeOf(from))) {
        old.commit();
      }
    }

    void close() {
      for (Prepared each : prepared) {
        if (each.staged != null) {
          try {
            each.staged.close();
          } catch (IOException leftover) {
            // A temporary sibling that cannot be removed is named as ours and does no harm.
          }
        }
      }
    }
  }
}
