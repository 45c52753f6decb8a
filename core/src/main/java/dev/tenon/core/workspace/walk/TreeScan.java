package dev.tenon.core.workspace.walk;

import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.Folder;
import dev.tenon.core.workspace.path.SafeFiles;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
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
/// has taken. Once the tree turns out to be large, further threads take folders ahead of it. One
/// scan per instance.
public final class TreeScan<R> {
  /// A tree with fewer folders is done before another thread has started.
  private static final int FOLDERS_FOR_ONE = 24;

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
    var root = new Node("", rules);
    try (Folder folder = files.folder(start)) {
      root.state.set(Node.TAKEN);
      list(root, folder);
      rethrow(root);
      if (root.failure != null) {
        throw root.failure;
      }
      emit(root, folder, sink);
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
    final WalkRules rules;
    final AtomicInteger state = new AtomicInteger(NEW);
    List<Object> items = List.of();
    @Nullable IOException failure;
    @Nullable RuntimeException bug;
    boolean interrupted;

    Node(String path, WalkRules rules) {
      this.path = path;
      this.rules = rules;
    }

    boolean take() {
      return state.compareAndSet(NEW, TAKEN);
    }
  }

  private record Found<R>(String path, R found) {}

  private Next emit(Node node, @Nullable Folder folder, Sink<R> sink)
      throws IOException, InterruptedException {
    for (Object item : node.items) {
      Next next =
          switch (item) {
            case Node child -> descend(child, folder, sink);
            case Found<?> found -> accept(found, sink);
            default -> throw new IllegalStateException("unknown item " + item);
          };
      if (next == Next.STOP) {
        return Next.STOP;
      }
    }
    node.items = List.of();
    return Next.GO_ON;
  }

  @SuppressWarnings("unchecked")
  private Next accept(Found<?> found, Sink<R> sink) throws IOException, InterruptedException {
    return sink.accept(found.path, (R) found.found);
  }

  private Next descend(Node child, @Nullable Folder parent, Sink<R> sink)
      throws IOException, InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("the search was stopped");
    }
    if (!child.take()) {
      await(child);
      return emit(child, null, sink);
    }
    startHelpers();
    try (Folder folder = open(child, parent)) {
      if (folder == null) {
        return Next.GO_ON;
      }
      list(child, folder);
      rethrow(child);
      return emit(child, folder, sink);
    }
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
        work(other, null);
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
  }

  /// Lists a folder and all below it that no one else has taken.
  private void work(Node node, @Nullable Folder parent) {
    try (Folder folder = open(node, parent)) {
      if (folder == null) {
        return;
      }
      list(node, folder);
      for (Object item : node.items) {
        if (item instanceof Node child && !stopped && child.take()) {
          work(child, folder);
        }
      }
    } catch (IOException unclosed) {
      unreadable.incrementAndGet();
    }
  }

  private @Nullable Folder open(Node node, @Nullable Folder parent) {
    try {
      if (parent != null) {
        String name = node.path.substring(node.path.lastIndexOf('/', node.path.length() - 2) + 1);
        return parent.folder(name.substring(0, name.length() - 1));
      }
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
          var child = new Node(path + "/", here);
          items.add(child);
          waiting.add(child);
        }
      }
    } catch (ClosedByInterruptException stoppedHere) {
      node.interrupted = true;
    } catch (IOException unreadableFolder) {
      unreadable.incrementAndGet();
      node.failure = unreadableFolder;
    } catch (RuntimeException bug) {
      node.bug = bug;
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
        work(node, null);
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
