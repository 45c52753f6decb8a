package dev.tenon.core.change.weave;

import java.util.ArrayList;
import java.util.List;

/// One place where a layer changes lines: rows that go, and rows that come instead.
///
/// @param start the first row that goes among the rows before the layer, from zero
public record Block(int start, List<Row> removed, List<Row> added) {
  public Block {
    removed = List.copyOf(removed);
    added = List.copyOf(added);
  }

  /// Which change removed or added a line, and which edit of that change.
  record Label(String changeId, String editId) {}

  public record Row(String text, Label label) {
    boolean ended() {
      return text.endsWith("\n");
    }
  }

  int end() {
    return start + removed.size();
  }

  /// A part of it, by rows from zero.
  Block part(int removedFrom, int removedTo, int addedFrom, int addedTo) {
    return new Block(
        start + removedFrom,
        removed.subList(removedFrom, removedTo),
        added.subList(addedFrom, addedTo));
  }

  /// This block and one that follows it without a gap.
  Block joined(Block next) {
    var allRemoved = new ArrayList<>(removed);
    allRemoved.addAll(next.removed);
    var allAdded = new ArrayList<>(added);
    allAdded.addAll(next.added);
    return new Block(start, allRemoved, allAdded);
  }

  List<Row> rows() {
    var rows = new ArrayList<>(removed);
    rows.addAll(added);
    return rows;
  }

  /// Whether nothing may follow it, because a line of it has no end.
  boolean unended() {
    return (!removed.isEmpty() && !removed.getLast().ended())
        || (!added.isEmpty() && !added.getLast().ended());
  }

  /// Whether it takes or brings a [WholeFile].
  boolean isWhole() {
    return (!removed.isEmpty() && WholeFile.isLine(removed.getFirst().text()))
        || (!added.isEmpty() && WholeFile.isLine(added.getFirst().text()));
  }
}
