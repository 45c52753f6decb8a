package dev.tenon.core.workflow;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/// The file of one workflow: an entry a line, appended and never changed. Several processes may
/// have it open; each step is decided on what is in the file at that moment, under its lock. A last
/// line that was not finished (the power went) is dropped with the next step; anything else that is
/// not as it was written makes the file unusable.
public final class WorkflowLog {
  private static final int LARGEST_ENTRY = 2 * 1024 * 1024;
  private static final long LARGEST = 64L * 1024 * 1024;
  static final String LOCK = ".lock";
  private static final Map<Path, ReentrantLock> LOCKS = new ConcurrentHashMap<>();

  private final Path file;

  WorkflowLog(Path file) {
    this.file = file;
  }

  public Path file() {
    return file;
  }

  /// The file is not what was written.
  public static final class DamagedException extends IOException {
    private static final long serialVersionUID = 1L;

    DamagedException(String message) {
      super(message);
    }
  }

  /// What the file holds, and where its last whole line ends.
  private record Content(List<WorkflowEntry> entries, long end) {}

  /// All entries. What looks damaged is looked at again while nobody writes.
  ///
  /// @throws DamagedException when the file is not what was written
  public List<WorkflowEntry> entries() throws IOException {
    try {
      return content(bytes()).entries;
    } catch (DamagedException perhaps) {
      try {
        return alone(() -> content(bytes()).entries);
      } catch (WorkflowException gone) {
        throw new NoSuchFileException(file.toString());
      }
    }
  }

  private byte[] bytes() throws IOException {
    if (Files.size(file) > LARGEST) {
      throw new DamagedException("it is larger than " + LARGEST + " bytes");
    }
    return Files.readAllBytes(file);
  }

  private static Content content(byte[] bytes) throws DamagedException {
    var entries = new ArrayList<WorkflowEntry>();
    String before = "";
    int from = 0;
    for (int at = 0; at < bytes.length; at++) {
      if (bytes[at] != '\n') {
        continue;
      }
      String line = new String(bytes, from, at - from, StandardCharsets.UTF_8);
      try {
        WorkflowEntry entry = WorkflowEntry.read(line, entries.size() + 1, before);
        entries.add(entry);
        before = entry.sum();
      } catch (JsonException wrong) {
        throw new DamagedException("line " + (entries.size() + 1) + ": " + wrong.getMessage());
      }
      from = at + 1;
    }
    if (entries.isEmpty()) {
      throw new DamagedException("it has no whole line");
    }
    return new Content(List.copyOf(entries), from);
  }

  /// A step, decided under the lock.
  ///
  /// @param <T> what it answers
  @FunctionalInterface
  public interface Step<T> {
    T take(Writing log) throws WorkflowException, IOException;
  }

  /// The file while it is locked.
  public static final class Writing {
    private final List<WorkflowEntry> entries;
    private final FileChannel channel;

    private Writing(List<WorkflowEntry> entries, FileChannel channel) {
      this.entries = new ArrayList<>(entries);
      this.channel = channel;
    }

    public List<WorkflowEntry> entries() {
      return List.copyOf(entries);
    }

    public void append(String type, Json.Obj data) throws IOException {
      String before = entries.isEmpty() ? "" : entries.getLast().sum();
      var entry = WorkflowEntry.after(before, entries.size() + 1, Instant.now(), type, data);
      byte[] line = (entry.toJson().compact() + "\n").getBytes(StandardCharsets.UTF_8);
      if (line.length > LARGEST_ENTRY) {
        throw new IOException("a step of " + line.length + " bytes is larger than can be kept");
      }
      var buffer = ByteBuffer.wrap(line);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(false);
      entries.add(entry);
    }
  }

  /// Decides about a step and keeps it.
  public <T> T locked(Step<T> step) throws WorkflowException, IOException {
    return alone(
        () -> {
          Content content = content(bytes());
          try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(content.end);
            channel.position(content.end);
            return step.take(new Writing(content.entries, channel));
          }
        });
  }

  /// Something that nobody else does to the file meanwhile.
  private interface Alone<T> {
    T run() throws WorkflowException, IOException;
  }

  /// The lock is a file of its own: the system gives up all locks of a process on a file as soon as
  /// one of its handles is closed, and this one is read and written by others.
  private <T> T alone(Alone<T> work) throws WorkflowException, IOException {
    ReentrantLock own = LOCKS.computeIfAbsent(file.toAbsolutePath(), any -> new ReentrantLock());
    own.lock();
    try {
      if (!Files.exists(file)) {
        throw new NoSuchFileException(file.toString());
      }
      try (FileChannel channel =
              FileChannel.open(lockFile(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock lock = channel.lock()) {
        if (!lock.isValid()) {
          throw new IOException("the lock of " + file + " was lost");
        }
        return work.run();
      }
    } catch (NoSuchFileException gone) {
      throw new WorkflowException("the workflow was cleared: " + gone.getFile());
    } finally {
      own.unlock();
    }
  }

  private Path lockFile() {
    String name = String.valueOf(file.getFileName());
    return file.resolveSibling(name.substring(0, name.indexOf('.')) + LOCK);
  }

  /// Keeps one more entry, whatever there is.
  public void append(String type, Json.Obj data) throws WorkflowException, IOException {
    locked(
        log -> {
          log.append(type, data);
          return data;
        });
  }

  static byte[] first(String type, Json.Obj data) {
    var entry = WorkflowEntry.after("", 1, Instant.now(), type, data);
    return (entry.toJson().compact() + "\n").getBytes(StandardCharsets.UTF_8);
  }
}
