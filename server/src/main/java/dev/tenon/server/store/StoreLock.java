package dev.tenon.server.store;

import dev.tenon.server.job.record.Store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Keeps a second server away from a store. The lock is the operating system's, so it ends with the
/// process however that ends; the file beside the database stays and means nothing.
final class StoreLock implements AutoCloseable {
  /// Closing any handle of a locked file would give up the lock, so nobody here opens one twice.
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private StoreLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  static StoreLock take(Path database) throws IOException {
    Path folder = database.toAbsolutePath().getParent();
    Path real = folder == null ? database : folder.toRealPath();
    Path file = real.resolve(database.getFileName() + ".lock");
    if (!HELD.add(file)) {
      throw taken(database, "this process");
    }
    try {
      return open(database, file);
    } catch (IOException | StoreException refused) {
      HELD.remove(file);
      throw refused;
    }
  }

  @SuppressWarnings("StreamResourceLeak")
  private static StoreLock open(Path database, Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    boolean held = false;
    try {
      FileLock lock = channel.tryLock();
      if (lock == null) {
        throw taken(database, "process " + Files.readString(file).strip());
      }
      channel.truncate(0);
      byte[] own = Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII);
      channel.write(ByteBuffer.wrap(own));
      held = true;
      return new StoreLock(file, channel);
    } finally {
      if (!held) {
        channel.close();
      }
    }
  }

  private static StoreException taken(Path database, String who) {
    return new StoreException(
        "the store "
            + database
            + " is in use by another server ("
            + who
            + "); end that one, or serve this project with --store memory or another TENON_HOME");
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      HELD.remove(file);
    }
  }
}
