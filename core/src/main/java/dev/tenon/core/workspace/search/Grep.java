package dev.tenon.core.workspace.search;

import dev.tenon.core.workspace.path.FileBuffer;
import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.Folder;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.path.PathSandbox;
import dev.tenon.core.workspace.walk.FileWalk;
import dev.tenon.core.workspace.walk.FolderGroup;
import dev.tenon.core.workspace.walk.Glob;
import dev.tenon.core.workspace.walk.OrderedWork;
import dev.tenon.core.workspace.walk.PathRules;
import dev.tenon.core.workspace.walk.TreeScan;
import dev.tenon.core.workspace.walk.WalkOptions;
import dev.tenon.core.workspace.walk.WalkRules;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Searches files for a text or a regular expression. With `rg` installed it names the files to
/// look into, and counts the matches of simple patterns; without, a walk does. Either way the
/// answer is the same, in the same order. Files that are staged over the disk are always searched
/// in the process. Safe for several threads; an interrupt ends a search.
public final class Grep {
  /// Larger files are searched in blocks of this size.
  private static final int BLOCK = 16 * 1024 * 1024;

  private final PathSandbox sandbox;
  private final @Nullable Ripgrep ripgrep;

  public Grep(PathSandbox sandbox) {
    this(sandbox, Ripgrep.find(System.getenv().getOrDefault("PATH", "")));
  }

  Grep(PathSandbox sandbox, @Nullable Ripgrep ripgrep) {
    this.sandbox = sandbox;
    this.ripgrep = ripgrep;
  }

  public GrepResult search(GrepQuery query)
      throws PathException, IOException, InterruptedException {
    SearchPattern pattern = SearchPattern.of(query);
    Path start = sandbox.existing(query.path());
    GrepFilter filter = GrepFilter.of(query, sandbox.relative(start));
    var answer = new Answer(query, pattern, filter, options(query));
    try {
      GrepResult result =
          switch (sandbox.files().stat(start).kind()) {
            case FOLDER -> answer.inFolder(start);
            case FILE -> answer.inFile(start);
            case LINK, OTHER ->
                throw new FileSystemException(start.toString(), null, "it is no file");
          };
      if (Thread.interrupted()) {
        throw new InterruptedException("the search was stopped");
      }
      return result;
    } catch (ClosedByInterruptException stopped) {
      Thread.interrupted();
      throw (InterruptedException)
          new InterruptedException("the search was stopped").initCause(stopped);
    }
  }

  /// A glob that names a folder which is usually left out means it.
  private static WalkOptions options(GrepQuery query) throws PathException {
    return query.glob() == null ? query.options() : Glob.of(query.glob()).widen(query.options());
  }

  /// One search under way.
  private final class Answer {
    private final GrepQuery query;
    private final FileSearch search;
    private final SearchPattern pattern;
    private final GrepFilter filter;
    private final WalkOptions options;
    private volatile @Nullable TreeScan<?> scan;
    private volatile boolean done;
    private final AtomicInteger unreadable = new AtomicInteger();
    private final AtomicInteger tooComplex = new AtomicInteger();
    private final List<GrepResult.Matches> files = new ArrayList<>();
    private final int most;
    private int skip;
    private int room;
    private FileWalk.More more = FileWalk.More.ALL_SHOWN;

    Answer(GrepQuery query, SearchPattern pattern, GrepFilter filter, WalkOptions options) {
      this.query = query;
      this.pattern = pattern;
      this.filter = filter;
      this.options = options;
      this.skip = query.skip();
      this.room = query.limit();
      this.most =
          switch (query.show()) {
            case LINES -> (int) Math.min(Integer.MAX_VALUE, query.skip() + query.limit() + 1L);
            case FILES -> 1;
            case COUNTS -> Integer.MAX_VALUE;
          };
      this.search = new FileSearch(pattern, query, most, this::stopped);
    }

    /// Asked in the middle of long matches, by any thread.
    private boolean stopped() {
      TreeScan<?> current = scan;
      return done
          || (current != null && current.stopped())
          || Thread.currentThread().isInterrupted();
    }

    GrepResult inFile(Path file) throws IOException {
      Path parent = file.getParent();
      Path name = file.getFileName();
      if (parent == null || name == null) {
        throw new IOException("not a file: " + file);
      }
      FileSearch.Found found;
      try (Folder folder = sandbox.files().folder(parent)) {
        found = look(folder, entry(folder, name.toString()));
      }
      if (found instanceof FileSearch.Hits hits) {
        take(sandbox.relative(file), hits);
      }
      return result(GrepResult.Engine.IN_PROCESS);
    }

    GrepResult inFolder(Path start) throws IOException, InterruptedException {
      // Which files a staged ignore file hides or shows, `rg` cannot know.
      if (ripgrep != null
          && Ripgrep.understands(pattern)
          && !WalkRules.areChangedBy(sandbox.overlay())) {
        var task = new Ripgrep.Task(start, pattern, options, filter.forRipgrep());
        if (query.show() != GrepQuery.Show.LINES && Ripgrep.countsAlike(pattern)) {
          Optional<List<Ripgrep.Count>> counts = ripgrep.counts(task);
          if (counts.isPresent()) {
            return counted(start, counts.get());
          }
        }
        Optional<List<String>> candidates = ripgrep.candidates(task);
        if (candidates.isPresent()) {
          return among(start, candidates.get());
        }
      }
      return walk(start);
    }

    private GrepResult walk(Path start) throws IOException, InterruptedException {
      var look =
          new TreeScan.Look<FileSearch.Hits>() {
            @Override
            public FileSearch.@Nullable Hits at(Folder folder, String path, Folder.Named entry)
                throws IOException {
              return filter.wants(path, entry.kind())
                      && lookIfReadable(folder, entry) instanceof FileSearch.Hits hits
                  ? hits
                  : null;
            }

            @Override
            public boolean mayWant(String path) {
              return filter.mayWant(path);
            }

            @Override
            public boolean enters(String path) {
              return filter.enters(path);
            }
          };
      try {
        TreeScan<FileSearch.Hits> all = new FileWalk(sandbox, options).scan(start, look);
        scan = all;
        int folders = all.run((path, hits) -> take(shown(start, path), hits));
        unreadable.addAndGet(folders);
        return result(GrepResult.Engine.IN_PROCESS);
      } finally {
        done = true;
      }
    }

    /// Takes the counts of `rg` for files that a walk would come to.
    private GrepResult counted(Path start, List<Ripgrep.Count> counts) throws IOException {
      countStaged(start, counts);
      counts.sort(null);
      PathRules rules = rules(start);
      for (Ripgrep.Count each : counts) {
        if (filter.wants(each.path(), FileStat.Kind.FILE)
            && !rules.hides(each.path())
            && take(shown(start, each.path()), new LineHits.Counted(Math.min(most, each.lines())))
                == TreeScan.Next.STOP) {
          break;
        }
      }
      return result(GrepResult.Engine.RIPGREP);
    }

    /// Counts in the staged files, which `rg` does not see.
    private void countStaged(Path start, List<Ripgrep.Count> counts) throws IOException {
      if (sandbox.overlay().isEmpty()) {
        return;
      }
      counts.removeIf(each -> sandbox.overlay().covers(start.resolve(each.path())));
      for (FolderGroup group : FolderGroup.of(staged(start))) {
        List<Optional<FileSearch.Hits>> found = lookAt(start, group);
        for (int i = 0; i < found.size(); i++) {
          if (found.get(i).isPresent()) {
            String path = group.folder() + group.names().get(i);
            counts.add(new Ripgrep.Count(path, found.get(i).get().count()));
          }
        }
      }
    }

    /// The paths of the staged files below the start that are wanted, relative to it.
    private List<String> staged(Path start) {
      var paths = new ArrayList<String>();
      for (Map.Entry<Path, Optional<FileBuffer>> file : sandbox.overlay().files().entrySet()) {
        if (file.getValue().isPresent() && file.getKey().startsWith(start)) {
          String path = start.relativize(file.getKey()).toString().replace(File.separatorChar, '/');
          if (filter.wants(path, FileStat.Kind.FILE)) {
            paths.add(path);
          }
        }
      }
      return paths;
    }

    /// Looks into the files that `rg` named.
    private GrepResult among(Path start, List<String> candidates)
        throws IOException, InterruptedException {
      if (!sandbox.overlay().isEmpty()) {
        candidates.removeIf(path -> sandbox.overlay().covers(start.resolve(path)));
        candidates.addAll(staged(start));
      }
      FileWalk.sort(candidates);
      PathRules rules = rules(start);
      var wanted = new ArrayList<String>();
      for (String path : candidates) {
        if (filter.wants(path, FileStat.Kind.FILE)) {
          wanted.add(path);
        }
      }
      var looks = new OrderedWork<>(FolderGroup.of(wanted), group -> lookAt(start, group));
      try {
        looks.run(FileWalk.threads(), (group, found) -> takeAll(start, rules, group, found));
      } finally {
        done = true;
      }
      return result(GrepResult.Engine.RIPGREP);
    }

    private PathRules rules(Path start) {
      return new PathRules(sandbox.files(), start, new FileWalk(sandbox, options).rulesAt(start));
    }

    /// A path below the start as the model sees it.
    private String shown(Path start, String path) {
      if (!start.startsWith(sandbox.root())) {
        return sandbox.relative(start.resolve(path));
      }
      return filter.prefix() + path;
    }

    private TreeScan.Next takeAll(
        Path start, PathRules rules, FolderGroup group, List<Optional<FileSearch.Hits>> found)
        throws IOException {
      for (int i = 0; i < found.size(); i++) {
        String path = group.folder() + group.names().get(i);
        if (found.get(i).isPresent()
            && !rules.hides(path)
            && take(shown(start, path), found.get(i).get()) == TreeScan.Next.STOP) {
          return TreeScan.Next.STOP;
        }
      }
      return TreeScan.Next.GO_ON;
    }

    /// What is in each file of a group.
    private List<Optional<FileSearch.Hits>> lookAt(Path start, FolderGroup group)
        throws IOException {
      var found = new ArrayList<Optional<FileSearch.Hits>>();
      try (Folder folder = sandbox.files().folder(start.resolve(group.folder()))) {
        for (String name : group.names()) {
          found.add(
              lookIfReadable(folder, entry(folder, name)) instanceof FileSearch.Hits hits
                  ? Optional.of(hits)
                  : Optional.empty());
        }
      } catch (FileSystemException folderIsGone) {
        unreadable.addAndGet(group.names().size());
      }
      return found;
    }

    /// A file that has just been named. One that is gone meanwhile cannot be read, either.
    private static Folder.Named entry(Folder folder, String name) throws IOException {
      Folder.Named entry = folder.entryIfThere(name);
      return entry == null ? new Folder.Named(name, FileStat.Kind.FILE, 0) : entry;
    }

    private FileSearch.@Nullable Found lookIfReadable(Folder folder, Folder.Named file)
        throws IOException {
      try {
        return look(folder, file);
      } catch (FileSystemException unreadableOrGone) {
        unreadable.incrementAndGet();
        return null;
      }
    }

    /// The whole of a buffer that begins where its array does.
    private static byte[] backing(ByteBuffer bytes) {
      if (bytes.arrayOffset() != 0) {
        throw new IllegalStateException("a slice of another buffer");
      }
      return bytes.array();
    }

    private FileSearch.@Nullable Found look(Folder folder, Folder.Named file) throws IOException {
      ByteBuffer bytes = folder.read(file, BLOCK);
      FileSearch.Found found =
          bytes == null
              ? new HugeFileSearch(search, BLOCK).search(folder, file.name())
              : search.search(backing(bytes), bytes.limit());
      if (found instanceof FileSearch.TooComplex) {
        tooComplex.incrementAndGet();
      }
      return found;
    }

    private TreeScan.Next take(String path, FileSearch.Hits found) {
      if (room == 0) {
        more = FileWalk.More.MORE_EXIST;
        return TreeScan.Next.STOP;
      }
      if (query.show() != GrepQuery.Show.LINES) {
        if (skip > 0) {
          skip--;
        } else {
          files.add(new GrepResult.Matches(path, found.count(), List.of()));
          room--;
        }
        return TreeScan.Next.GO_ON;
      }
      int hits = found.count();
      if (hits <= skip) {
        skip -= hits;
        return TreeScan.Next.GO_ON;
      }
      int shown = Math.min(room, hits - skip);
      files.add(new GrepResult.Matches(path, hits, found.lines(skip, shown)));
      room -= shown;
      boolean rest = hits - skip > shown;
      skip = 0;
      if (rest) {
        more = FileWalk.More.MORE_EXIST;
        return TreeScan.Next.STOP;
      }
      return TreeScan.Next.GO_ON;
    }

    private GrepResult result(GrepResult.Engine engine) {
      var notes = new ArrayList<String>();
      if (more == FileWalk.More.MORE_EXIST) {
        String what = query.show() == GrepQuery.Show.LINES ? "matches" : "files";
        notes.add(
            "Only "
                + (query.skip() == 0 ? "the first " : "")
                + query.limit()
                + " "
                + what
                + (query.skip() == 0 ? "" : " after the first " + query.skip())
                + " are shown. Narrow the pattern, the path, the glob or the type, or skip "
                + (query.skip() + query.limit())
                + ".");
      }
      if (tooComplex.get() > 0) {
        notes.add(
            "The expression was too slow or too deep in "
                + tooComplex.get()
                + " files, which were passed over. Simplify its repetitions.");
      }
      if (unreadable.get() > 0) {
        notes.add(unreadable.get() + " files or folders could not be read.");
      }
      return new GrepResult(files, more, engine, notes);
    }
  }
}
