package dev.tenon.distribution.pack;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Writes a tar archive (POSIX ustar) whose bytes depend on the entries alone: everything belongs
/// to root and has the one time that is given. The caller brings the entries in a fixed order.
final class Tar implements AutoCloseable {
  private static final int BLOCK = 512;
  private static final int NAME = 100;
  private static final int PREFIX = 155;
  private static final int SUM = 148;

  private final OutputStream out;
  private final long seconds;

  /// @param seconds the time of every entry
  Tar(OutputStream out, long seconds) {
    this.out = out;
    this.seconds = seconds;
  }

  /// @param name without a slash at the end
  void folder(String name) throws IOException {
    header(name + "/", 0755, 0, '5', "");
  }

  void link(String name, String target) throws IOException {
    header(name, 0777, 0, '2', target);
  }

  void file(String name, int mode, byte[] content) throws IOException {
    header(name, mode, content.length, '0', "");
    out.write(content);
    out.write(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
  }

  private void header(String name, int mode, long size, char type, String target)
      throws IOException {
    byte[] block = new byte[BLOCK];
    String prefix = "";
    String rest = name;
    if (length(name) > NAME) {
      int cut = name.indexOf('/', name.length() - NAME - 1);
      if (cut < 0 || cut == name.length() - 1 || cut > PREFIX) {
        throw new IOException("too long a name for the archive: " + name);
      }
      prefix = name.substring(0, cut);
      rest = name.substring(cut + 1);
    }
    if (length(target) > NAME) {
      throw new IOException("too long a link for the archive: " + name + " to " + target);
    }
    put(block, 0, rest);
    put(block, NAME, "%07o".formatted(mode));
    put(block, 108, "0000000");
    put(block, 116, "0000000");
    put(block, 124, "%011o".formatted(size));
    put(block, 136, "%011o".formatted(seconds));
    Arrays.fill(block, SUM, SUM + 8, (byte) ' ');
    block[156] = (byte) type;
    put(block, 157, target);
    put(block, 257, "ustar");
    put(block, 263, "00");
    put(block, 265, "root");
    put(block, 297, "root");
    put(block, 329, "0000000");
    put(block, 337, "0000000");
    put(block, 345, prefix);
    int sum = 0;
    for (byte each : block) {
      sum += each & 0xff;
    }
    put(block, SUM, "%06o".formatted(sum));
    block[SUM + 6] = 0;
    out.write(block);
  }

  private static int length(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static void put(byte[] block, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    System.arraycopy(bytes, 0, block, at, bytes.length);
  }

  /// Ends the archive, and closes what it was written to.
  @Override
  public void close() throws IOException {
    out.write(new byte[2 * BLOCK]);
    out.close();
  }
}
