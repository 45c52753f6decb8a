package dev.tenon.cli.command;

import dev.tenon.cli.SetupException;
import dev.tenon.cli.Streams;
import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.core.change.Change;
import dev.tenon.core.change.ChangeJson;
import dev.tenon.core.change.Checkpoint;
import dev.tenon.core.change.CommitException;
import dev.tenon.core.change.Journal;
import dev.tenon.core.change.Undo;
import dev.tenon.core.json.Json;
import java.io.IOException;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// `tenon changes`, `undo`, `redo` and `rollback`: the journal without a model. Changes and prompts
/// are named by the beginning of their id.
public final class ChangesCommand {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").withZone(ZoneId.systemDefault());

  private final Journal journal;
  private final Undo undo;
  private final Arguments arguments;
  private final Streams streams;

  public ChangesCommand(Journal journal, Arguments arguments, Streams streams) {
    this.journal = journal;
    this.undo = new Undo(journal);
    this.arguments = arguments;
    this.streams = streams;
  }

  public int run() throws SetupException {
    try {
      int code =
          switch (arguments.command().name()) {
            case "undo" -> undo();
            case "redo" -> report("redone", undo.redo());
            case "rollback" -> rollback();
            default -> changes();
          };
      journal.takeWarnings().forEach(warning -> streams.err().println("tenon: " + warning));
      return code;
    } catch (IOException | CommitException broken) {
      throw SetupException.failure(String.valueOf(broken.getMessage()));
    }
  }

  private int changes() throws IOException, CommitException, SetupException {
    if (arguments.operand(0).isPresent()) {
      for (Change change : selected(arguments.operand(0).get())) {
        streams.out().print(undo.diff(change));
      }
      return 0;
    }
    List<Change> all = journal.changes();
    Set<String> undone = journal.undone();
    if (arguments.has(TenonCommandLine.JSON)) {
      streams
          .out()
          .println(Json.array(all.stream().map(change -> json(change, undone)).toList()).pretty());
      return 0;
    }
    if (all.isEmpty()) {
      streams.out().println("Nothing has been changed here yet.");
      return 0;
    }
    print(all, undone);
    return 0;
  }

  private void print(List<Change> all, Set<String> undone) throws IOException, CommitException {
    Map<String, String> prompts = new LinkedHashMap<>();
    for (Checkpoint checkpoint : journal.checkpoints()) {
      prompts.put(checkpoint.id(), checkpoint.summary());
    }
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("CHANGE", "TIME", "BY", "WHAT", "FILE", "PROMPT"));
    for (Change change : all) {
      String what = change.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
      rows.add(
          List.of(
              change.id(),
              TIME.format(change.time()),
              change.by().origin().name().toLowerCase(Locale.ROOT) + " " + change.by().tool(),
              undone.contains(change.id()) ? what + " (undone)" : what,
              change.target() == null ? change.path() : change.path() + " → " + change.target(),
              change.prompt().isEmpty()
                  ? ""
                  : change.prompt() + " " + prompts.getOrDefault(change.prompt(), "")));
    }
    streams.out().print(TextTable.of(rows));
  }

  private static Json json(Change change, Set<String> undone) {
    return ChangeJson.toJson(change)
        .with("status", Json.of(undone.contains(change.id()) ? "undone" : "applied"));
  }

  private int undo() throws IOException, CommitException, SetupException {
    return report(
        "undone",
        arguments.operand(0).isPresent()
            ? undo.undo(selected(arguments.operand(0).get()))
            : undo.undoLatestPrompt());
  }

  private int rollback() throws IOException, CommitException, SetupException {
    String wanted = arguments.operand(0).orElseThrow();
    List<Checkpoint> fitting =
        journal.checkpoints().stream()
            .filter(checkpoint -> checkpoint.id().startsWith(wanted))
            .toList();
    if (fitting.size() != 1) {
      throw SetupException.usage(
          (fitting.isEmpty() ? "no" : "more than one")
              + " prompt is called "
              + wanted
              + "; see 'tenon changes'");
    }
    return report("rolled back", undo.rollback(fitting.getFirst()));
  }

  /// The changes in force whose own id, commit, prompt or session begins so; `all` means all.
  private List<Change> selected(String wanted) throws IOException, CommitException, SetupException {
    List<Change> fitting =
        undo.inForce().stream()
            .filter(
                change ->
                    (wanted.equals("all") && !change.isUndo())
                        || change.id().startsWith(wanted)
                        || (!change.prompt().isEmpty() && change.prompt().startsWith(wanted))
                        || change.session().equals(wanted))
            .toList();
    if (fitting.isEmpty()) {
      throw SetupException.usage(
          "no change in force is called '" + wanted + "'; see 'tenon changes'");
    }
    return fitting;
  }

  private int report(String done, Undo.Report report) {
    for (Change change : report.changes()) {
      streams.out().println(done + ": " + change.path());
    }
    for (Undo.Conflict conflict : report.conflicts()) {
      streams.err().println("tenon: left alone: " + conflict.path() + ": " + conflict.reason());
    }
    if (report.changes().isEmpty() && report.conflicts().isEmpty()) {
      streams.out().println("Nothing to do.");
    }
    return report.conflicts().isEmpty() ? 0 : 1;
  }
}
