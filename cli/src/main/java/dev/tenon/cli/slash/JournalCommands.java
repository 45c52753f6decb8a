package dev.tenon.cli.slash;

import dev.tenon.cli.report.ChangeReport;
import dev.tenon.cli.report.UndoPreview;
import dev.tenon.cli.terminal.input.ChoiceMenu;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Undo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// `/undo`, `/redo`, `/diff`, `/changes`, `/checkpoints`, `/rollback`: the journal from within a
/// conversation.
public final class JournalCommands {
  private final Journal journal;
  private final ChangeReport report;

  public JournalCommands(Journal journal) {
    this.journal = journal;
    this.report = new ChangeReport(journal, Page.Reach.LIVE);
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
        command(
            "redo",
            "",
            "Bring back what the latest undo took away",
            argument -> report.text("redone", report.undo().redo())),
        command(
            "diff",
            "[ID]",
            "What the latest prompt changed, or the given change",
            argument -> {
              String diff = report.diff(argument);
              return diff.isEmpty() ? "Nothing is changed." : diff;
            }),
        command("changes", "", "All changes in this project", argument -> report.changes()),
        command(
            "checkpoints",
            "",
            "The prompts that changed something",
            argument -> report.checkpoints()),
        command(
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
                throw new CommandException(String.valueOf(broken.getMessage()));
              }
            });
    return parameter.isEmpty() ? command : command.taking(parameter, List::of);
  }

  private void undo(String argument, CommandContext context)
      throws IOException, CommitException, CommandException, InterruptedException {
    if (argument.indexOf('#') >= 0) {
      context.print(report.text("undone", report.undo(argument).orElseThrow(() -> none(argument))));
      return;
    }
    List<Change> changes = argument.isEmpty() ? report.undo().latest() : report.selected(argument);
    if (changes.isEmpty() && !argument.isEmpty()) {
      throw none(argument);
    }
    if (changes.isEmpty()) {
      context.print("Nothing is there to take back.");
      return;
    }
    var preview = new ArrayList<String>();
    preview.add(whose(changes));
    new UndoPreview(Page.Reach.LIVE).lines(changes).forEach(line -> preview.add("  " + line));
    context.print(String.join("\n", preview));
    if (!isOwn(changes) && !agrees(context)) {
      context.print("Nothing was taken back.");
      return;
    }
    Undo.Report done = report.undo().undo(changes);
    context.print(report.text("undone", done).stripTrailing());
    if (!done.changes().isEmpty()) {
      context.print("/redo brings it back.");
    }
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

  /// Whether all of it was done since this program was started.
  private boolean isOwn(List<Change> changes) {
    for (Change change : changes) {
      if (!change.session().equals(journal.session())) {
        return false;
      }
    }
    return true;
  }

  private static boolean agrees(CommandContext context) throws InterruptedException {
    var menu =
        new ChoiceMenu(
            "It was not done in this conversation.", List.of("Leave it", "Take it back"));
    return context.choose(menu) == Menu.Step.CHOSEN && menu.chosen() == 1;
  }

  private String rollback(String argument) throws IOException, CommitException, CommandException {
    Checkpoint checkpoint =
        report
            .checkpoint(argument)
            .orElseThrow(
                () ->
                    new CommandException(
                        "'" + argument + "' names no prompt, or several; see /checkpoints."));
    return report.text("rolled back", report.undo().rollback(checkpoint));
  }
}
