package dev.tenon.core.edit.diff;

import java.util.ArrayList;
import java.util.List;

/// A replacement of a range of lines by others: from zero, the end not included. An empty range
/// inserts.
public record Splice(int start, int end, List<String> lines) {

  /// All splices at once; their ranges refer to the lines as given.
  ///
  /// @param splices in order, none inside another
  public static List<String> apply(List<String> lines, List<Splice> splices) {
    var out = new ArrayList<String>(lines.size() + 16);
    int at = 0;
    for (Splice splice : splices) {
      if (splice.start < at) {
        throw new IllegalArgumentException("splices overlap at " + splice.start);
      }
      out.addAll(lines.subList(at, splice.start));
      out.addAll(splice.lines);
      at = splice.end;
    }
    out.addAll(lines.subList(at, lines.size()));
    return out;
  }
}
