package dev.tenon.engine.layer;

import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Content;
import dev.tenon.core.change.journal.FileImage;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.journal.Umask;
import dev.tenon.core.change.layer.LayerMerge;
import dev.tenon.core.change.review.StagedEditing;
import dev.tenon.core.edit.diff.Merge3;
import dev.tenon.core.text.FileMode;
import dev.tenon.core.text.TextFile;
import dev.tenon.core.workspace.Snapshot;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
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

  /// The same together with what waits for this file already; empty where the two do not fit.
  private Optional<LayerMerge.Waiting> beside(StagedEditing staged, LayerMerge.Waiting each)
      throws IOException, CommitException {
    Path real = workspace.root().resolve(each.path());
    Snapshot waits = staged.snapshot(real).orElse(null);
    Snapshot disk =
        Files.isRegularFile(real, LinkOption.NOFOLLOW_LINKS) ? workspace.snapshot(real) : null;
    Content wanted = each.wanted();
    boolean same =
        (waits == null || disk == null)
            ? (waits == null && disk == null)
            : waits.sha256().equals(disk.sha256());
    boolean equal =
        waits != null && wanted != null && waits.sha256().equals(wanted.image().sha256());
    if (same || equal) {
      return Optional.of(each);
    }
    Optional<TextFile> mine = wanted == null ? Optional.empty() : wanted.loaded().text();
    if (waits == null
        || disk == null
        || mine.isEmpty()
        || waits.text().isEmpty()
        || disk.text().isEmpty()) {
      return Optional.empty();
    }
    Optional<String> both =
        Merge3.of(
                disk.text().get().lf(),
                waits.text().get().lf(),
                mine.get().lf(),
                Merge3.Touching.CONFLICT)
            .text();
    return both.isEmpty() || wanted == null
        ? Optional.empty()
        : Optional.of(
            new LayerMerge.Waiting(
                each.path(), wanted.loaded().edited(each.path(), both.get()), each.why()));
  }

  /// A mode that hunks would lose, which have none; empty where there is no such.
  private Optional<LayerMerge.Waiting> mode(LayerMerge.Waiting each) throws IOException {
    FileMode wanted = each.wanted() == null ? null : each.wanted().image().mode();
    if (wanted == null) {
      return Optional.empty();
    }
    Path real = workspace.root().resolve(each.path());
    FileMode there =
        Files.isRegularFile(real, LinkOption.NOFOLLOW_LINKS)
            ? workspace.files().stat(real).mode()
            : Umask.newFile();
    return there == null || there.equals(wanted)
        ? Optional.empty()
        : Optional.of(
            new LayerMerge.Waiting(
                each.path(), each.wanted(), each.why() + "; its mode would be " + wanted));
  }

  /// Whether the project has these bytes already, so that there is no hunk.
  private boolean hasBytes(LayerMerge.Waiting each) throws IOException {
    Path real = workspace.root().resolve(each.path());
    return each.wanted() != null
        && Files.isRegularFile(real, LinkOption.NOFOLLOW_LINKS)
        && workspace.snapshot(real).sha256().equals(each.wanted().image().sha256());
  }

  /// Puts a helper's side where a person decides about it. Answers what cannot wait there: links,
  /// folders and modes, and what another side waits for at the same lines.
  synchronized List<LayerMerge.Waiting> add(List<LayerMerge.Waiting> waiting, String helper)
      throws CommitException, IOException, SetupException {
    var unfit = new ArrayList<LayerMerge.Waiting>();
    StagedEditing staged = editing();
    for (LayerMerge.Waiting each : waiting) {
      Content wanted = each.wanted();
      Optional<LayerMerge.Waiting> mode = mode(each);
      if ((wanted != null && wanted.kind() != FileImage.Kind.FILE)
          || (mode.isPresent() && hasBytes(each))) {
        unfit.add(each);
        continue;
      }
      var by =
          new Attribution(Origin.AGENT, "task", null, "helper " + helper + ": " + each.why())
              .by(helper);
      try {
        Optional<LayerMerge.Waiting> beside = beside(staged, each);
        if (beside.isPresent()) {
          staged.bring(each.path(), beside.get().wanted(), by);
          mode.ifPresent(unfit::add);
        } else {
          unfit.add(each);
        }
      } catch (CommitException refused) {
        unfit.add(each);
      }
    }
    store.save(staged);
    return unfit;
  }
}
