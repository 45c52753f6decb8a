package dev.tenon.core.change.effects;

import dev.tenon.core.change.journal.FileImage;
import dev.tenon.core.text.FileMode;
import dev.tenon.core.text.Sha256;
import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.state.FileFingerprint;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One number for the contents of all tracked and unignored files: the sum of a hash for each of
/// them, so that it can follow a change without a look at the others. Equal numbers mean equal
/// paths, contents and modes; folders do not count. What is too large to be kept counts with its
/// size and times. Not safe for several threads.
final class TreeDigest {
  private static final int WORDS = 4;

  private final long[] sum;
  private final MessageDigest sha = Sha256.digest();

  TreeDigest() {
    this(new long[WORDS]);
  }

  private TreeDigest(long[] sum) {
    this.sum = sum;
  }

  static TreeDigest of(Map<String, KnownFile> files) {
    var digest = new TreeDigest();
    files.forEach((path, file) -> digest.add(path, content(file)));
    return digest;
  }

  TreeDigest copy() {
    return new TreeDigest(sum.clone());
  }

  /// A file of which something else is known now; null where there was, or is, none.
  void replace(String path, @Nullable KnownFile before, @Nullable KnownFile after) {
    String old = before == null ? "" : content(before);
    String now = after == null ? "" : content(after);
    if (!old.equals(now)) {
      remove(path, old);
      add(path, now);
    }
  }

  /// What is known of a file's content; empty for what does not count.
  static String content(KnownFile file) {
    FileFingerprint seen = file.fingerprint();
    return switch (file.image()) {
      case PreImage.Packed packed -> file(packed.sha256(), seen.fileMode());
      case PreImage.InGit git -> "git " + git.id() + ' ' + seen.fileMode();
      case PreImage.Link link -> "link " + Sha256.of(link.target());
      case PreImage.Nothing ignored -> "";
      case PreImage.Missing ignored -> unread(seen);
    };
  }

  static String content(@Nullable FileImage image) {
    if (image == null) {
      return "";
    }
    return switch (image.kind()) {
      case FILE -> file(image.sha256(), image.mode());
      case LINK -> "link " + image.sha256();
      case FOLDER -> "";
    };
  }

  /// A file whose content nobody has read.
  static String unread(FileFingerprint seen) {
    return seen.kind() == FileStat.Kind.FILE
        ? "unread "
            + seen.size()
            + ' '
            + seen.modified()
            + ' '
            + seen.changed()
            + ' '
            + seen.inode()
            + ' '
            + seen.fileMode()
        : "";
  }

  private static String file(String sha256, @Nullable FileMode mode) {
    return "file " + sha256 + ' ' + mode;
  }

  void add(String path, String content) {
    count(path, content, 1);
  }

  void remove(String path, String content) {
    count(path, content, -1);
  }

  private void count(String path, String content, int sign) {
    if (content.isEmpty()) {
      return;
    }
    sha.update(path.getBytes(StandardCharsets.UTF_8));
    sha.update((byte) 0);
    byte[] hash = sha.digest(content.getBytes(StandardCharsets.UTF_8));
    for (int i = 0; i < WORDS; i++) {
      long word = 0;
      for (int at = 0; at < Long.BYTES; at++) {
        word = word << Byte.SIZE | (hash[i * Long.BYTES + at] & 0xff);
      }
      sum[i] += sign * word;
    }
  }

  /// The number in 32 digits.
  @Override
  public String toString() {
    var text = new StringBuilder();
    for (int i = 0; i < WORDS; i++) {
      text.append(String.format("%016x", sum[i]));
    }
    // Half of it is enough to tell trees apart.
    return Sha256.of(text.toString()).substring(0, 32);
  }
}
