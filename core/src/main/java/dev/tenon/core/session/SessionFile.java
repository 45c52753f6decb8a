package dev.tenon.core.session;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonOutline;
import dev.tenon.core.text.IoFailure;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The file of a session: lines are added at its end, each whole in one write; anything else is
/// written aside, synced and renamed over it. A thread that is interrupted, for whatever it does
/// for somebody, still keeps what has happened until then: its reading and writing here is whole,
/// and it is interrupted again afterwards. Not safe for several threads.
final class SessionFile {
  private static final int WINDOW = 1 << 18;

  private final Path path;
  private @Nullable FileChannel writing;
  private @Nullable FileChannel reading;

  /// The end of the header's line, and of the last whole line.
  private long bodyStart;

  private long end;
  private boolean exists;
  private boolean lineBreakMissing;

  /// Bytes after the last whole line that nobody has saved yet.
  private long torn;

  /// Where they were put, until somebody is told.
  private @Nullable Path aside;

  private byte[] window = new byte[0];
  private long windowStart;
  private int windowLength;

  /// A file that is yet to be written.
  SessionFile(Path path) {
    this.path = path;
  }

  /// A file that was read.
  SessionFile(Path path, LoadedSession loaded) {
    this.path = path;
    exists = loaded.header != null;
    bodyStart = loaded.bodyStart;
    end = exists ? loaded.end : 0;
    torn = loaded.size - end;
    lineBreakMissing = loaded.lineBreakMissing;
  }

  Path path() {
    return path;
  }

  boolean exists() {
    return exists;
  }

  /// Reads or writes.
  interface Work<T> {
    T run() throws IOException;
  }

  /// Runs work on channels, which an interrupt would close. What was done by halves is done again.
  static <T> T whole(Work<T> work) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        try {
          return work.run();
        } catch (IOException failed) {
          if (!isInterruption(failed)) {
            throw failed;
          }
          Thread.interrupted();
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static boolean isInterruption(IOException failed) {
    return failed instanceof ClosedByInterruptException
        || failed.getCause() instanceof ClosedByInterruptException;
  }

  /// Adds the lines of these entries, and before them the header when there is no file yet. Answers
  /// where a torn end of the file was put, if there was one.
  @Nullable Path append(SessionHeader header, List<EntryNode> nodes) throws IOException {
    whole(() -> appended(header, nodes));
    Path untold = aside;
    aside = null;
    return untold;
  }

  private List<EntryNode> appended(SessionHeader header, List<EntryNode> nodes) throws IOException {
    if (writing == null) {
      if (torn > 0) {
        setAside();
      }
      writing = open();
    }
    byte[] head =
        exists ? new byte[0] : (header.fields().compact() + "\n").getBytes(StandardCharsets.UTF_8);
    int size = head.length + (lineBreakMissing ? 1 : 0);
    for (EntryNode node : nodes) {
      size += node.length + 1;
    }
    ByteBuffer bytes = ByteBuffer.allocate(size);
    bytes.put(head);
    if (lineBreakMissing) {
      bytes.put((byte) '\n');
    }
    for (EntryNode node : nodes) {
      byte[] line = node.line;
      if (line == null) {
        throw new IllegalStateException("entry " + node.id + " is written already");
      }
      bytes.put(line).put((byte) '\n');
    }
    write(writing, bytes.flip());
    long at = end + (lineBreakMissing ? 1 : 0);
    if (!exists) {
      exists = true;
      bodyStart = head.length;
      at = bodyStart;
    }
    for (EntryNode node : nodes) {
      node.offset = at - bodyStart;
      node.line = null;
      at += node.length + 1;
    }
    end = at;
    lineBreakMissing = false;
    return nodes;
  }

  /// A write that fails in the middle is taken back, so that the next one finds whole lines.
  private void write(FileChannel channel, ByteBuffer bytes) throws IOException {
    try {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (IOException full) {
      takeBack(channel, full);
      writing = null;
      throw new IOException(
          "the session " + path + " cannot be written: " + IoFailure.reason(full), full);
    }
  }

  /// Interrupts may come here as well, each of which closes a channel.
  private void takeBack(FileChannel channel, IOException full) {
    try {
      whole(
          () -> {
            try (FileChannel again = channel.isOpen() ? channel : open()) {
              return again.truncate(end);
            }
          });
    } catch (IOException worse) {
      full.addSuppressed(worse);
      torn = 1;
    }
  }

  private FileChannel open() throws IOException {
    try {
      return FileChannel.open(
          path,
          Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND),
          PrivateFiles.file(path));
    } catch (IOException refused) {
      throw new IOException(
          "the session " + path + " cannot be written: " + IoFailure.reason(refused), refused);
    }
  }

  /// Saves what is left of a torn line in a file of its own, and cuts it off. No interrupt comes
  /// between, for it would close only channels: what is cut cannot be saved once more.
  private void setAside() throws IOException {
    try (var whole = new RandomAccessFile(path.toFile(), "rw")) {
      long left = whole.length() - end;
      if (left <= 0) {
        torn = 0;
        return;
      }
      byte[] bytes = new byte[Math.toIntExact(left)];
      whole.seek(end);
      whole.readFully(bytes);
      Path copy = saved(bytes);
      try {
        whole.setLength(end);
      } catch (IOException uncut) {
        // It is still where it was.
        Files.deleteIfExists(copy);
        throw uncut;
      }
      torn = 0;
      aside = copy;
    }
  }

  private Path saved(byte[] bytes) throws IOException {
    Path copy = created();
    try (var synced = new RandomAccessFile(copy.toFile(), "rws")) {
      synced.write(bytes);
      return copy;
    } catch (IOException half) {
      Files.deleteIfExists(copy);
      throw half;
    }
  }

  private Path created() throws IOException {
    for (int number = 1; ; number++) {
      Path copy = path.resolveSibling(path.getFileName() + ".torn-" + number);
      try {
        return Files.createFile(copy, PrivateFiles.file(copy));
      } catch (FileAlreadyExistsException taken) {
        // The next number, then.
      }
    }
  }

  /// Replaces the file by one with this header and, if they are given, these lines; otherwise the
  /// lines stay as they are, damaged and unknown ones included.
  ///
  /// @param nodes entries whose lines are in memory
  void rewrite(SessionHeader header, @Nullable List<EntryNode> nodes) throws IOException {
    whole(
        () -> {
          rewritten(header, nodes);
          return path;
        });
  }

  private void rewritten(SessionHeader header, @Nullable List<EntryNode> nodes) throws IOException {
    if (torn > 0) {
      setAside();
    }
    byte[] head = (header.fields().compact() + "\n").getBytes(StandardCharsets.UTF_8);
    Path fresh = path.resolveSibling(path.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    long body;
    try (FileChannel out =
        FileChannel.open(
            fresh,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PrivateFiles.file(fresh))) {
      ByteBuffer first = ByteBuffer.wrap(head);
      while (first.hasRemaining()) {
        out.write(first);
      }
      if (nodes == null) {
        body = copyBody(out);
      } else {
        body = 0;
        for (EntryNode node : nodes) {
          node.offset = body;
          body += copy(node, out);
        }
      }
      out.force(true);
    } catch (IOException full) {
      Files.deleteIfExists(fresh);
      throw new IOException(
          "the session " + path + " cannot be rewritten: " + IoFailure.reason(full), full);
    }
    close();
    Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    if (nodes != null) {
      nodes.forEach(node -> node.line = null);
    }
    exists = true;
    lineBreakMissing = false;
    bodyStart = head.length;
    end = bodyStart + body;
  }

  /// Writes the line of an entry that is in memory. Answers how many bytes it is.
  static long copy(EntryNode node, FileChannel out) throws IOException {
    byte[] line = node.line;
    if (line == null) {
      throw new IllegalStateException("entry " + node.id + " is not in memory");
    }
    ByteBuffer bytes = ByteBuffer.allocate(line.length + 1).put(line).put((byte) '\n').flip();
    while (bytes.hasRemaining()) {
      out.write(bytes);
    }
    return line.length + 1L;
  }

  /// Copies all lines but the header to another file's end. Answers how many bytes they are.
  long copyBody(FileChannel out) throws IOException {
    long length = end - bodyStart;
    FileChannel in = reader();
    for (long done = 0; done < length; ) {
      done += in.transferTo(bodyStart + done, length - done, out);
    }
    if (lineBreakMissing) {
      out.write(ByteBuffer.wrap(new byte[] {'\n'}));
      return length + 1;
    }
    return length;
  }

  /// The line of an entry of a session without a file.
  static Json.Obj inMemory(EntryNode node) {
    byte[] line = node.line;
    if (line == null) {
      throw new IllegalStateException("entry " + node.id + " is not in memory");
    }
    try {
      return JsonOutline.whole(line, 0, line.length);
    } catch (JsonException impossible) {
      throw new IllegalStateException("a line of our own", impossible);
    }
  }

  /// The whole line of an entry. Quick for entries that are asked for in the order of the file.
  Json.Obj line(EntryNode node) throws IOException {
    byte[] line = node.line;
    try {
      if (line != null) {
        return JsonOutline.whole(line, 0, line.length);
      }
      long at = bodyStart + node.offset;
      if (at < windowStart || at + node.length > windowStart + windowLength) {
        whole(() -> fill(at, node.length));
      }
      return JsonOutline.whole(window, (int) (at - windowStart), node.length);
    } catch (JsonException changed) {
      throw new IOException(
          "entry " + node.id + " of " + path + " was changed by someone else meanwhile", changed);
    }
  }

  private FileChannel fill(long at, int length) throws IOException {
    if (window.length < length || window.length == 0) {
      window = new byte[Math.max(length, WINDOW)];
    }
    ByteBuffer buffer = ByteBuffer.wrap(window);
    FileChannel in = reader();
    readFully(in, buffer, at);
    windowStart = at;
    windowLength = buffer.position();
    if (windowLength < length) {
      throw new IOException(path + " was cut by someone else meanwhile");
    }
    return in;
  }

  /// Fills the buffer as far as the file goes.
  private static void readFully(FileChannel channel, ByteBuffer buffer, long at)
      throws IOException {
    int n = 0;
    while (n >= 0 && buffer.hasRemaining()) {
      n = channel.read(buffer, at + buffer.position());
    }
  }

  /// Gives back the memory that reading needs.
  void rest() {
    window = new byte[0];
    windowLength = 0;
  }

  private FileChannel reader() throws IOException {
    FileChannel open = reading;
    if (open == null || !open.isOpen()) {
      open = FileChannel.open(path, StandardOpenOption.READ);
      reading = open;
    }
    return open;
  }

  void close() throws IOException {
    FileChannel in = reading;
    FileChannel out = writing;
    reading = null;
    writing = null;
    rest();
    if (in != null) {
      in.close();
    }
    if (out != null) {
      out.close();
    }
  }
}
