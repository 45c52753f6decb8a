package dev.tenon.core.exec.sandbox;

import java.nio.file.Path;

/// How one file or folder, with all below it, looks to a command. The innermost place around a path
/// decides.
///
/// @param path real and existing
record Place(Path path, Treatment treatment) {

  enum Treatment {
    WRITABLE,
    READ_ONLY,
    /// An empty folder, or an empty file, is seen instead.
    HIDDEN,
    /// A file of settings, seen without its secrets.
    VEILED,
    /// A folder of the wall's own is seen instead, writable, the same for all commands.
    TEMPORARY,
    /// As its surroundings, but it cannot be moved away: something below it is protected.
    PINNED
  }
}
