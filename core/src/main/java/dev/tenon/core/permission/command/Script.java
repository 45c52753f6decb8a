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

  /// Reads a command line that runs in another folder than the first root. Never fails, whatever
  /// the text is.
  public static Script elsewhere(String text) {
    Script script = of(text);
    var commands = new java.util.ArrayList<SimpleCommand>();
    for (SimpleCommand each : script.commands) {
      SimpleCommand.Around around = each.around();
      commands.add(
          around == null
              ? each
              : each.within(new SimpleCommand.Around(around.input(), false, around.folder())));
    }
    return new Script(commands, script.problem, script.suspects);
  }

  /// Reads a command line. Never fails, whatever the text is.
  public static Script of(String text) {
    return ShellParser.parse(text, 0);
  }
}
