package dev.tenon.core.exec.shell;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// How commands are confined: what is put around a command to keep it from the rest of the machine.
/// The shell asks for every command that it starts, so the answer may differ between two of them.
/// Safe for several threads.
public interface Confinement {

  /// The program and its arguments that run `argv` confined, started in `directory`. Environment,
  /// standard input, output and error are inherited.
  ///
  /// @throws IOException when the confinement cannot be had; the command does not run then
  List<String> wrap(List<String> argv, Path directory) throws IOException;

  /// The same for a command that gets further, or less far, than usual.
  default List<String> wrap(List<String> argv, Path directory, Reach reach) throws IOException {
    return wrap(argv, directory);
  }

  /// What becomes of what a command writes into the project.
  enum Writes {
    KEPT,
    /// The kernel refuses them.
    REFUSED,
    /// They happen, on a view of the project that is thrown away.
    DISCARDED
  }

  /// What becomes of the writes of a command with this reach.
  default Writes writes(Reach reach) {
    return Writes.KEPT;
  }

  /// What is in force, in a word or two for people: `bwrap`, `none`.
  String label();

  /// What there is to say to a command that is over: which of its troubles come from the
  /// confinement, and how to go on. Also looks whether the command left what it should not have.
  ///
  /// @param output what it printed, or the end of it
  default List<String> afterwards(int exitCode, String output) {
    return List.of();
  }

  /// The same for a command with this reach.
  default List<String> afterwards(int exitCode, String output, Reach reach) {
    return afterwards(exitCode, output);
  }

  /// What a command with this reach lacked, if its end looks like that.
  default Optional<Need> need(int exitCode, String output, Reach reach) {
    return Optional.empty();
  }

  /// Nothing stands between.
  static Confinement none() {
    return new Confinement() {
      @Override
      public List<String> wrap(List<String> argv, Path directory) {
        return argv;
      }

      @Override
      public String label() {
        return "none";
      }
    };
  }
}
