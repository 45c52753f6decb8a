package dev.tenon.core.change;

import dev.tenon.core.workspace.FileMode;
import dev.tenon.core.workspace.PathException;
import dev.tenon.core.workspace.PathSandbox;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Writes several files, all or none: everything is prepared in temporary siblings, the present
/// state is compared once more, then the files are renamed into place; if one refuses, those before
/// it are put back. Used under the journal's lock.
final class Disk {
  private final PathSandbox sandbox;

  Disk(PathSandbox sandbox) {
    this.sandbox = sandbox;
  }

  /// One file's way from one state to another; null stands for no file.
  record Write(String path, @Nullable Content from, @Nullable Content to) {}

  /// The file at this path, or null.
  @Nullable Content read(String path) throws IOException, PathException {
    Path file = sandbox.writable(path);
    try {
      byte[] bytes = Files.readAllBytes(file);
      return new Content(bytes, mode(file));
    } catch (NoSuchFileException missing) {
      return null;
    }
  }

  /// Carries out all writes, or none. Answers the folders that were made, outermost first.
  List<String> apply(List<Write> writes) throws CommitException {
    var undo = new Rollback();
    try {
      List<Prepared> prepared = new ArrayList<>();
      for (Write write : writes) {
        prepared.add(prepare(write, undo));
      }
      for (Write write : writes) {
        requireUnchanged(write);
      }
      for (Prepared each : prepared) {
        undo.written.push(each);
        each.carryOut();
      }
      return undo.madeFolders(sandbox);
    } catch (PathException denied) {
      undo.run();
      throw new CommitException(
          CommitException.Kind.DENIED, null, String.valueOf(denied.getMessage()), denied);
    } catch (IOException refused) {
      undo.run();
      throw new CommitException(
          CommitException.Kind.IO, null, "nothing was written: " + reason(refused), refused);
    } catch (CommitException stale) {
      undo.run();
      throw stale;
    } finally {
      undo.dropTemporaries();
    }
  }

  private void requireUnchanged(Write write) throws IOException, PathException, CommitException {
    FileImage now = Content.imageOf(read(write.path));
    FileImage expected = Content.imageOf(write.from);
    if (now == null ? expected != null : !now.sameBytes(expected)) {
      throw new CommitException(
          CommitException.Kind.STALE,
          write.path,
          now == null
              ? write.path + " is gone"
              : expected == null
                  ? write.path + " exists already"
                  : write.path + " has changed since it was read",
          null);
    }
  }

  private Prepared prepare(Write write, Rollback undo) throws IOException, PathException {
    Path file = sandbox.writable(write.path);
    if (Files.isDirectory(file)) {
      throw new IOException(write.path + " is a folder");
    }
    if (write.to == null) {
      return new Prepared(file, write, null);
    }
    Path folder = Objects.requireNonNull(file.getParent());
    undo.makeFolders(folder);
    Path temporary = Files.createTempFile(folder, ".tenon-", ".tmp");
    undo.temporaries.add(temporary);
    try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
      var buffer = ByteBuffer.wrap(write.to.bytes());
      while (buffer.hasRemaining()) {
        int written = channel.write(buffer);
        if (written < 0) {
          throw new IOException("cannot write " + write.path);
        }
      }
      channel.force(false);
    }
    setMode(temporary, write.to.image().mode());
    return new Prepared(file, write, temporary);
  }

  private static void setMode(Path file, @Nullable FileMode mode) throws IOException {
    var view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    if (view != null) {
      view.setPermissions((mode == null ? Umask.newFile() : mode).permissions());
    }
  }

  static @Nullable FileMode mode(Path file) throws IOException {
    var view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    return view == null ? null : FileMode.of(view.readAttributes().permissions());
  }

  private static String reason(IOException refused) {
    return refused instanceof FileSystemException file && file.getReason() != null
        ? file.getFile() + ": " + file.getReason()
        : String.valueOf(refused);
  }

  private record Prepared(Path file, Write write, @Nullable Path temporary) {
    void carryOut() throws IOException {
      if (temporary == null) {
        Files.deleteIfExists(file);
      } else {
        Files.move(
            temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      }
    }

    void putBack() throws IOException {
      if (write.from == null) {
        Files.deleteIfExists(file);
        return;
      }
      Files.write(file, write.from.bytes());
      setMode(file, write.from.image().mode());
    }
  }

  /// What has to be taken back when something refuses.
  private static final class Rollback {
    final List<Path> temporaries = new ArrayList<>();
    final Deque<Prepared> written = new ArrayDeque<>();
    final Deque<Path> folders = new ArrayDeque<>();

    void makeFolders(Path folder) throws IOException {
      var missing = new ArrayDeque<Path>();
      for (Path at = folder; at != null && !Files.isDirectory(at); at = at.getParent()) {
        missing.push(at);
      }
      for (Path each : missing) {
        Files.createDirectory(each);
        folders.push(each);
      }
    }

    List<String> madeFolders(PathSandbox sandbox) {
      var made = new ArrayList<String>();
      folders.descendingIterator().forEachRemaining(each -> made.add(sandbox.relative(each)));
      return made;
    }

    void run() throws CommitException {
      dropTemporaries();
      var failed = new ArrayList<String>();
      for (Prepared each : written) {
        try {
          each.putBack();
        } catch (IOException stuck) {
          failed.add(each.write.path + " (" + reason(stuck) + ")");
        }
      }
      folders.forEach(Disk::removeIfEmpty);
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

    void dropTemporaries() {
      for (Path temporary : temporaries) {
        try {
          Files.deleteIfExists(temporary);
        } catch (IOException stuck) {
          // It is named as ours and will be cleaned by the next commit in this folder's journal.
          temporary.toFile().deleteOnExit();
        }
      }
    }
  }

  /// Removes a folder that a change had made, unless something is in it.
  static void removeIfEmpty(Path folder) {
    try {
      Files.deleteIfExists(folder);
    } catch (DirectoryNotEmptyException inUse) {
      // Someone put something there meanwhile: then it stays.
    } catch (IOException stuck) {
      // An empty folder that cannot be removed does no harm.
    }
  }

  /// Removes folders that an undone change had made, innermost first, as far as they are empty.
  void removeFolders(List<String> made) throws PathException {
    for (String folder : made.reversed()) {
      removeIfEmpty(sandbox.writable(folder));
    }
  }
}
