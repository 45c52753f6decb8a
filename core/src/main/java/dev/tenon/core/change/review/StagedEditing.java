package dev.tenon.core.change.review;

import dev.tenon.core.change.Editing;
import dev.tenon.core.change.WorkspaceSource;
import dev.tenon.core.change.effects.CommandWatch;
import dev.tenon.core.change.effects.EffectLimits;
import dev.tenon.core.change.effects.Effects;
import dev.tenon.core.change.effects.HookExtent;
import dev.tenon.core.change.effects.ShellEffects;
import dev.tenon.core.change.effects.TreeFingerprints;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.change.journal.Commit;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Content;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.view.CommandViews;
import dev.tenon.core.change.weave.HunkGuard;
import dev.tenon.core.change.weave.WorkingBuffer;
import dev.tenon.core.change.weave.WovenLayer;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.text.FileVersion;
import dev.tenon.core.text.Sha256;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.core.workspace.Snapshot;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.core.workspace.path.BufferOverlay;
import dev.tenon.core.workspace.path.FileBuffer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Editing on working buffers: nothing reaches the disk until [Review#apply]. A person's own edits
/// are commits like any other, attributed to [dev.tenon.core.change.journal.Origin#USER], and
/// reviewed with the rest.
public final class StagedEditing implements Editing {
  private static final int MOST_REASONS = 200;

  private final Workspace workspace;
  private final Journal journal;
  private final WorkspaceSource source;
  private final StagedState staging;
  private @Nullable CommandViews views;
  private @Nullable ShellEffects effects;

  /// What was said about calls that may stage something, the latest of them; under the lock.
  private final Map<String, String> reasons = new LinkedHashMap<>();

  private StagedEditing(Workspace workspace, Journal journal, StagedState staging) {
    this.workspace = workspace;
    this.journal = journal;
    this.source = new WorkspaceSource(workspace);
    this.staging = staging;
  }

  public StagedEditing(Workspace workspace, Journal journal) {
    this(workspace, journal, HunkGuard.DEFAULT);
  }

  public StagedEditing(Workspace workspace, Journal journal, HunkGuard guard) {
    this(workspace, journal, new StagedState(guard, journal.blobs()));
  }

  /// What [#toJson] has written, whole: buffers, change log and decisions.
  public static StagedEditing fromJson(
      Workspace workspace, Journal journal, HunkGuard guard, Json json) throws JsonException {
    StagedState staging = StagingJson.staging(json, guard, journal.blobs());
    Checkpoint prompt = staging.prompt();
    if (prompt != null) {
      journal.continuePrompt(prompt);
    }
    return new StagedEditing(workspace, journal, staging);
  }

  public Json.Obj toJson() {
    staging.lock.lock();
    try {
      return StagingJson.toJson(staging);
    } finally {
      staging.lock.unlock();
    }
  }

  /// Comes back to what [#toJson] has written of this editing.
  public void restore(Json before) throws IOException {
    staging.lock.lock();
    try {
      staging.restore(StagingJson.staging(before, staging.guard, journal.blobs()).memento());
    } catch (JsonException damaged) {
      throw new IOException(damaged.getMessage(), damaged);
    } finally {
      staging.lock.unlock();
    }
  }

  /// The review of what is staged. All reviews of one editing are the same.
  public Review review() {
    return new Review(staging, journal);
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
    String path = workspace.sandbox().relative(real);
    staging.lock.lock();
    try {
      Optional<WorkingBuffer> buffer = staging.at(path);
      if (buffer.isPresent()) {
        Content content = now(buffer.get());
        return Optional.of(Snapshot.of(real, path, content.data(), content.image().mode()));
      }
      return staging.covers(path) ? Optional.empty() : workspace.snapshotIfThere(real);
    } finally {
      staging.lock.unlock();
    }
  }

  /// The file that a buffer holds, which has to be there.
  private Content now(WorkingBuffer buffer) {
    return buffer.written(staging.active(buffer));
  }

  @Override
  public ProjectView view() {
    staging.lock.lock();
    try {
      return workspace.view(
          BufferOverlay.of(new SelectedFiles(staging, Selection.ALL).under(workspace.root())));
    } finally {
      staging.lock.unlock();
    }
  }

  /// Stages a file as a whole, as a change of its own.
  ///
  /// @param wanted null for no file
  public void bring(String path, @Nullable Content wanted, Attribution by)
      throws CommitException, IOException {
    staging.lock.lock();
    try {
      var commit = new StagedCommit(workspace, source, staging);
      commit.bring(path, wanted, by);
      commit.finish();
    } finally {
      staging.lock.unlock();
    }
  }

  /// Whether something is to be seen otherwise than it is on the disk.
  public boolean hasUnsaved() {
    staging.lock.lock();
    try {
      for (WorkingBuffer buffer : staging.buffers()) {
        WovenLayer.Place disk = staging.placeOnDisk(buffer);
        boolean left = disk.present() && staging.at(disk.path()).isEmpty();
        boolean changed =
            staging.placeNow(buffer).present()
                && !staging.active(buffer).equals(staging.applied(buffer));
        if (left || changed) {
          return true;
        }
      }
      return false;
    } finally {
      staging.lock.unlock();
    }
  }

  @Override
  public Effects.Where where() {
    return Effects.Where.STAGED;
  }

  @Override
  public CommandWatch watch(Attribution by) throws InterruptedException {
    Map<Path, Optional<FileBuffer>> unsaved = view().staged();
    Attribution explained;
    staging.lock.lock();
    try {
      explained = explained(by);
    } finally {
      staging.lock.unlock();
    }
    try {
      return new StagedWatch(
          workspace,
          staging.lock,
          new StagedCommit(workspace, source, staging),
          EffectLimits.DEFAULT.totalBytes(),
          explained,
          views().open(unsaved),
          unsaved);
    } catch (IOException refused) {
      return CommandWatch.refusing(String.valueOf(refused.getMessage()));
    }
  }

  @Override
  public CommandWatch watchDisk(Attribution by) throws InterruptedException {
    return effects().watch(by);
  }

  @Override
  public CommandWatch watchHook(Attribution by, HookExtent extent) throws InterruptedException {
    return effects().watchHook(by, extent);
  }

  @Override
  public CommandWatch watchDiscarding() throws InterruptedException {
    return views()
        .discarded(
            view().staged(),
            "this system cannot put a copy in the project's place; set sandbox.plan to readOnly");
  }

  /// A command that is to try a selection of hunks before they are decided about for good: it works
  /// on a view of the project with these hunks and no others, which is thrown away with all that it
  /// did. Neither the project nor what is staged changes.
  public Trial trial(Selection selection) throws InterruptedException {
    Map<Path, Optional<FileBuffer>> files;
    PinnedSelection pinned;
    staging.lock.lock();
    try {
      files = new SelectedFiles(staging, selection).under(workspace.root());
      pinned = review().pinned(selection);
    } finally {
      staging.lock.unlock();
    }
    return new Trial(
        pinned,
        views()
            .discarded(
                files,
                "this system cannot put a copy in the project's place, so nothing can be checked"
                    + " before it is written; apply it and run the command then"));
  }

  /// @param watch has to be finished, which removes the view
  public record Trial(PinnedSelection pinned, CommandWatch watch) {}

  /// Removes what programs that are gone have left of views.
  public void sweepViews() throws IOException {
    views().sweep();
  }

  /// The disk, and over it what is staged.
  @Override
  public TreeFingerprints fingerprint() throws InterruptedException {
    TreeFingerprints disk = effects().fingerprint();
    Map<Path, String> staged = new TreeMap<>(StagedWatch.hashes(view().staged()));
    if (!disk.isKnown() || staged.isEmpty()) {
      return disk;
    }
    var all = new StringBuilder(disk.after());
    staged.forEach((path, hash) -> all.append('\n').append(path).append('\0').append(hash));
    String word = Sha256.of(all.toString()).substring(0, 32);
    return new TreeFingerprints(word, word, disk.outside());
  }

  private synchronized ShellEffects effects() {
    ShellEffects known = effects;
    if (known == null) {
      known = new ShellEffects(workspace, journal, EffectLimits.DEFAULT);
      effects = known;
    }
    return known;
  }

  private synchronized CommandViews views() {
    CommandViews known = views;
    if (known == null) {
      known = new CommandViews(workspace, journal.folder(), EffectLimits.DEFAULT, null);
      views = known;
    }
    return known;
  }

  /// Commands get this kind of view, whatever the system allows.
  synchronized void viewing(CommandViews.Kind kind) {
    views = new CommandViews(workspace, journal.folder(), EffectLimits.DEFAULT, kind);
  }

  @Override
  public Checkpoint beginPrompt(String prompt) {
    Checkpoint checkpoint = journal.beginPrompt(prompt);
    staging.lock.lock();
    try {
      staging.prompt(checkpoint);
      return checkpoint;
    } finally {
      staging.lock.unlock();
    }
  }

  /// What a model said about a call before it is carried out. What the call stages keeps it.
  public void explain(String callId, String reason) {
    staging.lock.lock();
    try {
      reasons.remove(callId);
      if (!reason.isBlank()) {
        reasons.put(callId, reason.strip());
      }
      while (reasons.size() > MOST_REASONS) {
        reasons.remove(reasons.keySet().iterator().next());
      }
    } finally {
      staging.lock.unlock();
    }
  }

  private Attribution explained(Attribution by) {
    String reason = by.callId() == null ? null : reasons.get(by.callId());
    return reason == null ? by : by.because(reason);
  }

  @Override
  public Commit commit(Transaction transaction, Attribution by)
      throws CommitException, IOException {
    staging.lock.lock();
    try {
      return new StagedCommit(workspace, source, staging).commit(transaction, explained(by));
    } finally {
      staging.lock.unlock();
    }
  }

  /// Several steps on the staged state that belong together.
  @FunctionalInterface
  public interface Steps<T> {
    T run() throws ReviewException, CommitException, IOException;
  }

  /// Does all of the steps or none: if they end with an exception, everything that is staged is as
  /// it was before, and nobody else can have staged something meanwhile. The disk is not covered.
  public <T> T together(Steps<T> steps) throws ReviewException, CommitException, IOException {
    staging.lock.lock();
    try {
      StagedState.Memento before = staging.memento();
      boolean done = false;
      try {
        T result = steps.run();
        done = true;
        return result;
      } finally {
        if (!done) {
          staging.restore(before);
        }
      }
    } finally {
      staging.lock.unlock();
    }
  }

  /// Runs while nobody else can change what is staged.
  public void hold(Runnable work) {
    staging.lock.lock();
    try {
      work.run();
    } finally {
      staging.lock.unlock();
    }
  }

  /// The prompt to which changes belong, if there is one.
  public Optional<Checkpoint> currentPrompt() {
    staging.lock.lock();
    try {
      return Optional.ofNullable(staging.prompt());
    } finally {
      staging.lock.unlock();
    }
  }

  /// A person's edit, which [Review#undo] takes back as a decision: each is a change of its own.
  public Commit type(Transaction transaction, Attribution by) throws CommitException, IOException {
    staging.lock.lock();
    try {
      Set<String> before = staging.allHunks().keySet();
      staging.closeTyped();
      Commit done = new StagedCommit(workspace, source, staging).commit(transaction, by);
      staging.typed(before);
      return done;
    } finally {
      staging.lock.unlock();
    }
  }

  /// Takes every file that the prompt changed back to what it was before, later changes included.
  /// Nothing is written: what is on the disk already becomes a change to review. Answers the paths.
  public List<String> rollback(String checkpoint)
      throws ReviewException, CommitException, IOException {
    staging.lock.lock();
    try {
      return rollingBack().all(checkpoint, past(checkpoint));
    } finally {
      staging.lock.unlock();
    }
  }

  /// Takes back these hunks and nothing else, whether they are on the disk or not. A
  /// [ReviewException] of kind `CONFLICT` names the newer hunks that were made on top of them.
  public List<String> rollback(Collection<String> hunks)
      throws ReviewException, CommitException, IOException {
    staging.lock.lock();
    try {
      return rollingBack().hunks(hunks);
    } finally {
      staging.lock.unlock();
    }
  }

  /// The same for hunks of one prompt, which may have left the working buffers. A conflict names
  /// the hunks at whose lines there are newer changes. Answers the paths.
  public List<String> rollback(String checkpoint, Collection<String> hunks)
      throws ReviewException, CommitException, IOException {
    return together(() -> rollingBack().hunks(checkpoint, hunks, past(checkpoint)));
  }

  private Optional<StagedState> past(String checkpoint) throws IOException {
    return new RunArchive(journal, staging.guard).read(checkpoint);
  }

  private StagedRollback rollingBack() {
    var commit = new StagedCommit(workspace, source, staging);
    return new StagedRollback(staging, journal, commit);
  }
}
