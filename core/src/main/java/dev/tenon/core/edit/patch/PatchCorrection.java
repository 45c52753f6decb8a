package dev.tenon.core.edit.patch;

import dev.tenon.core.edit.diff.DiffHunk;
import dev.tenon.core.edit.diff.DiffHunk.Side;
import dev.tenon.core.edit.diff.TextLines;
import dev.tenon.core.edit.diff.UnifiedDiff;
import java.util.ArrayList;
import java.util.List;

/// Writes placed hunks anew: right numbers, the file's own lines where the diff keeps or removes
/// some, no line in two hunks, and a right end of the file.
final class PatchCorrection {
  private final TextLines text;
  private final List<String> warnings;

  PatchCorrection(TextLines text, List<String> warnings) {
    this.text = text;
    this.warnings = warnings;
  }

  List<DiffHunk> correct(List<PatchCandidates.Placed> placed) {
    var hunks = new ArrayList<DiffHunk>();
    int shift = 0;
    int end = 0;
    for (int i = 0; i < placed.size(); i++) {
      boolean last = i == placed.size() - 1;
      int next = last ? Integer.MAX_VALUE : placed.get(i + 1).coreStart();
      PatchCandidates.Placed hunk = withLastLine(apart(placed.get(i), end, next), end);
      List<DiffHunk.Line> lines = lines(hunk, last && hunk.end() == text.size());
      DiffHunk corrected = UnifiedDiff.numbered(hunk.at(), hunk.at() + shift, lines);
      hunks.add(corrected);
      shift += corrected.newCount() - corrected.oldCount();
      end = hunk.end();
    }
    return hunks;
  }

  /// The hunk without context that belongs to the one before or after it.
  private static PatchCandidates.Placed apart(PatchCandidates.Placed hunk, int end, int next) {
    int leading = Math.min(hunk.shape().leading(), Math.max(0, end - hunk.at()));
    int trailing = Math.min(hunk.shape().trailing(), Math.max(0, hunk.end() - next));
    return new PatchCandidates.Placed(
        hunk.hunk().without(leading, trailing), hunk.at() + leading, hunk.anchor());
  }

  /// A hunk that only appends has to end the last line of the file first, if that is not ended.
  private PatchCandidates.Placed withLastLine(PatchCandidates.Placed hunk, int end) {
    if (text.ended() || hunk.at() != text.size() || end == text.size()) {
      return hunk;
    }
    var lines = new ArrayList<PatchHunk.Line>();
    lines.add(new PatchHunk.Line(Side.BOTH, text.lines().getLast(), PatchHunk.Form.SIGNED));
    lines.addAll(hunk.hunk().lines());
    return new PatchCandidates.Placed(hunk.hunk().withLines(lines), hunk.at() - 1, hunk.anchor());
  }

  /// @param atEnd whether the file ends with this hunk
  private List<DiffHunk.Line> lines(PatchCandidates.Placed placed, boolean atEnd) {
    PatchHunk hunk = placed.hunk();
    boolean ended = atEnd ? ended(hunk) : text.ended();
    if (!atEnd && (hunk.oldUnended() || hunk.newUnended())) {
      warnings.add(
          "Hunk %d says that the file ends there, and it does not; the mark was ignored."
              .formatted(hunk.number()));
    }
    int lastNew = lastNew(hunk);
    var lines = new ArrayList<DiffHunk.Line>();
    int at = placed.at();
    for (int i = 0; i < hunk.lines().size(); i++) {
      PatchHunk.Line line = hunk.lines().get(i);
      String newEnd = atEnd && i == lastNew && !ended ? "" : "\n";
      if (line.side() == Side.NEW) {
        lines.add(new DiffHunk.Line(Side.NEW, line.text() + newEnd));
        continue;
      }
      String own = text.lines().get(at);
      String oldEnd = at == text.size() - 1 && !text.ended() ? "" : "\n";
      at++;
      if (line.side() == Side.BOTH && oldEnd.equals(newEnd)) {
        lines.add(new DiffHunk.Line(Side.BOTH, own + oldEnd));
        continue;
      }
      lines.add(new DiffHunk.Line(Side.OLD, own + oldEnd));
      if (line.side() == Side.BOTH) {
        lines.add(new DiffHunk.Line(Side.NEW, own + newEnd));
      }
    }
    return lines;
  }

  /// Whether the last line is ended after a hunk that reaches the end of the file: as the diff
  /// marks it, otherwise as it was.
  private boolean ended(PatchHunk hunk) {
    boolean keptLast = hunk.lines().getLast().side() == Side.BOTH;
    if (hunk.newUnended()) {
      return keptLast && text.ended();
    }
    return hunk.oldUnended() || text.ended();
  }

  private static int lastNew(PatchHunk hunk) {
    int last = hunk.lines().size() - 1;
    while (last >= 0 && hunk.lines().get(last).side() == Side.OLD) {
      last--;
    }
    return last;
  }
}
