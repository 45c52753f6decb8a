package dev.tenon.core.change.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A lock that threads of this program and other programs respect. A thread may take it again while
/// it has it.
public final class FolderLock {
  private static final Map<Path, ReentrantLock> LOCKS = new ConcurrentHashMap<>();

  private final Path file;

  /// @param file is made, with its folder, when the lock is taken first
  public FolderLock(Path file) {
    this.file = file.toAbsolutePath();
  }

  /// Whether this thread has it.
  boolean isHeld() {
    ReentrantLock own = LOCKS.get(file);
    return own != null && own.isHeldByCurrentThread();
  }

  /// Waits for the lock.
  public Held take() throws IOException {
    Files.createDirectories(file.getParent());
    ReentrantLock own = LOCKS.computeIfAbsent(file, key -> new ReentrantLock());
    own.lock();
    try {
      // Closing any handle of a locked file would give up the lock, so it is taken only once.
      return own.getHoldCount() > 1 ? new Held(own, null, null) : outermost(own);
    } catch (IOException | RuntimeException refused) {
      own.unlock();
      throw refused;
    }
  }

  @SuppressWarnings("StreamResourceLeak")
  private Held outermost(ReentrantLock own) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      return new Held(own, channel, channel.lock());
    } catch (IOException | RuntimeException refused) {
      channel.close();
      throw refused;
    }
  }

  /// The lock while it is held.
  public static final class Held implements AutoCloseable {
    private final ReentrantLock own;
    private final @Nullable FileChannel channel;
    private final @Nullable FileLock lock;

    private Held(ReentrantLock own, @Nullable FileChannel channel, @Nullable FileLock lock) {
      this.own = own;
      this.channel = channel;
      this.lock = lock;
    }

    /// Whether the thread did not have it before.
    boolean isOutermost() {
      return channel != null;
    }

    @Override
    public void close() throws IOException {
      try (FileChannel closing = channel) {
        if (lock != null && closing != null && closing.isOpen()) {
          lock.release();
        }
      } finally {
        own.unlock();
      }
    }
  }
}
