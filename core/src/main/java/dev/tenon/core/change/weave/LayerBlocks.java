package dev.tenon.core.change.weave;

import dev.tenon.core.text.LineMatch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Adds up the changes of a layer: the blocks in which its end differs from its start, every line
/// labelled with the edit it comes from.
final class LayerBlocks {
  private static final int NEW = -1;

  private final List<String> start;
  private final Block.@Nullable Label[] removing;
  private List<Cell> cells = new ArrayList<>();

  /// A line on its way through the changes: one of the start, or a new one with its label.
  private record Cell(String text, int startRow, Block.@Nullable Label label) {}

  private LayerBlocks(List<String> start) {
    this.start = start;
    this.removing = new Block.@Nullable Label[start.size()];
    for (String line : start) {
      cells.add(new Cell(line, cells.size(), null));
    }
  }

  static List<Block> of(List<String> start, List<StagedChange> changes) {
    var blocks = new LayerBlocks(start);
    for (StagedChange change : changes) {
      blocks.apply(change);
    }
    return blocks.blocks(changes.getLast());
  }

  private void apply(StagedChange change) {
    var next = new ArrayList<Cell>(cells.size() + 16);
    int at = 0;
    for (LinePatch.Part part : change.patch().parts()) {
      next.addAll(cells.subList(at, part.start()));
      at = part.start() + part.removed().size();
      for (int i = part.start(); i < at; i++) {
        if (cells.get(i).startRow != NEW) {
          removing[cells.get(i).startRow] = change.removing(i);
        }
      }
      for (String line : part.added()) {
        next.add(new Cell(line, NEW, change.adding(next.size())));
      }
    }
    next.addAll(cells.subList(at, cells.size()));
    cells = next;
  }

  private List<Block> blocks(StagedChange last) {
    var blocks = new ArrayList<Block>();
    var added = new ArrayList<Block.Row>();
    int at = 0;
    for (Cell cell : cells) {
      if (cell.startRow == NEW) {
        added.add(new Block.Row(cell.text, label(cell.label, last)));
        continue;
      }
      refine(at, cell.startRow, added, last, blocks);
      added.clear();
      at = cell.startRow + 1;
    }
    refine(at, start.size(), added, last, blocks);
    return blocks;
  }

  /// A line that was removed and written again is no change.
  private void refine(
      int from, int to, List<Block.Row> added, StagedChange last, List<Block> blocks) {
    if (from == to && added.isEmpty()) {
      return;
    }
    List<String> old = start.subList(from, to);
    int[] match = LineMatch.of(old, added.stream().map(Block.Row::text).toList());
    int oldAt = 0;
    int newAt = 0;
    while (oldAt < old.size() || newAt < match.length) {
      if (newAt < match.length && match[newAt] == oldAt) {
        oldAt++;
        newAt++;
        continue;
      }
      int newEnd = newAt;
      while (newEnd < match.length && match[newEnd] < 0) {
        newEnd++;
      }
      int oldEnd = newEnd < match.length ? match[newEnd] : old.size();
      var removed = new ArrayList<Block.Row>();
      for (int i = from + oldAt; i < from + oldEnd; i++) {
        removed.add(new Block.Row(start.get(i), label(removing[i], last)));
      }
      blocks.add(new Block(from + oldAt, removed, added.subList(newAt, newEnd)));
      oldAt = oldEnd;
      newAt = newEnd;
    }
  }

  private static Block.Label label(Block.@Nullable Label label, StagedChange last) {
    return label == null ? new Block.Label(last.id(), last.id()) : label;
  }
}
