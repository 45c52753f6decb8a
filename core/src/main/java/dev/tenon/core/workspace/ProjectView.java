package dev.tenon.core.workspace;

import dev.tenon.core.workspace.path.FileBuffer;
import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.ForbiddenPaths;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.path.PathSandbox;
import dev.tenon.core.workspace.search.Grep;
import dev.tenon.core.workspace.search.GrepQuery;
import dev.tenon.core.workspace.search.GrepResult;
import dev.tenon.core.workspace.walk.FileIndex;
import dev.tenon.core.workspace.walk.FileWalk;
import dev.tenon.core.workspace.walk.FuzzyFind;
import dev.tenon.core.workspace.walk.Glob;
import dev.tenon.core.workspace.walk.SuffixSearch;
import dev.tenon.core.workspace.walk.WalkOptions;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the model sees of the project, and how everything that shows it files finds, reads and
/// searches them: the disk, or the disk with staged files over it, as if they were written.
/// Sandbox, closed paths and ignore rules hold for both alike.
///
/// The staged files are those of the moment at which the view was taken; whoever wants to see later
/// edits asks for a new one, which costs next to nothing. Safe for several threads.
public final class ProjectView {
  private static final long SUFFIX_SEARCH_NANOS = 5_000_000_000L;

  private final PathSandbox sandbox;
  private final SeenFiles seen;
  private final FileIndex index;
  private final @Nullable OpenBuffers buffers;

  /// @param sandbox with the staged files over it
  ProjectView(PathSandbox sandbox, SeenFiles seen, FileIndex index) {
    this(sandbox, seen, index, null);
  }

  /// @param buffers are looked at before a file is read; null for none
  ProjectView(PathSandbox sandbox, SeenFiles seen, FileIndex index, @Nullable OpenBuffers buffers) {
    this.sandbox = sandbox;
    this.seen = seen;
    this.index = index;
    this.buffers = buffers;
  }

  /// Whether anything is staged. What somebody has open is not.
  public boolean hasStaged() {
    return buffers == null && !sandbox.overlay().isEmpty();
  }

  /// The files with this one as it is now.
  private PathSandbox with(Path real) throws IOException {
    if (buffers == null) {
      return sandbox;
    }
    buffers.look(real);
    return sandbox.over(buffers.overlay());
  }

  /// The files that are not on the disk as they are seen, by real path: what is staged, and nothing
  /// for those that are staged to be gone.
  public Map<Path, Optional<FileBuffer>> staged() {
    return sandbox.overlay().files();
  }

  /// The real path of a file or folder that is seen; see [PathSandbox#existing].
  public Path existing(String path) throws PathException {
    return sandbox.existing(path);
  }

  /// Whether there is such a file or folder.
  public boolean has(String path) {
    return sandbox.has(path);
  }

  public FileStat stat(Path real) throws IOException {
    return with(real).files().stat(real);
  }

  /// The whole file, if it has at most so many bytes.
  public byte[] bytes(Path real, long most) throws IOException {
    return with(real).files().readAll(real, most);
  }

  /// The whole file. The model has not seen it by that: whoever shows it calls [Workspace#saw].
  public Snapshot snapshot(Path real) throws IOException {
    return Snapshot.of(with(real), real);
  }

  /// Reads what the model asks for: a path with or without a selector, see [Selector]. What is
  /// shown counts as seen. A path that does not exist is resolved to the only one that ends with
  /// it.
  public ReadResult read(String pathAndSelector, ReadLimits limits)
      throws PathException, IOException, InterruptedException {
    Selector.Target target = target(pathAndSelector);
    return read(target.path(), target.selector(), limits);
  }

  /// The path and the selector that may follow it; a file that is really called so wins.
  public Selector.Target target(String pathAndSelector) throws PathException {
    return Selector.split(pathAndSelector, sandbox::has);
  }

  /// Where a path leads.
  ///
  /// @param path as the model sees it
  /// @param notes say so when nothing is at the path that was given, and this was found instead
  public record Located(Path real, String path, List<String> notes) {
    public Located {
      notes = List.copyOf(notes);
    }

    /// Whether it is another path than the one that was given.
    public boolean isElsewhere() {
      return !notes.isEmpty();
    }
  }

  /// Finds what a read of the path would show; nothing counts as seen by that.
  public Located locate(String path) throws PathException, IOException, InterruptedException {
    var notes = new ArrayList<String>();
    Path real = resolve(path, notes);
    return new Located(real, sandbox.relative(real), notes);
  }

  /// Reads lines of a file, or a folder as a tree.
  public ReadResult read(String path, Selector selector, ReadLimits limits)
      throws PathException, IOException, InterruptedException {
    return read(locate(path), selector, limits);
  }

  /// The same for what has been located.
  public ReadResult read(Located located, Selector selector, ReadLimits limits)
      throws IOException, InterruptedException {
    Path real = located.real();
    List<String> notes = located.notes();
    try {
      PathSandbox now = with(real);
      FileStat stat = now.files().stat(real);
      return stat.isFolder()
          ? new FolderTree(sandbox, walk(WalkOptions.DEFAULT), limits).read(real, notes)
          : new FileReading(now, seen, limits).read(real, stat, selector, notes);
    } catch (ClosedByInterruptException stopped) {
      Thread.interrupted();
      throw (InterruptedException)
          new InterruptedException("reading was stopped").initCause(stopped);
    }
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

  /// A walk through the files of the project.
  public FileWalk walk(WalkOptions options) {
    return new FileWalk(sandbox, options);
  }

  /// The files below a folder whose path matches, in the order of a walk. The glob speaks of paths
  /// relative to the folder, or to the project.
  public FileWalk.Found glob(String pattern, String folder, int limit)
      throws PathException, IOException, InterruptedException {
    String root = sandbox.root().toString();
    Glob glob =
        Glob.of(pattern.startsWith(root + "/") ? pattern.substring(root.length()) : pattern);
    Path start = sandbox.existing(folder);
    FileWalk.Found found = walk(glob.widen(WalkOptions.DEFAULT)).find(start, glob, limit);
    if (start.equals(sandbox.root())) {
      return found;
    }
    var paths = new ArrayList<String>();
    for (String path : found.paths()) {
      paths.add(sandbox.relative(start.resolve(path)));
    }
    return new FileWalk.Found(paths, found.more(), found.unreadable());
  }

  /// All paths as they were a moment ago, for completion; folders end with a slash.
  public List<String> paths() throws IOException, InterruptedException {
    return index.paths(sandbox);
  }

  /// Paths that fit a few typed letters, best first; folders end with a slash.
  public List<String> find(String letters, int limit) throws IOException, InterruptedException {
    return FuzzyFind.rank(letters, index.paths(sandbox), limit);
  }

  /// Searches the contents of files.
  public GrepResult grep(GrepQuery query) throws PathException, IOException, InterruptedException {
    return new Grep(sandbox).search(query);
  }

  /// The same, but what is left out is not looked into, so that nothing about its content can be
  /// found out; unless the path that is searched is itself among it, which somebody has named.
  public GrepResult grep(GrepQuery query, ForbiddenPaths leftOut)
      throws PathException, IOException, InterruptedException {
    return leftOut.reading(sandbox.existing(query.path())) == null
        ? new Grep(sandbox.without(leftOut)).search(query)
        : grep(query);
  }
}
