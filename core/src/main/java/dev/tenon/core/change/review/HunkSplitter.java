package dev.tenon.core.change.review;

import dev.tenon.core.change.weave.Block;
import dev.tenon.core.change.weave.BlockCuts;
import dev.tenon.core.change.weave.Cut;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.change.weave.Layer;
import dev.tenon.core.change.weave.StagedHunk;
import dev.tenon.core.change.weave.WorkingBuffer;
import dev.tenon.core.change.weave.WovenLayer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/// Splits a hunk by hand. Its layer is woven anew with the cuts, and so are the layers on top; all
/// other hunks keep their ids. What was decided about the hunk holds for its parts. Used under the
/// lock of [StagedState].
final class HunkSplitter {
  private final StagedState staging;

  HunkSplitter(StagedState staging) {
    this.staging = staging;
  }

  /// Answers the ids of the parts.
  ///
  /// @param line the line of the hunk's new text with which the second part begins, from 1 (of its
  ///   old text, if it has no new one); empty for its natural boundaries, or for parts that the
  ///   guard lets pass
  List<String> split(String id, OptionalInt line) throws ReviewException {
    StagedState.Placed placed = staging.allHunks().get(id);
    if (placed == null) {
      throw new ReviewException(
          ReviewException.Kind.UNKNOWN, List.of(id), "there is no hunk " + id + " to review");
    }
    if (staging.decisions.of(id) == Hunk.Status.APPLIED) {
      throw new ReviewException(
          ReviewException.Kind.APPLIED, List.of(id), "hunk " + id + " is on the disk already");
    }
    StagedHunk hunk = placed.hunk();
    boolean lines = hunk.kind() == Hunk.Kind.EDIT || hunk.kind() == Hunk.Kind.CREATE;
    if (!lines || hunk.blocks().isEmpty() || hunk.isWhole()) {
      throw whole(id, "it takes the file as a whole");
    }
    WovenLayer layer = placed.buffer().layers().get(hunk.layer());
    int draft = 0;
    for (StagedHunk each : layer.hunks()) {
      if (each.number() < hunk.number() && !each.blocks().isEmpty()) {
        draft++;
      }
    }
    List<Cut> cuts = line.isPresent() ? at(hunk, draft, line.getAsInt()) : natural(hunk, draft);
    return weave(placed, cuts);
  }

  private static ReviewException whole(String id, String why) {
    return new ReviewException(
        ReviewException.Kind.INVALID,
        List.of(id),
        "hunk " + id + " cannot be split: " + why + "; accept or reject it as one");
  }

  private static List<Cut> at(StagedHunk hunk, int draft, int line) throws ReviewException {
    boolean adds = hunk.blocks().stream().anyMatch(block -> !block.added().isEmpty());
    int rows = 0;
    for (int i = 0; i < hunk.blocks().size(); i++) {
      Block block = hunk.blocks().get(i);
      List<Block.Row> own = adds ? block.added() : block.removed();
      int within = line - 1 - rows;
      if (within >= 0 && within < own.size() && line > 1) {
        return List.of(cut(block, draft, i, within, adds ? Side.ADDED : Side.REMOVED));
      }
      rows += own.size();
    }
    throw new ReviewException(
        ReviewException.Kind.INVALID,
        List.of(hunk.id()),
        rows < 2
            ? "hunk " + hunk.id() + " has only one line"
            : "line must be 2.." + rows + " for hunk " + hunk.id() + ", was " + line);
  }

  private enum Side {
    ADDED,
    REMOVED
  }

  /// The other side is cut in proportion, and what cannot be shared goes with the first part, as it
  /// is shown: removed lines come before added ones. A line without an end stays in the second.
  private static Cut cut(Block block, int draft, int number, int within, Side side) {
    if (within == 0) {
      return new Cut(draft, number, 0, 0);
    }
    if (side == Side.REMOVED) {
      return new Cut(draft, number, within, 0);
    }
    int all = block.removed().size();
    int removed = Math.ceilDiv(within * all, block.added().size());
    boolean open = removed == all && all > 0 && !block.removed().getLast().text().endsWith("\n");
    return new Cut(draft, number, open ? removed - 1 : removed, within);
  }

  private List<Cut> natural(StagedHunk hunk, int draft) throws ReviewException {
    var cuts = new ArrayList<Cut>();
    if (hunk.blocks().size() > 1) {
      for (int i = 1; i < hunk.blocks().size(); i++) {
        // Each cut leaves the blocks before it behind.
        cuts.add(new Cut(draft + i - 1, 1, 0, 0));
      }
      return cuts;
    }
    Block block = hunk.blocks().getFirst();
    List<Block> parts = BlockCuts.at(block, BlockCuts::blank, part -> false);
    if (parts.size() == 1) {
      parts = BlockCuts.at(block, BlockCuts::sentence, part -> false);
    }
    if (parts.size() == 1) {
      parts = BlockCuts.at(block, (one, next) -> true, staging.guard::lets);
    }
    if (parts.size() == 1) {
      boolean one = Math.max(block.added().size(), block.removed().size()) < 2;
      boolean named = block.added().size() > 1 || (block.added().isEmpty() && !one);
      throw whole(
          hunk.id(),
          one
              ? "it is one line"
              : named
                  ? "it has no natural boundary, so name a line"
                  : "all of it becomes one line");
    }
    for (int i = 0; i < parts.size() - 1; i++) {
      Block part = parts.get(i);
      cuts.add(new Cut(draft + i, 0, part.removed().size(), part.added().size()));
    }
    return cuts;
  }

  private List<String> weave(StagedState.Placed placed, List<Cut> cuts) {
    WorkingBuffer before = placed.buffer();
    String id = placed.hunk().id();
    int number = placed.hunk().layer();
    WorkingBuffer after = before.until(number);
    after.add(before.layers().get(number).layer().with(cuts));
    Set<String> parts = new LinkedHashSet<>();
    after.layers().getLast().hunks().forEach(hunk -> parts.add(hunk.id()));
    before.layers().get(number).hunks().forEach(hunk -> parts.remove(hunk.id()));
    for (WovenLayer layer : before.layers().subList(number + 1, before.layers().size())) {
      after.add(replaced(layer.layer(), id, parts));
    }
    staging.put(after);
    Hunk.Status status = staging.decisions.of(id);
    staging.decisions.set(id, Hunk.Status.PENDING);
    parts.forEach(part -> staging.decisions.set(part, status));
    staging.decisions.replace(
        turns -> {
          Map<String, Decisions.Turn> others = new LinkedHashMap<>(turns);
          Decisions.Turn turn = others.remove(id);
          if (turn != null) {
            parts.forEach(part -> others.put(part, turn));
          }
          return others;
        });
    return List.copyOf(parts);
  }

  private static Layer replaced(Layer layer, String id, Set<String> parts) {
    if (!layer.without().contains(id)) {
      return layer;
    }
    var without = new TreeSet<>(layer.without());
    without.remove(id);
    without.addAll(parts);
    return new Layer(
        layer.origin(),
        layer.checkpoint(),
        without,
        layer.changes(),
        layer.vacated(),
        layer.cuts());
  }
}
