package dev.tenon.core.change.weave;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Where the hunks of a weave stand, found once for all of them: a file may have thousands. Used by
/// one thread.
public final class WeaveIndex {
  /// Most hunks stand on the same few others.
  private static final int KEPT = 16;

  private final List<Weave.Line> lines;
  private final int[] first;
  private final int[] last;
  private final Map<BitSet, int[]> counts = new HashMap<>();

  /// @param hunks how many there are
  public WeaveIndex(Weave weave, int hunks) {
    this.lines = weave.lines();
    this.first = new int[hunks];
    this.last = new int[hunks];
    Arrays.fill(first, -1);
    Arrays.fill(last, -1);
    for (int i = 0; i < lines.size(); i++) {
      Weave.Line line = lines.get(i);
      if (line.insertedBy() != Weave.BASE) {
        note(line.insertedBy(), i);
      }
      for (int hunk : line.deletedBy()) {
        note(hunk, i);
      }
    }
  }

  private void note(int hunk, int line) {
    if (first[hunk] < 0) {
      first[hunk] = line;
    }
    last[hunk] = line;
  }

  /// The first line of a hunk; -1 if it has none.
  public int first(int hunk) {
    return first[hunk];
  }

  int last(int hunk) {
    return last[hunk];
  }

  List<Weave.Line> lines() {
    return lines;
  }

  /// How many lines are seen before this one.
  int before(int line, BitSet active) {
    int[] known = counts.get(active);
    if (known == null) {
      known = new int[lines.size() + 1];
      for (int i = 0; i < lines.size(); i++) {
        known[i + 1] = known[i] + (lines.get(i).visible(active) ? 1 : 0);
      }
      if (counts.size() == KEPT) {
        counts.clear();
      }
      counts.put((BitSet) active.clone(), known);
    }
    return known[line];
  }
}
