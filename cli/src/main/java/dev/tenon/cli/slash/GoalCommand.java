package dev.tenon.cli.slash;

import dev.tenon.core.evidence.Goal;
import dev.tenon.core.evidence.GoalBook;
import dev.tenon.core.evidence.GoalException;
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
            case "drop" -> changed("dropped", book.drop());
            case "pause" -> changed("paused", book.pause());
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
    tellModel.accept("<goal-change>\nThe person has " + what + " the goal.\n</goal-change>");
    return goal;
  }

  private Goal set(String argument) throws GoalException {
    String[] parts = (" " + argument).split(CHECK, -1);
    Goal goal = set(book, parts[0].strip(), List.of(parts).subList(1, parts.length));
    offerTool.run();
    tellModel.accept(told(goal));
    return goal;
  }

  /// Sets a goal that commands prove; without one, its words are the only criterion.
  public static Goal set(GoalBook book, String text, List<String> checks) throws GoalException {
    var criteria = new ArrayList<Goal.Criterion>();
    for (String check : checks) {
      if (check.isBlank()) {
        throw new GoalException("--check needs a command");
      }
      criteria.add(Goal.Criterion.ofCheck(check.strip()));
    }
    if (criteria.isEmpty()) {
      criteria.add(Goal.Criterion.of(text));
    }
    return book.create(text, criteria);
  }

  /// The goal as the model gets to know it.
  public static String told(Goal goal) {
    return "<goal-change>\nThe person has set a goal:\n"
        + goal.shown()
        + "\nWork until it is reached. When checks that ran after your last change prove every"
        + " criterion, call the tool goal with action complete and the ids of those checks as"
        + " evidence.\n</goal-change>";
  }
}
