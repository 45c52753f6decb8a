package dev.tenon.cli.slash;

import dev.tenon.core.evidence.Goal;
import dev.tenon.core.evidence.GoalBook;
import dev.tenon.core.evidence.GoalException;
import dev.tenon.core.permission.command.ExitMeaning;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// `/goal`: what the conversation is to reach, set and seen by the person.
public final class GoalCommand {
  private static final List<String> ACTIONS = List.of("drop", "pause", "resume");
  private static final String CHECK = " --check ";

  private final GoalBook book;
  private final Consumer<String> tellModel;
  private final Runnable offerTool;

  /// @param offerTool sees to it that the model has the tool for goals
  public GoalCommand(GoalBook book, Consumer<String> tellModel, Runnable offerTool) {
    this.book = book;
    this.tellModel = tellModel;
    this.offerTool = offerTool;
  }

  public SlashCommand slash() {
    return SlashCommand.of("goal", "Show, set, pause or drop the goal", this::run)
        .taking("[TEXT --check COMMAND… | pause | resume | drop]", () -> ACTIONS);
  }

  private void run(String argument, CommandContext context) throws CommandException {
    try {
      Goal goal =
          switch (argument) {
            case "" -> book.goal().orElse(null);
            case "drop" -> changed("dropped", book.drop(GoalBook.Who.PERSON));
            case "pause" -> changed("paused", book.pause(GoalBook.Who.PERSON));
            case "resume" -> {
              offerTool.run();
              yield changed("taken up again", book.resume(GoalBook.Who.PERSON));
            }
            default -> set(argument);
          };
      context.print(
          goal == null
              ? "There is no goal. /goal TEXT --check COMMAND sets one that the command proves."
              : goal.shown());
    } catch (GoalException refused) {
      throw new CommandException(String.valueOf(refused.getMessage()));
    }
  }

  private Goal changed(String what, Goal goal) {
    tellModel.accept(Goal.CHANGE + "\nThe person has " + what + " the goal.\n" + Goal.CHANGE_END);
    return goal;
  }

  private Goal set(String argument) throws GoalException {
    String[] parts = (" " + argument).split(CHECK, -1);
    var checks = new ArrayList<String>();
    for (String part : List.of(parts).subList(1, parts.length)) {
      checks.add(unquoted(part.strip()));
    }
    Goal goal = set(book, parts[0].strip(), checks);
    offerTool.run();
    tellModel.accept(told(goal));
    return goal;
  }

  /// Sets a goal that commands prove; without one, its words are the only criterion.
  public static Goal set(GoalBook book, String text, List<String> checks) throws GoalException {
    var criteria = new ArrayList<>(criteria(checks));
    if (criteria.isEmpty()) {
      criteria.add(Goal.Criterion.of(text));
    }
    return book.create(text, criteria, GoalBook.Who.PERSON);
  }

  /// What commands are to prove.
  ///
  /// @throws GoalException when one could never prove anything
  public static List<Goal.Criterion> criteria(List<String> checks) throws GoalException {
    var criteria = new ArrayList<Goal.Criterion>();
    for (String check : checks) {
      if (check.isBlank()) {
        throw new GoalException("--check needs a command");
      }
      String weakness = ExitMeaning.of(check).weakness();
      if (!weakness.isEmpty()) {
        throw new GoalException(
            "--check '"
                + check.strip()
                + "' can prove nothing: "
                + weakness
                + "; name a command that fails while the goal is not reached");
      }
      criteria.add(Goal.Criterion.ofCheck(check.strip()));
    }
    return criteria;
  }

  /// A command without the quotes around the whole of it, as a shell would take them off.
  private static String unquoted(String command) {
    char quote = command.isEmpty() ? ' ' : command.charAt(0);
    int last = command.length() - 1;
    if ((quote != '\'' && quote != '"') || last < 1 || command.charAt(last) != quote) {
      return command;
    }
    var out = new StringBuilder();
    for (int i = 1; i < last; i++) {
      char c = command.charAt(i);
      if (c == quote) {
        return command;
      }
      boolean escapes = c == '\\' && quote == '"' && "\"\\$`".indexOf(command.charAt(i + 1)) >= 0;
      if (escapes && i + 1 == last) {
        return command;
      }
      out.append(escapes ? command.charAt(++i) : c);
    }
    return out.toString().strip();
  }

  /// The goal as the model gets to know it.
  public static String told(Goal goal) {
    return Goal.CHANGE
        + "\n"
        + Goal.SET
        + "\n"
        + goal.shown()
        + "\nWork until it is reached. When checks that ran after your last change prove every"
        + " criterion, call the tool goal with action complete and the ids of those checks as"
        + " evidence.\n"
        + Goal.CHANGE_END;
  }
}
