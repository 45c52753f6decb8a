package dev.tenon.core.change.review;

import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.Commit;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Content;
import dev.tenon.core.change.journal.FileImage;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.LockedJournal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.change.weave.StagedChange;
import dev.tenon.core.change.weave.StagedHunk;
import dev.tenon.core.change.weave.WorkingBuffer;
import dev.tenon.core.change.weave.WovenLayer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Writes the accepted hunks of a staged state through the journal. Used under the lock of
/// [StagedState].
final class HunkWriter {
  private final StagedState staging;
  private final Journal journal;

  HunkWriter(StagedState staging, Journal journal) {
    this.staging = staging;
    this.journal = journal;
  }

  ApplyResult apply(Review.Rest rest, String commit) throws CommitException, IOException {
    return settle(rest, journal.locked(locked -> write(locked, commit)));
  }

  /// What an apply did after it had written: everything that is accepted is on the disk.
  ApplyResult settle(Review.Rest rest, List<Change> changes) {
    var files = new ArrayList<ApplyResult.File>();
    for (WorkingBuffer buffer : staging.buffers()) {
      files.add(settle(buffer, rest));
    }
    staging.decisions.forgetWays();
    staging.tidy();
    files.sort(Comparator.comparing(ApplyResult.File::path));
    return new ApplyResult(files, changes);
  }

  /// A path on its way: what has to be there, and what comes instead. Null stands for no file.
  private static final class Slot {
    @Nullable Content expected;
    @Nullable Content wanted;
    @Nullable String movedTo;
    Origin origin = Origin.USER;
    final Set<String> helpers = new TreeSet<>();
  }

  private List<Change> write(LockedJournal locked, String commit)
      throws CommitException, IOException {
    Map<String, Slot> slots = new LinkedHashMap<>();
    for (WorkingBuffer buffer : staging.buffers()) {
      BitSet applied = staging.applied(buffer);
      BitSet accepted = staging.accepted(buffer);
      if (!applied.equals(accepted)) {
        plan(buffer, applied, accepted, slots);
      }
    }
    var steps = new ArrayList<Commit.Step>();
    for (Map.Entry<String, Slot> each : slots.entrySet()) {
      Commit.@Nullable Step step = step(locked, each.getKey(), each.getValue(), slots);
      if (step != null) {
        steps.add(step);
      }
    }
    return steps.isEmpty()
        ? List.of()
        : locked.carryOut(commit, steps, step -> by(slots.get(step.path())));
  }

  /// The files that are not what they were when they were staged, each with what is wrong, as an
  /// apply of everything that is not rejected would find it. Nothing is written.
  Map<String, String> conflicts() throws CommitException, IOException {
    return journal.locked(this::conflicts);
  }

  private Map<String, String> conflicts(LockedJournal locked) throws IOException {
    Map<String, String> conflicts = new LinkedHashMap<>();
    Map<String, Slot> slots = new LinkedHashMap<>();
    for (WorkingBuffer buffer : staging.buffers()) {
      BitSet applied = staging.applied(buffer);
      BitSet active = staging.active(buffer);
      if (!applied.equals(active)) {
        try {
          plan(buffer, applied, active, slots);
        } catch (CommitException twice) {
          conflicts.put(staging.placeNow(buffer).path(), String.valueOf(twice.getMessage()));
        }
      }
    }
    for (Map.Entry<String, Slot> each : slots.entrySet()) {
      try {
        var _ = step(locked, each.getKey(), each.getValue(), slots);
      } catch (CommitException changed) {
        conflicts.put(each.getKey(), String.valueOf(changed.getMessage()));
      }
    }
    return conflicts;
  }

  private static Attribution by(@Nullable Slot slot) {
    if (slot == null) {
      return new Attribution(Origin.AGENT, "apply", null);
    }
    var by = new Attribution(slot.origin, "apply", null);
    String helper = slot.helpers.size() == 1 ? slot.helpers.iterator().next() : "";
    return helper.isEmpty() ? by : by.by(helper);
  }

  /// The helpers whose hunks are written; empty stands for somebody else.
  private Set<String> helpers(WorkingBuffer buffer) {
    Set<String> helpers = new TreeSet<>();
    for (StagedHunk hunk : buffer.hunks()) {
      if (staging.decisions.of(hunk.id()) == Hunk.Status.ACCEPTED) {
        for (StagedChange change : buffer.layers().get(hunk.layer()).layer().changes()) {
          if (hunk.changeIds().contains(change.id())) {
            helpers.add(Objects.requireNonNullElse(change.by().helper(), ""));
          }
        }
      }
    }
    return helpers;
  }

  /// Whose hunks are written: a person's, if they are all of one.
  private Origin origin(WorkingBuffer buffer) {
    for (StagedHunk hunk : buffer.hunks()) {
      Origin origin = buffer.layers().get(hunk.layer()).layer().origin();
      if (staging.decisions.of(hunk.id()) == Hunk.Status.ACCEPTED && origin != Origin.USER) {
        return origin;
      }
    }
    return Origin.USER;
  }

  private void plan(WorkingBuffer buffer, BitSet applied, BitSet accepted, Map<String, Slot> slots)
      throws CommitException {
    WovenLayer.Place from = buffer.place(applied);
    WovenLayer.Place to = buffer.place(accepted);
    Origin origin = origin(buffer);
    Set<String> helpers = helpers(buffer);
    if (from.present()) {
      Slot slot = slot(from.path(), origin, slots);
      slot.helpers.addAll(helpers);
      slot.expected = buffer.content(applied);
      if (to.present() && !from.path().equals(to.path())) {
        slot.movedTo = to.path();
      }
    }
    if (to.present()) {
      Slot slot = slot(to.path(), origin, slots);
      slot.helpers.addAll(helpers);
      if (slot.wanted != null) {
        throw new CommitException(
            CommitException.Kind.STALE,
            to.path(),
            "two accepted files would be at " + to.path(),
            null);
      }
      slot.wanted = buffer.content(accepted);
    }
  }

  private static Slot slot(String path, Origin origin, Map<String, Slot> slots) {
    Slot slot = slots.computeIfAbsent(path, key -> new Slot());
    slot.origin = slot.origin == Origin.USER ? origin : slot.origin;
    return slot;
  }

  /// The step of one path, or null if there is nothing to do or it is part of another step, as is
  /// the target of a move.
  private static Commit.@Nullable Step step(
      LockedJournal locked, String path, Slot slot, Map<String, Slot> slots)
      throws CommitException, IOException {
    Content now = locked.read(path);
    Content wanted = slot.wanted;
    if (isWritten(locked, slot, now, slots)) {
      return null;
    }
    requireExpected(path, slot, now);
    if (slot.movedTo != null && wanted == null) {
      Slot target = slots.get(slot.movedTo);
      if (target != null && target.expected == null) {
        return new Commit.Step(path, slot.movedTo, now, withMode(target.wanted, now));
      }
    }
    if (slot.expected == null && isTarget(path, slots)) {
      return null;
    }
    return new Commit.Step(path, null, now, withMode(wanted, now));
  }

  /// Whether there is nothing to do, perhaps because the end of an apply was not recorded. A file
  /// that is to be moved has to be at its target as well.
  private static boolean isWritten(
      LockedJournal locked, Slot slot, @Nullable Content now, Map<String, Slot> slots)
      throws CommitException, IOException {
    Slot target = slot.movedTo == null ? null : slots.get(slot.movedTo);
    return same(now, slot.wanted)
        && (slot.movedTo == null
            || target == null
            || same(locked.read(slot.movedTo), target.wanted));
  }

  private static boolean same(@Nullable Content now, @Nullable Content wanted) {
    return now == null ? wanted == null : now.image().sameBytes(Content.imageOf(wanted));
  }

  /// Whether a file is moved to this path, and its old path stays empty.
  private static boolean isTarget(String path, Map<String, Slot> slots) {
    for (Slot slot : slots.values()) {
      if (path.equals(slot.movedTo) && slot.wanted == null) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable Content withMode(@Nullable Content wanted, @Nullable Content now) {
    return wanted == null || now == null ? wanted : wanted.withMode(now.image().mode());
  }

  private static void requireExpected(String path, Slot slot, @Nullable Content now)
      throws CommitException {
    @Nullable FileImage expected = Content.imageOf(slot.expected);
    if (now == null) {
      if (expected != null) {
        throw CommitException.stale(path, "is gone, but was there when it was staged");
      }
    } else if (expected == null) {
      throw CommitException.stale(path, "exists, but was not there when it was staged");
    } else if (!Objects.equals(now.image().sha256(), expected.sha256())) {
      throw CommitException.stale(path, "has changed on the disk since it was staged");
    }
  }

  /// Counts the fates of a file's hunks, marks what is written, and forgets a file with nothing
  /// left to decide.
  private ApplyResult.File settle(WorkingBuffer buffer, Review.Rest rest) {
    int applied = 0;
    int rejected = 0;
    int pending = 0;
    String path = staging.placeNow(buffer).path();
    for (StagedHunk hunk : buffer.hunks()) {
      switch (staging.decisions.of(hunk.id())) {
        case PENDING -> pending++;
        case REJECTED -> rejected++;
        case ACCEPTED -> {
          applied++;
          staging.decisions.set(hunk.id(), Hunk.Status.APPLIED);
        }
        case APPLIED -> {}
      }
    }
    buffer.decided();
    boolean keep = pending > 0 && rest == Review.Rest.PENDING;
    if (!keep) {
      staging.remove(buffer);
    }
    return new ApplyResult.File(path, applied, rejected, keep ? pending : 0, keep ? 0 : pending);
  }
}
