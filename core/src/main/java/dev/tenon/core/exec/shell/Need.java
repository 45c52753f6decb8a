package dev.tenon.core.exec.shell;

import java.nio.file.Path;

/// What a command lacked behind a [Confinement], as far as it can be told from how it failed.
public sealed interface Need {

  /// It wanted to change the project and was only let look.
  record Writing() implements Need {}

  /// It wanted to reach another machine.
  record Network() implements Need {}

  /// It wanted to change something outside of the project.
  ///
  /// @param folder the folder that would have to be open to it
  record Folder(Path folder) implements Need {}

  /// The need in a few words: `needs the network`.
  default String describe() {
    return switch (this) {
      case Writing ignored -> "changes files";
      case Network ignored -> "needs the network";
      case Folder wanted -> "needs to write below " + wanted.folder();
    };
  }
}
