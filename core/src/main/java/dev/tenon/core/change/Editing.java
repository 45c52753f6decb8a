package dev.tenon.core.change;

import dev.tenon.core.change.effects.CommandWatch;
import dev.tenon.core.change.effects.Effects;
import dev.tenon.core.change.effects.HookExtent;
import dev.tenon.core.change.effects.TreeFingerprints;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.change.journal.Commit;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.edit.EditSource;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.core.workspace.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// The seam through which tools see and change files: planners read from it, and what they plan is
/// committed to it. [DirectEditing] writes to the disk at once;
/// [dev.tenon.core.change.review.StagedEditing] keeps everything in working buffers until it has
/// been reviewed. Tools need not know which one they have.
///
/// One per conversation; safe for several threads.
public interface Editing extends EditSource {

  /// The whole file as tools should show it, or nothing if there is none. A staged file is what its
  /// working buffer holds, whatever lies on the disk.
  ///
  /// @param real as the sandbox gives it out
  Optional<Snapshot> snapshot(Path real) throws IOException;

  /// The project as it is to be seen now: found, read and searched. Staged files are in it as if
  /// they were written.
  ProjectView view();

  /// Where what is committed is.
  default Effects.Where where() {
    return Effects.Where.WRITTEN;
  }

  /// Marks the moment before a prompt is carried out.
  Checkpoint beginPrompt(String prompt);

  /// Carries out the transaction: every file or none.
  Commit commit(Transaction transaction, Attribution by) throws CommitException, IOException;

  /// Takes the state of the files before a command runs, so that what it does can be taken back.
  /// Never stands in the way of the command: what could not be done, the effects say.
  ///
  /// @param by the command as the journal will name it, of origin
  ///   [dev.tenon.core.change.journal.Origin#SHELL]
  CommandWatch watch(Attribution by) throws InterruptedException;

  /// The same for a program that works on the disk whatever is staged, such as a server that was
  /// started long before: what it does is written at once and recorded in the journal. Its
  /// [CommandWatch#view] is not used.
  default CommandWatch watchDisk(Attribution by) throws InterruptedException {
    return watch(by);
  }

  /// The same for a hook, which works on the disk too, and has to be quick.
  ///
  /// @param by the hook, of origin [dev.tenon.core.change.journal.Origin#HOOK]
  default CommandWatch watchHook(Attribution by, HookExtent extent) throws InterruptedException {
    return watchDisk(by);
  }

  /// The same for a command that the operating system keeps from changing anything: it only has to
  /// see the right files.
  default CommandWatch watchLooking(Attribution by) throws InterruptedException {
    return watch(by);
  }

  /// The same for a command that may change what it likes, because it works on a view of the files
  /// that is thrown away with all it did.
  CommandWatch watchDiscarding() throws InterruptedException;

  /// What all tracked and unignored files are now, staged ones as they would be written, and which
  /// of them have changed since the last command. Unknown where nobody can tell.
  default TreeFingerprints fingerprint() throws InterruptedException {
    return TreeFingerprints.UNKNOWN;
  }
}
