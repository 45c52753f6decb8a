package dev.tenon.core.change.journal;

import java.io.IOException;
import java.util.List;

/// Somebody who has files of the project open, such as an editor: there may be text that is not on
/// the disk, and what changes under it is not seen. Whatever the journal changes (an undo, a merge)
/// goes through them. Called by whoever has the journal to itself.
@FunctionalInterface
public interface FileHolder {
  /// Writes the steps of a commit, all of them or none. Answers the folders that were made,
  /// outermost first. A caller that is interrupted meanwhile finishes first:
  /// [LockedJournal#interruptAfterwards].
  ///
  /// @throws CommitException when nothing was changed, for example because a file has unsaved text
  List<String> write(LockedJournal journal, List<Commit.Step> steps)
      throws IOException, CommitException;
}
