package dev.tenon.cli.command;

import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.text.IoFailure;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/// What each turn has changed, in one line for the person, with the way back. Used by one thread.
final class TurnChanges {
  private final Journal journal;
  private int seen = -1;

  TurnChanges(Journal journal) {
    this.journal = journal;
  }

  /// What has been changed in this conversation since it was told last.
  Optional<String> told() {
    List<Change> all;
    try {
      all = journal.changes();
    } catch (IOException | CommitException unreadable) {
      return Optional.of("the changes cannot be read: " + IoFailure.told(unreadable));
    }
    var files = new HashSet<String>();
    for (int i = Math.max(0, seen); i < all.size(); i++) {
      Change change = all.get(i);
      if (change.session().equals(journal.session())
          && !change.isUndo()
          && change.by().origin() != Origin.USER) {
        files.add(change.pathAfter());
      }
    }
    seen = all.size();
    return switch (files.size()) {
      case 0 -> Optional.empty();
      case 1 ->
          Optional.of(files.iterator().next() + " changed; /undo takes it back, /diff shows it");
      default -> Optional.of(files.size() + " files changed; /undo takes it back, /diff shows it");
    };
  }
}
