package dev.tenon.cli.terminal.input;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;

/// Paths of the project for what follows an `@`, answered from memory: the project is walked beside
/// the keys when what is known of it is older than a moment, so that a large one holds up none.
/// Safe for several threads.
public final class KnownPaths implements Function<String, List<String>> {
  private static final long FRESH_NANOS = 2_000_000_000L;
  private static final int MOST = 50;

  private final Supplier<List<String>> walk;
  private final Runnable changed;
  private final AtomicBoolean walking = new AtomicBoolean();
  private volatile Known known = new Known(List.of(), new Fuzzy(List.of()));
  private volatile long walked;

  /// @param paths as they were walked
  /// @param search finds among them; with nothing typed, what is near the root
  private record Known(List<String> paths, Fuzzy search) {
    static Known of(List<String> paths) {
      var sorted = new ArrayList<>(paths);
      sorted.sort(Comparator.comparingInt(KnownPaths::depth).thenComparing(path -> path));
      return new Known(paths, new Fuzzy(sorted));
    }
  }

  /// @param walk all paths; may take its time
  /// @param changed is told, on a thread of its own, when other paths are known than before
  public KnownPaths(Supplier<List<String>> walk, Runnable changed) {
    this.walk = walk;
    this.changed = changed;
  }

  @Override
  public List<String> apply(String letters) {
    refresh();
    var found = new ArrayList<String>();
    for (Fuzzy.Match match : known.search.search(letters, MOST)) {
      found.add(match.text());
    }
    return found;
  }

  private void refresh() {
    boolean due = walked == 0 || System.nanoTime() - walked > FRESH_NANOS;
    if (due && walking.compareAndSet(false, true)) {
      Thread.ofVirtual().name("known-paths").start(this::walk);
    }
  }

  private void walk() {
    boolean other = false;
    try {
      List<String> now = walk.get();
      other = !now.equals(known.paths);
      if (other) {
        known = Known.of(now);
      }
    } finally {
      walked = System.nanoTime();
      walking.set(false);
    }
    if (other) {
      changed.run();
    }
  }

  private static int depth(String path) {
    int slashes = 0;
    for (int i = 0; i < path.length() - 1; i++) {
      slashes += path.charAt(i) == '/' ? 1 : 0;
    }
    return slashes;
  }
}
