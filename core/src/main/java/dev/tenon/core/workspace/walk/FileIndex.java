package dev.tenon.core.workspace.walk;

import dev.tenon.core.workspace.path.BufferOverlay;
import dev.tenon.core.workspace.path.PathSandbox;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/// The paths of the project for completion, where every key that is typed asks again. They are
/// walked anew when they are older than a moment or something else is staged. Safe for several
/// threads.
public final class FileIndex {
  private static final long FRESH_NANOS = 2_000_000_000L;
  private static final int MOST = 200_000;

  private final ReentrantLock lock = new ReentrantLock();
  private List<String> paths = List.of();
  private BufferOverlay staged = BufferOverlay.NONE;
  private long walked;

  /// Files and folders, the latter with a slash at the end; links are left out.
  ///
  /// @param sandbox of the project, perhaps with other files staged than the last time
  public List<String> paths(PathSandbox sandbox) throws IOException, InterruptedException {
    lock.lockInterruptibly();
    try {
      if (walked == 0
          || System.nanoTime() - walked > FRESH_NANOS
          || !staged.equals(sandbox.overlay())) {
        paths = walk(sandbox);
        staged = sandbox.overlay();
        walked = System.nanoTime();
      }
      return paths;
    } finally {
      lock.unlock();
    }
  }

  private static List<String> walk(PathSandbox sandbox) throws IOException, InterruptedException {
    var all = new ArrayList<String>();
    TreeScan.Look<String> look =
        (folder, path, entry) ->
            switch (entry.kind()) {
              case FILE -> path;
              case FOLDER -> path + "/";
              case LINK, OTHER -> null;
            };
    new FileWalk(sandbox, WalkOptions.DEFAULT)
        .scan(sandbox.root(), look)
        .run(
            (path, found) -> {
              all.add(found);
              return all.size() < MOST ? TreeScan.Next.GO_ON : TreeScan.Next.STOP;
            });
    return List.copyOf(all);
  }
}
