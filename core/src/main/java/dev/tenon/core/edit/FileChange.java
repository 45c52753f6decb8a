package dev.tenon.core.edit;

import dev.tenon.core.text.Sha256;

/// The planned change of one file, a part of a [Transaction]: what is to happen to it. Texts have
/// LF line ends; whoever writes them restores the file's own line ends, byte order mark and
/// encoding. A base hash is that of the bytes which the plan was made for.
public sealed interface FileChange {

  /// The file it is about; for a move the one that is moved.
  String path();

  /// A new file, with its folders. It must not exist.
  record Create(String path, String text) implements FileChange {
    public Create {
      requirePath(path);
    }
  }

  /// Another text for a file.
  record Update(String path, String baseSha256, String text) implements FileChange {
    public Update {
      requirePath(path);
      requireHash(baseSha256);
    }
  }

  /// The end of a file.
  record Delete(String path, String baseSha256) implements FileChange {
    public Delete {
      requirePath(path);
      requireHash(baseSha256);
    }
  }

  /// Another path for a file, and perhaps another text; with the text it had, its bytes stay as
  /// they are. The target must not exist.
  record Move(String path, String baseSha256, String target, String text) implements FileChange {
    public Move {
      requirePath(path);
      requireHash(baseSha256);
      requirePath(target);
      if (path.equals(target)) {
        throw new IllegalArgumentException("a move needs two paths: " + path);
      }
    }
  }

  private static void requirePath(String path) {
    if (path.isBlank()) {
      throw new IllegalArgumentException("the path is empty");
    }
  }

  private static void requireHash(String sha256) {
    if (sha256.length() != Sha256.EMPTY.length()) {
      throw new IllegalArgumentException("not a SHA-256 hash: " + sha256);
    }
  }
}
