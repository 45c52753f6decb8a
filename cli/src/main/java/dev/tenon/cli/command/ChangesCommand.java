package dev.tenon.cli.command;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.report.ChangeReport;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.ChangeJson;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.json.Json;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// `tenon changes`, `undo`, `redo` and `rollback`: the journal without a model.
public final class ChangesCommand {
  private final Journal journal;
  private final ChangeReport report;
  private final TerminalDiff diffs;
  private final Arguments arguments;
  private final Streams streams;

  public ChangesCommand(
      Journal journal, Configuration configuration, LaunchContext context, Streams streams) {
    this.journal = journal;
    this.report = new ChangeReport(journal, streams.out().reach());
    this.diffs = new TerminalDiff(configuration, context, streams);
    this.arguments = context.arguments();
    this.streams = streams;
  }

  public int run() throws SetupException {
    try {
      int code =
          switch (arguments.command().name()) {
            case "undo" -> undo();
            case "redo" -> told("redone", report.undo().redo());
            case "rollback" -> rollback();
            default -> changes();
          };
      journal.takeWarnings().forEach(streams.err()::note);
      return code;
    } catch (IOException | CommitException broken) {
      throw SetupException.failure(IoFailure.told(broken));
    }
  }

  private int changes() throws IOException, CommitException, SetupException {
    String wanted = arguments.operand(0).orElse("");
    if (!wanted.isEmpty()) {
      named(wanted);
      diffs.print(report.diff(wanted));
    } else if (arguments.has(TenonCommandLine.JSON)) {
      Set<String> undone = journal.undone();
      var all = new ArrayList<Json>();
      for (Change change : journal.changes()) {
        String status = undone.contains(change.id()) ? "undone" : "applied";
        all.add(ChangeJson.toJson(change).with("status", Json.of(status)));
      }
      streams.out().json(Json.array(all).pretty());
    } else {
      streams.out().print(report.changes(0));
    }
    return 0;
  }

  private int undo() throws IOException, CommitException, SetupException {
    String wanted = arguments.operand(0).orElse("");
    return told(
        "undone",
        wanted.isEmpty()
            ? report.undo().undoLatestPrompt()
            : report.undo(wanted).orElseThrow(() -> unknown(wanted)));
  }

  private int rollback() throws IOException, CommitException, SetupException {
    String wanted = arguments.operand(0).orElseThrow();
    Checkpoint checkpoint =
        report
            .checkpoint(wanted)
            .orElseThrow(
                () ->
                    SetupException.usage(
                        "'" + wanted + "' names no prompt, or several; see 'tenon changes'"));
    return told("rolled back", report.undo().rollback(checkpoint));
  }

  private List<Change> named(String wanted) throws IOException, CommitException, SetupException {
    List<Change> fitting = report.selected(wanted);
    if (fitting.isEmpty()) {
      throw unknown(wanted);
    }
    return fitting;
  }

  private static SetupException unknown(String wanted) {
    return SetupException.usage(
        "no change in force is called '" + wanted + "'; see 'tenon changes'");
  }

  private int told(String done, Undo.Report outcome) {
    streams.out().print(report.text(done, outcome));
    return outcome.conflicts().isEmpty() ? 0 : 1;
  }
}
