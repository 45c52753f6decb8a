package dev.tenon.core.helper;

import dev.tenon.core.change.Editing;
import dev.tenon.core.change.effects.CommandWatch;
import dev.tenon.core.change.effects.Effects;
import dev.tenon.core.change.effects.TreeFingerprints;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.change.journal.Commit;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.text.FileVersion;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.core.workspace.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/// The files as a helper changes them: what it does is attributed to it, and belongs to the prompt
/// of the person that it works for, so that taking back the prompt takes back the helper too. Safe
/// for several threads.
public final class HelperEditing implements Editing {
  private final Editing files;
  private final String id;
  private final Supplier<Checkpoint> checkpoint;
  private final Set<String> touched = new TreeSet<>();

  /// @param checkpoint of the person's prompt
  public HelperEditing(Editing files, String id, Supplier<Checkpoint> checkpoint) {
    this.files = files;
    this.id = id;
    this.checkpoint = checkpoint;
  }

  /// The files that were changed so far, in order.
  public synchronized List<String> touched() {
    return new ArrayList<>(touched);
  }

  private synchronized void touch(String path) {
    touched.add(path);
  }

  @Override
  public Checkpoint beginPrompt(String prompt) {
    return checkpoint.get();
  }

  @Override
  public Commit commit(Transaction transaction, Attribution by)
      throws CommitException, IOException {
    Commit commit = files.commit(transaction, by.by(id));
    commit.files().forEach(file -> touch(file.path()));
    return commit;
  }

  @Override
  public Effects.Where where() {
    return files.where();
  }

  @Override
  public CommandWatch watch(Attribution by) throws InterruptedException {
    return touching(files.watch(by.by(id)));
  }

  @Override
  public CommandWatch watchDisk(Attribution by) throws InterruptedException {
    return touching(files.watchDisk(by.by(id)));
  }

  private CommandWatch touching(CommandWatch watch) {
    return new CommandWatch() {
      @Override
      public Confinement view() {
        return watch.view();
      }

      @Override
      public boolean tellsTrees() {
        return watch.tellsTrees();
      }

      @Override
      public Effects finish() {
        Effects effects = watch.finish();
        for (Effects.File file : effects.files()) {
          touch(file.target() == null ? file.path() : file.target());
        }
        return effects;
      }
    };
  }

  @Override
  public CommandWatch watchLooking(Attribution by) throws InterruptedException {
    return files.watchLooking(by.by(id));
  }

  @Override
  public CommandWatch watchDiscarding() throws InterruptedException {
    return files.watchDiscarding();
  }

  @Override
  public TreeFingerprints fingerprint() throws InterruptedException {
    return files.fingerprint();
  }

  @Override
  public Optional<Snapshot> snapshot(Path real) throws IOException {
    return files.snapshot(real);
  }

  @Override
  public ProjectView view() {
    return files.view();
  }

  @Override
  public FileState current(String path) throws PlanException {
    return files.current(path);
  }

  @Override
  public FileState whole(String path) throws PlanException {
    return files.whole(path);
  }

  @Override
  public List<FileVersion> seen(String path) {
    return files.seen(path);
  }

  @Override
  public List<FileState.Existing> remembered(String path) {
    return files.remembered(path);
  }
}
