package dev.tenon.core.change.weave;

import dev.tenon.core.edit.diff.DiffHunk;
import dev.tenon.core.edit.diff.UnifiedDiff;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// Shows a hunk as a patch: from the file with the hunks in `frame` to the same file with this hunk
/// too.
public final class HunkPatch {
  private final WeaveIndex index;
  private final List<Weave.Line> lines;
  private final BitSet frame;
  private final BitSet with;
  private final HunkGuard guard;
  private final int first;
  private final int last;

  public HunkPatch(WeaveIndex index, int hunk, BitSet frame, HunkGuard guard) {
    this.index = index;
    this.lines = index.lines();
    this.frame = frame;
    this.with = (BitSet) frame.clone();
    with.set(hunk);
    this.guard = guard;
    this.first = index.first(hunk);
    this.last = index.last(hunk);
  }

  /// The patch, unless no line changes.
  ///
  /// @param shown the hunks in force in the working buffer, in which the new lines are numbered
  public Optional<DiffHunk> diff(BitSet shown) {
    if (first < 0) {
      return Optional.empty();
    }
    var body = new ArrayList<DiffHunk.Line>();
    for (int i = first; i <= last; i++) {
      add(body, lines.get(i));
    }
    int context = addContext(body, around(first, -1), around(last, 1));
    return Optional.of(numbered(body, context, shown));
  }

  /// Adds lines around the hunk, as far as the guard lets them in. Answers how many come before it.
  private int addContext(
      List<DiffHunk.Line> body, List<Weave.Line> before, List<Weave.Line> after) {
    int lines = guard.maxLines() - body.size();
    int bytes = guard.maxBytes();
    for (DiffHunk.Line line : body) {
      bytes -= HunkGuard.bytes(line.text());
    }
    int context = 0;
    for (int i = 0; i < HunkGuard.CONTEXT; i++) {
      if (i < before.size()) {
        bytes -= HunkGuard.bytes(before.get(i).text());
        if (--lines < 0 || bytes < 0) {
          return context;
        }
        body.addFirst(both(before.get(i).text()));
        context++;
      }
      if (i < after.size()) {
        bytes -= HunkGuard.bytes(after.get(i).text());
        if (--lines < 0 || bytes < 0) {
          return context;
        }
        body.addLast(both(after.get(i).text()));
      }
    }
    return context;
  }

  private DiffHunk numbered(List<DiffHunk.Line> body, int context, BitSet shown) {
    // Lines before its first one do not depend on the hunk itself.
    int oldLine = index.before(first, frame) - context;
    int newLine = Math.max(0, index.before(first, shown) - context);
    return UnifiedDiff.numbered(oldLine, newLine, body);
  }

  private void add(List<DiffHunk.Line> body, Weave.Line line) {
    boolean old = line.visible(frame);
    boolean now = line.visible(with);
    if (old || now) {
      DiffHunk.Side side =
          old && now ? DiffHunk.Side.BOTH : old ? DiffHunk.Side.OLD : DiffHunk.Side.NEW;
      body.add(new DiffHunk.Line(side, LinePatch.lf(line.text())));
    }
  }

  private static DiffHunk.Line both(String line) {
    return new DiffHunk.Line(DiffHunk.Side.BOTH, LinePatch.lf(line));
  }

  /// The unchanged lines next to the hunk, nearest first. Those between two hunks are shared
  /// between them, so that the patches of several hunks make one diff.
  private List<Weave.Line> around(int from, int step) {
    var around = new ArrayList<Weave.Line>();
    for (int i = from + step; i >= 0 && i < lines.size(); i += step) {
      Weave.Line line = lines.get(i);
      if (ofAnother(line)) {
        int mine = step < 0 ? around.size() / 2 : around.size() - around.size() / 2;
        return around.subList(0, Math.min(mine, HunkGuard.CONTEXT));
      }
      if (line.visible(frame)) {
        around.add(line);
        if (around.size() == 2 * HunkGuard.CONTEXT) {
          break;
        }
      }
    }
    return around.subList(0, Math.min(around.size(), HunkGuard.CONTEXT));
  }

  private boolean ofAnother(Weave.Line line) {
    if (line.insertedBy() != Weave.BASE && !frame.get(line.insertedBy())) {
      return true;
    }
    for (int other : line.deletedBy()) {
      if (!frame.get(other)) {
        return true;
      }
    }
    return false;
  }
}
