package dev.tenon.core.text;

/// One state of a file in a session: a number that grows with every new state of any file, and the
/// hash of its bytes.
public record FileVersion(int version, String sha256) {

  public FileVersion {
    if (version < 1) {
      throw new IllegalArgumentException("versions start at 1, not " + version);
    }
    if (sha256.length() != Sha256.EMPTY.length()) {
      throw new IllegalArgumentException("not a SHA-256 hash: " + sha256);
    }
  }
}
