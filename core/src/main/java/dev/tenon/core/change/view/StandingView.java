package dev.tenon.core.change.view;

import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.text.FileBytes;
import dev.tenon.core.text.FileMode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A view of the project that stays: whatever a command writes, also what is ignored, is there for
/// the next one, and for the next program that opens it. The project itself stays as it is. For one
/// command at a time.
public interface StandingView {

  /// Which way it is made.
  CommandViews.Kind kind();

  /// Before a command: the files of the project that are seen through it are those of now.
  void refresh() throws IOException, InterruptedException;

  /// How a command has to be started to see it.
  Confinement confinement();

  /// All paths that differ from the project or once did, ignored ones too, each with the file or
  /// link that is there, or nothing if it is gone. Not while a command runs.
  Map<Path, Optional<Path>> touched() throws IOException, InterruptedException;

  /// Where what a command has written at this path lies, if it has.
  Path place(Path real) throws IOException;

  /// Puts a file there.
  ///
  /// @param real its path in the project
  /// @param mode null for that of new files
  /// @return where it lies now
  Path write(Path real, FileBytes bytes, @Nullable FileMode mode) throws IOException;

  /// The same for a link.
  Path link(Path real, String target) throws IOException;

  /// Lets a file or link be gone, also where the project has one.
  void remove(Path real) throws IOException;

  /// Lets the project's file be seen again. Answers false where that is not possible, because its
  /// folder was made anew.
  boolean reset(Path real) throws IOException;
}
