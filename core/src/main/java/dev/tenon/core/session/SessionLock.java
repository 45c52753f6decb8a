package dev.tenon.core.session;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The right to write to a session, which one program has at a time. It ends with the program,
/// however that ends.
///
/// All sessions share one lock file, each with a byte of its own far behind the file's end: the
/// session's file itself is replaced by rewrites, and closing any handle of it would give a lock on
/// it up.
final class SessionLock implements AutoCloseable {
  /// Closing a channel gives up all locks of the program on its file, so it stays open.
  private static final Map<Path, FileChannel> CHANNELS = new HashMap<>();

  private final FileLock lock;

  private SessionLock(FileLock lock) {
    this.lock = lock;
  }

  /// The lock of a session, or null when someone else has it.
  static @Nullable SessionLock take(Path lockFile, Path session) throws IOException {
    long place = place(session.toAbsolutePath().normalize().toString());
    synchronized (CHANNELS) {
      FileChannel channel = CHANNELS.get(lockFile);
      if (channel == null || !channel.isOpen()) {
        channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        CHANNELS.put(lockFile, channel);
      }
      try {
        FileLock lock = channel.tryLock(place, 1, false);
        return lock == null ? null : new SessionLock(lock);
      } catch (OverlappingFileLockException ourselves) {
        return null;
      }
    }
  }

  /// A hash of 62 bits.
  private static long place(String path) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < path.length(); i++) {
      hash = (hash ^ path.charAt(i)) * 0x100000001b3L;
    }
    return hash & Long.MAX_VALUE >> 1;
  }

  @Override
  public void close() {
    synchronized (CHANNELS) {
      try {
        lock.release();
      } catch (IOException gone) {
        // A lock file that was taken away holds nobody up.
        return;
      }
    }
  }
}
