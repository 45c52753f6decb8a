package dev.tenon.core.workspace;

import dev.tenon.core.text.FileBytes;
import dev.tenon.core.text.FileVersion;
import dev.tenon.core.text.TextFile;
import dev.tenon.core.workspace.path.BufferOverlay;
import dev.tenon.core.workspace.path.ForbiddenPaths;
import dev.tenon.core.workspace.path.PathSandbox;
import dev.tenon.core.workspace.path.Root;
import dev.tenon.core.workspace.path.SafeFiles;
import dev.tenon.core.workspace.walk.FileIndex;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The project a conversation works on: the roots, the files below them, and what the model has
/// seen of these. Files are found, read and searched through a [ProjectView]. One per conversation;
/// safe for several threads.
public final class Workspace {
  /// The largest file that is held in memory, as editing one needs. Larger ones are streamed.
  public static final long MOST_IN_MEMORY = FileBytes.MOST_IN_MEMORY;

  /// The largest file that gets a version when a part of it is read: hashing more takes longer than
  /// the reading is worth.
  public static final long MOST_VERSIONED = 1024L * 1024 * 1024;

  private final PathSandbox sandbox;
  private final SeenFiles seen = new SeenFiles();
  private final FileIndex index = new FileIndex();
  private @Nullable ShownLines shown;

  private Workspace(PathSandbox sandbox) {
    this.sandbox = sandbox;
  }

  /// Opens the folder; it has to exist.
  public static Workspace open(Path root) throws IOException {
    return open(root, List.of());
  }

  /// Opens the folder with more folders that tools may use.
  public static Workspace open(Path root, List<Root> more) throws IOException {
    return open(root, more, ForbiddenPaths.NOTHING);
  }

  /// Opens the folder, without what rules keep from every tool.
  public static Workspace open(Path root, List<Root> more, ForbiddenPaths forbidden)
      throws IOException {
    return new Workspace(new PathSandbox(root, more, forbidden));
  }

  /// The same folders for another conversation, which has seen nothing yet.
  public Workspace anew() {
    return new Workspace(sandbox);
  }

  public Path root() {
    return sandbox.root();
  }

  public PathSandbox sandbox() {
    return sandbox;
  }

  /// The operations on the real paths that the sandbox gives out.
  public SafeFiles files() {
    return sandbox.files();
  }

  /// What the model has seen.
  public SeenFiles seen() {
    return seen;
  }

  /// Which lines the model has been shown, for edits of lines.
  public synchronized ShownLines shown() {
    ShownLines known = shown;
    if (known == null) {
      known = new ShownLines();
      shown = known;
    }
    return known;
  }

  /// The same, or null as long as nobody needed it.
  public synchronized @Nullable ShownLines shownIfAny() {
    return shown;
  }

  /// The project as it is on the disk.
  public ProjectView view() {
    return new ProjectView(sandbox, seen, index);
  }

  /// The project as it would be with these files written.
  public ProjectView view(BufferOverlay staged) {
    return new ProjectView(sandbox.over(staged), seen, index);
  }

  /// The project with what somebody has open over it.
  public ProjectView view(OpenBuffers buffers) {
    return new ProjectView(sandbox.over(buffers.overlay()), seen, index, buffers);
  }

  /// The whole file as it is now, for editing. The model has not seen it by that: whoever shows it
  /// calls [#saw].
  public Snapshot snapshot(Path real) throws IOException {
    return Snapshot.of(sandbox, real);
  }

  /// The same, or nothing for a path where no file is.
  public Optional<Snapshot> snapshotIfThere(Path real) throws IOException {
    try {
      return Optional.of(snapshot(real));
    } catch (NoSuchFileException missing) {
      return Optional.empty();
    }
  }

  /// Notes that the model now knows this state.
  public FileVersion saw(Snapshot snapshot) {
    @Nullable TextFile text = snapshot.content() instanceof TextFile file ? file : null;
    return seen.saw(snapshot.real(), snapshot.sha256(), text);
  }
}
