package dev.tenon.core.change.view;

import dev.tenon.core.exec.sandbox.RecursiveDelete;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.workspace.path.FileBuffer;
import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.PathSandbox;
import dev.tenon.core.workspace.state.FileFingerprint;
import dev.tenon.core.workspace.state.StateScan;
import dev.tenon.core.workspace.state.TreeState;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A view made by copying the roots, for systems without overlays. It is mounted over the roots
/// where that is possible; elsewhere the command runs in the copy, and only relative paths lead
/// there.
final class CopyView implements CommandView {
  private static final long MOST_FILES = 20_000;

  private final Path folder;
  private final List<Path> roots;
  private final Reach reach;
  private final ViewMounts mounts;
  private final Map<Path, TreeState> before = new HashMap<>();

  /// How a command comes to the copy.
  enum Reach {
    MOUNTED,
    BY_FOLDER
  }

  CopyView(
      Path folder,
      List<Path> roots,
      Map<Path, Optional<FileBuffer>> unsaved,
      Reach reach,
      long mostBytes)
      throws IOException, InterruptedException {
    this.folder = folder;
    this.roots = roots;
    this.reach = reach;
    Path gone = folder.resolve("gone");
    Files.write(gone, new byte[0]);
    this.mounts = new ViewMounts(gone);
    requireRoom(roots, mostBytes, "run it without --review");
    for (Path root : roots) {
      Path copy = copyOf(root);
      copy(root, copy);
      mounts.bind(root, copy);
    }
    seed(unsaved);
    for (Path root : roots) {
      before.put(root, scan(root, null));
    }
  }

  ViewMounts mounts() {
    return mounts;
  }

  /// Refuses a project that is too large to be copied.
  ///
  /// @param way what can be done instead
  static void requireRoom(List<Path> roots, long mostBytes, String way) throws IOException {
    var size = new Size(mostBytes, way);
    for (Path root : roots) {
      size.add(root);
    }
  }

  private static final class Size {
    private final long mostBytes;
    private final String way;
    private long files;
    private long bytes;

    Size(long mostBytes, String way) {
      this.mostBytes = mostBytes;
      this.way = way;
    }

    void add(Path root) throws IOException {
      var waiting = new ArrayDeque<Path>();
      waiting.push(root);
      while (!waiting.isEmpty()) {
        add(waiting.pop(), waiting);
      }
    }

    private void add(Path path, Deque<Path> waiting) throws IOException {
      FileFingerprint fingerprint = FileFingerprint.of(path);
      bytes += fingerprint.size();
      files++;
      if (files > MOST_FILES || bytes > mostBytes) {
        throw new IOException(
            "the project is too large to be copied for a staged command (more than "
                + (files > MOST_FILES ? MOST_FILES + " files" : mostBytes + " bytes")
                + "), and overlays are not possible here; "
                + way);
      }
      if (fingerprint.kind() == FileStat.Kind.FOLDER) {
        try (DirectoryStream<Path> names = Files.newDirectoryStream(path)) {
          for (Path entry : names) {
            waiting.push(entry);
          }
        }
      }
    }
  }

  static void copy(Path root, Path copy) throws IOException, InterruptedException {
    Process cp =
        new ProcessBuilder("cp", "-a", "--", root.toString(), copy.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (cp.waitFor() != 0) {
      throw new IOException("the project cannot be copied for a staged command");
    }
  }

  private Path copyOf(Path root) {
    return folder.resolve("copy" + roots.indexOf(root));
  }

  /// Where a path of a root is in its copy, or null.
  private @Nullable Path inCopy(Path real) {
    for (Path root : roots) {
      if (real.startsWith(root)) {
        return copyOf(root).resolve(root.relativize(real));
      }
    }
    return null;
  }

  private void seed(Map<Path, Optional<FileBuffer>> unsaved) throws IOException {
    for (Map.Entry<Path, Optional<FileBuffer>> each : unsaved.entrySet()) {
      Path file = inCopy(each.getKey());
      if (file == null) {
        continue;
      }
      if (each.getValue().isEmpty()) {
        RecursiveDelete.delete(file);
      } else {
        Files.createDirectories(file.getParent());
        CommandViews.write(file, each.getValue().get());
      }
    }
  }

  private TreeState scan(Path root, @Nullable TreeState then)
      throws IOException, InterruptedException {
    return new StateScan(new PathSandbox(copyOf(root)), folder, Integer.MAX_VALUE, then).scan();
  }

  @Override
  public Confinement confinement() {
    return switch (reach) {
      case MOUNTED -> mounts.confinement("copy");
      case BY_FOLDER -> byFolder();
    };
  }

  private Confinement byFolder() {
    return byFolder(this::inCopy);
  }

  /// Starts commands in the copies of their folders.
  ///
  /// @param copies where a path of a root is in its copy, or null
  static Confinement byFolder(Function<Path, @Nullable Path> copies) {
    return new Confinement() {
      @Override
      public List<String> wrap(List<String> argv, Path directory) throws IOException {
        Path there = copies.apply(directory);
        if (there == null || argv.contains(directory.toString())) {
          throw new IOException(
              "a staged command cannot run in " + directory + " here; run it without --review");
        }
        var line = new ArrayList<String>(List.of("/bin/sh", "-c"));
        line.addAll(List.of("cd \"$1\" && shift && exec \"$@\"", "sh", there.toString()));
        line.addAll(argv);
        return line;
      }

      @Override
      public String label() {
        return "copy";
      }
    };
  }

  @Override
  public Map<Path, Optional<Path>> touched() throws IOException, InterruptedException {
    Map<Path, Optional<Path>> touched = new LinkedHashMap<>();
    for (Path root : roots) {
      TreeState then = Objects.requireNonNull(before.get(root), "every root was scanned");
      TreeState now = scan(root, then);
      for (Map.Entry<String, FileFingerprint> each : now.entries().entrySet()) {
        FileFingerprint old = then.entries().get(each.getKey());
        FileFingerprint fingerprint = each.getValue();
        boolean folderStill = fingerprint.kind() == FileStat.Kind.FOLDER;
        boolean same = fingerprint.equals(old) && !then.isYoung(fingerprint);
        if (!same && !folderStill && then.leftOut(each.getKey()) == null) {
          touched.put(root.resolve(each.getKey()), Optional.of(place(root, each.getKey())));
        } else if (folderStill && old != null && old.kind() != FileStat.Kind.FOLDER) {
          touched.put(root.resolve(each.getKey()), Optional.empty());
        }
      }
      for (String path : then.entries().keySet()) {
        if (!now.entries().containsKey(path)
            && !Files.exists(place(root, path), LinkOption.NOFOLLOW_LINKS)) {
          touched.put(root.resolve(path), Optional.empty());
        }
      }
    }
    return touched;
  }

  private Path place(Path root, String path) {
    return copyOf(root).resolve(path);
  }

  @Override
  public String note() {
    return switch (reach) {
      case MOUNTED -> "the command ran on a copy of the project";
      case BY_FOLDER ->
          "the command ran in a copy of the project; absolute paths led it to the real files";
    };
  }

  @Override
  public void close() throws IOException {
    RecursiveDelete.delete(folder);
  }
}
