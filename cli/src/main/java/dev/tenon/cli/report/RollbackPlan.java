package dev.tenon.cli.report;

import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Undo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What going back to before a prompt would do, as things are now.
///
/// @param changes those in force whose files would be others
/// @param files those that would be others although no change in force speaks of them: they were
///   changed from elsewhere
public record RollbackPlan(List<Change> changes, List<String> files) {
  private static final int MOST_FILES = 10;

  public RollbackPlan {
    changes = List.copyOf(changes);
    files = List.copyOf(files);
  }

  public static RollbackPlan of(Undo undo, Checkpoint checkpoint)
      throws IOException, CommitException {
    Set<String> others = new LinkedHashSet<>(undo.rollbackFiles(checkpoint));
    var changes = new ArrayList<>(undo.since(checkpoint));
    changes.retainAll(new HashSet<>(undo.inForce()));
    changes.removeIf(
        change ->
            change.isUndo()
                || !(others.contains(change.path()) || others.contains(change.pathAfter())));
    for (Change change : changes) {
      others.remove(change.path());
      others.remove(change.pathAfter());
    }
    return new RollbackPlan(changes, List.copyOf(others));
  }

  public boolean isEmpty() {
    return changes.isEmpty() && files.isEmpty();
  }

  /// In words, a line a file.
  public List<String> lines(UndoPreview preview, Page.Reach reach) {
    var lines = new ArrayList<>(preview.lines(changes));
    for (String file : files.subList(0, Math.min(MOST_FILES, files.size()))) {
      lines.add("brings " + SafeText.cell(file, reach) + " back, which was changed from elsewhere");
    }
    if (files.size() > MOST_FILES) {
      lines.add("… and " + (files.size() - MOST_FILES) + " more files");
    }
    return lines;
  }
}
