package dev.tenon.core.change;

import dev.tenon.core.change.effects.CommandWatch;
import dev.tenon.core.change.effects.EffectLimits;
import dev.tenon.core.change.effects.HookExtent;
import dev.tenon.core.change.effects.ShellEffects;
import dev.tenon.core.change.effects.TreeFingerprints;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.change.journal.Commit;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.view.CommandViews;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.text.FileVersion;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.core.workspace.Snapshot;
import dev.tenon.core.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Editing where every commit is on the disk at once; the journal can take it back.
public final class DirectEditing implements Editing {
  private final Workspace workspace;
  private final Journal journal;
  private final WorkspaceSource source;
  private final EffectLimits limits;
  private @Nullable ShellEffects effects;

  public DirectEditing(Workspace workspace, Journal journal) {
    this(workspace, journal, EffectLimits.DEFAULT);
  }

  /// @param limits how much is kept of what commands may change
  public DirectEditing(Workspace workspace, Journal journal, EffectLimits limits) {
    this.workspace = workspace;
    this.journal = journal;
    this.source = new WorkspaceSource(workspace);
    this.limits = limits;
  }

  @Override
  public FileState current(String path) throws PlanException {
    return source.current(path, workspace::snapshotIfThere);
  }

  @Override
  public FileState whole(String path) throws PlanException {
    return source.whole(path, workspace::snapshotIfThere);
  }

  @Override
  public List<FileVersion> seen(String path) {
    return source.seen(path);
  }

  @Override
  public List<FileState.Existing> remembered(String path) {
    return source.remembered(path);
  }

  @Override
  public Optional<Snapshot> snapshot(Path real) throws IOException {
    return workspace.snapshotIfThere(real);
  }

  @Override
  public ProjectView view() {
    return workspace.view();
  }

  @Override
  public CommandWatch watch(Attribution by) throws InterruptedException {
    return effects().watch(by);
  }

  @Override
  public CommandWatch watchHook(Attribution by, HookExtent extent) throws InterruptedException {
    return effects().watchHook(by, extent);
  }

  @Override
  public CommandWatch watchLooking(Attribution by) {
    return CommandWatch.none();
  }

  @Override
  public CommandWatch watchDiscarding() throws InterruptedException {
    return new CommandViews(workspace, journal.folder(), limits, null)
        .discarded(
            Map.of(),
            "this system cannot put a copy in the project's place; set sandbox.plan to readOnly");
  }

  @Override
  public TreeFingerprints fingerprint() throws InterruptedException {
    return effects().fingerprint();
  }

  private synchronized ShellEffects effects() {
    ShellEffects known = effects;
    if (known == null) {
      known = new ShellEffects(workspace, journal, limits);
      effects = known;
    }
    return known;
  }

  @Override
  public Checkpoint beginPrompt(String prompt) {
    return journal.beginPrompt(prompt);
  }

  @Override
  public Commit commit(Transaction transaction, Attribution by)
      throws CommitException, IOException {
    return journal.locked(
        locked -> {
          List<Commit.Step> steps = locked.verify(transaction);
          return source.committed(steps, locked.carryOut(steps, by), by);
        });
  }
}
