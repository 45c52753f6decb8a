package dev.tenon.cli.args;

import java.util.List;

/// One command: what it is called, which words it takes, and which options beyond those that every
/// command takes.
///
/// @param name empty for what happens without a command
/// @param summary one line for the list of commands: a phrase without a full stop
/// @param details paragraphs for the command's own help
public record Command(
    String name,
    String summary,
    String details,
    List<Operand> operands,
    List<Option> options,
    List<Example> examples) {

  /// A line to type and what it does.
  public record Example(String line, String meaning) {}
}
