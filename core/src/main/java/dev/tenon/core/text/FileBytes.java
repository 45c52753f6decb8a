package dev.tenon.core.text;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The bytes of a file with their hash: in memory, or somewhere from where they are streamed. What
/// is streamed is compared with the hash on its way, so that nobody gets other bytes than those
/// that were meant. Equal by hash.
public sealed interface FileBytes {
  /// The largest content that is held in memory; larger ones are streamed.
  long MOST_IN_MEMORY = 32L * 1024 * 1024;

  /// Binary content above this is streamed, too: nobody needs it as text.
  long MOST_BINARY_IN_MEMORY = 1024 * 1024;

  /// The largest content that is hashed and kept at all.
  long MOST = 4L * 1024 * 1024 * 1024;

  /// As much of the beginning as tells what a content is.
  int HEAD = 8192;

  long size();

  String sha256();

  /// Opens the bytes from their beginning, to be looked at in any order; nothing is compared.
  SeekableByteChannel open() throws IOException;

  /// Writes all of them.
  ///
  /// @throws IOException also when they are no longer what they were; then some are written
  void copyTo(WritableByteChannel out) throws IOException;

  /// All of them in memory; only for those that are small enough for it.
  byte[] load() throws IOException;

  /// From where bytes are streamed.
  @FunctionalInterface
  interface Opener {
    SeekableByteChannel open() throws IOException;
  }

  /// @param bytes not to be changed any more
  static FileBytes of(byte[] bytes) {
    return new InMemory(bytes, Sha256.of(bytes));
  }

  /// The same for bytes whose hash is known: hashing a large content takes longer than writing it.
  static FileBytes of(byte[] bytes, String sha256) {
    return new InMemory(bytes, sha256);
  }

  /// Bytes that lie somewhere and have this hash.
  static FileBytes stored(Opener opener, long size, String sha256) {
    return new Streamed(opener, size, sha256);
  }

  /// A file of the caller's, which must not change as long as this is used.
  static FileBytes ofFile(Path file) throws IOException {
    return read(() -> Files.newByteChannel(file));
  }

  /// Takes the bytes as they are now: into memory if they are few or may be text, otherwise only
  /// their hash.
  static FileBytes read(Opener opener) throws IOException {
    try (SeekableByteChannel channel = opener.open()) {
      long size = channel.size();
      byte[] head = new byte[(int) Math.min(HEAD, size)];
      int length = fill(channel, head);
      if (isStreamed(size, head, length)) {
        return hashed(opener, channel, head, length);
      }
      byte[] bytes = Arrays.copyOf(head, (int) size + 1);
      while (true) {
        int n = channel.read(ByteBuffer.wrap(bytes, length, bytes.length - length));
        if (n < 0) {
          break;
        }
        length += n;
        if (length > MOST_IN_MEMORY) {
          throw changed();
        }
        if (length == bytes.length) {
          bytes = Arrays.copyOf(bytes, (int) Math.min(MOST_IN_MEMORY + 1, length * 2L + HEAD));
        }
      }
      return of(Arrays.copyOf(bytes, length));
    }
  }

  /// Whether a content of this size that begins so is streamed. A NUL without a mark of UTF-16
  /// makes it binary, whatever follows.
  static boolean isStreamed(long size, byte[] head, int length) {
    if (size > MOST_IN_MEMORY) {
      return true;
    }
    if (size <= MOST_BINARY_IN_MEMORY || Encoding.marked(head).charset().name().contains("16")) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (head[i] == 0) {
        return true;
      }
    }
    return false;
  }

  private static FileBytes hashed(
      Opener opener, SeekableByteChannel channel, byte[] head, int length) throws IOException {
    long size = channel.size();
    MessageDigest digest = Sha256.digest();
    digest.update(head, 0, length);
    long read = length;
    byte[] piece = new byte[Streamed.PIECE];
    for (int n = fill(channel, piece); n > 0; n = fill(channel, piece)) {
      digest.update(piece, 0, n);
      read += n;
    }
    if (read != size || channel.size() != size) {
      throw changed();
    }
    return stored(opener, size, Sha256.hex(digest.digest()));
  }

  /// Whether it is so large and begins so that it is binary, without all of it being read.
  default boolean isKnownBinary() throws IOException {
    if (size() <= MOST_BINARY_IN_MEMORY) {
      return false;
    }
    byte[] head = head();
    return isStreamed(size(), head, head.length);
  }

  /// The first bytes, to tell by them what it is.
  default byte[] head() throws IOException {
    try (SeekableByteChannel channel = open()) {
      byte[] head = new byte[(int) Math.min(HEAD, size())];
      int length = fill(channel, head);
      return length == head.length ? head : Arrays.copyOf(head, length);
    }
  }

  private static int fill(SeekableByteChannel channel, byte[] into) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(into);
    while (buffer.hasRemaining() && channel.read(buffer) >= 0) {}
    return buffer.position();
  }

  private static IOException changed() {
    return new IOException("it changed while it was read; try again");
  }

  /// Bytes in memory.
  final class InMemory implements FileBytes {
    private final byte[] bytes;
    private final String sha256;

    private InMemory(byte[] bytes, String sha256) {
      this.bytes = bytes;
      this.sha256 = sha256;
    }

    /// Not to be changed.
    public byte[] bytes() {
      return bytes;
    }

    @Override
    public String sha256() {
      return sha256;
    }

    @Override
    public long size() {
      return bytes.length;
    }

    @Override
    public SeekableByteChannel open() {
      return new BufferChannel(bytes);
    }

    @Override
    public void copyTo(WritableByteChannel out) throws IOException {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        out.write(buffer);
      }
    }

    @Override
    public byte[] load() {
      return bytes;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof FileBytes same && sha256.equals(same.sha256());
    }

    @Override
    public int hashCode() {
      return sha256.hashCode();
    }

    @Override
    public String toString() {
      return bytes.length + " bytes, " + sha256;
    }
  }

  /// Bytes that lie elsewhere.
  record Streamed(Opener opener, long size, String sha256) implements FileBytes {
    private static final int PIECE = 128 * 1024;

    @Override
    public SeekableByteChannel open() throws IOException {
      return opener.open();
    }

    @Override
    public void copyTo(WritableByteChannel out) throws IOException {
      MessageDigest digest = Sha256.digest();
      byte[] piece = new byte[PIECE];
      long written = 0;
      try (SeekableByteChannel in = open()) {
        for (int n = fill(in, piece); n > 0; n = fill(in, piece)) {
          written += n;
          if (written > size) {
            break;
          }
          digest.update(piece, 0, n);
          ByteBuffer buffer = ByteBuffer.wrap(piece, 0, n);
          while (buffer.hasRemaining()) {
            out.write(buffer);
          }
        }
      }
      if (written != size || !Sha256.hex(digest.digest()).equals(sha256)) {
        throw other();
      }
    }

    @Override
    public byte[] load() throws IOException {
      if (size > MOST_IN_MEMORY) {
        throw new IOException("it has " + size + " bytes, too many for the memory");
      }
      byte[] bytes = new byte[(int) size];
      int length;
      try (SeekableByteChannel in = open()) {
        length = fill(in, bytes);
      }
      if (length != size || !Sha256.of(bytes).equals(sha256)) {
        throw other();
      }
      return bytes;
    }

    private IOException other() {
      return new IOException("its bytes are no longer those that were meant (" + sha256 + ")");
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof FileBytes same && sha256.equals(same.sha256());
    }

    @Override
    public int hashCode() {
      return sha256.hashCode();
    }

    @Override
    public String toString() {
      return size + " bytes, " + sha256;
    }
  }
}
