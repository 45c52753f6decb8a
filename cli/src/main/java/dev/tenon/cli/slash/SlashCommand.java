package dev.tenon.cli.slash;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// A command of the interactive prompt. To add one, declare it and put it in a list; help and
/// completion follow.
///
/// @param name without the slash
/// @param parameter what may follow it, as help shows it (`[NAME]`), or empty
/// @param help what it does, in a few words
/// @param candidates values that completion offers for the parameter
/// @param further values for what follows the words that are typed already, at least one
/// @param about a few words about one of these values, or nothing
public record SlashCommand(
    String name,
    String parameter,
    String help,
    Supplier<List<String>> candidates,
    Function<List<String>, List<String>> further,
    UnaryOperator<String> about,
    Action action) {

  public SlashCommand {
    if (!name.matches("[\\p{L}\\p{N}][\\p{L}\\p{N}._:-]*")) {
      throw new IllegalArgumentException("not a name for a command: " + name);
    }
  }

  /// A command that takes nothing.
  public static SlashCommand of(String name, String help, Action action) {
    return new SlashCommand(name, "", help, List::of, words -> List.of(), value -> "", action);
  }

  /// The same command with something that may follow its name.
  public SlashCommand taking(String what, Supplier<List<String>> values) {
    return new SlashCommand(name, what, help, values, further, about, action);
  }

  /// The same command with values for a second parameter, and for those after it.
  public SlashCommand then(Function<List<String>, List<String>> values) {
    return new SlashCommand(name, parameter, help, candidates, values, about, action);
  }

  /// The same command with something to say about each value.
  public SlashCommand describing(UnaryOperator<String> values) {
    return new SlashCommand(name, parameter, help, candidates, further, values, action);
  }

  /// The same command, whose line is a prompt as it was typed where this holds of what follows the
  /// name.
  public SlashCommand sentIf(Predicate<String> argument) {
    return new SlashCommand(
        name, parameter, help, candidates, further, about, new Sent(argument, action));
  }

  /// Whether the line goes to the model as it was typed.
  public boolean isSent(String argument) {
    return action instanceof Sent sent && sent.when.test(argument);
  }

  /// @param otherwise what is done where nobody sends the line itself
  private record Sent(Predicate<String> when, Action otherwise) implements Action {
    @Override
    public void run(String argument, CommandContext context)
        throws CommandException, InterruptedException {
      otherwise.run(argument, context);
    }
  }

  /// What the command does. It runs while the person waits; Ctrl-C interrupts it.
  @FunctionalInterface
  public interface Action {
    /// @param argument what follows the name, stripped; may be empty
    void run(String argument, CommandContext context) throws CommandException, InterruptedException;
  }
}
