package dev.tenon.core.change.weave;

import java.util.ArrayList;
import java.util.List;

/// Where a person has split a hunk of a layer in two, in terms of what the guard and the cuts
/// before this one have made of the layer.
///
/// @param draft which hunk, counted from zero
/// @param block in which of its blocks
/// @param removed how many rows that go are in the first part, of that block; `added` of those that
///   come
public record Cut(int draft, int block, int removed, int added) {

  /// Puts two hunks in the place of one.
  void apply(List<HunkGuard.Draft> drafts, HunkGuard guard, List<String> rows) {
    List<Block> blocks = drafts.get(draft).blocks();
    Block cut = blocks.get(block);
    var first = new ArrayList<>(blocks.subList(0, block));
    var second = new ArrayList<Block>();
    add(cut.part(0, removed, 0, added), first);
    add(cut.part(removed, cut.removed().size(), added, cut.added().size()), second);
    second.addAll(blocks.subList(block + 1, blocks.size()));
    drafts.set(draft, guard.whole(first, rows));
    drafts.add(draft + 1, guard.whole(second, rows));
  }

  private static void add(Block part, List<Block> blocks) {
    if (!part.rows().isEmpty()) {
      blocks.add(part);
    }
  }
}
