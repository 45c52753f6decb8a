package dev.tenon.cli.session;

import dev.tenon.cli.report.ChangeReport;
import dev.tenon.cli.report.RollbackPlan;
import dev.tenon.cli.report.UndoPreview;
import dev.tenon.cli.slash.CommandContext;
import dev.tenon.cli.slash.CommandException;
import dev.tenon.cli.slash.SlashCommand;
import dev.tenon.cli.terminal.dialog.ChoiceMenu;
import dev.tenon.cli.terminal.diff.DiffCounts;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.input.Picker;
import dev.tenon.cli.terminal.input.PickerSpec;
import dev.tenon.cli.terminal.input.PickerText;
import dev.tenon.cli.terminal.render.Amounts;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.json.Json;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.SessionRecorder;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionNames;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// `/rewind` and `/checkpoints`: goes back to before a prompt that changed something, with the
/// files, the conversation, or both.
public final class RewindCommand {
  /// Changes whose lines a preview counts.
  private static final int COUNTED = 8;

  private final ActiveSession session;
  private final Journal journal;
  private final TreeCommand tree;
  private final ChangeReport report;
  private String minus = "-";

  public RewindCommand(ActiveSession session, Journal journal, TreeCommand tree) {
    this.session = session;
    this.journal = journal;
    this.tree = tree;
    this.report = new ChangeReport(journal, Page.Reach.LIVE);
  }

  public List<SlashCommand> list() {
    return List.of(
        SlashCommand.of(
            "checkpoints", "The prompts that changed something, to go back to", this::run),
        SlashCommand.of("rewind", "Go back to before a prompt, with files or without", this::run));
  }

  /// A prompt with what it changed and what of that is still in force.
  record Point(Checkpoint checkpoint, List<Change> changes) {
    Set<String> files() {
      Set<String> files = new LinkedHashSet<>();
      changes.forEach(change -> files.add(change.pathAfter()));
      return files;
    }
  }

  private void run(String argument, CommandContext context)
      throws CommandException, InterruptedException {
    try {
      if (!context.hasScreen()) {
        context.print(report.checkpoints(context.tableWidth()).stripTrailing());
        return;
      }
      Picker<Point> picker = picker(context.look());
      if (context.choose(picker) == Menu.Step.CHOSEN && picker.chosen().isPresent()) {
        back(picker.chosen().get(), context);
      }
    } catch (IOException | CommitException broken) {
      throw new CommandException(IoFailure.told(broken));
    }
  }

  Picker<Point> picker(DisplayOptions look) throws IOException, CommitException {
    Instant now = Instant.now();
    minus = look.glyphs().minus();
    Set<String> own = SessionCheckpoints.all(session.log());
    return new PickerSpec<Point>("Go back to before a prompt", look)
        .main(point -> point.checkpoint().summary())
        .column(point -> SessionNames.ago(point.checkpoint().time(), now), 12)
        .column(RewindCommand::size, 10)
        .column(point -> own.contains(point.checkpoint().id()) ? "" : "another session", 15)
        .searching(point -> String.join(" ", point.files()))
        .preview(this::about)
        .empty(() -> "No prompt has changed anything yet.")
        .enter("goes back")
        .open(points());
  }

  private static String size(Point point) {
    return point.changes().isEmpty() ? "taken back" : Amounts.count(point.files().size(), "file");
  }

  /// The latest first.
  private List<Point> points() throws IOException, CommitException {
    Map<String, List<Change>> changes = new LinkedHashMap<>();
    for (Change change : report.undo().inForce()) {
      // An undo or a redo is noted with the prompt after which it was made, and is not of it.
      if (!change.isUndo()) {
        changes.computeIfAbsent(change.prompt(), prompt -> new ArrayList<>()).add(change);
      }
    }
    var points = new ArrayList<Point>();
    for (Checkpoint checkpoint : journal.checkpoints()) {
      points.addFirst(new Point(checkpoint, changes.getOrDefault(checkpoint.id(), List.of())));
    }
    return points;
  }

  private List<PickerText> about(Point point) {
    var lines = new ArrayList<PickerText>();
    lines.add(PickerText.bold(point.checkpoint().summary()));
    try {
      int counted = 0;
      for (Change change : point.changes()) {
        if (counted++ == COUNTED) {
          lines.add(PickerText.dim("and " + (point.changes().size() - COUNTED) + " more changes"));
          break;
        }
        lines.add(PickerText.of(change.pathAfter() + "  " + stat(report.undo().diff(change))));
      }
      RollbackPlan plan = RollbackPlan.of(report.undo(), point.checkpoint());
      lines.add(PickerText.dim(plan.isEmpty() ? "Nothing of it is left." : "Going back:"));
      plan.lines(new UndoPreview(Page.Reach.LIVE), Page.Reach.LIVE)
          .forEach(line -> lines.add(PickerText.of("  " + line)));
    } catch (IOException | CommitException unreadable) {
      lines.add(PickerText.dim("It cannot be read: " + IoFailure.told(unreadable)));
    }
    return lines;
  }

  /// `+3 -1`
  private String stat(String diff) {
    DiffCounts counts = DiffCounts.of(diff);
    return "+" + counts.added() + " " + minus + counts.removed();
  }

  private void back(Point point, CommandContext context)
      throws IOException, CommitException, CommandException, InterruptedException {
    Optional<Entry> prompt = prompt(point.checkpoint());
    if (prompt.isPresent()) {
      tree.go(prompt.get(), context);
      return;
    }
    var menu =
        new ChoiceMenu(
            "That prompt is not of this conversation; only files can go back, later edits"
                + " included.",
            List.of("Leave them", "Bring the files back"),
            context.look());
    if (context.choose(menu) == Menu.Step.CHOSEN && menu.chosen() == 1) {
      context.print(
          report.text("rolled back", report.undo().rollback(point.checkpoint())).stripTrailing());
      context.print("/redo takes it back.");
    } else {
      context.print("Nothing was changed.");
    }
  }

  /// What the person said then, in the session as it is open.
  private Optional<Entry> prompt(Checkpoint checkpoint) throws IOException {
    SessionLog log = session.log();
    String mark = "";
    for (Entry entry : log.entries()) {
      if (entry.body() instanceof Entry.Custom custom
          && custom.customType().equals(SessionRecorder.CHECKPOINT)
          && custom.data() instanceof Json.Obj data
          && checkpoint.id().equals(data.string("checkpoint"))) {
        mark = entry.id();
      } else if (!mark.isEmpty()
          && mark.equals(entry.parentId())
          && entry.body() instanceof Entry.Said said
          && said.role().equals("user")) {
        return Optional.of(entry);
      }
    }
    return Optional.empty();
  }
}
