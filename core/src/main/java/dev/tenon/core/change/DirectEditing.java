package dev.tenon.core.change;

import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.LineEdits;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.core.workspace.Snapshot;
import dev.tenon.core.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Editing where every commit is on the disk at once; the journal can take it back.
public final class DirectEditing implements Editing {
  private final Workspace workspace;
  private final Journal journal;
  private final SeenSource source;
  private final EffectLimits limits;
  private @Nullable ShellEffects effects;

  public DirectEditing(Workspace workspace, Journal journal) {
    this(workspace, journal, EffectLimits.DEFAULT);
  }

  /// @param limits how much is kept of what commands may change
  public DirectEditing(Workspace workspace, Journal journal, EffectLimits limits) {
    this.workspace = workspace;
    this.journal = journal;
    this.source = new SeenSource(workspace);
    this.limits = limits;
  }

  @Override
  public FileState current(String path) throws PlanException {
    return source.current(path, workspace::snapshotIfThere);
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
  public Committed commit(Transaction transaction, Attribution by, List<LineEdits.Placement> edits)
      throws CommitException, IOException {
    Journal.Recorded recorded = journal.record(transaction, by);
    var files = new ArrayList<Committed.File>();
    for (int i = 0; i < recorded.steps().size(); i++) {
      Journal.Step step = recorded.steps().get(i);
      String id = recorded.changes().get(i).id();
      Content after = step.after();
      if (after == null) {
        source.deleted(step.path());
        files.add(new Committed.File(id, step.path(), null));
        continue;
      }
      String path = step.target() == null ? step.path() : step.target();
      if (step.target() != null) {
        source.moved(step.path(), path);
      }
      files.add(new Committed.File(id, path, source.changed(path, after, by)));
    }
    return new Committed(files);
  }
}
