package dev.tenon.cli.args;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// A command line that was understood: the command, its words, and the options with checked values.
/// Immutable.
public final class Arguments {
  private final Command command;
  private final List<String> operands;
  private final int behindDashes;
  private final Map<String, List<String>> given;

  /// @param behindDashes how many of the operands stood behind `--`
  Arguments(
      Command command, List<String> operands, int behindDashes, Map<String, List<String>> given) {
    this.command = command;
    this.operands = List.copyOf(operands);
    this.behindDashes = behindDashes;
    this.given = Map.copyOf(given);
  }

  /// The command; [Grammar#main] when none was named.
  public Command command() {
    return command;
  }

  /// Whether an option was given, with or without a value.
  public boolean has(Option option) {
    return given.containsKey(option.name());
  }

  /// An option's value, if it was given with one.
  public Optional<String> text(Option option) {
    List<String> values = given.get(option.name());
    return values == null || values.isEmpty() ? Optional.empty() : Optional.of(values.getFirst());
  }

  /// All values of an option, in the order given.
  public List<String> texts(Option option) {
    return given.getOrDefault(option.name(), List.of());
  }

  /// The value of an [Option.Kind#NUMBER].
  public OptionalLong number(Option option) {
    Optional<String> value = text(option);
    return value.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(value.get()));
  }

  /// The words that are neither command nor options.
  public List<String> operands() {
    return operands;
  }

  /// Those before `--`.
  public List<String> operandsBeforeDashes() {
    return operands.subList(0, operands.size() - behindDashes);
  }

  /// Those behind `--`: the words of another command.
  public List<String> operandsBehindDashes() {
    return operands.subList(operands.size() - behindDashes, operands.size());
  }

  public Optional<String> operand(int place) {
    return place < operands.size() ? Optional.of(operands.get(place)) : Optional.empty();
  }
}
