package dev.tenon.core.change.view;

import dev.tenon.core.change.effects.CommandWatch;
import dev.tenon.core.change.effects.EffectLimits;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.exec.sandbox.RecursiveDelete;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.core.workspace.path.FileBuffer;
import dev.tenon.core.workspace.path.Root;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Makes the views of staged commands, each the best that the system allows. Safe for several
/// threads.
public final class CommandViews {
  private final Workspace workspace;
  private final Path folder;
  private final EffectLimits limits;
  private @Nullable Kind kind;

  /// The ways to make a view, the best first.
  public enum Kind {
    OVERLAY,
    MOUNTED_COPY,
    COPY
  }

  /// @param kind null to find out what is possible
  public CommandViews(Workspace workspace, Path journal, EffectLimits limits, @Nullable Kind kind) {
    this.workspace = workspace;
    this.folder = journal.resolve("views");
    this.limits = limits;
    this.kind = kind;
  }

  public CommandView open(Map<Path, Optional<FileBuffer>> unsaved)
      throws IOException, InterruptedException {
    List<Path> roots = roots();
    sweep();
    Kind wanted = kind(roots);
    Path own = fresh();
    try {
      return switch (wanted) {
        case OVERLAY -> new OverlayView(own, List.copyOf(roots), unsaved);
        case MOUNTED_COPY ->
            new CopyView(
                own, List.copyOf(roots), unsaved, CopyView.Reach.MOUNTED, limits.totalBytes());
        case COPY ->
            new CopyView(
                own, List.copyOf(roots), unsaved, CopyView.Reach.BY_FOLDER, limits.totalBytes());
      };
    } catch (IOException | InterruptedException | RuntimeException failed) {
      RecursiveDelete.delete(own);
      throw failed;
    }
  }

  private List<Path> roots() {
    var roots = new ArrayList<Path>();
    for (Root root : workspace.sandbox().roots()) {
      boolean inside = roots.stream().anyMatch(other -> root.path().startsWith(other));
      if (root.use() == Root.Use.WRITABLE && !inside) {
        roots.add(root.path());
      }
    }
    return roots;
  }

  /// The best that the system allows.
  public Kind kind() throws IOException, InterruptedException {
    return kind(roots());
  }

  /// A view that stays in a folder of the caller's, who removes it. One that lies there already is
  /// opened again, which must have been made by the same kind.
  public StandingView standing(Path own) throws IOException, InterruptedException {
    List<Path> roots = List.copyOf(roots());
    Kind wanted = kind(roots);
    Files.createDirectories(own);
    return switch (wanted) {
      case OVERLAY -> new StandingOverlay(own, roots);
      case MOUNTED_COPY ->
          new StandingCopy(own, roots, CopyView.Reach.MOUNTED, limits.totalBytes());
      case COPY -> new StandingCopy(own, roots, CopyView.Reach.BY_FOLDER, limits.totalBytes());
    };
  }

  /// A watch over a command on a view that is thrown away. Where the real files could be reached
  /// beside the view, the command is not started.
  ///
  /// @param impossible what is said then
  public CommandWatch discarded(Map<Path, Optional<FileBuffer>> unsaved, String impossible)
      throws InterruptedException {
    try {
      CommandView view = open(unsaved);
      if (kind == Kind.COPY) {
        view.close();
        return CommandWatch.refusing(impossible);
      }
      return new DiscardedWatch(view);
    } catch (IOException refused) {
      return CommandWatch.refusing(String.valueOf(refused.getMessage()));
    }
  }

  /// Puts a working buffer into a view.
  static void write(Path file, FileBuffer buffer) throws IOException {
    try (FileChannel out =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      buffer.data().copyTo(out);
    }
  }

  private Path fresh() throws IOException {
    return Files.createDirectories(
        folder.resolve(ProcessHandle.current().pid() + "-" + Journal.newId()));
  }

  private synchronized Kind kind(List<Path> roots) throws IOException, InterruptedException {
    Kind known = kind;
    if (known == null) {
      known = probe(roots);
      kind = known;
    }
    return known;
  }

  /// Tries it with folders of our own that lie where the real ones will.
  private Kind probe(List<Path> roots) throws IOException, InterruptedException {
    Path own = fresh();
    try {
      Path lower = Files.createDirectory(own.resolve("lower"));
      Path gone = Files.createFile(own.resolve("gone"));
      boolean plain = ViewMounts.isPlain(own) && roots.stream().allMatch(ViewMounts::isPlain);
      Path upper = Files.createDirectory(own.resolve("upper"));
      Path work = Files.createDirectory(own.resolve("work"));
      if (plain && new ViewMounts(gone).overlay(lower, upper, work).work(lower)) {
        return Kind.OVERLAY;
      }
      return new ViewMounts(gone).bind(lower, upper).work(lower) ? Kind.MOUNTED_COPY : Kind.COPY;
    } catch (IOException noUnshare) {
      return Kind.COPY;
    } finally {
      RecursiveDelete.delete(own);
    }
  }

  /// Removes the views of programs that are gone.
  public void sweep() throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (DirectoryStream<Path> views = Files.newDirectoryStream(folder, "*-*")) {
      for (Path view : views) {
        String name = String.valueOf(view.getFileName());
        long pid = Long.parseLong(name.substring(0, name.indexOf('-')));
        if (ProcessHandle.of(pid).isEmpty()) {
          RecursiveDelete.delete(view);
        }
      }
    } catch (NumberFormatException notOurs) {
      // Someone else's folder stays.
    }
  }
}
