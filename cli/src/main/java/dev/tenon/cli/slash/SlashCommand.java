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
/// @param candidates what completion offers behind the name
/// @param about a few words about one of the first of them, or nothing
public record SlashCommand(
    String name,
    String parameter,
    String help,
    Candidates candidates,
    UnaryOperator<String> about,
    Action action) {

  public SlashCommand {
    if (!name.matches("[\\p{L}\\p{N}][\\p{L}\\p{N}._:-]*")) {
      throw new IllegalArgumentException("not a name for a command: " + name);
    }
  }

  /// A command that takes nothing.
  public static SlashCommand of(String name, String help, Action action) {
    return new SlashCommand(name, "", help, (before, word) -> List.of(), value -> "", action);
  }

  /// The same command with something that may follow its name.
  public SlashCommand taking(String what, Supplier<List<String>> values) {
    return takingWords(what, (before, word) -> before.isBlank() ? values.get() : List.of());
  }

  /// The same command with several words that may follow its name.
  public SlashCommand takingWords(String what, Candidates words) {
    return new SlashCommand(name, what, help, words, about, action);
  }

  /// The same command with values for what follows the words that are typed already.
  public SlashCommand then(Function<List<String>, List<String>> values) {
    return takingWords(
        parameter,
        (before, word) ->
            before.isBlank()
                ? candidates.of(before, word)
                : values.apply(List.of(before.strip().split("\\s+"))));
  }

  /// The same command with something to say about each value of the first word.
  public SlashCommand describing(UnaryOperator<String> values) {
    return new SlashCommand(name, parameter, help, candidates, values, action);
  }

  /// The same command, whose line is a prompt as it was typed where this holds of what follows the
  /// name.
  public SlashCommand sentIf(Predicate<String> argument) {
    return new SlashCommand(name, parameter, help, candidates, about, new Sent(argument, action));
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

  /// What completion offers.
  @FunctionalInterface
  public interface Candidates {
    /// Whole words; those that do not begin as the typed one are passed over.
    ///
    /// @param before what stands between the name and the word
    /// @param word what is typed of it
    List<String> of(String before, String word);
  }

  /// What the command does. It runs while the person waits; Ctrl-C interrupts it.
  @FunctionalInterface
  public interface Action {
    /// @param argument what follows the name, stripped; may be empty
    void run(String argument, CommandContext context) throws CommandException, InterruptedException;
  }
}
