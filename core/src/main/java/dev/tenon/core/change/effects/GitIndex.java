package dev.tenon.core.change.effects;

import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.state.FileFingerprint;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which files git knows to be unchanged: the entries of its index whose file looks the same as
/// when git hashed it. Understands the versions 2 to 4 with SHA-1; of anything else nothing is
/// known.
final class GitIndex {
  private static final int SIGNATURE = 0x44495243;
  private static final int SPLIT = 0x6c696e6b;
  private static final long SECOND = 1_000_000_000L;

  private final Map<String, Entry> entries = new HashMap<>();
  private final long written;

  private GitIndex(long written) {
    this.written = written;
  }

  private record Entry(long changed, long modified, int inode, int size, String id) {}

  /// @param written when the index was written, in nanoseconds since 1970
  static GitIndex parse(byte[] bytes, long written) {
    var index = new GitIndex(written);
    try {
      index.read(ByteBuffer.wrap(bytes));
    } catch (BufferUnderflowException | IndexOutOfBoundsException damaged) {
      index.entries.clear();
    }
    return index;
  }

  /// The id of the object that holds the file's content, or null if git would have to look.
  ///
  /// @param path relative to the top of the repository
  @Nullable String cleanId(String path, FileFingerprint fingerprint) {
    Entry entry = entries.get(path);
    boolean same =
        entry != null
            && fingerprint.kind() == FileStat.Kind.FILE
            && entry.size == (int) fingerprint.size()
            && entry.inode == (int) fingerprint.inode()
            && entry.modified == fingerprint.modified()
            && entry.changed == fingerprint.changed()
            // As old as the index itself: it may have changed right after it was hashed.
            && fingerprint.modified() < written - SECOND;
    return same && entry != null ? entry.id : null;
  }

  private void read(ByteBuffer in) {
    int signature = in.getInt();
    int version = in.getInt();
    int count = in.getInt();
    if (signature != SIGNATURE || version < 2 || version > 4) {
      return;
    }
    byte[] name = new byte[0];
    for (int i = 0; i < count; i++) {
      int start = in.position();
      long changed = time(in);
      long modified = time(in);
      in.getInt();
      int inode = in.getInt();
      int mode = in.getInt();
      in.getInt();
      in.getInt();
      int size = in.getInt();
      byte[] id = new byte[20];
      in.get(id);
      int flags = in.getShort() & 0xffff;
      if ((flags & 0x4000) != 0) {
        in.getShort();
      }
      name = version == 4 ? compressed(in, name) : padded(in, start);
      boolean plain = (mode & 0170000) == 0100000 && (flags & 0x3000) == 0;
      if (plain) {
        entries.put(
            new String(name, StandardCharsets.UTF_8),
            new Entry(changed, modified, inode, size, HexFormat.of().formatHex(id)));
      }
    }
    if (isSplit(in)) {
      entries.clear();
    }
  }

  private static long time(ByteBuffer in) {
    return (in.getInt() & 0xffffffffL) * SECOND + (in.getInt() & 0xffffffffL);
  }

  private static byte[] padded(ByteBuffer in, int start) {
    byte[] name = untilZero(in);
    int length = in.position() - start;
    // The zero that ended the name is the first of one to eight.
    in.position(start + (length + 7) / 8 * 8);
    return name;
  }

  private static byte[] compressed(ByteBuffer in, byte[] before) {
    int next = in.get();
    int cut = next & 0x7f;
    while ((next & 0x80) != 0) {
      next = in.get();
      cut = ((cut + 1) << 7) | (next & 0x7f);
    }
    byte[] rest = untilZero(in);
    byte[] name = Arrays.copyOf(before, before.length - cut + rest.length);
    System.arraycopy(rest, 0, name, before.length - cut, rest.length);
    return name;
  }

  private static byte[] untilZero(ByteBuffer in) {
    int start = in.position();
    while (in.get() != 0) {
      // On to the end of the name.
    }
    byte[] name = new byte[in.position() - 1 - start];
    in.get(start, name);
    return name;
  }

  /// Whether most entries are in another file.
  private static boolean isSplit(ByteBuffer in) {
    while (in.remaining() >= 28) {
      int signature = in.getInt();
      int length = in.getInt();
      if (signature == SPLIT) {
        return true;
      }
      in.position(in.position() + length);
    }
    return false;
  }
}
