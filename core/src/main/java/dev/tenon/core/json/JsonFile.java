package dev.tenon.core.json;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/// A small file of ours that holds one JSON object, `NAME.json`. It is replaced as a whole (aside,
/// synced, renamed), and processes that change it at the same time do not lose each other's
/// changes. One that cannot be understood is put aside as `NAME.json.broken` by the next [#change],
/// and stays as it is for [#revise].
public final class JsonFile {
  // A file lock is held by a whole process; its threads need one of their own.
  private static final ReentrantLock THREADS = new ReentrantLock();

  private final Path file;
  private final Path folder;

  /// @param file in a folder of ours, which is made when something is kept
  public JsonFile(Path file) {
    this.file = file;
    this.folder = Objects.requireNonNull(file.getParent(), "a file of ours lies in a folder");
  }

  public Path path() {
    return file;
  }

  /// What is in it; an empty object if it is not there.
  public Json.Obj read() throws IOException, JsonException {
    try {
      return Json.parseObject(Files.readString(file));
    } catch (NoSuchFileException none) {
      return Json.Obj.EMPTY;
    }
  }

  /// A change that refuses content which it does not understand.
  public interface Revision {
    Json.Obj apply(Json.Obj content) throws JsonException;
  }

  public void change(UnaryOperator<Json.Obj> edit) throws IOException {
    Files.createDirectories(folder);
    THREADS.lock();
    try (FileChannel _ = lock()) {
      Json.Obj content;
      try {
        content = read();
      } catch (JsonException broken) {
        Files.move(file, aside());
        content = Json.Obj.EMPTY;
      }
      write(edit.apply(content));
    } finally {
      THREADS.unlock();
    }
  }

  /// Changes the file only if it can be understood; otherwise it stays as it is.
  public void revise(Revision revision) throws IOException, JsonException {
    Files.createDirectories(folder);
    THREADS.lock();
    try (FileChannel _ = lock()) {
      write(revision.apply(read()));
    } finally {
      THREADS.unlock();
    }
  }

  /// Where nothing else was put aside before.
  private Path aside() {
    Path aside = folder.resolve(name() + ".broken");
    for (int more = 2; Files.exists(aside); more++) {
      aside = folder.resolve(name() + ".broken-" + more);
    }
    return aside;
  }

  /// The lock among processes; released when the channel is closed.
  private FileChannel lock() throws IOException {
    FileChannel channel =
        FileChannel.open(
            folder.resolve(name().replace(".json", ".lock")),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE);
    try {
      channel.lock();
      return channel;
    } catch (IOException | RuntimeException failed) {
      channel.close();
      throw failed;
    }
  }

  private String name() {
    return String.valueOf(file.getFileName());
  }

  private void write(Json.Obj content) throws IOException {
    Path temporary = Files.createTempFile(folder, name() + "-", ".tmp");
    try {
      try (FileChannel out = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
        ByteBuffer bytes =
            ByteBuffer.wrap((content.pretty() + "\n").getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
          out.write(bytes);
        }
        out.force(true);
      }
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}
