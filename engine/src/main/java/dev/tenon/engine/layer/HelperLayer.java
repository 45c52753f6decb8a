package dev.tenon.engine.layer;

import dev.tenon.core.change.Editing;
import dev.tenon.core.change.layer.LayerEditing;
import dev.tenon.core.change.layer.LayerFile;
import dev.tenon.core.change.view.CommandViews;
import dev.tenon.core.exec.sandbox.RecursiveDelete;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.workspace.Workspace;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// One helper's layer while somebody has it: no other program can merge or drop it meanwhile.
/// Closing gives it back; its files stay.
public final class HelperLayer implements AutoCloseable {
  /// The kind of one whose files are kept by their contents, and that no longer stands anywhere.
  static final String SAVED = "saved";

  private final String name;
  private final Path folder;
  private final Contents contents;
  private final @Nullable FileChannel lock;

  /// What is in it.
  interface Contents {
    /// In a word or two for people: what keeps it apart from the project.
    String kind();

    Editing editing();

    Workspace workspace();

    List<LayerFile> files() throws IOException, InterruptedException;

    /// What lies in it beside those files and is not merged, with the places where it lies. After
    /// [#files] was asked.
    default SortedMap<String, Path> unmerged() throws IOException {
      return Collections.emptySortedMap();
    }

    /// How a program is started that works on it.
    Confinement program() throws IOException, InterruptedException;

    /// In which git sees the layer, if it may have commits of its own there.
    default Optional<Confinement> repository() {
      return Optional.empty();
    }

    /// Removes what lies outside of the layer's own folder.
    default void remove() throws IOException, InterruptedException {}
  }

  /// @param lock is closed with it; null where nobody else could have it
  HelperLayer(String name, Path folder, Contents contents, @Nullable FileChannel lock) {
    this.name = name;
    this.folder = folder;
    this.contents = contents;
    this.lock = lock;
  }

  /// The lock of a layer that nobody else has; empty where somebody has it.
  @SuppressWarnings("StreamResourceLeak")
  static Optional<FileChannel> free(Path folder) throws IOException {
    FileChannel channel =
        FileChannel.open(
            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return Optional.of(channel);
      }
    } catch (OverlappingFileLockException own) {
      // This program has it.
    } catch (IOException | RuntimeException refused) {
      channel.close();
      throw refused;
    }
    channel.close();
    return Optional.empty();
  }

  /// Its name in the project: the helper's id, and the session that it worked for.
  public String name() {
    return name;
  }

  /// The id of its helper.
  public String id() {
    int at = name.indexOf('@');
    return at < 0 ? name : name.substring(0, at);
  }

  /// What keeps it apart from the project, in a word or two.
  public String kind() {
    return contents.kind();
  }

  /// The files as its helper sees and changes them.
  public Editing editing() {
    return contents.editing();
  }

  /// The folders that its helper works in: the project's, or others in their place.
  public Workspace workspace() {
    return contents.workspace();
  }

  /// How a program of its own has to be started to work on it, such as a worker of a team; to be
  /// asked for once for each program, and merged after it has ended.
  public Confinement program() throws IOException, InterruptedException {
    return contents.program();
  }

  /// What is otherwise in it than in the project that its helper saw.
  public List<LayerFile> files() throws IOException, InterruptedException {
    return contents.files();
  }

  /// What lies in it beside those files, and is not merged.
  ///
  /// @param root of the project
  LayerRest rest(Path root) throws IOException {
    return LayerRest.of(contents.unmerged(), root, contents.repository().isPresent());
  }

  /// Keeps the commits that its helper made in it. Answers the names under which they are found.
  List<String> keepCommits(Path root) throws IOException, InterruptedException {
    Optional<Confinement> view = contents.repository();
    return view.isEmpty()
        ? List.of()
        : new LayerCommits(root, view.get(), workspace().root()).keep(id());
  }

  /// Removes it; whoever calls this has seen to it that its content is elsewhere.
  void remove() throws IOException, InterruptedException {
    contents.remove();
    if (Files.isDirectory(folder)) {
      RecursiveDelete.delete(folder);
    }
  }

  @Override
  public void close() {
    try {
      if (lock != null) {
        lock.close();
      }
    } catch (IOException gone) {
      // Then it is given up as well.
    }
  }

  /// A layer over the project.
  record Over(LayerEditing editing) implements Contents {
    static String word(CommandViews.Kind kind) {
      return switch (kind) {
        case OVERLAY -> "layer (overlay)";
        case MOUNTED_COPY -> "layer (copy, in the project's place)";
        case COPY -> "layer (copy; absolute paths lead commands to the real files)";
      };
    }

    @Override
    public String kind() {
      return word(editing.kind());
    }

    @Override
    public Workspace workspace() {
      return editing.workspace();
    }

    @Override
    public Confinement program() throws IOException, InterruptedException {
      return editing.program();
    }

    @Override
    public Optional<Confinement> repository() {
      return editing.kind() == CommandViews.Kind.COPY
          ? Optional.empty()
          : Optional.of(editing.seeing());
    }

    @Override
    public List<LayerFile> files() throws IOException, InterruptedException {
      editing.settle();
      return editing.files();
    }

    @Override
    public SortedMap<String, Path> unmerged() throws IOException {
      return editing.unmerged();
    }
  }

  /// A layer of which only the contents are left.
  record Saved(List<LayerFile> files, Editing editing, Workspace workspace) implements Contents {
    @Override
    public String kind() {
      return SAVED;
    }

    @Override
    public Confinement program() throws IOException {
      throw new IOException("only the contents of this layer are left; nothing can run in it");
    }
  }
}
