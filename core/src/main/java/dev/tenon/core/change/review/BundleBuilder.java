package dev.tenon.core.change.review;

import dev.tenon.core.change.journal.Content;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.change.weave.HunkPatch;
import dev.tenon.core.change.weave.StagedHunk;
import dev.tenon.core.change.weave.WeaveIndex;
import dev.tenon.core.change.weave.WorkingBuffer;
import dev.tenon.core.change.weave.WovenLayer;
import dev.tenon.core.edit.diff.DiffHunk;
import dev.tenon.core.text.Sha256;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Makes the [DiffBundle] of a staged state.
final class BundleBuilder {
  private final StagedState staging;

  BundleBuilder(StagedState staging) {
    this.staging = staging;
  }

  DiffBundle bundle() {
    var files = new ArrayList<DiffBundle.FileDiff>();
    for (WorkingBuffer buffer : staging.buffers()) {
      DiffBundle.FileDiff file = file(buffer);
      if (!file.hunks().isEmpty()) {
        files.add(file);
      }
    }
    files.sort(Comparator.comparing(DiffBundle.FileDiff::path));
    return new DiffBundle(files);
  }

  /// What the changes of one prompt are.
  StagedCheckpoint checkpoint(String id) {
    var files = new ArrayList<StagedCheckpoint.File>();
    for (WorkingBuffer buffer : staging.buffers()) {
      int first = buffer.firstLayerOf(id);
      if (first < 0) {
        continue;
      }
      var hunks = new ArrayList<Hunk>();
      WeaveIndex index = index(buffer);
      var before = new BitSet();
      for (StagedHunk hunk : buffer.hunks()) {
        boolean earlier = hunk.layer() < first;
        before.set(
            hunk.number(), earlier && staging.decisions.of(hunk.id()) == Hunk.Status.APPLIED);
      }
      for (WovenLayer layer : buffer.layers()) {
        if (layer.layer().checkpoint().equals(id) && layer.layer().origin() != Origin.USER) {
          for (StagedHunk hunk : layer.hunks()) {
            hunks.add(hunk(buffer, hunk, index, staging.active(buffer), before));
          }
        }
      }
      WovenLayer.Place from = buffer.layers().get(first).from();
      String sha256 = from.present() ? buffer.before(first).sha256() : Sha256.EMPTY;
      files.add(new StagedCheckpoint.File(from.path(), sha256, hunks));
    }
    files.sort(Comparator.comparing(StagedCheckpoint.File::path));
    return new StagedCheckpoint(id, files);
  }

  private DiffBundle.FileDiff file(WorkingBuffer buffer) {
    BitSet active = staging.active(buffer);
    BitSet applied = staging.applied(buffer);
    WovenLayer.Place disk = buffer.place(applied);
    WovenLayer.Place now = buffer.place(active);
    String path = disk.present() ? disk.path() : now.path();
    Content base = buffer.content(applied);
    Content working = buffer.content(active);
    return new DiffBundle.FileDiff(
        path,
        now.present() && !Objects.equals(now.path(), path) ? now.path() : null,
        base == null ? Sha256.EMPTY : base.image().sha256(),
        working == null ? null : working.image().sha256(),
        hunks(buffer, active, applied));
  }

  private List<Hunk> hunks(WorkingBuffer buffer, BitSet active, BitSet applied) {
    WeaveIndex index = index(buffer);
    var hunks = new ArrayList<StagedHunk>();
    for (StagedHunk hunk : buffer.hunks()) {
      if (!applied.get(hunk.number())) {
        hunks.add(hunk);
      }
    }
    hunks.sort(Comparator.comparingInt(hunk -> index.first(hunk.number())));
    var out = new ArrayList<Hunk>();
    for (StagedHunk hunk : hunks) {
      out.add(hunk(buffer, hunk, index, active, applied));
    }
    return out;
  }

  private Hunk hunk(
      WorkingBuffer buffer, StagedHunk hunk, WeaveIndex index, BitSet active, BitSet applied) {
    var frame = (BitSet) applied.clone();
    require(hunk, buffer.hunks(), frame);
    Optional<DiffHunk> patch =
        hunk.isWhole()
            ? Optional.empty()
            : new HunkPatch(index, hunk.number(), frame, staging.guard).diff(active);
    return new Hunk(
        hunk.id(),
        hunk.kind(),
        patch.map(DiffHunk::text).orElse(""),
        patch.map(it -> it.reversed().text()).orElse(""),
        buffer.described(hunk),
        staging.decisions.of(hunk.id()),
        buffer.layers().get(hunk.layer()).layer().origin(),
        hunk.editIds(),
        hunk.changeIds(),
        requires(new StagedState.Placed(buffer, hunk)),
        hunk.size());
  }

  /// What it needs that is not on the disk yet.
  private List<String> requires(StagedState.Placed hunk) {
    return staging.requires(hunk).stream()
        .filter(id -> staging.decisions.of(id) != Hunk.Status.APPLIED)
        .toList();
  }

  /// Where each hunk begins in the weave; those without lines come first.
  private static WeaveIndex index(WorkingBuffer buffer) {
    return new WeaveIndex(buffer.weave(), buffer.hunks().size());
  }

  private static void require(StagedHunk hunk, List<StagedHunk> all, BitSet frame) {
    for (int number : hunk.requires()) {
      if (!frame.get(number)) {
        frame.set(number);
        require(all.get(number), all, frame);
      }
    }
  }
}
