package dev.tenon.cli.terminal.appearance;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Tells when one file has changed, once for changes that follow each other closely: editors write
/// a file in several steps.
final class ThemeWatch implements AutoCloseable {
  private static final long QUIET_MILLIS = 80;

  /// A file that is written again and again is read all the same.
  private static final long LONGEST_NANOS = 400_000_000;

  private final Path file;
  private final Runnable changed;
  private final WatchService service;

  private ThemeWatch(Path file, Runnable changed, WatchService service) {
    this.file = file;
    this.changed = changed;
    this.service = service;
  }

  /// @param changed called by a thread of its own
  static ThemeWatch start(Path file, Runnable changed) throws IOException {
    WatchService service = file.getFileSystem().newWatchService();
    try {
      register(file, service);
      // The file may be a link into a folder where all such files are kept.
      register(file.toRealPath(), service);
    } catch (IOException | RuntimeException unwatched) {
      service.close();
      throw unwatched;
    }
    var watch = new ThemeWatch(file, changed, service);
    Thread.ofPlatform().daemon().name("theme-watch").start(watch::run);
    return watch;
  }

  private static void register(Path file, WatchService service) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      WatchKey unused =
          folder.register(
              service,
              StandardWatchEventKinds.ENTRY_CREATE,
              StandardWatchEventKinds.ENTRY_MODIFY,
              StandardWatchEventKinds.ENTRY_DELETE);
      assert unused.isValid();
    }
  }

  Path file() {
    return file;
  }

  private void run() {
    try {
      // It may have changed between the time it was read and now.
      changed.run();
      while (true) {
        boolean ours = ours(service.take());
        long until = System.nanoTime() + LONGEST_NANOS;
        WatchKey more = next();
        while (more != null) {
          ours |= ours(more);
          more = System.nanoTime() < until ? next() : null;
        }
        if (ours) {
          changed.run();
        }
      }
    } catch (ClosedWatchServiceException | InterruptedException over) {
      // Another theme, or the end.
    }
  }

  private @Nullable WatchKey next() throws InterruptedException {
    return service.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS);
  }

  /// Too many events at once are taken for ours.
  private boolean ours(WatchKey key) {
    boolean found = false;
    for (WatchEvent<?> event : key.pollEvents()) {
      found |=
          event.kind().equals(StandardWatchEventKinds.OVERFLOW)
              || String.valueOf(event.context()).endsWith(".json");
    }
    key.reset();
    return found;
  }

  @Override
  public void close() {
    try {
      service.close();
    } catch (IOException gone) {
      // Nothing is watched any more, which is what was wanted.
    }
  }
}
