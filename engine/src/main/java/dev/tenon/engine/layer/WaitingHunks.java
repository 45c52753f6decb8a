package dev.tenon.engine.layer;

import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Content;
import dev.tenon.core.change.journal.FileImage;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.layer.LayerMerge;
import dev.tenon.core.change.review.StagedEditing;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What waits for a person's decision: all edits of a conversation that stages them, or what of
/// helpers' work did not fit. It is the same store, so that `/review` and `tenon apply` find both.
/// Safe for several threads.
public final class WaitingHunks {
  private final Workspace workspace;
  private final Journal journal;
  private final StagedStore store;
  private @Nullable StagedEditing loaded;

  public WaitingHunks(Workspace workspace, Journal journal, Path stateFolder) {
    this.workspace = workspace;
    this.journal = journal;
    this.store = new StagedStore(stateFolder);
  }

  /// What is staged, read once.
  public synchronized StagedEditing editing() throws SetupException {
    StagedEditing known = loaded;
    if (known == null) {
      // What is kept remembers the prompt that it was made in, which must not become that of now.
      Checkpoint now = journal.currentPrompt().orElse(null);
      known = store.load(workspace, journal);
      if (now != null) {
        journal.continuePrompt(now);
      }
      loaded = known;
    }
    return known;
  }

  /// The same, if it was asked for or something waits.
  public synchronized Optional<StagedEditing> any() throws SetupException {
    return loaded != null || store.exists() ? Optional.of(editing()) : Optional.empty();
  }

  /// Keeps it until the project is opened again.
  public synchronized void keep() throws SetupException {
    if (loaded != null) {
      store.save(loaded);
    }
  }

  /// Puts a helper's side where a person decides about it. Answers what has no hunks that could
  /// wait: links, folders and modes.
  synchronized List<LayerMerge.Waiting> add(List<LayerMerge.Waiting> waiting, String helper)
      throws CommitException, IOException, SetupException {
    var unfit = new ArrayList<LayerMerge.Waiting>();
    StagedEditing staged = editing();
    for (LayerMerge.Waiting each : waiting) {
      Content wanted = each.wanted();
      if (wanted != null && wanted.kind() != FileImage.Kind.FILE) {
        unfit.add(each);
        continue;
      }
      var by =
          new Attribution(Origin.AGENT, "task", null, "helper " + helper + ": " + each.why())
              .by(helper);
      try {
        staged.bring(each.path(), wanted, by);
      } catch (CommitException refused) {
        unfit.add(each);
      }
    }
    store.save(staged);
    return unfit;
  }
}
