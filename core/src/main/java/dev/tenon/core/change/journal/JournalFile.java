package dev.tenon.core.change.journal;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/// One JSON object a line, only ever appended to. A last line that was cut off by a crash is put
/// aside into a file of its own before anything is appended, and reported. Used under a lock that
/// other processes respect, too.
final class JournalFile {
  private final Path file;
  private long offset;

  JournalFile(Path file) {
    this.file = file;
  }

  /// Tells the ledger the entries that were appended since the last time, by whomever, and what was
  /// wrong with them.
  void readInto(Ledger ledger) throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    byte[] bytes;
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      if (channel.size() <= offset) {
        return;
      }
      var buffer = ByteBuffer.allocate(Math.toIntExact(channel.size() - offset));
      while (buffer.hasRemaining() && channel.read(buffer, offset + buffer.position()) >= 0) {
        // Read on until the buffer is full.
      }
      bytes = buffer.array();
    }
    int start = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        line(new String(bytes, start, i - start, StandardCharsets.UTF_8), ledger);
        start = i + 1;
      }
    }
    offset += start;
    if (start < bytes.length) {
      ledger.warn(tornTail(Arrays.copyOfRange(bytes, start, bytes.length)));
    }
  }

  private void line(String line, Ledger ledger) {
    if (line.isBlank()) {
      return;
    }
    try {
      ledger.add(Json.parseObject(line));
    } catch (JsonException damaged) {
      ledger.warn(file + ": a damaged entry was skipped: " + damaged.getMessage());
    }
  }

  private String tornTail(byte[] tail) throws IOException {
    Path aside = file.resolveSibling(file.getFileName() + ".torn-" + offset);
    Files.write(aside, tail);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(offset);
    }
    return file
        + ": its last entry was cut off ("
        + tail.length
        + " bytes, now in "
        + aside.getFileName()
        + "); everything before it is whole";
  }

  /// Adds an entry; [#readInto] gives it back like everyone else's.
  void append(Json.Obj entry) throws IOException {
    byte[] line = (entry.compact() + "\n").getBytes(StandardCharsets.UTF_8);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      var buffer = ByteBuffer.wrap(line);
      while (buffer.hasRemaining()) {
        if (channel.write(buffer) < 0) {
          throw new IOException("cannot write " + file);
        }
      }
    }
  }
}
