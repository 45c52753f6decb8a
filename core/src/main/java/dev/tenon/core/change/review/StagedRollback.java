package dev.tenon.core.change.review;

import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Content;
import dev.tenon.core.change.journal.FileImage;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.change.weave.StagedHunk;
import dev.tenon.core.change.weave.WorkingBuffer;
import dev.tenon.core.change.weave.WovenLayer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Takes working buffers back behind a prompt. Nothing is written to the disk: what was there
/// already comes back as a change that has to be accepted like any other. Used under the lock of
/// [StagedState].
final class StagedRollback {
  private static final Attribution BY = Attribution.user("rollback");

  private final StagedState staging;
  private final Journal journal;
  private final StagedCommit commit;

  StagedRollback(StagedState staging, Journal journal, StagedCommit commit) {
    this.staging = staging;
    this.journal = journal;
    this.commit = commit;
  }

  /// Every file that the prompt changed is again what it was before, whatever happened to it since.
  /// Answers the paths of these files.
  List<String> all(String checkpoint, Optional<StagedState> past)
      throws ReviewException, CommitException, IOException {
    var paths = new LinkedHashSet<String>();
    var truncated = new ArrayList<WorkingBuffer>();
    var onDisk = new LinkedHashMap<WorkingBuffer, Integer>();
    for (WorkingBuffer buffer : staging.buffers()) {
      int first = buffer.firstLayerOf(checkpoint);
      if (first >= 0) {
        paths.add(buffer.layers().get(first).from().path());
        if (appliedFrom(buffer, first)) {
          onDisk.put(buffer, first);
        } else {
          truncated.add(buffer.until(first));
        }
      }
    }
    Map<String, Optional<FileImage>> recorded = inJournal(checkpoint);
    List<WorkingBuffer> before = staging.buffers();
    truncated.forEach(staging::put);
    try {
      new HunkResolver(staging).validate(Map.of());
    } catch (ReviewException conflict) {
      before.forEach(staging::put);
      throw conflict;
    }
    for (Map.Entry<WorkingBuffer, Integer> each : onDisk.entrySet()) {
      WorkingBuffer buffer = each.getKey();
      int layer = each.getValue();
      commit.bring(buffer, buffer.layers().get(layer).from(), buffer.before(layer), BY);
    }
    if (past.isPresent()) {
      paths.addAll(new ArchivedRollback(staging, past.get(), commit).all(checkpoint));
    }
    for (Map.Entry<String, Optional<FileImage>> each : recorded.entrySet()) {
      if (paths.add(each.getKey())) {
        bring(each.getKey(), each.getValue());
      }
    }
    staging.decisions.forgetWays();
    commit.finish();
    return List.copyOf(paths);
  }

  private boolean appliedFrom(WorkingBuffer buffer, int layer) {
    BitSet applied = staging.applied(buffer);
    for (StagedHunk hunk : buffer.hunks()) {
      if (hunk.layer() >= layer && applied.get(hunk.number())) {
        return true;
      }
    }
    return false;
  }

  /// What the files on the disk were before the prompt changed them.
  private Map<String, Optional<FileImage>> inJournal(String checkpoint)
      throws IOException, CommitException {
    Map<String, Optional<FileImage>> base = new LinkedHashMap<>();
    Set<String> undone = journal.undone();
    for (Change change : journal.changes()) {
      if (change.prompt().equals(checkpoint)
          && change.by().origin() != Origin.USER
          && !undone.contains(change.id())) {
        base.putIfAbsent(change.path(), Optional.ofNullable(change.before()));
        if (change.target() != null) {
          base.putIfAbsent(change.target(), Optional.empty());
        }
      }
    }
    return base;
  }

  private void bring(String path, Optional<FileImage> image) throws CommitException, IOException {
    WorkingBuffer buffer = commit.any(path);
    if (image.isEmpty()) {
      var gone = new WovenLayer.Place(path, WovenLayer.Presence.ABSENT);
      commit.bring(buffer, gone, buffer.text(staging.active(buffer)), BY);
      return;
    }
    Content then = journal.blobs().get(image.get());
    var there = new WovenLayer.Place(path, WovenLayer.Presence.PRESENT);
    commit.bring(buffer, there, commit.raw(then, buffer.encoding()), BY);
  }

  /// Takes back these hunks of a prompt alone, wherever they are.
  List<String> hunks(String checkpoint, Collection<String> hunks, Optional<StagedState> past)
      throws ReviewException, CommitException, IOException {
    var staged = new ArrayList<String>();
    var left = new ArrayList<String>();
    var paths = new LinkedHashSet<String>();
    Map<String, StagedState.Placed> all = staging.allHunks();
    for (String id : hunks) {
      StagedState.Placed placed = all.get(id);
      if (placed != null && isOf(checkpoint, placed)) {
        staged.add(id);
        paths.add(staging.placeNow(placed.buffer()).path());
      } else if (past.isPresent() && isOf(checkpoint, past.get().allHunks().get(id))) {
        left.add(id);
      } else {
        throw new ReviewException(
            ReviewException.Kind.UNKNOWN,
            List.of(id),
            "the run of checkpoint " + checkpoint + " has no hunk " + id);
      }
    }
    if (!left.isEmpty() && past.isPresent()) {
      paths.addAll(new ArchivedRollback(staging, past.get(), commit).hunks(left));
    }
    if (!staged.isEmpty()) {
      hunks(staged);
    }
    commit.finish();
    return List.copyOf(paths);
  }

  private static boolean isOf(String checkpoint, StagedState.@Nullable Placed placed) {
    return placed != null
        && placed
            .buffer()
            .layers()
            .get(placed.hunk().layer())
            .layer()
            .checkpoint()
            .equals(checkpoint);
  }

  /// Takes back these hunks alone. Newer changes that were made on top of one of them are a
  /// conflict, and then nothing happens.
  List<String> hunks(Collection<String> hunks)
      throws ReviewException, CommitException, IOException {
    var resolver = new HunkResolver(staging);
    resolver.requireNoDependents(hunks);
    var rejected = new ArrayList<String>();
    Map<WorkingBuffer, BitSet> onDisk = new LinkedHashMap<>();
    Map<String, StagedState.Placed> all = staging.allHunks();
    for (String id : hunks) {
      StagedState.Placed placed = all.get(id);
      if (placed != null && staging.decisions.of(id) == Hunk.Status.APPLIED) {
        onDisk.computeIfAbsent(placed.buffer(), it -> new BitSet()).set(placed.hunk().number());
      } else {
        rejected.add(id);
      }
    }
    Map<String, Hunk.Status> changed = resolver.reject(rejected);
    resolver.validate(changed);
    staging.decisions.decide(changed);
    staging.decided(changed.keySet());
    for (Map.Entry<WorkingBuffer, BitSet> each : onDisk.entrySet()) {
      WorkingBuffer buffer = each.getKey();
      BitSet without = staging.active(buffer);
      without.andNot(each.getValue());
      commit.bring(buffer, buffer.place(without), buffer.text(without), BY);
    }
    commit.finish();
    return List.copyOf(hunks);
  }
}
