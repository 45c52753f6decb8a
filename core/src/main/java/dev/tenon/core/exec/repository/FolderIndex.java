package dev.tenon.core.exec.repository;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// All folders below some roots, ignored ones too, and which of them look like a part of a
/// repository. A second look lists only folders that changed: it asks each known one for its inode
/// and the time of its last change, which no program can set back. Used by one thread at a time.
final class FolderIndex {
  /// More folders are not looked at.
  static final int MOST = 200_000;

  /// Trees with fewer folders are looked at by the file API of Java.
  private static final int NATIVE = 400;

  /// More are asked for by two threads.
  private static final int PARALLEL = 2000;

  /// Two changes within a tick of the kernel's clock have one time.
  static final long TICK = 20_000_000L;

  private final int most;
  private final Map<Path, Node> nodes = new HashMap<>();
  private List<Node> order = new ArrayList<>();
  private final Map<Path, Node> marked = new LinkedHashMap<>();
  private final Set<Path> unreadable = new LinkedHashSet<>();
  private Set<Path> skipped = Set.of();
  private @Nullable FolderCalls calls;
  private boolean asked;
  private boolean full;

  FolderIndex(int most) {
    this.most = most;
  }

  /// @param changed in nanoseconds since 1970
  record Stamp(long inode, long changed) {}

  /// What the names in a folder say.
  ///
  /// @param entry whether there is a `.git`
  /// @param repository whether git would take the folder itself for a repository
  record Signs(boolean entry, boolean repository) {
    static final Signs NONE = new Signs(false, false);
  }

  private static final class Node {
    final Path path;
    final byte[] bytes;
    @Nullable Stamp stamp;
    Signs signs = Signs.NONE;

    Node(Path path) {
      this.path = path;
      this.bytes = bytes(path);
    }
  }

  /// Brings the index up to date.
  ///
  /// @param roots real paths
  /// @param without folders that are left out
  void refresh(Collection<Path> roots, Set<Path> without) {
    skipped = without;
    long now = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
    Deque<Path> fresh = new ArrayDeque<>();
    boolean gone = false;
    @Nullable Stamp[] stamps = stamps();
    for (int i = 0; i < stamps.length; i++) {
      Node node = order.get(i);
      Stamp stamp = stamps[i];
      if (stamp == null) {
        forget(node);
        gone = true;
      } else if (!stamp.equals(node.stamp)) {
        list(node, stamp, now, fresh);
      }
    }
    if (gone) {
      order = new ArrayList<>(nodes.values());
    }
    for (Path root : roots) {
      if (!nodes.containsKey(root)) {
        fresh.add(root);
      }
    }
    while (!fresh.isEmpty()) {
      Path path = fresh.removeLast();
      if (nodes.size() >= most) {
        full = true;
        return;
      }
      if (nodes.containsKey(path) || skipped.contains(path)) {
        continue;
      }
      var node = new Node(path);
      Stamp stamp = stamp(node);
      if (stamp != null) {
        nodes.put(path, node);
        order.add(node);
        list(node, stamp, now, fresh);
      }
    }
  }

  /// Whether there were more folders than are looked at.
  boolean isFull() {
    return full;
  }

  int size() {
    return nodes.size();
  }

  /// Folders whose names say something, with what they say.
  Map<Path, Signs> marked() {
    var all = new LinkedHashMap<Path, Signs>();
    marked.forEach((path, node) -> all.put(path, node.signs));
    return all;
  }

  /// Folders that cannot be listed.
  Set<Path> unreadable() {
    return Set.copyOf(unreadable);
  }

  private void forget(Node node) {
    nodes.remove(node.path);
    marked.remove(node.path);
    unreadable.remove(node.path);
  }

  private @Nullable FolderCalls calls() {
    if (!asked && nodes.size() > NATIVE) {
      asked = true;
      calls = FolderCalls.prepare();
    }
    return calls;
  }

  /// Those of all known folders, in their order.
  private @Nullable Stamp[] stamps() {
    var stamps = new @Nullable Stamp[order.size()];
    FolderCalls fast = calls();
    if (fast == null || stamps.length < PARALLEL) {
      for (int i = 0; i < stamps.length; i++) {
        stamps[i] = stamp(order.get(i));
      }
      return stamps;
    }
    List<Node> nodes = order;
    int half = stamps.length / 2;
    FolderCalls other = fast.another();
    Thread helper =
        Thread.ofPlatform()
            .daemon()
            .name("tenon-folders")
            .start(
                () -> {
                  for (int i = half; i < stamps.length; i++) {
                    stamps[i] = other.stamp(nodes.get(i).bytes);
                  }
                });
    for (int i = 0; i < half; i++) {
      stamps[i] = fast.stamp(nodes.get(i).bytes);
    }
    join(helper);
    return stamps;
  }

  /// Joins without being interrupted, but remembers that somebody tried.
  private static void join(Thread helper) {
    boolean interrupted = false;
    while (helper.isAlive()) {
      try {
        helper.join();
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private @Nullable Stamp stamp(Node node) {
    FolderCalls fast = calls();
    if (fast != null) {
      return fast.stamp(node.bytes);
    }
    try {
      Map<String, Object> found =
          Files.readAttributes(node.path, "unix:isDirectory,ino,ctime", LinkOption.NOFOLLOW_LINKS);
      return Boolean.TRUE.equals(found.get("isDirectory"))
              && found.get("ctime") instanceof FileTime time
              && found.get("ino") instanceof Long inode
          ? new Stamp(inode, time.to(TimeUnit.NANOSECONDS))
          : null;
    } catch (IOException gone) {
      return null;
    }
  }

  /// Takes what is in a folder; its folders that are not known are put into `fresh`.
  private void list(Node node, Stamp stamp, long now, Deque<Path> fresh) {
    // What changed just now may change again without a new time: it is looked at once more.
    node.stamp = stamp.changed() > now - TICK ? null : stamp;
    var seen = new Seen(node.path, fresh);
    try {
      FolderCalls fast = calls();
      if (fast == null || !fast.list(node.bytes, seen)) {
        slowly(node.path, seen);
      }
      unreadable.remove(node.path);
    } catch (IOException refused) {
      unreadable.add(node.path);
    }
    node.signs = seen.signs();
    if (node.signs.equals(Signs.NONE)) {
      marked.remove(node.path);
    } else {
      marked.put(node.path, node);
    }
  }

  private final class Seen implements FolderCalls.Names {
    private final Path folder;
    private final Deque<Path> fresh;
    private boolean git;
    private boolean head;
    private boolean objects;
    private boolean refs;
    private boolean common;

    Seen(Path folder, Deque<Path> fresh) {
      this.folder = folder;
      this.fresh = fresh;
    }

    @Override
    public void take(String name, FolderCalls.Kind kind) {
      note(name);
      if (kind == FolderCalls.Kind.FOLDER) {
        found(folder.resolve(name));
      }
    }

    void found(Path below) {
      if (!nodes.containsKey(below)) {
        fresh.add(below);
      }
    }

    /// The file system may not tell letters apart.
    void note(String name) {
      switch (name.length()) {
        case 4 -> {
          String lower = name.toLowerCase(Locale.ROOT);
          git |= lower.equals(".git");
          head |= lower.equals("head");
          refs |= lower.equals("refs");
        }
        case 7 -> objects |= name.equalsIgnoreCase("objects");
        case 9 -> common |= name.equalsIgnoreCase("commondir");
        default -> {}
      }
    }

    Signs signs() {
      boolean repository = head && (common || (objects && refs));
      return git || repository ? new Signs(git, repository) : Signs.NONE;
    }
  }

  private static void slowly(Path folder, Seen seen) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        seen.note(String.valueOf(entry.getFileName()));
        if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          seen.found(entry);
        }
      }
    } catch (DirectoryIteratorException failed) {
      throw failed.getCause();
    }
  }

  /// The name as the system has it, also where it is no text.
  private static byte[] bytes(Path path) {
    String text = path.toString();
    if (text.indexOf('\uFFFD') < 0) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    String uri = path.toUri().getRawPath();
    var bytes = new byte[uri.length()];
    int length = 0;
    for (int i = 0; i < uri.length(); i++) {
      if (uri.charAt(i) == '%') {
        bytes[length++] = (byte) Integer.parseInt(uri.substring(i + 1, i + 3), 16);
        i += 2;
      } else {
        bytes[length++] = (byte) uri.charAt(i);
      }
    }
    int end = length > 1 && bytes[length - 1] == '/' ? length - 1 : length;
    return Arrays.copyOf(bytes, end);
  }
}
