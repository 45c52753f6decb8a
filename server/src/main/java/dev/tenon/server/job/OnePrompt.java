package dev.tenon.server.job;

import dev.tenon.core.change.Attribution;
import dev.tenon.core.change.Checkpoint;
import dev.tenon.core.change.CommandWatch;
import dev.tenon.core.change.CommitException;
import dev.tenon.core.change.Committed;
import dev.tenon.core.change.Editing;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.LineEdits;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.workspace.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An editing in which everything belongs to the one checkpoint of a job, however many prompts the
/// job takes.
record OnePrompt(Editing editing, Checkpoint checkpoint) implements Editing {

  @Override
  public Checkpoint beginPrompt(String prompt) {
    return checkpoint;
  }

  @Override
  public Optional<Snapshot> snapshot(Path real) throws IOException {
    return editing.snapshot(real);
  }

  @Override
  public Map<Path, Optional<Snapshot>> unsaved() {
    return editing.unsaved();
  }

  @Override
  public Committed commit(Transaction transaction, Attribution by, List<LineEdits.Placement> edits)
      throws CommitException, IOException {
    return editing.commit(transaction, by, edits);
  }

  @Override
  public CommandWatch watch(Attribution by) throws InterruptedException {
    return editing.watch(by);
  }

  @Override
  public FileState current(String path) throws PlanException {
    return editing.current(path);
  }

  @Override
  public List<FileState.Existing> remembered(String path) {
    return editing.remembered(path);
  }
}
