package dev.tenon.cli.session;

import dev.tenon.cli.terminal.view.ChangeSource;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Undo;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;

/// What the journal knows of the changes that a page shows.
public final class JournalDiffs implements ChangeSource {
  /// Whoever wants to see more has `/diff`.
  private static final int LARGEST = 200_000;

  private final Journal journal;
  private final String wayBack;

  /// @param wayBack how a person takes changes back; empty where there is no way
  public JournalDiffs(Journal journal, String wayBack) {
    this.journal = journal;
    this.wayBack = wayBack;
  }

  @Override
  public String diff(List<String> changeIds) {
    var wanted = new HashSet<>(changeIds);
    var undo = new Undo(journal);
    var out = new StringBuilder();
    try {
      for (Change change : journal.changes().reversed()) {
        if (wanted.remove(change.id()) && out.length() < LARGEST) {
          out.insert(0, undo.diff(change));
        }
        if (wanted.isEmpty()) {
          break;
        }
      }
    } catch (IOException | CommitException unreadable) {
      // The card names the files; why the journal cannot be read is told after the turn.
      return "";
    }
    return out.toString();
  }

  @Override
  public String wayBack() {
    return wayBack;
  }
}
