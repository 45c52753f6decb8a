package dev.tenon.server.job.run;

import dev.tenon.core.change.Editing;
import dev.tenon.core.change.effects.CommandWatch;
import dev.tenon.core.change.effects.Effects;
import dev.tenon.core.change.effects.HookExtent;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.change.journal.Commit;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.PlanFailure;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.text.Encoding;
import dev.tenon.core.text.FileVersion;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.core.workspace.Snapshot;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.server.job.live.TextEncoding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The [Editing] of a job: everything belongs to the job's one checkpoint, however many prompts the
/// job takes. Tells every edit to the job's proposals, and edits nothing but UTF-8.
record JobEditing(Workspace workspace, Editing editing, Checkpoint checkpoint, Proposals proposals)
    implements Editing {

  @Override
  public Checkpoint beginPrompt(String prompt) {
    return checkpoint;
  }

  @Override
  public Optional<Snapshot> snapshot(Path real) throws IOException {
    return editing.snapshot(real);
  }

  @Override
  public ProjectView view() {
    return editing.view();
  }

  @Override
  public Commit commit(Transaction transaction, Attribution by)
      throws CommitException, IOException {
    Proposals.Draft draft;
    try {
      draft = proposals.draft(transaction, editing);
    } catch (PlanException unreadable) {
      throw new IOException(unreadable.getMessage(), unreadable);
    }
    boolean made = false;
    try {
      Commit committed = editing.commit(transaction.with(draft.placements()), by);
      proposals.made(callOf(by.helper(), by.callId()), draft);
      made = true;
      return committed;
    } finally {
      if (!made) {
        proposals.dropped(draft);
      }
    }
  }

  /// The name of a call in the whole job: those of different helpers may have the same.
  static @Nullable String callOf(@Nullable String helper, @Nullable String call) {
    return helper == null || call == null ? call : helper + "/" + call;
  }

  @Override
  public Effects.Where where() {
    return editing.where();
  }

  @Override
  public CommandWatch watch(Attribution by) throws InterruptedException {
    return editing.watch(by);
  }

  @Override
  public CommandWatch watchDisk(Attribution by) throws InterruptedException {
    return editing.watchDisk(by);
  }

  @Override
  public CommandWatch watchHook(Attribution by, HookExtent extent) throws InterruptedException {
    return editing.watchHook(by, extent);
  }

  @Override
  public CommandWatch watchDiscarding() throws InterruptedException {
    return editing.watchDiscarding();
  }

  @Override
  public FileState current(String path) throws PlanException {
    FileState state = editing.current(path);
    if (state instanceof FileState.Existing file) {
      requireUtf8(file.path());
    }
    return state;
  }

  @Override
  public FileState whole(String path) throws PlanException {
    FileState state = editing.whole(path);
    return state instanceof FileState.Whole ? state : current(path);
  }

  @Override
  public List<FileVersion> seen(String path) {
    return editing.seen(path);
  }

  private void requireUtf8(String path) throws PlanException {
    Optional<Encoding> other;
    try {
      other = TextEncoding.other(editing, workspace.root().resolve(path));
    } catch (IOException unreadable) {
      throw denied(path + " cannot be read: " + unreadable.getMessage());
    }
    if (other.isPresent()) {
      throw denied(path + " is " + other.get().label() + "; only UTF-8 text can be edited here");
    }
  }

  private static PlanException denied(String why) {
    return PlanFailure.of(PlanFailure.Code.DENIED, why).exception();
  }

  @Override
  public List<FileState.Existing> remembered(String path) {
    return editing.remembered(path);
  }
}
