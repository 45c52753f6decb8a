package dev.tenon.core.workspace;

import dev.tenon.core.workspace.path.BufferOverlay;
import java.io.IOException;
import java.nio.file.Path;

/// Files that somebody has open, an editor for example, with changes that are not on the disk yet.
/// Nobody can list them; they are looked at one by one. Safe for several threads.
public interface OpenBuffers {

  /// Finds out what a file is in the hands of who has it open. An interrupted look ends with a
  /// [java.nio.channels.ClosedByInterruptException] and the flag of the thread set.
  void look(Path real) throws IOException;

  /// All files that were found to differ from the disk.
  BufferOverlay overlay();
}
