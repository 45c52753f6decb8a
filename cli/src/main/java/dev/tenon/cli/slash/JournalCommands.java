package dev.tenon.cli.slash;

import dev.tenon.cli.report.ChangeReport;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Journal;
import java.io.IOException;
import java.util.List;

/// `/undo`, `/redo`, `/diff`, `/changes`, `/checkpoints`, `/rollback`: the journal from within a
/// conversation.
public final class JournalCommands {
  private final ChangeReport report;

  public JournalCommands(Journal journal) {
    this.report = new ChangeReport(journal, Page.Reach.LIVE);
  }

  /// Something the journal can say or do.
  private interface Doing {
    String run(String argument) throws IOException, CommitException, CommandException;
  }

  public List<SlashCommand> list() {
    return List.of(
        command(
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
    SlashCommand command =
        SlashCommand.of(
            name,
            help,
            (argument, context) -> {
              try {
                context.print(doing.run(argument).stripTrailing());
              } catch (IOException | CommitException broken) {
                throw new CommandException(String.valueOf(broken.getMessage()));
              }
            });
    return parameter.isEmpty() ? command : command.taking(parameter, List::of);
  }

  private String undo(String argument) throws IOException, CommitException, CommandException {
    if (argument.isEmpty()) {
      return report.text("undone", report.undo().undoLatestPrompt());
    }
    return report.text(
        "undone",
        report
            .undo(argument)
            .orElseThrow(
                () ->
                    new CommandException(
                        "No change in force is called '" + argument + "'; see /changes.")));
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
