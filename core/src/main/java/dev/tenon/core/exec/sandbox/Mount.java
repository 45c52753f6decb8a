package dev.tenon.core.exec.sandbox;

import java.nio.file.Path;

/// A file or folder that a command sees at another path, or with other rights.
record Mount(Path source, Path target, Rights rights) {
  enum Rights {
    READ_WRITE,
    READ_ONLY
  }
}
