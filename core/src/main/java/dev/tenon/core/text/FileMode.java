package dev.tenon.core.text;

import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/// The nine permission bits of a file, as in `chmod`. Systems without them have no mode at all.
public record FileMode(int bits) {

  public FileMode {
    if ((bits & ~0777) != 0) {
      throw new IllegalArgumentException("not a file mode: " + Integer.toOctalString(bits));
    }
  }

  public static FileMode of(Set<PosixFilePermission> permissions) {
    int bits = 0;
    for (PosixFilePermission permission : permissions) {
      bits |= bit(permission);
    }
    return new FileMode(bits);
  }

  public Set<PosixFilePermission> permissions() {
    var set = EnumSet.noneOf(PosixFilePermission.class);
    for (PosixFilePermission permission : PosixFilePermission.values()) {
      if ((bits & bit(permission)) != 0) {
        set.add(permission);
      }
    }
    return set;
  }

  /// Three octal digits.
  @Override
  public String toString() {
    String octal = Integer.toOctalString(bits);
    return "000".substring(octal.length()) + octal;
  }

  private static int bit(PosixFilePermission permission) {
    return switch (permission) {
      case OWNER_READ -> 0400;
      case OWNER_WRITE -> 0200;
      case OWNER_EXECUTE -> 0100;
      case GROUP_READ -> 040;
      case GROUP_WRITE -> 020;
      case GROUP_EXECUTE -> 010;
      case OTHERS_READ -> 04;
      case OTHERS_WRITE -> 02;
      case OTHERS_EXECUTE -> 01;
    };
  }
}
