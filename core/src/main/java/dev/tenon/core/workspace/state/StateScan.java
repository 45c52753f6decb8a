package dev.tenon.core.workspace.state;

import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.Folder;
import dev.tenon.core.workspace.path.PathSandbox;
import dev.tenon.core.workspace.path.Root;
import dev.tenon.core.workspace.walk.FileWalk;
import dev.tenon.core.workspace.walk.GitFolder;
import dev.tenon.core.workspace.walk.TreeScan;
import dev.tenon.core.workspace.walk.WalkOptions;
import dev.tenon.core.workspace.walk.WalkRules;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Takes the [TreeState] of all writable roots, on several threads once there is much to look at.
/// Ignore rules hold; what versions systems keep for themselves is left out silently. After a
/// command, what only its own changes to the rules would hide is looked at too. One scan per
/// instance.
public final class StateScan {
  /// Fewer names are looked at before another thread has started.
  private static final int NAMES_FOR_ONE = 1500;

  /// A tree that had more names is looked at by the C library from then on.
  private static final int NAMES_FOR_NATIVE = 5000;

  /// How much of what a command itself has made ignored is looked at. Beyond that it is taken for
  /// the output of a build, and left out like any other.
  private static final int MOST_MADE_IGNORED = 2000;

  private static final long MOST_MADE_IGNORED_BYTES = 16L * 1024 * 1024;

  private static volatile int latest;

  private static final Set<String> OWN_BUSINESS = Set.of(".git", ".hg", ".svn", ".jj", ".DS_Store");

  private final PathSandbox sandbox;
  private final Path without;
  private final int most;
  private final @Nullable TreeState before;
  private final FileWalk walk;
  private final boolean closed;
  private final ConcurrentLinkedQueue<Node> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger unfinished = new AtomicInteger();
  private final AtomicInteger names = new AtomicInteger();
  private final AtomicInteger madeIgnored = new AtomicInteger();
  private final AtomicLong madeIgnoredBytes = new AtomicLong();
  private volatile boolean stopped;
  private volatile @Nullable RuntimeException bug;

  /// @param without a folder that is left out, Tenon's own state
  /// @param most how many names are looked at
  public StateScan(PathSandbox sandbox, Path without, int most) {
    this(sandbox, without, most, null);
  }

  /// @param before the state before a command, whose ignore rules hold as well
  public StateScan(PathSandbox sandbox, Path without, int most, @Nullable TreeState before) {
    this.before = before;
    this.sandbox = sandbox;
    this.without = without;
    this.most = most;
    this.walk = new FileWalk(sandbox, WalkOptions.DEFAULT);
    this.closed = sandbox.files().hasForbidden();
  }

  /// A folder to look into.
  ///
  /// @param name the path before each of its names, empty or ending with a slash
  /// @param below the same relative to where the ignore rules begin
  private record Node(Path folder, String name, String below, WalkRules rules) {}

  /// What one thread has found.
  private static final class Harvest {
    final List<String> paths = new ArrayList<>();
    final List<FileFingerprint> fingerprints = new ArrayList<>();
    final Map<String, FileFingerprint> ignored = new HashMap<>();
    final Set<String> unreadable = new HashSet<>();
    final Map<String, FileFingerprint> unnamed = new HashMap<>();
    final Map<String, FolderRules> rules = new HashMap<>();
    final @Nullable NativeListing listing;

    Harvest() {
      listing = latest > NAMES_FOR_NATIVE ? NativeListing.open(Arena.ofAuto()) : null;
    }
  }

  public TreeState scan() throws InterruptedException {
    Instant begun = Instant.now();
    var own = new Harvest();
    for (Root root : sandbox.roots()) {
      if (root.use() == Root.Use.WRITABLE && isOutermost(root)) {
        boolean project = root.path().equals(sandbox.root());
        String name = project ? "" : slashed(root.path().toString());
        WalkRules rules = walk.rulesAt(root.path());
        own.rules.put(name, new FolderRules(rules, ""));
        add(new Node(root.path(), name, "", rules));
      }
    }
    var helpers = new ArrayList<Thread>();
    var harvests = new ArrayList<Harvest>();
    harvests.add(own);
    try {
      while (unfinished.get() > 0 && !stopped) {
        if (Thread.interrupted()) {
          throw new InterruptedException("the scan was stopped");
        }
        if (!work(own)) {
          LockSupport.parkNanos(20_000);
        }
        if (helpers.isEmpty() && names.get() > NAMES_FOR_ONE) {
          startHelpers(helpers, harvests);
        }
      }
    } finally {
      stopped = true;
      helpers.forEach(TreeScan::joinQuietly);
    }
    if (bug != null) {
      throw bug;
    }
    latest = names.get();
    return merged(harvests, begun);
  }

  /// A root inside of another writable one is found there.
  private boolean isOutermost(Root root) {
    for (Root other : sandbox.roots()) {
      if (other.use() == Root.Use.WRITABLE
          && !other.path().equals(root.path())
          && root.path().startsWith(other.path())) {
        return false;
      }
    }
    return true;
  }

  private void startHelpers(List<Thread> helpers, List<Harvest> harvests) {
    for (int i = 1; i < Math.min(FileWalk.threads(), 4); i++) {
      var harvest = new Harvest();
      harvests.add(harvest);
      helpers.add(Thread.ofPlatform().daemon().name("tenon-state-" + i).start(() -> help(harvest)));
    }
  }

  private void help(Harvest harvest) {
    while (!stopped && unfinished.get() > 0) {
      if (!work(harvest)) {
        LockSupport.parkNanos(20_000);
      }
    }
  }

  private TreeState merged(List<Harvest> harvests, Instant begun) {
    Map<String, FileFingerprint> entries = HashMap.newHashMap(names.get());
    Map<String, FileFingerprint> ignored = new HashMap<>();
    Set<String> unreadable = new HashSet<>();
    Map<String, FileFingerprint> unnamed = new HashMap<>();
    Map<String, FolderRules> rules = new HashMap<>();
    for (Harvest harvest : harvests) {
      for (int i = 0; i < harvest.paths.size(); i++) {
        entries.put(harvest.paths.get(i), harvest.fingerprints.get(i));
      }
      ignored.putAll(harvest.ignored);
      unreadable.addAll(harvest.unreadable);
      unnamed.putAll(harvest.unnamed);
      rules.putAll(harvest.rules);
    }
    return new TreeState(
        entries,
        ignored,
        unreadable,
        unnamed,
        rules,
        begun.getEpochSecond() * 1_000_000_000L + begun.getNano(),
        names.get() > most ? TreeState.Reach.TOO_MANY : TreeState.Reach.ALL);
  }

  private void add(Node node) {
    unfinished.incrementAndGet();
    waiting.add(node);
  }

  private boolean work(Harvest harvest) {
    Node node = waiting.poll();
    if (node == null) {
      return false;
    }
    try {
      list(node, harvest);
    } catch (IOException unreadable) {
      harvest.unreadable.add(node.name.isEmpty() ? "." : withoutSlash(node.name));
    } catch (RuntimeException broken) {
      bug = broken;
      stopped = true;
    } catch (Error broken) {
      bug = new IllegalStateException("the files cannot be compared: " + broken, broken);
      stopped = true;
    } finally {
      unfinished.decrementAndGet();
    }
    return true;
  }

  private void list(Node node, Harvest harvest) throws IOException {
    var found = new ArrayList<Folder.Named>();
    var fingerprints = new ArrayList<FileFingerprint>();
    NativeListing.Sink sink =
        new NativeListing.Sink() {
          @Override
          public void take(String name, FileFingerprint fingerprint) {
            found.add(new Folder.Named(name, fingerprint.kind(), fingerprint.size()));
            fingerprints.add(fingerprint);
          }

          @Override
          public void takeUnnamed(String escaped, FileFingerprint fingerprint) {
            harvest.unnamed.put(node.name + escaped, fingerprint);
          }
        };
    if (harvest.listing != null) {
      harvest.listing.list(node.folder, sink);
    } else {
      list(node.folder, sink);
    }
    WalkRules rules = node.rules;
    boolean ruled = false;
    boolean repository = false;
    for (Folder.Named each : found) {
      if (each.name().equals(".git")) {
        rules = rules.repository(node.folder, node.below);
        repository = true;
      } else if (each.kind() == FileStat.Kind.FILE && each.name().equals(".gitignore")) {
        ruled = true;
      }
    }
    if (ruled) {
      rules = rules.with(node.below, GitFolder.ignoreFile(node.folder));
    }
    if (ruled || repository) {
      harvest.rules.put(node.name, new FolderRules(rules, node.below));
    }
    if (names.addAndGet(found.size()) > most) {
      stopped = true;
    }
    for (int i = 0; i < found.size(); i++) {
      note(node, rules, found.get(i), fingerprints.get(i), harvest);
    }
  }

  private static void list(Path folder, NativeListing.Sink sink) throws IOException {
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
      for (Path path : stream) {
        FileFingerprint fingerprint = fingerprint(path);
        if (fingerprint == null) {
          continue;
        }
        String name = String.valueOf(path.getFileName());
        if (UnnamedFile.isNamed(name, path)) {
          sink.take(name, fingerprint);
        } else {
          sink.takeUnnamed(UnnamedFile.escaped(path), fingerprint);
        }
      }
    } catch (DirectoryIteratorException failed) {
      throw failed.getCause();
    }
  }

  private static @Nullable FileFingerprint fingerprint(Path path) throws IOException {
    try {
      return FileFingerprint.of(path);
    } catch (NoSuchFileException goneMeanwhile) {
      return null;
    }
  }

  private void note(
      Node node,
      WalkRules rules,
      Folder.Named entry,
      FileFingerprint fingerprint,
      Harvest harvest) {
    String name = entry.name();
    if (OWN_BUSINESS.contains(name)) {
      return;
    }
    String path = node.name + name;
    boolean folder = entry.kind() == FileStat.Kind.FOLDER;
    boolean ignored = rules.skips(node.below + name, entry) && !isMadeIgnored(path, entry);
    if (ignored || isClosed(node.folder, name)) {
      // A folder's own times are not in its fingerprint, and here they are all there is to see.
      harvest.ignored.put(
          path, folder ? ofFolder(node.folder.resolve(name), fingerprint) : fingerprint);
      return;
    }
    if (folder && isElsewhere(node.folder.resolve(name))) {
      return;
    }
    harvest.paths.add(path);
    harvest.fingerprints.add(fingerprint);
    if (folder) {
      add(new Node(node.folder.resolve(name), path + "/", node.below + name + "/", rules));
    }
  }

  /// Whether it is only the command's own doing that the rules hide a name, so that undo has to
  /// know of it.
  private boolean isMadeIgnored(String path, Folder.Named entry) {
    if (before == null || before.leftOut(path) != null || before.hides(path, entry)) {
      return false;
    }
    long size = entry.kind() == FileStat.Kind.FILE ? entry.size() : 0;
    return before.entries().containsKey(path)
        || (madeIgnored.incrementAndGet() <= MOST_MADE_IGNORED
            && madeIgnoredBytes.addAndGet(size) <= MOST_MADE_IGNORED_BYTES);
  }

  /// What no tool may read is not kept either.
  private boolean isClosed(Path folder, String name) {
    return closed && sandbox.forbidden().reading(folder.resolve(name)) != null;
  }

  private static FileFingerprint ofFolder(Path folder, FileFingerprint fallback) {
    try {
      long modified = Files.getLastModifiedTime(folder).to(TimeUnit.NANOSECONDS);
      return new FileFingerprint(fallback.kind(), 0, modified, 0, 0, fallback.mode());
    } catch (IOException unreadable) {
      return fallback;
    }
  }

  /// Whether a folder is Tenon's own, or a root that is not to be written.
  private boolean isElsewhere(Path folder) {
    if (folder.equals(without)) {
      return true;
    }
    for (Root root : sandbox.roots()) {
      if (root.use() == Root.Use.READ_ONLY && root.path().equals(folder)) {
        return true;
      }
    }
    return false;
  }

  private static String slashed(String path) {
    return path.endsWith("/") ? path : path + "/";
  }

  private static String withoutSlash(String path) {
    return path.substring(0, path.length() - 1);
  }
}
