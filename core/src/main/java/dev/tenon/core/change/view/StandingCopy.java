package dev.tenon.core.change.view;

import dev.tenon.core.exec.sandbox.RecursiveDelete;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.text.FileBytes;
import dev.tenon.core.text.FileMode;
import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.state.FileFingerprint;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A standing view that is a copy of the whole project. What the project changes afterwards is
/// copied too, before each command, as long as nothing else was written in its place here.
final class StandingCopy implements StandingView {
  private static final Set<String> OWN_BUSINESS = Set.of(".git", ".hg", ".svn", ".jj");

  private final Path folder;
  private final List<Path> roots;
  private final CopyView.Reach reach;

  /// What was copied, by its path in the project: as it was there, and as it is in the copy.
  private final Map<Path, Pair> copied = new TreeMap<>();

  private record Pair(String project, String copy) {}

  StandingCopy(Path folder, List<Path> roots, CopyView.Reach reach, long mostBytes)
      throws IOException, InterruptedException {
    this.folder = folder;
    this.roots = roots;
    this.reach = reach;
    if (Files.exists(list())) {
      read();
      return;
    }
    CopyView.requireRoom(
        roots, mostBytes, "raise agents.layerBytes, or let the agent have isolation: worktree");
    for (Path root : roots) {
      RecursiveDelete.delete(copyOf(root));
      Map<Path, String> before = fingerprints(root, root);
      CopyView.copy(root, copyOf(root));
      Map<Path, String> here = fingerprints(copyOf(root), root);
      before.forEach((path, then) -> copied.put(path, new Pair(then, here.getOrDefault(path, ""))));
    }
    keep();
  }

  @Override
  public CommandViews.Kind kind() {
    return switch (reach) {
      case MOUNTED -> CommandViews.Kind.MOUNTED_COPY;
      case BY_FOLDER -> CommandViews.Kind.COPY;
    };
  }

  private Path list() {
    return folder.resolve("copied.jsonl");
  }

  private void read() throws IOException {
    for (String line : Files.readAllLines(list())) {
      try {
        if (Json.parse(line) instanceof Json.Obj json) {
          copied.put(
              Path.of(json.string("path", "/")),
              new Pair(json.string("project", ""), json.string("copy", "")));
        }
      } catch (JsonException cut) {
        throw new IOException(list() + " is damaged: " + cut.getMessage(), cut);
      }
    }
  }

  private void keep() throws IOException {
    Path fresh = folder.resolve("copied.new");
    try (BufferedWriter out = Files.newBufferedWriter(fresh)) {
      for (Map.Entry<Path, Pair> each : copied.entrySet()) {
        out.write(
            Json.object()
                .put("path", each.getKey().toString())
                .put("project", each.getValue().project)
                .put("copy", each.getValue().copy)
                .build()
                .compact());
        out.write('\n');
      }
    }
    Files.move(fresh, list(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private Path copyOf(Path root) {
    return folder.resolve("copy" + roots.indexOf(root));
  }

  private @Nullable Path inCopy(Path real) {
    for (Path root : roots) {
      if (real.startsWith(root)) {
        return copyOf(root).resolve(root.relativize(real));
      }
    }
    return null;
  }

  @Override
  public Path place(Path real) throws IOException {
    Path place = inCopy(real);
    if (place == null) {
      throw new IOException(real + " lies outside of the folders that can be changed");
    }
    return place;
  }

  /// All files and links below a folder, by the path that they have in the project.
  private static Map<Path, String> fingerprints(Path top, Path root) throws IOException {
    var found = new TreeMap<Path, String>();
    var waiting = new ArrayDeque<Path>(List.of(top));
    while (!waiting.isEmpty()) {
      Path at = waiting.pop();
      try (DirectoryStream<Path> names = Files.newDirectoryStream(at)) {
        for (Path entry : names) {
          if (OWN_BUSINESS.contains(String.valueOf(entry.getFileName()))) {
            continue;
          }
          FileFingerprint fingerprint = FileFingerprint.of(entry);
          if (fingerprint.kind() == FileStat.Kind.FOLDER) {
            waiting.push(entry);
          } else {
            found.put(root.resolve(top.relativize(entry)), word(fingerprint));
          }
        }
      } catch (NoSuchFileException goneMeanwhile) {
        // Then nothing lies below it.
      }
    }
    return found;
  }

  private static String word(FileFingerprint it) {
    return it.kind()
        + " "
        + it.size()
        + " "
        + it.modified()
        + " "
        + it.changed()
        + " "
        + it.inode()
        + " "
        + it.mode();
  }

  @Override
  public void refresh() throws IOException {
    boolean changed = false;
    for (Path root : roots) {
      Map<Path, String> here = fingerprints(copyOf(root), root);
      Map<Path, String> now = fingerprints(root, root);
      for (Map.Entry<Path, String> each : now.entrySet()) {
        Path real = each.getKey();
        Pair known = copied.get(real);
        boolean same = known != null && known.project.equals(each.getValue());
        boolean ours = !Objects.equals(here.get(real), known == null ? null : known.copy);
        if (!same && !ours) {
          take(real, each.getValue());
          changed = true;
        }
      }
      for (Path real : List.copyOf(copied.keySet())) {
        Pair known = Objects.requireNonNull(copied.get(real), "it was listed");
        if (real.startsWith(root) && !now.containsKey(real) && known.copy.equals(here.get(real))) {
          Files.deleteIfExists(place(real));
          copied.remove(real);
          changed = true;
        }
      }
    }
    if (changed) {
      keep();
    }
  }

  private void take(Path real, String project) throws IOException {
    Path place = place(real);
    Files.createDirectories(Objects.requireNonNull(place.getParent(), "below a root"));
    try {
      Files.copy(
          real,
          place,
          LinkOption.NOFOLLOW_LINKS,
          StandardCopyOption.COPY_ATTRIBUTES,
          StandardCopyOption.REPLACE_EXISTING);
      copied.put(real, new Pair(project, word(FileFingerprint.of(place))));
    } catch (NoSuchFileException goneMeanwhile) {
      // It is seen as gone before the next command.
    }
  }

  @Override
  public Confinement confinement() {
    return switch (reach) {
      case MOUNTED -> {
        Path gone = folder.resolve("gone");
        var mounts = new ViewMounts(gone);
        roots.forEach(root -> mounts.bind(root, copyOf(root)));
        yield mounts.confinement("copy");
      }
      case BY_FOLDER -> CopyView.byFolder(this::inCopy);
    };
  }

  @Override
  public Map<Path, Optional<Path>> touched() throws IOException {
    Map<Path, Optional<Path>> touched = new LinkedHashMap<>();
    for (Path root : roots) {
      Map<Path, String> here = fingerprints(copyOf(root), root);
      for (Map.Entry<Path, String> each : here.entrySet()) {
        Pair known = copied.get(each.getKey());
        if (known == null || !known.copy.equals(each.getValue())) {
          touched.put(each.getKey(), Optional.of(place(each.getKey())));
        }
      }
      for (Path real : copied.keySet()) {
        if (real.startsWith(root) && !here.containsKey(real)) {
          touched.put(real, Optional.empty());
          foldersGone(real, root, touched);
        }
      }
    }
    return touched;
  }

  /// The folders above a file that is gone which are gone too.
  private void foldersGone(Path real, Path root, Map<Path, Optional<Path>> touched)
      throws IOException {
    for (Path at = real.getParent(); at != null && !at.equals(root); at = at.getParent()) {
      if (Files.exists(place(at), LinkOption.NOFOLLOW_LINKS)
          || !Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS)) {
        return;
      }
      touched.putIfAbsent(at, Optional.empty());
    }
  }

  @Override
  public Path write(Path real, FileBytes bytes, @Nullable FileMode mode) throws IOException {
    Path place = place(real);
    Files.createDirectories(Objects.requireNonNull(place.getParent(), "below a root"));
    StandingOverlay.putAside(place, bytes, mode);
    return place;
  }

  @Override
  public Path link(Path real, String target) throws IOException {
    Path place = place(real);
    Files.createDirectories(Objects.requireNonNull(place.getParent(), "below a root"));
    Files.deleteIfExists(place);
    return Files.createSymbolicLink(place, Path.of(target));
  }

  @Override
  public void remove(Path real) throws IOException {
    RecursiveDelete.delete(place(real));
  }

  @Override
  public boolean reset(Path real) throws IOException {
    try {
      take(real, word(FileFingerprint.of(real)));
    } catch (NoSuchFileException gone) {
      Files.deleteIfExists(place(real));
      copied.remove(real);
    }
    keep();
    return true;
  }
}
