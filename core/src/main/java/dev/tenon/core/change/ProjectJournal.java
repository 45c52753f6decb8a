package dev.tenon.core.change;

import dev.tenon.core.change.effects.EffectLimits;
import dev.tenon.core.change.effects.ShellEffects;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Path;

/// Opens the journal of a project, whole: what commits and what commands have left half done when
/// their program died is taken back or recorded first.
public final class ProjectJournal {
  private ProjectJournal() {}

  /// The journal of the workspace's root under the state folder.
  ///
  /// @param session the conversation to which changes will belong
  public static Journal open(Path stateFolder, Workspace workspace, String session)
      throws IOException, CommitException {
    return Journal.open(
        stateFolder,
        workspace,
        session,
        journal -> new ShellEffects(workspace, journal, EffectLimits.DEFAULT).recover());
  }
}
