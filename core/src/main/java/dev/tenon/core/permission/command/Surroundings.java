package dev.tenon.core.permission.command;

import dev.tenon.core.permission.program.PipedNames;
import dev.tenon.core.permission.program.Reading;
import dev.tenon.core.permission.program.Wrapper;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds out what is known of where the commands of a line run: in which folder, and what is piped
/// into them. One instance for each list of commands that are joined by `&&` and `||`.
final class Surroundings {
  private static final int MOST_FILTERS = 8;

  private final List<SimpleCommand> commands;
  private int from;

  /// Where all that comes now certainly runs, if it runs; empty when that is not known.
  private String folder = "";

  Surroundings(List<SimpleCommand> commands) {
    this.commands = commands;
    this.from = commands.size();
  }

  /// Takes note of the pipeline that has just ended.
  ///
  /// @param and whether what follows runs only if all before it succeeded
  /// @param simple whether it is one simple command and nothing else
  void joined(boolean and, boolean simple) {
    List<SimpleCommand> pipeline = List.copyOf(commands.subList(from, commands.size()));
    boolean alone = simple && alone(pipeline);
    boolean moves = moves(pipeline);
    if (!folder.isEmpty() && (alone || !moves)) {
      for (int i = from; i < commands.size(); i++) {
        SimpleCommand each = commands.get(i);
        SimpleCommand.Around around = each.around();
        // Inside of it there may be a further change of folder.
        String inner = around == null || around.folder().isEmpty() ? "" : "/" + around.folder();
        SimpleCommand input = around == null ? null : around.input();
        commands.set(i, each.within(new SimpleCommand.Around(input, false, folder + inner)));
      }
    }
    if (alone) {
      String to = target(pipeline.getFirst());
      boolean below = to != null && !folder.isEmpty() && !to.startsWith("/");
      folder = to == null ? "" : below ? folder + "/" + to : to;
    }
    if (!and || (moves && !alone)) {
      folder = "";
    }
    from = commands.size();
  }

  /// Whether it is a `cd` and nothing else.
  private static boolean alone(List<SimpleCommand> pipeline) {
    return pipeline.size() == 1 && pipeline.getFirst().name().equals("cd");
  }

  /// The folder that a `cd` goes to for certain.
  private static @Nullable String target(SimpleCommand cd) {
    boolean plain =
        cd.words().size() == 2 && cd.redirects().isEmpty() && cd.assignments().isEmpty();
    Word to = cd.words().getLast();
    boolean known = plain && to.constant() && !to.text().isEmpty() && to.text().charAt(0) != '-';
    return known && to.text().indexOf(Word.HOME) < 0 ? to.text() : null;
  }

  private static boolean moves(List<SimpleCommand> commands) {
    for (SimpleCommand command : commands) {
      switch (command.name()) {
        case "source", "." -> {
          return true;
        }
        case "eval", "trap" -> {
          if (mayMove(command)) {
            return true;
          }
        }
        default -> {}
      }
      for (Word word : command.words()) {
        if (word.is("cd") || word.is("pushd") || word.is("popd")) {
          return true;
        }
      }
    }
    return false;
  }

  /// Whether a script in the words may hold a change of folder, perhaps in quotes.
  private static boolean mayMove(SimpleCommand command) {
    for (Word word : command.words()) {
      String text = word.text();
      boolean quotes = false;
      for (int i = 0; i < text.length(); i++) {
        quotes |= "'\"\\$`{".indexOf(text.charAt(i)) >= 0;
      }
      if (!word.constant()
          || quotes
          || text.contains("cd")
          || text.contains("pushd")
          || text.contains("popd")) {
        return true;
      }
    }
    return false;
  }

  /// A command with the one that it reads from.
  static SimpleCommand fed(SimpleCommand command, SimpleCommand input) {
    SimpleCommand.Around around = command.around();
    return command.within(
        new SimpleCommand.Around(input, false, around == null ? "" : around.folder()));
  }

  /// Says of all commands of a line whether the folder is still the one at the beginning: what
  /// stands further down may have run before, in a loop, a trap or a function.
  static void settle(List<SimpleCommand> commands) {
    boolean atStart = !moves(commands);
    for (int i = 0; i < commands.size(); i++) {
      SimpleCommand.Around around = commands.get(i).around();
      SimpleCommand input = around == null ? null : around.input();
      String folder = around == null ? "" : around.folder();
      commands.set(i, commands.get(i).within(new SimpleCommand.Around(input, atStart, folder)));
    }
  }

  /// How the names begin that `xargs` gives to a program; none when they are not known. Where names
  /// may be torn apart at their blanks, they are known only to programs to which that is the same.
  static List<String> names(SimpleCommand.@Nullable Around around, List<Word> words, Word program) {
    Optional<Wrapper.Feed> feed = Wrapper.feed(words);
    boolean exact = feed.isPresent() && feed.get().exact();
    if (feed.isEmpty()
        || around == null
        || around.input() == null
        || !(exact || Reading.measures(program.text()))) {
      return List.of();
    }
    SimpleCommand input = around.input();
    for (int i = 0; i < MOST_FILTERS && !exact && filters(input); i++) {
      SimpleCommand.Around before = input.around();
      if (before == null || before.input() == null) {
        return List.of();
      }
      input = before.input();
    }
    return input.redirects().isEmpty() && !input.words().isEmpty()
        ? PipedNames.starts(input.name(), input.words(), exact).orElse(List.of())
        : List.of();
  }

  private static boolean filters(SimpleCommand simple) {
    return simple.redirects().isEmpty()
        && !simple.words().isEmpty()
        && PipedNames.filters(simple.name(), simple.words());
  }
}
