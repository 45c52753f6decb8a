package dev.tenon.core.workspace;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The project a conversation works on: the roots, the files below them, and what the model has
/// seen of these. One per conversation; safe for several threads.
public final class Workspace {
  /// The largest file that is held in memory, as editing one needs. Larger ones are streamed.
  public static final long MOST_IN_MEMORY = 32L * 1024 * 1024;

  private static final long SUFFIX_SEARCH_NANOS = 5_000_000_000L;

  private final PathSandbox sandbox;
  private final SeenFiles seen = new SeenFiles();
  private final FileIndex index;
  private @Nullable ShownLines shown;

  private Workspace(PathSandbox sandbox) {
    this.sandbox = sandbox;
    this.index = new FileIndex(sandbox);
  }

  /// Opens the folder; it has to exist.
  public static Workspace open(Path root) throws IOException {
    return open(root, List.of());
  }

  /// Opens the folder with more folders that tools may use.
  public static Workspace open(Path root, List<Root> more) throws IOException {
    return open(root, more, Forbidden.NOTHING);
  }

  /// Opens the folder, without what rules keep from every tool.
  public static Workspace open(Path root, List<Root> more, Forbidden forbidden) throws IOException {
    return new Workspace(new PathSandbox(root, more, forbidden));
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

  /// Reads what the model asks for: a path with or without a selector, see [Selector]. What is
  /// shown counts as seen. A path that does not exist is resolved to the only one that ends with
  /// it.
  public ReadResult read(String pathAndSelector, ReadLimits limits)
      throws PathException, IOException, InterruptedException {
    Selector.Target target = Selector.split(pathAndSelector, this::exists);
    return read(target.path(), target.selector(), limits);
  }

  /// Reads lines of a file, or a folder as a tree.
  public ReadResult read(String path, Selector selector, ReadLimits limits)
      throws PathException, IOException, InterruptedException {
    var notes = new ArrayList<String>();
    Path real = resolve(path, notes);
    try {
      return files().stat(real).isFolder()
          ? new FolderTree(sandbox, walk(WalkOptions.DEFAULT), limits).read(real, notes)
          : new FileReading(this, limits).read(real, selector, notes);
    } catch (ClosedByInterruptException stopped) {
      Thread.interrupted();
      throw (InterruptedException)
          new InterruptedException("reading was stopped").initCause(stopped);
    }
  }

  /// A walk through the files of the project.
  public FileWalk walk(WalkOptions options) {
    return new FileWalk(sandbox, options);
  }

  /// The files below a folder whose path matches, in the order of a walk. The glob speaks of paths
  /// relative to the folder, or to the project.
  public FileWalk.Found glob(String pattern, String folder, int limit)
      throws PathException, IOException, InterruptedException {
    String relative =
        pattern.startsWith(root() + "/") ? pattern.substring(root().toString().length()) : pattern;
    Glob glob = Glob.of(relative);
    Path start = sandbox.existing(folder);
    FileWalk.Found found = walk(glob.widen(WalkOptions.DEFAULT)).find(start, glob, limit);
    if (start.equals(root())) {
      return found;
    }
    var paths = new ArrayList<String>();
    for (String path : found.paths()) {
      paths.add(sandbox.relative(start.resolve(path)));
    }
    return new FileWalk.Found(paths, found.more(), found.unreadable());
  }

  /// Paths that fit a few typed letters, best first; folders end with a slash.
  public List<String> find(String letters, int limit) throws IOException, InterruptedException {
    return FuzzyFind.rank(letters, index.paths(), limit);
  }

  /// Searches the contents of files.
  public GrepResult grep(GrepQuery query) throws PathException, IOException, InterruptedException {
    return new Grep(sandbox).search(query);
  }

  private boolean exists(String path) {
    return sandbox.has(path);
  }

  private Path resolve(String path, List<String> notes)
      throws PathException, IOException, InterruptedException {
    try {
      return sandbox.existing(path);
    } catch (PathException missing) {
      if (missing.kind() != PathException.Kind.NOT_FOUND) {
        throw missing;
      }
      var search = new SuffixSearch(sandbox, walk(WalkOptions.DEFAULT), SUFFIX_SEARCH_NANOS);
      SuffixSearch.Matches matches = search.find(path);
      if (matches.endings().size() == 1) {
        String found = matches.endings().getFirst();
        notes.add("'" + path + "' does not exist; this is " + found + ", the only match.");
        return sandbox.existing(found);
      }
      throw missing.withSuggestions(
          matches.endings().isEmpty() ? matches.names() : matches.endings());
    }
  }

  /// The whole file as it is now, for editing. The model has not seen it by that: whoever shows it
  /// calls [#saw].
  public Snapshot snapshot(Path real) throws IOException {
    FileStat stat = files().stat(real);
    byte[] bytes = files().readAll(real, MOST_IN_MEMORY);
    return new Snapshot(
        real, sandbox.relative(real), Sha256.of(bytes), FileContent.of(bytes, stat.mode()));
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
