package dev.tenon.core.change.layer;

import dev.tenon.core.change.Editing;
import dev.tenon.core.change.WorkspaceSource;
import dev.tenon.core.change.effects.CommandWatch;
import dev.tenon.core.change.effects.EffectLimits;
import dev.tenon.core.change.effects.Effects;
import dev.tenon.core.change.effects.ShellEffects;
import dev.tenon.core.change.effects.TreeFingerprints;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.change.journal.Commit;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Content;
import dev.tenon.core.change.journal.FileImage;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.VerifiedSteps;
import dev.tenon.core.change.view.CommandViews;
import dev.tenon.core.change.view.StandingView;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.text.FileVersion;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.core.workspace.Snapshot;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.core.workspace.path.BufferOverlay;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Editing in a layer: the project lies below as it is, everything that is changed lies in a view
/// that stays, and nothing of it reaches the project before it is merged. Commands run on the same
/// view, one at a time, so that what they build is there for the next one. All of it is on disk
/// after each change; opening the same folder again goes on with it.
///
/// One for each helper; safe for several threads.
public final class LayerEditing implements Editing {
  private final Workspace workspace;
  private final Journal journal;
  private final WorkspaceSource source;
  private final CommandViews views;
  private final LayerTree tree;
  private final ShellEffects effects;
  private final Semaphore commands = new Semaphore(1, true);
  private final ReentrantLock lock = new ReentrantLock();

  /// @param workspace of the layer alone, so that it knows what its helper has seen
  /// @param folder of the layer alone; what it holds already is seen
  public LayerEditing(Workspace workspace, Journal journal, CommandViews views, Path folder)
      throws IOException, InterruptedException {
    this.workspace = workspace;
    this.journal = journal;
    this.source = new WorkspaceSource(workspace);
    this.views = views;
    this.effects = new ShellEffects(workspace, journal, EffectLimits.DEFAULT);
    StandingView view = views.standing(folder.resolve("view"));
    this.tree =
        new LayerTree(
            workspace,
            view,
            new LayerBases(folder.resolve("bases.jsonl"), journal.blobs()),
            journal,
            folder.resolve("running"));
  }

  public Workspace workspace() {
    return workspace;
  }

  /// The way in which its files are kept from the project.
  public CommandViews.Kind kind() {
    return tree.kind();
  }

  /// What is otherwise than it was: to be merged.
  public List<LayerFile> files() throws IOException {
    lock.lock();
    try {
      return tree.files();
    } finally {
      lock.unlock();
    }
  }

  /// What lies in it beside those, with the places where it lies: ignored files and the like, which
  /// are not merged, and which the project does not have.
  public SortedMap<String, Path> unmerged() throws IOException {
    lock.lock();
    try {
      return tree.unmerged();
    } finally {
      lock.unlock();
    }
  }

  /// How a program has to be started so that it works on the layer, for as long as it likes; what
  /// it did is found by [#settle], after it has ended. Nobody else runs commands meanwhile.
  public Confinement program() throws IOException, InterruptedException {
    lock.lock();
    try {
      tree.beginUnwatched();
      return tree.confinement();
    } finally {
      lock.unlock();
    }
  }

  /// How a program has to be started that only looks at the layer.
  public Confinement seeing() {
    return tree.confinement();
  }

  /// Takes in what programs have done that nobody watched, such as commands of a program that died.
  public void settle() throws IOException, InterruptedException {
    lock.lock();
    try {
      tree.recover();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public FileState current(String path) throws PlanException {
    return source.current(path, this::snapshot);
  }

  @Override
  public FileState whole(String path) throws PlanException {
    return source.whole(path, this::snapshot);
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
    lock.lock();
    try {
      if (!tree.covers(real)) {
        return workspace.snapshotIfThere(real);
      }
      Content there = tree.at(real);
      if (there == null || there.kind() != FileImage.Kind.FILE) {
        return Optional.empty();
      }
      String path = workspace.sandbox().relative(real);
      return Optional.of(Snapshot.of(real, path, there.loaded().data(), there.image().mode()));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public ProjectView view() {
    lock.lock();
    try {
      return workspace.view(BufferOverlay.of(tree.buffers()));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Checkpoint beginPrompt(String prompt) {
    return journal.currentPrompt().orElseGet(() -> journal.beginPrompt(prompt));
  }

  @Override
  public Commit commit(Transaction transaction, Attribution by)
      throws CommitException, IOException {
    lock.lock();
    try {
      List<Commit.Step> steps = new VerifiedSteps(this::read).of(transaction);
      carryOut(steps);
      String commit = Journal.newId();
      var files = new ArrayList<Commit.File>();
      for (Commit.Step step : steps) {
        String id = commit + "." + (files.size() + 1);
        files.add(source.committed(id, step.path(), step.target(), step.after(), by));
      }
      return new Commit(files);
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Content read(String path) throws IOException, CommitException {
    Content there = tree.at(source.real(path));
    return there == null ? null : there.loaded();
  }

  /// Every step or none: what was done before one that fails is taken back.
  private void carryOut(List<Commit.Step> steps) throws IOException, CommitException {
    var done = new ArrayList<Commit.Step>();
    try {
      for (Commit.Step step : steps) {
        // A move takes the file away first; what it was is noted for both of its ends.
        done.add(step);
        tree.put(source.real(step.path()), step.target() == null ? step.after() : null);
        if (step.target() != null) {
          tree.put(source.real(step.target()), step.after());
        }
      }
    } catch (IOException failed) {
      for (Commit.Step step : done.reversed()) {
        try {
          if (step.target() != null) {
            tree.put(source.real(step.target()), null);
          }
          tree.put(source.real(step.path()), step.before());
        } catch (IOException stuck) {
          failed.addSuppressed(stuck);
        }
      }
      throw failed;
    }
  }

  @Override
  public Effects.Where where() {
    return Effects.Where.LAYER;
  }

  @Override
  public CommandWatch watch(Attribution by) throws InterruptedException {
    commands.acquire();
    LayerWatch watch = null;
    try {
      lock.lock();
      try {
        tree.begin();
      } finally {
        lock.unlock();
      }
      watch = new LayerWatch(tree, lock, commands::release);
      return watch;
    } catch (IOException refused) {
      return CommandWatch.refusing(String.valueOf(refused.getMessage()));
    } finally {
      if (watch == null) {
        commands.release();
      }
    }
  }

  /// What the project would be with all of it merged, if nothing stood against that.
  @Override
  public TreeFingerprints fingerprint() throws InterruptedException {
    Map<String, Optional<FileImage>> instead = new HashMap<>();
    lock.lock();
    try {
      for (LayerFile file : tree.files()) {
        instead.put(file.path(), Optional.ofNullable(Content.imageOf(file.now())));
      }
    } catch (IOException unreadable) {
      return TreeFingerprints.UNKNOWN;
    } finally {
      lock.unlock();
    }
    return effects.fingerprint(instead);
  }

  @Override
  public CommandWatch watchDiscarding() throws InterruptedException {
    return views.discarded(
        view().staged(),
        "this system cannot put a copy in the project's place; set sandbox.plan to readOnly");
  }
}
