package dev.tenon.core.change.effects;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// Two files that are only ever appended to: contents one after the other, and what is known of the
/// names of a project, so that any earlier moment can be read again up to its length. A last entry
/// that was cut off is dropped. Used under a lock that other programs respect.
final class PreImageLog {
  private static final int MAGIC = 0x54505231;
  private static final int HEADER = 12;

  private final Path pack;
  private final Path index;
  private long generation;
  private long read;
  private Map<String, KnownFile> known = new HashMap<>();

  PreImageLog(Path folder) {
    this.pack = folder.resolve("contents");
    this.index = folder.resolve("names");
  }

  /// Everything that is known now. Not to be changed.
  Map<String, KnownFile> known() throws IOException {
    refresh();
    return known;
  }

  /// What was known when the log had this length.
  Map<String, KnownFile> knownAt(long length) throws IOException {
    Map<String, KnownFile> then = new HashMap<>();
    try (FileChannel channel = FileChannel.open(index, StandardOpenOption.READ)) {
      load(channel, HEADER, length, then);
    }
    return then;
  }

  /// The length of the log as it was read or written last.
  long length() {
    return read;
  }

  /// Another number when everything was forgotten.
  long generation() {
    return generation;
  }

  long contentBytes() throws IOException {
    return Files.exists(pack) ? Files.size(pack) : 0;
  }

  private void refresh() throws IOException {
    if (!Files.exists(index) || !isWhole()) {
      begin();
    }
  }

  /// Reads what was added; false if it is not a log.
  private boolean isWhole() throws IOException {
    try (FileChannel channel =
        FileChannel.open(index, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      long id = generation(channel);
      if (id != generation || channel.size() < read) {
        known = new HashMap<>();
        generation = id;
        read = HEADER;
      }
      if (id != 0 && channel.size() > read) {
        // Whoever has been given the old map keeps it as it was.
        known = new HashMap<>(known);
        read = load(channel, read, channel.size(), known);
        channel.truncate(read);
      }
      return id != 0;
    }
  }

  private static long generation(FileChannel channel) throws IOException {
    var header = ByteBuffer.allocate(HEADER);
    while (header.hasRemaining() && channel.read(header, header.position()) >= 0) {
      // Read on until it is whole or the file ends.
    }
    header.flip();
    return header.remaining() == HEADER && header.getInt() == MAGIC ? header.getLong() : 0;
  }

  /// Forgets everything.
  void begin() throws IOException {
    Path folder = Files.createDirectories(index.getParent());
    if (Files.getFileStore(folder).supportsFileAttributeView(PosixFileAttributeView.class)) {
      // What is in a project is its owner's business.
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    }
    Files.deleteIfExists(pack);
    generation = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
    var header = ByteBuffer.allocate(HEADER).putInt(MAGIC).putLong(generation);
    Files.write(index, header.array());
    read = HEADER;
    known = new HashMap<>();
  }

  /// Reads entries until there; answers where the last whole one ends.
  private static long load(FileChannel channel, long from, long until, Map<String, KnownFile> into)
      throws IOException {
    channel.position(from);
    var counted = new Counted(new BufferedInputStream(Channels.newInputStream(channel), 1 << 16));
    var in = new DataInputStream(counted);
    long whole = from;
    while (from + counted.count < until) {
      try {
        String path = in.readUTF();
        if (in.readByte() == 0) {
          into.remove(path);
        } else {
          into.put(path, KnownFile.read(in));
        }
      } catch (EOFException cutOff) {
        return whole;
      }
      whole = from + counted.count;
    }
    return whole;
  }

  private static final class Counted extends InputStream {
    private final InputStream stream;
    private long count;

    Counted(InputStream stream) {
      this.stream = stream;
    }

    @Override
    public int read() throws IOException {
      int next = stream.read();
      count += next < 0 ? 0 : 1;
      return next;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int n = stream.read(bytes, offset, length);
      count += Math.max(0, n);
      return n;
    }
  }

  /// Appends contents in order. Answers where the first begins.
  long append(List<byte[]> contents) throws IOException {
    try (FileChannel channel =
        FileChannel.open(pack, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      long start = channel.size();
      channel.position(start);
      OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 18);
      for (byte[] content : contents) {
        out.write(content);
      }
      out.flush();
      return start;
    }
  }

  /// Notes what has become of names; null for those that are gone.
  void note(Map<String, @Nullable KnownFile> changes) throws IOException {
    if (changes.isEmpty()) {
      return;
    }
    var bytes = new ByteArrayOutputStream();
    var out = new DataOutputStream(bytes);
    for (Map.Entry<String, @Nullable KnownFile> change : changes.entrySet()) {
      out.writeUTF(change.getKey());
      KnownFile file = change.getValue();
      out.writeByte(file == null ? 0 : 1);
      if (file != null) {
        file.write(out);
      }
    }
    Files.write(index, bytes.toByteArray(), StandardOpenOption.APPEND);
    read += bytes.size();
  }

  /// The contents as they are known after [#note]. Belongs to this from now on.
  void known(Map<String, KnownFile> now) {
    known = now;
  }

  byte[] content(PreImage.Packed packed) throws IOException {
    try (FileChannel channel = FileChannel.open(pack, StandardOpenOption.READ)) {
      var buffer = ByteBuffer.allocate(packed.length());
      while (buffer.hasRemaining()) {
        if (channel.read(buffer, packed.offset() + buffer.position()) < 0) {
          throw new EOFException("the store of pre-images is shorter than it should be");
        }
      }
      return buffer.array();
    }
  }
}
