package dev.tenon.core.edit.diff;

import java.util.ArrayList;
import java.util.List;

/// Merges two texts that come from one base line by line: the algorithm behind [Merge3].
final class LineMerger {
  private final List<String> base;
  private final Branch current;
  private final Branch proposed;
  private final Merge3.Touching touching;
  private final List<Merge3.Piece> pieces = new ArrayList<>();

  LineMerger(String base, String current, String proposed, Merge3.Touching touching) {
    this.base = TextLines.terminated(base);
    this.current = new Branch(this.base, current);
    this.proposed = new Branch(this.base, proposed);
    this.touching = touching;
  }

  /// One of the two texts and its changes, read from the first to the last.
  private static final class Branch {
    private final List<String> lines;
    private final List<LineChange> changes;
    private int next;

    /// The changes in the region at hand: from this one up to `next`.
    private int first;

    Branch(List<String> base, String text) {
      this.lines = TextLines.terminated(text);
      this.changes = LineChange.between(base, lines);
    }

    boolean has() {
      return next < changes.size();
    }

    LineChange peek() {
      return changes.get(next);
    }

    boolean changed() {
      return first < next;
    }

    /// What this branch has in the place of the region of the base; right only if it changed it.
    int start(int regionStart) {
      LineChange change = changes.get(first);
      return change.newStart() - (change.oldStart() - regionStart);
    }

    String text(int regionStart, int regionEnd) {
      LineChange change = changes.get(next - 1);
      int end = change.newEnd() + (regionEnd - change.oldEnd());
      return String.join("", lines.subList(start(regionStart), end));
    }

    /// The line of this text that stands for a line of the base before which nothing is open.
    int line(int baseLine) {
      if (first == 0) {
        return baseLine;
      }
      LineChange before = changes.get(first - 1);
      return before.newEnd() + (baseLine - before.oldEnd());
    }

    /// Whether the region ends in a line without an end, so that nothing may follow it.
    boolean unended() {
      if (!changed()) {
        return false;
      }
      LineChange last = changes.get(next - 1);
      return last.newEnd() > last.newStart() && !lines.get(last.newEnd() - 1).endsWith("\n");
    }
  }

  Merge3 merge() {
    int at = 0;
    while (current.has() || proposed.has()) {
      LineChange first = nextBranch().peek();
      keep(at, first.oldStart());
      at = region(first.oldStart());
    }
    keep(at, base.size());
    return new Merge3(pieces);
  }

  private Branch nextBranch() {
    if (!current.has() || !proposed.has()) {
      return current.has() ? current : proposed;
    }
    LineChange c = current.peek();
    LineChange p = proposed.peek();
    boolean currentFirst =
        c.oldStart() != p.oldStart() ? c.oldStart() < p.oldStart() : c.oldEnd() <= p.oldEnd();
    return currentFirst ? current : proposed;
  }

  private void keep(int from, int to) {
    if (from < to) {
      String text = String.join("", base.subList(from, to));
      pieces.add(new Merge3.Clean(Merge3.Origin.BASE, text));
    }
  }

  /// Takes all changes that belong together and answers where they end in the base.
  private int region(int start) {
    current.first = current.next;
    proposed.first = proposed.next;
    Branch opening = nextBranch();
    int end = opening.peek().oldEnd();
    opening.next++;
    while (current.has() || proposed.has()) {
      Branch branch = nextBranch();
      LineChange change = branch.peek();
      if (!joins(start, end, change)) {
        break;
      }
      end = Math.max(end, change.oldEnd());
      branch.next++;
    }
    pieces.add(piece(start, end));
    return end;
  }

  private boolean joins(int start, int end, LineChange change) {
    if (change.oldStart() != end) {
      return change.oldStart() < end;
    }
    boolean bothInsert = start == end && change.oldStart() == change.oldEnd();
    return bothInsert
        || touching == Merge3.Touching.CONFLICT
        || current.unended()
        || proposed.unended();
  }

  private Merge3.Piece piece(int start, int end) {
    if (!proposed.changed()) {
      return new Merge3.Clean(Merge3.Origin.CURRENT, current.text(start, end));
    }
    String theirs = proposed.text(start, end);
    if (!current.changed()) {
      return new Merge3.Clean(Merge3.Origin.PROPOSED, theirs);
    }
    String ours = current.text(start, end);
    if (ours.equals(theirs)) {
      return new Merge3.Clean(Merge3.Origin.BOTH, ours);
    }
    String before = String.join("", base.subList(start, end));
    return new Merge3.Conflict(start + 1, current.line(start) + 1, before, ours, theirs);
  }
}
