package dev.tenon.cli.slash;

import dev.tenon.cli.report.ChangeReport;
import dev.tenon.cli.report.RollbackPlan;
import dev.tenon.cli.report.UndoPreview;
import dev.tenon.cli.terminal.dialog.ChoiceMenu;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.input.Pager;
import dev.tenon.cli.terminal.render.DiffRows;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.text.IoFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/// `/undo`, `/redo`, `/diff`, `/changes`, `/checkpoints`, `/rollback`: the journal from within a
/// conversation.
public final class JournalCommands {
  private final Journal journal;
  private final Predicate<Change> here;
  private final ChangeReport report;
  private final UndoPreview preview;
  private final DisplayOptions look;

  /// @param commands the command that made a change, as far as it is known
  /// @param here whether a change was made in the session that is talked in
  public JournalCommands(
      Journal journal,
      Function<Change, Optional<String>> commands,
      Predicate<Change> here,
      DisplayOptions look) {
    this.journal = journal;
    this.here = here;
    this.report = new ChangeReport(journal, Page.Reach.LIVE);
    this.preview = new UndoPreview(Page.Reach.LIVE, commands);
    this.look = look;
  }

  /// Something the journal can say or do.
  private interface Doing {
    String run(String argument) throws IOException, CommitException, CommandException;
  }

  /// Something for which a person may have to be asked.
  private interface Asking {
    void run(String argument, CommandContext context)
        throws IOException, CommitException, CommandException, InterruptedException;
  }

  public List<SlashCommand> list() {
    return List.of(
        asking(
            "undo", "[ID]", "Take back the latest prompt's changes, or the given ones", this::undo),
        asking("redo", "", "Bring back what the latest undo took away", this::redo),
        command(
            "diff",
            "[ID]",
            "What the latest prompt changed, or the given change",
            argument -> {
              String diff = report.diff(argument);
              return diff.isEmpty() ? "Nothing is changed." : diff;
            }),
        asking(
            "changes",
            "",
            "All changes in this project",
            (argument, context) ->
                context.print(report.changes(context.tableWidth()).stripTrailing())),
        asking(
            "checkpoints",
            "",
            "The prompts that changed something",
            (argument, context) ->
                context.print(report.checkpoints(context.tableWidth()).stripTrailing())),
        asking(
            "rollback",
            "PROMPT",
            "Bring files back to before a prompt, later edits included",
            this::rollback));
  }

  private static SlashCommand command(String name, String parameter, String help, Doing doing) {
    return asking(
        name,
        parameter,
        help,
        (argument, context) -> context.print(doing.run(argument).stripTrailing()));
  }

  private static SlashCommand asking(String name, String parameter, String help, Asking asking) {
    SlashCommand command =
        SlashCommand.of(
            name,
            help,
            (argument, context) -> {
              try {
                asking.run(argument, context);
              } catch (IOException | CommitException broken) {
                throw new CommandException(IoFailure.told(broken));
              }
            });
    return parameter.isEmpty() ? command : command.taking(parameter, List::of);
  }

  private void undo(String argument, CommandContext context)
      throws IOException, CommitException, CommandException, InterruptedException {
    int hash = argument.indexOf('#');
    String named = hash < 0 ? argument : argument.substring(0, hash);
    List<Change> changes = named.isEmpty() ? report.undo().latest() : report.selected(named);
    if (changes.isEmpty() && !argument.isEmpty()) {
      throw none(argument);
    }
    if (changes.isEmpty()) {
      context.print("Nothing is there to take back.");
      return;
    }
    if (hash >= 0) {
      if (!agrees(changes, "Take these hunks back", context)) {
        context.print("Nothing was taken back.");
        return;
      }
      context.print(report.text("undone", report.undo(argument).orElseThrow(() -> none(argument))));
      return;
    }
    show(whose(changes), preview.lines(changes), context);
    if (!agrees(changes, "Take it back", context)) {
      context.print("Nothing was taken back.");
      return;
    }
    Undo.Report done = report.undo().undo(changes);
    context.print(report.text("undone", done).stripTrailing());
    if (!done.changes().isEmpty()) {
      context.print("/redo brings it back.");
    }
  }

  private void redo(String argument, CommandContext context)
      throws IOException, CommitException, InterruptedException {
    List<Change> changes = report.undo().latestUndo();
    if (changes.isEmpty()) {
      context.print("Nothing to do.");
      return;
    }
    show("This brings back what an undo took away:", preview.lines(changes), context);
    if (!agrees(changes, "Bring it back", context)) {
      context.print("Nothing was brought back.");
      return;
    }
    context.print(report.text("redone", report.undo().redo()).stripTrailing());
  }

  /// Says what would be done to the files.
  private static void show(String title, List<String> preview, CommandContext context) {
    var lines = new ArrayList<String>();
    lines.add(title);
    preview.forEach(line -> lines.add("  " + line));
    context.print(String.join("\n", lines));
  }

  private static CommandException none(String argument) {
    return new CommandException("No change in force is called '" + argument + "'; see /changes.");
  }

  /// What was asked when these were made, as far as it is one thing.
  private String whose(List<Change> changes) throws IOException, CommitException {
    String prompt = changes.getLast().prompt();
    for (Checkpoint checkpoint : journal.checkpoints()) {
      if (checkpoint.id().equals(prompt)) {
        return "This takes back what came of \"" + checkpoint.summary() + "\":";
      }
    }
    return "This takes back:";
  }

  /// Whether all of it was done in the session that is talked in.
  private boolean isOwn(List<Change> changes) {
    return changes.stream().allMatch(here);
  }

  /// Whether the person wants it. What was done in this conversation they know; for anything else
  /// they are asked, and can look at it first.
  private boolean agrees(List<Change> changes, String doing, CommandContext context)
      throws IOException, CommitException, InterruptedException {
    return isOwn(changes) || asked(changes, doing, context);
  }

  private boolean asked(List<Change> changes, String doing, CommandContext context)
      throws IOException, CommitException, InterruptedException {
    while (true) {
      var choices = new ArrayList<String>(List.of("Leave it", doing));
      if (context.hasScreen() && !changes.isEmpty()) {
        choices.add("Show the diff");
      }
      var menu = new ChoiceMenu("It was not done in this conversation.", choices, context.look());
      if (context.choose(menu) != Menu.Step.CHOSEN || menu.chosen() < 2) {
        return menu.chosen() == 1;
      }
      var diff = new StringBuilder();
      for (Change change : changes) {
        diff.append(report.undo().diff(change));
      }
      String text = diff.toString();
      context.choose(
          new Pager(
              List.of(
                  new Pager.Text(
                      "What was changed, and would be taken back",
                      columns -> DiffRows.whole(text, look, columns))),
              look));
    }
  }

  private void rollback(String argument, CommandContext context)
      throws IOException, CommitException, CommandException, InterruptedException {
    Checkpoint checkpoint =
        report
            .checkpoint(argument)
            .orElseThrow(
                () ->
                    new CommandException(
                        "'" + argument + "' names no prompt, or several; see /checkpoints."));
    RollbackPlan plan = RollbackPlan.of(report.undo(), checkpoint);
    if (!plan.isEmpty()) {
      String title = "This brings files back to before \"" + checkpoint.summary() + "\":";
      show(title, plan.lines(preview, Page.Reach.LIVE), context);
    }
    boolean agreed =
        plan.files().isEmpty()
            ? agrees(plan.changes(), "Bring them back", context)
            : asked(plan.changes(), "Bring them back", context);
    if (!agreed) {
      context.print("Nothing was brought back.");
      return;
    }
    context.print(report.text("rolled back", report.undo().rollback(checkpoint)).stripTrailing());
  }
}
