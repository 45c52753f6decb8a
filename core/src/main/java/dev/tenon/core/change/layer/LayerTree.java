package dev.tenon.core.change.layer;

import dev.tenon.core.change.effects.EffectLimits;
import dev.tenon.core.change.effects.Effects;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.Content;
import dev.tenon.core.change.journal.FileImage;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.view.CommandViews;
import dev.tenon.core.change.view.StandingView;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.text.FileBytes;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.core.workspace.path.FileBuffer;
import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.Root;
import dev.tenon.core.workspace.state.FileFingerprint;
import dev.tenon.core.workspace.state.StableRead;
import dev.tenon.core.workspace.state.StateScan;
import dev.tenon.core.workspace.state.TreeState;
import dev.tenon.core.workspace.walk.IgnoreCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The files of a layer: what lies in its view, what each of them was before, and what a command
/// has made of them. Used under the lock of [LayerEditing].
final class LayerTree {
  private final Workspace workspace;
  private final StandingView view;
  private final LayerBases bases;
  private final Journal journal;
  private final Path running;

  /// What lies in the view, by real path; see [StandingView#touched].
  private Map<Path, Optional<Path>> touched;

  /// What tools are shown of it, by where it lies.
  private final Map<Path, Shown> shown = new HashMap<>();

  /// What the files with a base were when it was last looked; nothing for those that were gone.
  private final Map<Path, Optional<FileImage>> images = new HashMap<>();

  /// What the project was before the command that runs; null while none does.
  private @Nullable TreeState before;

  private record Shown(FileFingerprint fingerprint, FileBuffer buffer) {}

  /// @param running exists while a command runs
  LayerTree(Workspace workspace, StandingView view, LayerBases bases, Journal journal, Path running)
      throws IOException, InterruptedException {
    this.workspace = workspace;
    this.view = view;
    this.bases = bases;
    this.journal = journal;
    this.running = running;
    this.touched = view.touched();
    if (Files.exists(running)) {
      recover();
    }
    for (String path : bases.paths()) {
      Path real = workspace.root().resolve(path);
      images.put(real, Optional.ofNullable(Content.imageOf(at(real))));
    }
  }

  CommandViews.Kind kind() {
    return view.kind();
  }

  Confinement confinement() {
    return view.confinement();
  }

  // What is there.

  /// Whether the layer has something else at this path than the project.
  boolean covers(Path real) {
    return touched.containsKey(real);
  }

  /// What is at this path, or null.
  @Nullable Content at(Path real) throws IOException {
    Optional<Path> place = touched.get(real);
    return place == null ? onDisk(real) : place.isEmpty() ? null : content(place.get());
  }

  private @Nullable Content onDisk(Path real) throws IOException {
    FileStat stat = workspace.files().statIfThere(real);
    if (stat == null || stat.kind() == FileStat.Kind.OTHER) {
      return null;
    }
    return switch (stat.kind()) {
      case FOLDER -> Content.folder(stat.mode());
      case LINK -> Content.link(Files.readSymbolicLink(real).toString());
      case FILE, OTHER ->
          new Content(StableRead.of(workspace.sandbox(), real, stat.size()), stat.mode());
    };
  }

  private static @Nullable Content content(Path place) throws IOException {
    FileFingerprint found;
    try {
      found = FileFingerprint.of(place);
    } catch (NoSuchFileException gone) {
      return null;
    }
    return switch (found.kind()) {
      case LINK -> Content.link(Files.readSymbolicLink(place).toString());
      case FILE ->
          new Content(StableRead.of(place, () -> Files.newByteChannel(place)), found.fileMode());
      case FOLDER -> Content.folder(found.fileMode());
      case OTHER -> null;
    };
  }

  /// What tools see over the project, what is ignored too; a link as the file that it leads to.
  Map<Path, Optional<FileBuffer>> buffers() {
    var buffers = new LinkedHashMap<Path, Optional<FileBuffer>>();
    touched.forEach(
        (real, place) -> {
          if (place.isEmpty()) {
            buffers.put(real, Optional.empty());
          } else {
            FileBuffer buffer = buffer(real, place.get());
            if (buffer != null) {
              buffers.put(real, Optional.of(buffer));
            }
          }
        });
    return buffers;
  }

  private @Nullable FileBuffer buffer(Path real, Path place) {
    try {
      FileFingerprint found = FileFingerprint.of(place);
      if (found.kind() == FileStat.Kind.LINK) {
        return linked(real, Files.readSymbolicLink(place));
      }
      if (found.kind() != FileStat.Kind.FILE) {
        return null;
      }
      Shown known = shown.get(place);
      if (known == null || !known.fingerprint.equals(found)) {
        FileBytes bytes = FileBytes.ofFile(place);
        known =
            new Shown(
                found,
                new FileBuffer(
                    FileBytes.stored(
                        () -> Files.newByteChannel(place), bytes.size(), bytes.sha256()),
                    found.fileMode()));
        shown.put(place, known);
      }
      return known.buffer;
    } catch (IOException unreadable) {
      // A command has taken the rights to it away, or it just goes: nobody can see it.
      return null;
    }
  }

  private @Nullable FileBuffer linked(Path real, Path target) throws IOException {
    Path leads = Objects.requireNonNull(real.getParent(), "below a root").resolve(target);
    Content content = isInside(leads.normalize()) ? at(leads.normalize()) : null;
    return content == null || content.kind() != FileImage.Kind.FILE
        ? null
        : new FileBuffer(content.data(), content.image().mode());
  }

  private boolean isInside(Path real) {
    return workspace.sandbox().roots().stream().anyMatch(root -> real.startsWith(root.path()));
  }

  /// What differs from what it was, in the order of the paths.
  List<LayerFile> files() throws IOException {
    var files = new TreeMap<String, LayerFile>();
    for (String path : bases.paths()) {
      Path real = workspace.root().resolve(path);
      Content base = bases.base(path);
      Content now = touched.containsKey(real) ? at(real) : base;
      boolean folders = isFolder(base) && isFolder(now);
      if (!LayerFile.same(base, now) && !folders) {
        files.put(path, new LayerFile(path, base, now, bases.known(path)));
      }
    }
    return List.copyOf(files.values());
  }

  /// The files and links that lie in the layer and are not among [#files]: what is ignored, and
  /// what cannot be named. Each with the place where it lies. What the project has too is not told.
  SortedMap<String, Path> unmerged() throws IOException {
    var unmerged = new TreeMap<String, Path>();
    touched.forEach(
        (real, place) -> {
          String path = workspace.sandbox().relative(real);
          if (place.isPresent()
              && !bases.has(path)
              && isFileOrLink(place.get())
              && !LayerFile.alike(place.get(), real)) {
            unmerged.put(path, place.get());
          }
        });
    for (Root root : workspace.sandbox().roots()) {
      LayerRepositories.find(
          view.place(root.path()),
          root.path(),
          (real, place) -> unmerged.put(workspace.sandbox().relative(real), place));
    }
    return unmerged;
  }

  private static boolean isFileOrLink(Path place) {
    return Files.isSymbolicLink(place) || Files.isRegularFile(place, LinkOption.NOFOLLOW_LINKS);
  }

  private static boolean isFolder(@Nullable Content content) {
    return content != null && content.kind() == FileImage.Kind.FOLDER;
  }

  // Edits.

  /// Brings a path to this content; null stands for nothing. What it was is noted first.
  void put(Path real, @Nullable Content wanted) throws IOException {
    String path = workspace.sandbox().relative(real);
    if (!bases.has(path)) {
      bases.note(path, onDisk(real), LayerFile.Known.SEEN);
    }
    if (wanted == null) {
      view.remove(real);
      touched.put(real, Optional.empty());
    } else {
      Path place =
          wanted.kind() == FileImage.Kind.LINK
              ? view.link(real, wanted.target())
              : view.write(real, wanted.data(), wanted.image().mode());
      touched.put(real, Optional.of(place));
    }
    images.put(real, Optional.ofNullable(Content.imageOf(wanted)));
  }

  // Commands.

  /// A command is about to run.
  void begin() throws IOException, InterruptedException {
    view.refresh();
    before =
        new StateScan(workspace.sandbox(), journal.folder(), EffectLimits.DEFAULT.names()).scan();
    Files.writeString(running, "");
  }

  /// The same for a program that may outlive this one: only the time of its start is noted.
  void beginUnwatched() throws IOException, InterruptedException {
    view.refresh();
    if (!Files.exists(running)) {
      Files.writeString(running, "");
    }
  }

  /// It is over: what it has changed is noted. Answers that.
  Effects finish() throws IOException, InterruptedException {
    touched = view.touched();
    var missed = new ArrayList<Effects.Missed>();
    noteBases(missed);
    before = null;
    Files.deleteIfExists(running);
    return new Effects(Effects.Where.LAYER, changed(), missed, List.of());
  }

  /// The same after a program died in the middle of a command, or after one that nobody watched.
  void recover() throws IOException, InterruptedException {
    touched = view.touched();
    noteBases(new ArrayList<>());
    Files.deleteIfExists(running);
  }

  /// The files with a base that are otherwise than when it was last looked.
  private List<Effects.File> changed() throws IOException {
    var files = new ArrayList<Effects.File>();
    for (String path : bases.paths().stream().sorted().toList()) {
      Path real = workspace.root().resolve(path);
      FileImage now = Content.imageOf(at(real));
      FileImage then =
          images.containsKey(real)
              ? images.get(real).orElse(null)
              : Content.imageOf(bases.base(path));
      images.put(real, Optional.ofNullable(now));
      if (!Objects.equals(then, now) && !isFolder(then) && !isFolder(now)) {
        files.add(new Effects.File(kind(then, now), path, null, ""));
      }
    }
    return files;
  }

  private static boolean isFolder(@Nullable FileImage image) {
    return image != null && image.kind() == FileImage.Kind.FOLDER;
  }

  private static Change.Kind kind(@Nullable FileImage then, @Nullable FileImage now) {
    if (then == null) {
      return Change.Kind.CREATED;
    }
    if (now == null) {
      return Change.Kind.DELETED;
    }
    return then.sameBytes(now) ? Change.Kind.MODE_CHANGED : Change.Kind.UPDATED;
  }

  /// Notes what every file was that has been touched for the first time. What is only a copy of the
  /// project's own file is let go, so that the project is seen again.
  private void noteBases(List<Effects.Missed> missed) throws IOException {
    var ignored = new HashMap<Path, IgnoreCheck>();
    var history = new LayerHistory(journal);
    for (Path real : List.copyOf(touched.keySet())) {
      String path = workspace.sandbox().relative(real);
      if (bases.has(path) || ignores(real, ignored)) {
        continue;
      }
      if (path.indexOf('\uFFFD') >= 0) {
        missed.add(new Effects.Missed(path, "its name is not UTF-8, so it is not merged"));
        continue;
      }
      Content now = at(real);
      Content disk = onDisk(real);
      Optional<Path> place = touched.getOrDefault(real, Optional.empty());
      if (place.isPresent() && now == null) {
        missed.add(new Effects.Missed(path, "neither file nor link, so it is not merged"));
        continue;
      }
      FileFingerprint there = fingerprint(real);
      if (isAsSeen(path, there)) {
        if (LayerFile.same(disk, now) && view.reset(real)) {
          touched.remove(real);
        } else {
          bases.note(path, disk, LayerFile.Known.SEEN);
        }
        continue;
      }
      Optional<LayerHistory.Found> then =
          place.isEmpty() ? Optional.empty() : history.at(path, place.get(), disk, there);
      if (then.isPresent()) {
        bases.note(path, then.get().base(), LayerFile.Known.SEEN);
      } else {
        bases.note(path, disk, LayerFile.Known.UNSURE);
      }
    }
  }

  private boolean ignores(Path real, Map<Path, IgnoreCheck> checks) {
    for (Root root : workspace.sandbox().roots()) {
      if (real.startsWith(root.path())) {
        return checks
            .computeIfAbsent(root.path(), each -> new IgnoreCheck(workspace.sandbox(), each))
            .ignores(real, kindOf(real));
      }
    }
    return true;
  }

  private FileStat.Kind kindOf(Path real) {
    Path place = touched.getOrDefault(real, Optional.empty()).orElse(real);
    return Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)
        ? FileStat.Kind.FOLDER
        : FileStat.Kind.FILE;
  }

  private static @Nullable FileFingerprint fingerprint(Path real) throws IOException {
    try {
      return FileFingerprint.of(real);
    } catch (NoSuchFileException absent) {
      return null;
    }
  }

  /// Whether the project's file is still what the command saw.
  private boolean isAsSeen(String path, @Nullable FileFingerprint now) throws IOException {
    TreeState then = before;
    if (then != null && then.reach() == TreeState.Reach.ALL && then.leftOut(path) == null) {
      return Objects.equals(now, then.entries().get(path));
    }
    if (now == null || now.kind() == FileStat.Kind.FOLDER || !Files.exists(running)) {
      return true;
    }
    return now.changed() < FileFingerprint.of(running).changed();
  }
}
