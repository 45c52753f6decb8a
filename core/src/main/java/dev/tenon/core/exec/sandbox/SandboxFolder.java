package dev.tenon.core.exec.sandbox;

import dev.tenon.core.exec.sandbox.Mount.Rights;
import dev.tenon.core.exec.sandbox.Place.Treatment;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The folder of this process under Tenon's state in which the wall keeps what commands see instead
/// of the real thing: their `/tmp`, empty folders, devices. No command ever sees the folder itself.
/// Removed when closed; what a killed process left is removed by the next one.
final class SandboxFolder implements AutoCloseable {
  static final List<String> DEVICES = List.of("null", "zero", "full", "random", "urandom", "tty");

  private final Path folder;
  private final FileChannel lock;
  private final ReentrantLock turn = new ReentrantLock();
  private final Map<String, Path> files = new HashMap<>();
  private final Map<Path, Path> temporaries = new HashMap<>();
  private final Map<Path, Path> veils = new HashMap<>();

  private SandboxFolder(Path folder, FileChannel lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /// @param state Tenon's folder; made if it is not there
  static SandboxFolder open(Path state) throws IOException {
    Path all = state.resolve("sandbox");
    Files.createDirectories(all);
    sweep(all);
    Path folder =
        Files.createTempDirectory(
            all.toRealPath(),
            "",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    FileChannel lock =
        FileChannel.open(
            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    lock.lock();
    var stage = new SandboxFolder(folder, lock);
    stage.furnish();
    return stage;
  }

  private void furnish() throws IOException {
    for (String name : List.of("new", "dev/pts", "dev/shm")) {
      Files.createDirectories(folder.resolve(name));
    }
    Files.createFile(folder.resolve("blank"));
    for (String device : DEVICES) {
      Files.createFile(folder.resolve("dev").resolve(device));
    }
    link("fd", "/proc/self/fd");
    link("stdin", "/proc/self/fd/0");
    link("stdout", "/proc/self/fd/1");
    link("stderr", "/proc/self/fd/2");
    link("ptmx", "pts/ptmx");
  }

  private void link(String name, String target) throws IOException {
    Files.createSymbolicLink(folder.resolve("dev").resolve(name), Path.of(target));
  }

  /// Where the root of a command's file system is put together.
  Path newRoot() {
    return folder.resolve("new");
  }

  /// A `/dev` with nothing but names.
  Path devices() {
    return folder.resolve("dev");
  }

  /// A file with this text; the same text is the same file.
  Path file(String text) throws IOException {
    turn.lock();
    try {
      Path known = files.get(text);
      if (known == null) {
        known = Files.writeString(folder.resolve("file" + files.size()), text);
        files.put(text, known);
      }
      return known;
    } finally {
      turn.unlock();
    }
  }

  /// Itself: what a command that may write everywhere must not reach.
  Path own() {
    return folder;
  }

  /// The file with a filter of system calls; written when it is first asked for.
  Path filter(SeccompFilter.Scope scope, byte[] program) throws IOException {
    turn.lock();
    try {
      Path file = folder.resolve("filter-" + scope.name().toLowerCase(Locale.ROOT));
      if (Files.notExists(file)) {
        Files.write(file, program);
      }
      return file;
    } finally {
      turn.unlock();
    }
  }

  /// What to mount for these places, in order. Makes the folders that are shown and the points at
  /// which something is mounted inside of them.
  List<Mount> mounts(List<Place> places) throws IOException {
    turn.lock();
    try {
      var mounts = new ArrayList<Mount>(places.size());
      for (Place place : places) {
        Path path = place.path();
        Place around = around(places, path);
        boolean staged = around != null && isStaged(around);
        if (around != null && staged) {
          mountPoint(backing(around), around.path().relativize(path), Files.isDirectory(path));
        }
        mounts.add(
            switch (place.treatment()) {
              case WRITABLE -> new Mount(path, path, Rights.READ_WRITE);
              case READ_ONLY -> new Mount(path, path, Rights.READ_ONLY);
              case TEMPORARY -> new Mount(backing(place), path, Rights.READ_WRITE);
              case HIDDEN ->
                  new Mount(
                      Files.isDirectory(path) ? backing(place) : folder.resolve("blank"),
                      path,
                      Rights.READ_ONLY);
              case PINNED ->
                  new Mount(
                      around != null && staged
                          ? backing(around).resolve(around.path().relativize(path))
                          : path,
                      path,
                      Rights.READ_WRITE);
            });
      }
      return mounts;
    } finally {
      turn.unlock();
    }
  }

  private static boolean isStaged(Place place) {
    return place.treatment() == Treatment.TEMPORARY || place.treatment() == Treatment.HIDDEN;
  }

  /// The place that decides about what surrounds a path.
  private static @Nullable Place around(List<Place> places, Path path) {
    Place best = null;
    for (Place each : places) {
      if (each.treatment() != Treatment.PINNED
          && !each.path().equals(path)
          && path.startsWith(each.path())) {
        best = each;
      }
    }
    return best;
  }

  private Path backing(Place place) throws IOException {
    boolean temporary = place.treatment() == Treatment.TEMPORARY;
    Path known = temporary ? temporaries.get(place.path()) : veils.get(place.path());
    if (known != null) {
      return known;
    }
    Path fresh =
        Files.createDirectory(
            folder.resolve(temporary ? "tmp" + temporaries.size() : "veil" + veils.size()));
    if (temporary) {
      Files.setAttribute(fresh, "unix:mode", 01777);
      temporaries.put(place.path(), fresh);
      if (place.path().equals(Path.of("/run"))) {
        links(place.path(), fresh);
      }
    } else {
      veils.put(place.path(), fresh);
    }
    return fresh;
  }

  /// Some systems have their programs behind links in `/run`.
  private static void links(Path from, Path to) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(from)) {
      for (Path entry : entries) {
        if (Files.isSymbolicLink(entry)) {
          Files.createSymbolicLink(to.resolve(entry.getFileName()), Files.readSymbolicLink(entry));
        }
      }
    }
  }

  private static void mountPoint(Path backing, Path relative, boolean isFolder) throws IOException {
    Path at = backing;
    for (int i = 0; i < relative.getNameCount(); i++) {
      at = at.resolve(relative.getName(i));
      boolean last = i + 1 == relative.getNameCount();
      if (Files.notExists(at, LinkOption.NOFOLLOW_LINKS)) {
        if (last && !isFolder) {
          Files.createFile(at);
        } else {
          Files.createDirectory(at);
        }
      } else if (Files.isSymbolicLink(at)) {
        throw new IOException("a command replaced " + relative + " in its temporary folder");
      }
    }
  }

  private static void sweep(Path all) throws IOException {
    try (DirectoryStream<Path> stages = Files.newDirectoryStream(all)) {
      for (Path stage : stages) {
        Path lock = stage.resolve("lock");
        if (!Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS)) {
          // Just being made.
          continue;
        }
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
            FileLock own = channel.tryLock()) {
          if (own != null) {
            RecursiveDelete.delete(stage);
          }
        } catch (OverlappingFileLockException inUse) {
          // Another sandbox of this process.
        } catch (NoSuchFileException gone) {
          // Another process swept it at the same time.
        }
      }
    }
  }

  @Override
  public void close() {
    try {
      lock.close();
      RecursiveDelete.delete(folder);
    } catch (IOException left) {
      // What could not be removed is removed by the next process that has the right to.
      return;
    }
  }
}
