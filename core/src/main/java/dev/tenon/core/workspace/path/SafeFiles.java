package dev.tenon.core.workspace.path;

import dev.tenon.core.text.FileBytes;
import dev.tenon.core.text.FileMode;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// All that tools do with files, on the real paths that [PathSandbox] gives out. Each operation
/// walks from the root down by directory handles and follows no link, so a link that is swapped in
/// after the path was judged makes the operation fail instead of leading it out. Safe for several
/// threads.
///
/// An interrupt in the middle of reading or writing surfaces as
/// [java.nio.channels.ClosedByInterruptException].
public final class SafeFiles {
  private static final Set<StandardOpenOption> READ = Set.of(StandardOpenOption.READ);
  private static final Set<StandardOpenOption> CREATE =
      Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);

  private final PathSandbox sandbox;
  private final Opener opener;

  SafeFiles(PathSandbox sandbox, Opener opener) {
    this.sandbox = sandbox;
    this.opener = opener;
  }

  /// How the root is opened; tests put the way without handles here.
  @FunctionalInterface
  interface Opener {
    Folder open(Path root) throws IOException;
  }

  /// Whether there are rules that keep paths from every tool.
  public boolean hasForbidden() {
    return !sandbox.forbidden().equals(ForbiddenPaths.NOTHING);
  }

  /// Whether rules keep the path from every tool.
  public boolean hides(Path path) {
    return sandbox.forbidden().reading(path) != null;
  }

  /// One name in a folder.
  public record Entry(String name, FileStat stat) {}

  public FileStat stat(Path real) throws IOException {
    if (sandbox.baseOf(real).equals(real)) {
      return PathFolder.statOf(real);
    }
    return in(real, Folder::stat);
  }

  /// The same, or null for a path that is not there.
  public @Nullable FileStat statIfThere(Path real) throws IOException {
    try {
      return stat(real);
    } catch (NoSuchFileException missing) {
      return null;
    }
  }

  /// Opens a regular file for reading. Pipes and devices are refused: they could block for ever.
  public SeekableByteChannel open(Path real) throws IOException {
    return in(
        real,
        (parent, name) -> {
          FileStat stat = parent.stat(name);
          if (!stat.isFile()) {
            throw notAFile(real, stat);
          }
          return parent.channel(name, READ);
        });
  }

  /// The whole file, if it has at most so many bytes.
  public byte[] readAll(Path real, long most) throws IOException {
    return in(
        real,
        (parent, name) -> {
          FileStat stat = parent.stat(name);
          if (!stat.isFile()) {
            throw notAFile(real, stat);
          }
          byte[] bytes = parent.read(name, most);
          if (bytes == null) {
            throw new FileSystemException(
                real.toString(),
                null,
                "it has " + stat.size() + " bytes, more than the limit of " + most);
          }
          return bytes;
        });
  }

  /// What is in a folder, by name.
  public List<Entry> list(Path real) throws IOException {
    try (Folder folder = folder(real)) {
      List<String> names = folder.names();
      names.sort(null);
      var entries = new ArrayList<Entry>(names.size());
      for (String name : names) {
        FileStat stat = folder.statIfThere(name);
        if (stat != null) {
          entries.add(new Entry(name, stat));
        }
      }
      return entries;
    } catch (FileSystemException problem) {
      throw named(problem, real);
    }
  }

  /// Writes a new content beside the file, down to the disk. The folder has to exist.
  ///
  /// @param mode null keeps the mode of the file that is replaced, or takes the system's default
  @SuppressWarnings("StreamResourceLeak")
  public TemporaryFile stage(Path real, FileBytes bytes, @Nullable FileMode mode)
      throws IOException {
    sandbox.requireWritable(real);
    Folder parent = folder(parentOf(real));
    String name = nameOf(real);
    String temporary = temporaryName();
    try {
      FileStat there = parent.statIfThere(name);
      if (there != null && !there.isFile()) {
        throw notAFile(real, there);
      }
      try (SeekableByteChannel channel = parent.channel(temporary, CREATE)) {
        bytes.copyTo(channel);
        if (channel instanceof FileChannel file) {
          file.force(true);
        }
      }
      FileMode wanted = mode != null ? mode : there != null ? there.mode() : null;
      if (wanted != null) {
        parent.setMode(temporary, wanted);
      }
      return new TemporaryFile(parent, temporary, name);
    } catch (IOException problem) {
      try (parent) {
        if (parent.statIfThere(temporary) != null) {
          parent.deleteFile(temporary);
        }
      } catch (IOException leftover) {
        problem.addSuppressed(leftover);
      }
      throw problem instanceof FileSystemException file ? named(file, real) : problem;
    }
  }

  /// Removes what a write whose program died has left beside the files of a folder. To be done only
  /// while nobody writes there.
  public void removeTemporaries(Path folder) throws IOException {
    try (Folder at = folder(folder)) {
      for (String name : at.names()) {
        if (name.startsWith(TEMPORARY) && name.endsWith(".tmp")) {
          sandbox.requireWritable(folder.resolve(name));
          at.deleteFile(name);
        }
      }
    } catch (FileSystemException problem) {
      throw named(problem, folder);
    }
  }

  /// Deletes a file or a link, never what a link points to.
  public void delete(Path real) throws IOException {
    sandbox.requireWritable(real);
    in(
        real,
        (parent, name) -> {
          parent.deleteFile(name);
          return name;
        });
  }

  /// Deletes an empty folder.
  public void deleteFolder(Path real) throws IOException {
    sandbox.requireWritable(real);
    in(
        real,
        (parent, name) -> {
          parent.deleteFolder(name);
          return name;
        });
  }

  /// Puts a link into place in one step, instead of a file or another link.
  public void link(Path real, String target) throws IOException {
    sandbox.requireWritable(real);
    in(
        real,
        (parent, name) -> {
          String temporary = temporaryName();
          makeLink(parent.path().resolve(temporary), target);
          try {
            parent.move(temporary, parent, name);
          } catch (IOException problem) {
            parent.deleteFile(temporary);
            throw problem;
          }
          return name;
        });
  }

  /// A path of Java drops doubled and last slashes; a link has to keep them.
  private static void makeLink(Path at, String target) throws IOException {
    Path path = Path.of(target);
    if (path.toString().equals(target)) {
      Files.createSymbolicLink(at, path);
      return;
    }
    Process ln = new ProcessBuilder("ln", "-s", "--", target, at.toString()).start();
    try {
      if (ln.waitFor() != 0) {
        throw new FileSystemException(at.toString(), null, "the link cannot be made");
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("stopped").initCause(stopped);
    }
  }

  /// Renames a file or a folder in one step. A file in the way is replaced.
  public void move(Path from, Path to) throws IOException {
    sandbox.requireWritable(from);
    sandbox.requireWritable(to);
    in(
        from,
        (parent, name) -> {
          try (Folder target = folder(parentOf(to))) {
            parent.move(name, target, nameOf(to));
          }
          return name;
        });
  }

  public void setMode(Path real, FileMode mode) throws IOException {
    sandbox.requireWritable(real);
    in(
        real,
        (parent, name) -> {
          parent.setMode(name, mode);
          return name;
        });
  }

  /// Creates the folder and those above it that are missing; gives the new ones, outermost first.
  /// If that fails, none is left behind.
  public List<Path> createFolders(Path real) throws IOException {
    sandbox.requireWritable(real);
    var created = new ArrayList<Path>();
    try {
      new NewFolders(opener).create(sandbox.baseOf(real), real, created);
    } catch (IOException problem) {
      for (Path folder : created.reversed()) {
        try {
          deleteFolder(folder);
        } catch (IOException leftover) {
          problem.addSuppressed(leftover);
        }
      }
      throw problem;
    }
    return created;
  }

  /// Opens a folder by walking down from the root.
  public Folder folder(Path real) throws IOException {
    Path base = sandbox.baseOf(real);
    Folder at = opener.open(base);
    try {
      for (Path name : base.relativize(real)) {
        if (!name.toString().isEmpty()) {
          Folder next = at.folder(name.toString());
          at.close();
          at = next;
        }
      }
      return at;
    } catch (FileSystemException problem) {
      at.close();
      throw named(problem, real);
    }
  }

  @FunctionalInterface
  private interface Step<T> {
    T run(Folder parent, String name) throws IOException;
  }

  private <T> T in(Path real, Step<T> step) throws IOException {
    try (Folder parent = folder(parentOf(real))) {
      return step.run(parent, nameOf(real));
    } catch (FileSystemException problem) {
      throw named(problem, real);
    }
  }

  private static Path parentOf(Path real) throws IOException {
    Path parent = real.getParent();
    if (parent == null) {
      throw new FileSystemException(real.toString(), null, "it is the root of the file system");
    }
    return parent;
  }

  private static String nameOf(Path real) {
    return String.valueOf(real.getFileName());
  }

  private static final String TEMPORARY = ".tenon-";

  /// A name that no one uses. It need not be secret: the file is created only if it is new.
  static String temporaryName() {
    return TEMPORARY + Long.toHexString(ThreadLocalRandom.current().nextLong()) + ".tmp";
  }

  private static FileSystemException notAFile(Path real, FileStat stat) {
    String what =
        switch (stat.kind()) {
          case FILE -> "it is a file";
          case FOLDER -> "it is a folder, not a file";
          case LINK -> "a link has taken its place; try again";
          case OTHER -> "it is a pipe, socket or device, not a file";
        };
    return new FileSystemException(real.toString(), null, what);
  }

  /// Handles know only the last name; people want the whole path.
  private static FileSystemException named(FileSystemException problem, Path real) {
    String path = real.toString();
    if (path.equals(problem.getFile())) {
      return problem;
    }
    FileSystemException named =
        switch (problem) {
          case NoSuchFileException missing -> new NoSuchFileException(path);
          case AccessDeniedException denied -> new AccessDeniedException(path);
          case NotDirectoryException file ->
              new FileSystemException(path, null, "a folder on the way to it is not a folder");
          default -> new FileSystemException(path, null, problem.getReason());
        };
    named.initCause(problem);
    return named;
  }
}
