package dev.tenon.core.change.journal;

import dev.tenon.core.text.FileMode;
import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.ManyFiles;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.path.PathSandbox;
import dev.tenon.core.workspace.path.SafeFiles;
import dev.tenon.core.workspace.path.TemporaryFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// What one [Disk#apply] has done so far, to be finished or taken back. The order: folders that
/// have to let something in are opened, new contents are laid beside their places, what stands in
/// the way goes, folders come from the outside in, files take their places, the rest goes from the
/// inside out, and folders get their modes.
final class DiskAttempt {
  /// Each prepared file holds its folder open; the rest is prepared when its turn comes.
  private static final int MOST_OPEN = 512;

  private static final Comparator<Write> OUTSIDE_IN = Comparator.comparing(write -> write.path);

  private final PathSandbox sandbox;
  private final SafeFiles files;
  private final List<Write> writes = new ArrayList<>();
  private final Deque<Write> done = new ArrayDeque<>();
  private final Set<Path> folders = new LinkedHashSet<>();
  private final Map<Path, FileMode> opened = new HashMap<>();

  DiskAttempt(PathSandbox sandbox) {
    this.sandbox = sandbox;
    this.files = sandbox.files();
  }

  /// One path that is written: what is there and what comes; null stands for nothing.
  static final class Write {
    final String path;
    final Path place;
    final @Nullable Content from;
    final @Nullable Content to;
    private boolean inTheWay;
    private boolean begun;
    private @Nullable TemporaryFile temporary;

    private Write(String path, Path place, @Nullable Content from, @Nullable Content to) {
      this.path = path;
      this.place = place;
      this.from = from;
      this.to = to;
    }

    FileImage.@Nullable Kind from() {
      return Content.kindOf(from);
    }

    FileImage.@Nullable Kind to() {
      return Content.kindOf(to);
    }

    /// Whether what is there has to go before something else can come in its place or below it.
    boolean changesKind() {
      return from != null && to != null && from.kind() != to.kind();
    }
  }

  /// The names that are written, a move with both of its ends.
  List<Write> writes() {
    return writes;
  }

  private void add(String path, @Nullable Content from, @Nullable Content to) throws PathException {
    writes.add(new Write(path, sandbox.place(path), from, to));
  }

  void prepare(List<Commit.Step> steps) throws IOException, PathException {
    for (Commit.Step step : steps) {
      if (step.target() == null) {
        add(step.path(), step.before(), step.after());
      } else {
        add(step.target(), null, step.after());
        add(step.path(), step.before(), null);
      }
    }
    findObstacles();
    for (Write each : writes) {
      if (each.from() == FileImage.Kind.FOLDER && each.to() == FileImage.Kind.FOLDER) {
        open(each);
      }
    }
    var first = new ArrayList<Write>();
    for (Write each : writes) {
      if (first.size() < MOST_OPEN && each.to() == FileImage.Kind.FILE && isReachable(each)) {
        makeParent(each);
        first.add(each);
      }
    }
    each(first, this::stage);
  }

  /// An edit of a file or two is not to pay for threads.
  private static void each(List<Write> some, ManyFiles.Work<Write> work) throws IOException {
    if (some.size() > ManyFiles.FEW) {
      ManyFiles.each(some, work);
      return;
    }
    for (Write each : some) {
      work.on(each);
    }
  }

  /// A file that becomes a folder stands in the way of all below it, a folder that becomes a file
  /// has to be emptied first.
  private void findObstacles() {
    Map<Path, Write> turned = new HashMap<>();
    for (Write each : writes) {
      boolean makesRoom = each.to == null && each.from() != FileImage.Kind.FOLDER;
      if (each.changesKind() || makesRoom) {
        turned.put(each.place, each);
      }
    }
    for (Write each : writes) {
      for (Path at = each.place.getParent(); at != null; at = at.getParent()) {
        Write above = turned.get(at);
        if (above == null) {
          continue;
        }
        if (above.from() == FileImage.Kind.FOLDER) {
          each.inTheWay |= each.to == null;
        } else if (each.to != null) {
          above.inTheWay = true;
        }
      }
      each.inTheWay |= each.changesKind();
    }
  }

  /// Whether its folder is there or can be made, without anything in the way.
  private boolean isReachable(Write each) throws IOException {
    if (!sandbox.reachable(each.place)) {
      return false;
    }
    FileStat there = files.statIfThere(each.place);
    return there == null || there.isFile();
  }

  private void open(Write each) throws IOException {
    FileStat stat = files.statIfThere(each.place);
    if (stat != null && stat.isFolder() && stat.mode() != null) {
      opened.put(each.place, stat.mode());
      files.setMode(each.place, new FileMode(stat.mode().bits() | 0700));
    }
  }

  private void stage(Write each) throws IOException {
    Content to = Objects.requireNonNull(each.to, "a file comes");
    each.temporary = files.stage(each.place, to.data(), modeOf(to));
  }

  private void makeParent(Write each) throws IOException {
    Path parent = each.place.getParent();
    if (parent != null) {
      folders.addAll(files.createFolders(parent));
    }
  }

  /// Whether this folder is there only because something below it was prepared.
  boolean made(Write write) {
    return write.from == null
        && write.to() == FileImage.Kind.FOLDER
        && folders.contains(write.place);
  }

  void carryOut() throws IOException {
    List<Write> outsideIn = writes.stream().sorted(OUTSIDE_IN).toList();
    for (Write each : outsideIn.reversed()) {
      if (each.inTheWay) {
        remove(each);
        note(each);
      }
    }
    for (Write each : outsideIn) {
      if (each.to() == FileImage.Kind.FOLDER && each.from() != FileImage.Kind.FOLDER) {
        folders.addAll(files.createFolders(each.place));
        note(each);
      }
    }
    List<Write> arriving =
        writes.stream()
            .filter(it -> it.to() == FileImage.Kind.FILE || it.to() == FileImage.Kind.LINK)
            .toList();
    for (int i = 0; i < arriving.size(); i += MOST_OPEN) {
      arrive(arriving.subList(i, Math.min(i + MOST_OPEN, arriving.size())));
    }
    for (Write each : outsideIn.reversed()) {
      if (each.to == null && each.from != null && !each.inTheWay) {
        remove(each);
        note(each);
      }
    }
    for (Write each : outsideIn.reversed()) {
      Content to = each.to;
      if (to != null && to.kind() == FileImage.Kind.FOLDER && to.image().mode() != null) {
        files.setMode(each.place, to.image().mode());
        note(each);
      }
    }
  }

  private synchronized void note(Write each) {
    if (!each.begun) {
      each.begun = true;
      done.push(each);
    }
  }

  /// Lets files and links take their places, now that nothing is in the way.
  private void arrive(List<Write> some) throws IOException {
    var late = new ArrayList<Write>();
    for (Write each : some) {
      if (each.temporary == null) {
        makeParent(each);
        if (each.to() == FileImage.Kind.FILE) {
          late.add(each);
        }
      }
    }
    each(late, this::stage);
    each(some, this::put);
  }

  private void put(Write each) throws IOException {
    Content to = Objects.requireNonNull(each.to, "something comes");
    if (to.kind() == FileImage.Kind.LINK) {
      files.link(each.place, to.target());
    } else {
      try (TemporaryFile temporary = Objects.requireNonNull(each.temporary, "it is prepared")) {
        temporary.commit();
        each.temporary = null;
      }
    }
    note(each);
  }

  private void remove(Write each) throws IOException {
    if (each.from() != FileImage.Kind.FOLDER) {
      files.delete(each.place);
    } else if (each.to == null) {
      Disk.removeIfEmpty(files, each.place);
    } else {
      files.deleteFolder(each.place);
    }
  }

  List<String> madeFolders() {
    return folders.stream().map(sandbox::relative).toList();
  }

  /// Brings everything back, the latest first.
  void takeBack(BiConsumer<String, IOException> failed) {
    close();
    for (Write each : done) {
      try {
        putBack(each);
      } catch (IOException stuck) {
        failed.accept(each.path, stuck);
      }
    }
    List.copyOf(folders).reversed().forEach(folder -> Disk.removeIfEmpty(files, folder));
    opened.forEach(
        (folder, mode) -> {
          try {
            files.setMode(folder, mode);
          } catch (IOException stuck) {
            failed.accept(sandbox.relative(folder), stuck);
          }
        });
  }

  private void putBack(Write each) throws IOException {
    Content from = each.from;
    FileStat now = files.statIfThere(each.place);
    boolean otherKind = now != null && (from == null || !fits(now, from.kind()));
    if (otherKind && now != null && now.isFolder()) {
      Disk.removeIfEmpty(files, each.place);
    } else if (otherKind) {
      files.delete(each.place);
    }
    if (from == null) {
      return;
    }
    switch (from.kind()) {
      case FOLDER -> {
        files.createFolders(each.place);
        if (from.image().mode() != null) {
          files.setMode(each.place, from.image().mode());
        }
      }
      case LINK -> files.link(each.place, from.target());
      case FILE -> {
        try (TemporaryFile old = files.stage(each.place, from.data(), modeOf(from))) {
          old.commit();
        }
      }
    }
  }

  static boolean fits(FileStat now, FileImage.Kind kind) {
    return switch (now.kind()) {
      case FILE -> kind == FileImage.Kind.FILE;
      case FOLDER -> kind == FileImage.Kind.FOLDER;
      case LINK -> kind == FileImage.Kind.LINK;
      case OTHER -> false;
    };
  }

  private static FileMode modeOf(Content content) {
    FileMode mode = content.image().mode();
    return mode == null ? Umask.newFile() : mode;
  }

  void close() {
    for (Write each : writes) {
      TemporaryFile temporary = each.temporary;
      if (temporary != null) {
        each.temporary = null;
        try {
          temporary.close();
        } catch (IOException leftover) {
          // A temporary sibling that cannot be removed is named as ours and does no harm.
        }
      }
    }
  }
}
