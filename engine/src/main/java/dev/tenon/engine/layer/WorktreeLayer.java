package dev.tenon.engine.layer;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.Editing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Content;
import dev.tenon.core.change.layer.LayerFile;
import dev.tenon.core.exec.sandbox.RecursiveDelete;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.text.FileMode;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.state.FileFingerprint;
import dev.tenon.core.workspace.state.StableRead;
import dev.tenon.core.workspace.walk.IgnoreCheck;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A layer that is a git worktree outside of the project, in which the helper works as in a project
/// of its own. What each file was when the worktree was made is known by its fingerprint in the
/// project, and by a tree object of git.
public final class WorktreeLayer implements HelperLayer.Contents {
  static final String KIND = "worktree of git";
  static final String LIST = "worktree.json";

  private final Path project;
  private final Path folder;
  private final Workspace workspace;
  private final Editing editing;
  private final List<Repository> repositories;
  private final Map<String, Seen> seen;

  /// A worktree with the tree object of what was in it at first.
  private record Repository(Path top, Path tree, String snapshot) {}

  /// A file when the worktree was made: in the project, and in the worktree.
  private record Seen(String project, String tree, int mode) {}

  private WorktreeLayer(
      Path project,
      Path folder,
      Workspace workspace,
      Editing editing,
      List<Repository> repositories,
      Map<String, Seen> seen) {
    this.project = project;
    this.folder = folder;
    this.workspace = workspace;
    this.editing = editing;
    this.repositories = repositories;
    this.seen = seen;
  }

  /// How the folders of a worktree become a workspace.
  @FunctionalInterface
  public interface Opener {
    Workspace open(Path root) throws IOException;
  }

  /// Opens the worktree that a layer's folder tells of, or makes one.
  ///
  /// @param at where the worktree will be
  /// @param most bytes that are copied
  static WorktreeLayer open(Path project, Path folder, Path at, long most, Opener opener)
      throws IOException, InterruptedException {
    Path list = folder.resolve(LIST);
    Json.Obj written = Files.exists(list) ? read(list) : Json.Obj.EMPTY;
    Optional<String> gone = gone(folder);
    if (gone.isPresent()) {
      throw new IOException(gone.get());
    }
    if (written.string("root", "").isEmpty()) {
      // Never finished.
      written = make(project, folder, at, most);
    }
    List<Repository> repositories = repositories(written);
    Map<String, Seen> seen = new TreeMap<>();
    for (Json.Obj each : written.objects("files")) {
      seen.put(
          each.string("path", ""),
          new Seen(
              each.string("project", ""),
              each.string("tree", ""),
              (int) each.number("mode", 0644)));
    }
    Workspace workspace = opener.open(Path.of(written.string("root", "")));
    try {
      Editing editing =
          new DirectEditing(
              workspace, ProjectJournal.open(folder.resolve("state"), workspace, "worktree"));
      return new WorktreeLayer(project, folder, workspace, editing, repositories, seen);
    } catch (CommitException damaged) {
      throw new IOException(damaged.getMessage(), damaged);
    }
  }

  private static List<Repository> repositories(Json.Obj written) {
    var repositories = new ArrayList<Repository>();
    for (Json.Obj each : written.objects("repositories")) {
      repositories.add(
          new Repository(
              Path.of(each.string("top", "")),
              Path.of(each.string("tree", "")),
              each.string("snapshot", "")));
    }
    return repositories;
  }

  /// What there is to say where somebody has removed the worktree that a layer's folder tells of,
  /// with all that was in it; empty where it is there.
  static Optional<String> gone(Path folder) throws IOException {
    Path list = folder.resolve(LIST);
    String root = Files.exists(list) ? read(list).string("root", "") : "";
    return root.isEmpty() || Files.isDirectory(Path.of(root))
        ? Optional.empty()
        : Optional.of(
            "the folder "
                + root
                + " of its worktree is gone with all that was in it; 'tenon agents drop "
                + folder.getFileName()
                + "' takes it off the list");
  }

  /// Removes the layer of a worktree that is gone, and what git knows of it.
  static void forget(Path folder) throws IOException, InterruptedException {
    FileChannel lock =
        HelperLayer.free(folder).orElseThrow(() -> new IOException("it is in use by another run"));
    try {
      remove(repositories(read(folder.resolve(LIST))), folder);
      RecursiveDelete.delete(folder);
    } finally {
      lock.close();
    }
  }

  private static Json.Obj read(Path list) throws IOException {
    try {
      return Json.parse(Files.readString(list)) instanceof Json.Obj all ? all : Json.Obj.EMPTY;
    } catch (JsonException damaged) {
      throw new IOException(list + " is damaged: " + damaged.getMessage(), damaged);
    }
  }

  private static Json.Obj make(Path project, Path folder, Path at, long most)
      throws IOException, InterruptedException {
    Path top = Worktrees.top(project);
    // What a program that died in the middle of this has left holds nothing of a helper's.
    Worktrees.remove(new Worktrees.Made(top, at));
    List<Worktrees.Made> made = new Worktrees(most).make(top, at);
    var repositories = new ArrayList<Json>();
    for (Worktrees.Made each : made) {
      repositories.add(
          Json.object()
              .put("top", each.top().toString())
              .put("tree", each.tree().toString())
              .put("snapshot", Worktrees.snapshot(each.tree(), folder.resolve("index")))
              .build());
    }
    Path root = at.resolve(top.relativize(project).toString());
    Files.createDirectories(root);
    var files = new ArrayList<Json>();
    for (Map.Entry<String, FileFingerprint> each : fingerprints(root).entrySet()) {
      FileFingerprint there = fingerprint(project.resolve(each.getKey()));
      files.add(
          Json.object()
              .put("path", each.getKey())
              .put("project", there == null ? "" : there.toString())
              .put("tree", each.getValue().toString())
              .put("mode", each.getValue().mode())
              .build());
    }
    Json.Obj all =
        Json.object()
            .put("root", root.toRealPath().toString())
            .array("repositories", repositories)
            .array("files", files)
            .build();
    Path fresh = folder.resolve("worktree.new");
    Files.writeString(fresh, all.compact());
    Files.move(
        fresh,
        folder.resolve(LIST),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    return all;
  }

  private static @Nullable FileFingerprint fingerprint(Path path) throws IOException {
    try {
      return FileFingerprint.of(path);
    } catch (NoSuchFileException gone) {
      return null;
    }
  }

  /// All files and links below a folder, but what git keeps for itself.
  private static Map<String, FileFingerprint> fingerprints(Path root) throws IOException {
    return fingerprints(root, new ArrayList<>());
  }

  /// @param inner gets the folders in which repositories of their own keep everything
  private static Map<String, FileFingerprint> fingerprints(Path root, List<Path> inner)
      throws IOException {
    var found = new TreeMap<String, FileFingerprint>();
    var waiting = new ArrayDeque<Path>(List.of(root));
    while (!waiting.isEmpty()) {
      try (DirectoryStream<Path> names = Files.newDirectoryStream(waiting.pop())) {
        for (Path entry : names) {
          FileFingerprint fingerprint = FileFingerprint.of(entry);
          boolean folder = fingerprint.kind() == FileStat.Kind.FOLDER;
          if (String.valueOf(entry.getFileName()).equals(".git")) {
            if (folder) {
              inner.add(entry);
            }
            continue;
          }
          if (folder) {
            waiting.push(entry);
          } else {
            found.put(root.relativize(entry).toString(), fingerprint);
          }
        }
      }
    }
    return found;
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public Editing editing() {
    return editing;
  }

  @Override
  public Workspace workspace() {
    return workspace;
  }

  @Override
  public Confinement program() {
    return Confinement.none();
  }

  @Override
  public Optional<Confinement> repository() {
    return Optional.of(Confinement.none());
  }

  @Override
  public List<LayerFile> files() throws IOException, InterruptedException {
    Map<String, FileFingerprint> now = fingerprints(workspace.root());
    var paths = new TreeSet<String>(now.keySet());
    paths.addAll(seen.keySet());
    var ignored = new IgnoreCheck(workspace.sandbox(), workspace.root());
    var files = new ArrayList<LayerFile>();
    for (String path : paths) {
      Seen then = seen.get(path);
      FileFingerprint there = now.get(path);
      boolean same = then != null && there != null && then.tree.equals(there.toString());
      if (same || ignored.ignores(workspace.root().resolve(path), FileStat.Kind.FILE)) {
        continue;
      }
      Content base = then == null ? null : base(path, then);
      Content mine = there == null ? null : content(workspace.root().resolve(path), there);
      if (there == null || mine != null) {
        var file = new LayerFile(path, base, mine, LayerFile.Known.SEEN);
        if (file.isChanged()) {
          files.add(file);
        }
      }
    }
    return files;
  }

  @Override
  public SortedMap<String, Path> unmerged() throws IOException {
    Path root = workspace.root();
    var unmerged = new TreeMap<String, Path>();
    var inner = new ArrayList<Path>();
    var ignored = new IgnoreCheck(workspace.sandbox(), root);
    for (Map.Entry<String, FileFingerprint> each : fingerprints(root, inner).entrySet()) {
      Path place = root.resolve(each.getKey());
      Seen then = seen.get(each.getKey());
      boolean same = then != null && then.tree.equals(each.getValue().toString());
      if (!same
          && each.getValue().kind() != FileStat.Kind.OTHER
          && ignored.ignores(place, FileStat.Kind.FILE)
          && !LayerFile.alike(place, project.resolve(each.getKey()))) {
        unmerged.put(each.getKey(), place);
      }
    }
    // Worktrees have a file of this name: a folder is a repository that was made here.
    inner.forEach(each -> unmerged.put(root.relativize(each).toString(), each));
    return unmerged;
  }

  /// What the project had when the worktree was made: it still has it, or git does.
  private @Nullable Content base(String path, Seen then) throws IOException, InterruptedException {
    Path place = project.resolve(path);
    FileFingerprint there = fingerprint(place);
    if (there != null && then.project.equals(there.toString())) {
      return content(place, there);
    }
    Path inTree = workspace.root().resolve(path);
    for (Repository each : repositories.reversed()) {
      if (inTree.startsWith(each.tree)) {
        String name = each.tree.relativize(inTree).toString();
        byte[] bytes = Worktrees.blob(each.top, each.snapshot, name);
        return then.tree.contains("LINK")
            ? Content.link(new String(bytes, StandardCharsets.UTF_8))
            : new Content(bytes, new FileMode(then.mode));
      }
    }
    throw new IOException("nobody knows what " + path + " was when the worktree was made");
  }

  static @Nullable Content content(Path place, FileFingerprint found) throws IOException {
    return switch (found.kind()) {
      case LINK -> Content.link(Files.readSymbolicLink(place).toString());
      case FILE ->
          new Content(StableRead.of(place, () -> Files.newByteChannel(place)), found.fileMode());
      case FOLDER, OTHER -> null;
    };
  }

  @Override
  public void remove() throws IOException, InterruptedException {
    remove(repositories, folder);
  }

  private static void remove(List<Repository> repositories, Path folder)
      throws IOException, InterruptedException {
    for (Repository each : repositories.reversed()) {
      Worktrees.remove(new Worktrees.Made(each.top, each.tree));
    }
    Path above = Objects.requireNonNull(repositories.getFirst().tree.getParent(), "below a folder");
    try (DirectoryStream<Path> others = Files.newDirectoryStream(above)) {
      if (!others.iterator().hasNext()) {
        Files.deleteIfExists(above);
      }
    } catch (IOException inUse) {
      // An empty folder does no harm.
    }
    Files.deleteIfExists(folder.resolve(LIST));
  }
}
