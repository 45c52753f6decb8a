package dev.tenon.core.change.view;

import dev.tenon.core.exec.shell.Confinement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// The files as a staged command gets to see them: those of the disk with the working buffers in
/// front. What the command writes stays in the view. For one command.
public interface CommandView extends AutoCloseable {

  /// How a command has to be started to see it.
  Confinement confinement();

  /// The paths that the command may have changed, each with the file that is there now, or nothing
  /// if it is gone. After the command has ended.
  Map<Path, Optional<Path>> touched() throws IOException, InterruptedException;

  /// What people should know about this kind of view; may be empty.
  String note();

  /// Removes it.
  @Override
  void close() throws IOException;
}
