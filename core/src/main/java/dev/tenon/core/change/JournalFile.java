package dev.tenon.core.change;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// One JSON object a line, only ever appended to. A last line that was cut off by a crash is put
/// aside into a file of its own before anything is appended, and reported. Used under a lock that
/// other processes respect, too.
final class JournalFile {
  private final Path file;
  private long offset;

  JournalFile(Path file) {
    this.file = file;
  }

  /// What has been read, and what was wrong with it.
  record Loaded(List<Json.Obj> entries, List<String> warnings) {}

  /// The entries that were appended since the last time, by whomever.
  Loaded more() throws IOException {
    var entries = new ArrayList<Json.Obj>();
    var warnings = new ArrayList<String>();
    if (!Files.exists(file)) {
      return new Loaded(entries, warnings);
    }
    byte[] bytes;
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      if (channel.size() <= offset) {
        return new Loaded(entries, warnings);
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
        line(new String(bytes, start, i - start, StandardCharsets.UTF_8), entries, warnings);
        start = i + 1;
      }
    }
    offset += start;
    if (start < bytes.length) {
      tornTail(Arrays.copyOfRange(bytes, start, bytes.length), warnings);
    }
    return new Loaded(entries, warnings);
  }

  private void line(String line, List<Json.Obj> entries, List<String> warnings) {
    if (line.isBlank()) {
      return;
    }
    try {
      entries.add(Json.parseObject(line));
    } catch (JsonException damaged) {
      warnings.add(file + ": a damaged entry was skipped: " + damaged.getMessage());
    }
  }

  private void tornTail(byte[] tail, List<String> warnings) throws IOException {
    Path aside = file.resolveSibling(file.getFileName() + ".torn-" + offset);
    Files.write(aside, tail);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(offset);
    }
    warnings.add(
        file
            + ": its last entry was cut off ("
            + tail.length
            + " bytes, now in "
            + aside.getFileName()
            + "); everything before it is whole");
  }

  /// Adds an entry; [#more] gives it back like everyone else's.
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
