package dev.tenon.cli.terminal.history;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A file that only its owner can read, with one text a line, line breaks written as `\n`; in the
/// place of a long text stands a reference to it ([LongTexts]). Several programs may add to one.
record HistoryFile(Path path) {
  /// Of a larger file only the end is read: it stands between the start and the first key.
  private static final int READ_BYTES = 4 << 20;

  /// No text begins like that when it is written.
  private static final String REFERENCE = "\\@";

  /// @param texts what could be read, oldest first
  /// @param lines how many lines there are
  /// @param damaged how many of them are no text
  record Content(List<String> texts, int lines, int damaged) {
    /// A file of mostly other things is no history at all.
    boolean isStrange() {
      return damaged > lines / 2;
    }
  }

  Content read() throws IOException {
    return read(READ_BYTES);
  }

  /// @param most of a larger file only so many bytes at its end are read
  Content read(int most) throws IOException {
    long size = size();
    byte[] bytes;
    int from = 0;
    if (size <= most) {
      bytes = Files.readAllBytes(path);
    } else {
      bytes = new byte[most];
      try (var in = new RandomAccessFile(path.toFile(), "r")) {
        in.seek(size - most);
        in.readFully(bytes);
      }
      while (from < bytes.length && bytes[from++] != '\n') {
        // The first line is not whole.
      }
    }
    return content(bytes, from);
  }

  private static Content content(byte[] bytes, int from) {
    String whole = text(bytes, from, bytes.length);
    if (whole != null) {
      List<String> lines = whole.lines().filter(line -> !line.isBlank()).toList();
      return new Content(lines.stream().map(HistoryFile::unescape).toList(), lines.size(), 0);
    }
    var texts = new ArrayList<String>();
    int lines = 0;
    int damaged = 0;
    int begin = from;
    while (begin < bytes.length) {
      int end = begin;
      while (end < bytes.length && bytes[end] != '\n') {
        end++;
      }
      if (end > begin) {
        lines++;
        String line = text(bytes, begin, end);
        if (line == null) {
          damaged++;
        } else if (!line.isBlank()) {
          texts.add(unescape(line));
        }
      }
      begin = end + 1;
    }
    return new Content(texts, lines, damaged);
  }

  /// What the bytes say; null if they are no text. The editor lets no control character in.
  private static @Nullable String text(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      byte b = bytes[i];
      if ((b >= 0 && b < ' ' && b != '\n' && b != '\t' && b != '\r') || b == 0x7f) {
        return null;
      }
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(bytes, from, to - from))
          .toString();
    } catch (CharacterCodingException noText) {
      return null;
    }
  }

  /// A pipe or a device would keep whoever opens it waiting.
  private long size() throws IOException {
    var attributes = Files.readAttributes(path, BasicFileAttributes.class);
    requireRegular(attributes);
    return attributes.size();
  }

  private void requireRegular(BasicFileAttributes attributes) throws IOException {
    if (!attributes.isRegularFile()) {
      throw new IOException(path + " is no regular file");
    }
  }

  void append(String text) throws IOException {
    if (Files.exists(path)) {
      requireRegular(Files.readAttributes(path, BasicFileAttributes.class));
    } else {
      create(path);
    }
    Files.writeString(path, escape(text) + "\n", StandardOpenOption.APPEND);
  }

  /// Puts these in the place of all that is there.
  void write(Iterable<String> texts) throws IOException {
    var lines = new StringBuilder();
    for (String text : texts) {
      lines.append(escape(text)).append('\n');
    }
    Path fresh = path.resolveSibling(path.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    create(fresh);
    Files.writeString(fresh, lines);
    Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  static void create(Path path) throws IOException {
    Path folder = path.getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      var owner = PosixFilePermissions.fromString("rw-------");
      Files.createFile(path, PosixFilePermissions.asFileAttribute(owner));
    } else {
      Files.createFile(path);
    }
  }

  /// What is wrong with what was read, if anything is.
  Optional<String> damage(Content content) {
    if (content.damaged() == 0) {
      return Optional.empty();
    }
    String left =
        content.isStrange() ? "Nothing of it is offered" : "They are left out of the history";
    return Optional.of(
        "%s is damaged: %d of its %d lines are no text. %s, and the file is left as it is; move it away to begin anew."
            .formatted(path, content.damaged(), content.lines(), left));
  }

  static String escape(String text) {
    if (LongTexts.isReference(text)) {
      return REFERENCE + LongTexts.name(text);
    }
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
  }

  static String unescape(String line) {
    if (line.startsWith(REFERENCE) && LongTexts.isName(line.substring(REFERENCE.length()))) {
      return LongTexts.named(line.substring(REFERENCE.length()));
    }
    if (line.indexOf('\\') < 0) {
      return line;
    }
    var out = new StringBuilder();
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\\' && i + 1 < line.length()) {
        char next = line.charAt(++i);
        out.append(
            switch (next) {
              case 'n' -> '\n';
              case 'r' -> '\r';
              default -> next;
            });
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }
}
