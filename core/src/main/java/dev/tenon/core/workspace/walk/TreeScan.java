package dev.tenon.core.workspace.walk;

import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.Folder;
import dev.tenon.core.workspace.path.SafeFiles;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Looks at every file of a tree, on several threads, and hands over what was found in one order:
/// by name in each folder, depth first. The order does not depend on who was faster.
///
/// The calling thread walks the tree in that order and does the work of every folder that no one
/// has taken. Once the tree turns out to be large, further threads take folders ahead of it. No
/// depth of a tree costs stack, and only so many folders are open at a time. One scan per instance.
public final class TreeScan<R> {
  /// A tree with fewer folders is done before another thread has started.
  private static final int FOLDERS_FOR_ONE = 24;

  /// Folders that lie deeper are left to whoever walks the one around them: another thread would
  /// first have to open all of those on the way.
  private static final int DEPTH_FOR_OTHERS = 64;

  /// A folder with a longer path counts as unreadable. No system opens a path of this length at
  /// once, and a hostile tree would fill the memory with paths.
  private static final int MOST_PATH = 12 * 1024;

  private final SafeFiles files;
  private final Path start;
  private final WalkRules rules;
  private final Look<R> look;
  private final int threads;
  private final boolean closed;
  private final ConcurrentLinkedQueue<Node> waiting = new ConcurrentLinkedQueue<>();
  private final List<Thread> helpers = new ArrayList<>();
  private final AtomicInteger unreadable = new AtomicInteger();
  private final AtomicInteger listed = new AtomicInteger();
  private boolean large;
  private volatile boolean stopped;
  private volatile LinkCount counting = LinkCount.UNKNOWN;

  TreeScan(SafeFiles files, Path start, WalkRules rules, Look<R> look, int threads) {
    this.files = files;
    this.start = start;
    this.rules = rules;
    this.look = look;
    this.threads = threads;
    this.closed = files.hasForbidden();
  }

  /// What to do with each entry; called by any thread, in any order.
  public interface Look<R> {
    /// What the entry is worth, or null. Folders come too, before what is in them.
    ///
    /// @param path relative to the start
    @Nullable R at(Folder folder, String path, Folder.Named entry) throws IOException;

    /// Whether an entry that is no folder can be worth anything. Asking the system what a name
    /// stands for is most of the work in a large tree.
    default boolean mayWant(String path) {
      return true;
    }

    /// Whether anything below the folder can be of interest.
    default boolean enters(String path) {
      return true;
    }
  }

  /// Takes what was found, in order, in the calling thread.
  public interface Sink<R> {
    Next accept(String path, R found) throws IOException, InterruptedException;
  }

  /// Whether a sink wants more.
  public enum Next {
    GO_ON,
    STOP
  }

  /// Scans the tree until its end or until the sink has enough. Folders below the start that cannot
  /// be read are counted and passed over.
  ///
  /// @return how many folders could not be read
  public int run(Sink<R> sink) throws IOException, InterruptedException {
    var root = new Node("", 0, rules);
    try (var chain = new FolderChain(files.folder(start))) {
      root.state.set(Node.TAKEN);
      list(root, chain.folder());
      rethrow(root);
      if (root.failure != null) {
        throw root.failure;
      }
      emit(root, chain, sink);
    } finally {
      stopped = true;
      for (Thread helper : helpers) {
        joinQuietly(helper);
      }
    }
    return unreadable.get();
  }

  /// Whether the scan has ended early; long looks ask now and then.
  public boolean stopped() {
    return stopped;
  }

  /// A folder of the tree, what was found in it, and its sub-folders, in order.
  private static final class Node {
    static final int NEW = 0;
    static final int TAKEN = 1;
    static final int DONE = 2;

    final String path;
    final int depth;
    final WalkRules rules;
    final AtomicInteger state = new AtomicInteger(NEW);
    List<Object> items = List.of();
    @Nullable IOException failure;
    @Nullable RuntimeException bug;
    @Nullable Error error;
    boolean interrupted;

    Node(String path, int depth, WalkRules rules) {
      this.path = path;
      this.depth = depth;
      this.rules = rules;
    }

    boolean take() {
      return state.compareAndSet(NEW, TAKEN);
    }

    String name() {
      int end = path.length() - 1;
      return path.substring(path.lastIndexOf('/', end - 1) + 1, end);
    }
  }

  /// A folder on the way to where a walk is, and how far it has got there.
  private static final class Frame {
    final Node node;

    /// Those of the node, which lets go of them when they are emitted.
    private final List<Object> items;

    private int next;

    Frame(Node node) {
      this.node = node;
      this.items = node.items;
    }

    /// The next item, or null when there is none.
    @Nullable Object next() {
      return next < items.size() ? items.get(next++) : null;
    }
  }

  private record Found<R>(String path, R found) {}

  private void emit(Node root, FolderChain chain, Sink<R> sink)
      throws IOException, InterruptedException {
    var way = new ArrayDeque<Frame>();
    way.push(new Frame(root));
    while (!way.isEmpty()) {
      Frame at = way.peek();
      switch (at.next()) {
        case null -> {
          at.node.items = List.of();
          way.pop();
          if (!way.isEmpty()) {
            chain.up();
          }
        }
        case Node child -> {
          if (enter(child, chain)) {
            way.push(new Frame(child));
          }
        }
        case Found<?> found -> {
          if (accept(found, sink) == Next.STOP) {
            return;
          }
        }
        case Object item -> throw new IllegalStateException("unknown item " + item);
      }
    }
  }

  @SuppressWarnings("unchecked")
  private Next accept(Found<?> found, Sink<R> sink) throws IOException, InterruptedException {
    return sink.accept(found.path, (R) found.found);
  }

  /// Goes into a folder and sees to it that it is listed. Answers false when it cannot be opened.
  private boolean enter(Node child, FolderChain chain) throws IOException, InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("the search was stopped");
    }
    chain.down(child.name());
    if (!child.take()) {
      await(child);
      return true;
    }
    startHelpers();
    Folder folder = open(child, chain);
    if (folder == null) {
      chain.up();
      return false;
    }
    list(child, folder);
    rethrow(child);
    return true;
  }

  /// Waits for a folder that someone else has taken, and helps meanwhile.
  private void await(Node node) throws InterruptedException {
    while (node.state.get() != Node.DONE) {
      Node other = waiting.poll();
      if (other == null) {
        synchronized (node) {
          if (node.state.get() != Node.DONE) {
            node.wait(10);
          }
        }
      } else if (other.take()) {
        work(other);
      }
    }
    rethrow(node);
  }

  private static void rethrow(Node node) throws InterruptedException {
    if (node.interrupted) {
      Thread.interrupted();
      throw new InterruptedException("the search was stopped");
    }
    if (node.bug != null) {
      throw node.bug;
    }
    if (node.error != null) {
      throw node.error;
    }
  }

  /// Lists a folder and all below it that no one else has taken.
  private void work(Node top) {
    Folder first = open(top);
    if (first == null) {
      return;
    }
    try (var chain = new FolderChain(first)) {
      list(top, first);
      var way = new ArrayDeque<Frame>();
      way.push(new Frame(top));
      while (!way.isEmpty() && !stopped) {
        Object item = way.peek().next();
        if (item == null) {
          way.pop();
          if (!way.isEmpty()) {
            chain.up();
          }
        } else if (item instanceof Node child && child.take()) {
          chain.down(child.name());
          Folder folder = open(child, chain);
          if (folder == null) {
            chain.up();
          } else {
            list(child, folder);
            way.push(new Frame(child));
          }
        }
      }
    } catch (IOException unclosed) {
      unreadable.incrementAndGet();
    }
  }

  private @Nullable Folder open(Node node, FolderChain chain) {
    try {
      return chain.folder();
    } catch (IOException gone) {
      unreadable.incrementAndGet();
      done(node);
      return null;
    }
  }

  private @Nullable Folder open(Node node) {
    try {
      return files.folder(start.resolve(node.path));
    } catch (IOException gone) {
      unreadable.incrementAndGet();
      done(node);
      return null;
    }
  }

  private void list(Node node, Folder folder) {
    var items = new ArrayList<>();
    try {
      boolean flat = counting.saysFlat(folder.path());
      List<Folder.Named> entries =
          folder.entries(
              name -> !flat || WalkRules.isRuling(name) || look.mayWant(node.path + name));
      WalkRules here = node.rules.in(folder, node.path, entries);
      for (Folder.Named entry : entries) {
        String path = node.path + entry.name();
        if (stopped || here.skips(path, entry) || (closed && files.hides(start.resolve(path)))) {
          continue;
        }
        R found = look.at(folder, path, entry);
        if (found != null) {
          items.add(new Found<>(path, found));
        }
        if (entry.kind() == FileStat.Kind.FOLDER && look.enters(path)) {
          if (path.length() > MOST_PATH) {
            unreadable.incrementAndGet();
            continue;
          }
          var child = new Node(path + "/", node.depth + 1, here);
          items.add(child);
          if (child.depth <= DEPTH_FOR_OTHERS) {
            waiting.add(child);
          }
        }
      }
    } catch (ClosedByInterruptException stoppedHere) {
      node.interrupted = true;
    } catch (IOException unreadableFolder) {
      unreadable.incrementAndGet();
      node.failure = unreadableFolder;
    } catch (RuntimeException bug) {
      node.bug = bug;
    } catch (Error error) {
      // Also in the thread of a helper it ends the scan, which would otherwise wait for ever.
      node.error = error;
    } finally {
      node.items = items;
      listed.incrementAndGet();
      done(node);
    }
  }

  private static void done(Node node) {
    synchronized (node) {
      node.state.set(Node.DONE);
      node.notifyAll();
    }
  }

  private void startHelpers() {
    if (large || listed.get() < FOLDERS_FOR_ONE) {
      return;
    }
    large = true;
    counting = LinkCount.at(start);
    for (int i = 1; i < threads; i++) {
      helpers.add(Thread.ofPlatform().daemon().name("tenon-scan-" + i).start(this::help));
    }
  }

  private void help() {
    int idle = 0;
    while (!stopped) {
      Node node = waiting.poll();
      if (node == null) {
        // Nothing to take now; the others will list more folders, or the scan is about to end.
        idle++;
        LockSupport.parkNanos(Math.min(idle, 20) * 50_000L);
      } else if (node.take()) {
        idle = 0;
        work(node);
      }
    }
  }

  /// Helpers end soon after `stopped`; an interrupt meanwhile is kept for the caller.
  public static void joinQuietly(Thread helper) {
    boolean interrupted = false;
    while (helper.isAlive()) {
      try {
        helper.join();
      } catch (InterruptedException again) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
