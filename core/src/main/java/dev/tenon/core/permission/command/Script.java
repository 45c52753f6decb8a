package dev.tenon.core.permission.command;

import java.util.List;
import java.util.Optional;

/// All simple commands that a command line may come to run, in the order in which they stand: also
/// those in branches, loops, functions, subshells and substitutions.
///
/// @param problem why the text could not be understood to its end; the commands before that are
///   there nevertheless
/// @param suspects what else might be commands, if there is a problem
public record Script(
    List<SimpleCommand> commands, Optional<String> problem, List<SimpleCommand> suspects) {
  public Script {
    commands = List.copyOf(commands);
    suspects = List.copyOf(suspects);
  }

  /// Reads a command line. Never fails, whatever the text is.
  public static Script of(String text) {
    return ShellParser.parse(text, 0);
  }
}
