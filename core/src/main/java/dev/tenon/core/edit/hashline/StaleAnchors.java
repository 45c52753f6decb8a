package dev.tenon.core.edit.hashline;

import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.PlanFailure;
import dev.tenon.core.edit.PlanFailure.Code;
import dev.tenon.core.edit.diff.TextLines;
import dev.tenon.core.edit.hashline.Anchors.Anchor;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// The report about anchors that do not fit: the lines around them as they are now, with the
/// anchors they have now.
final class StaleAnchors {
  private static final int AROUND = 2;
  private static final int MOST_LINES = 60;

  private StaleAnchors() {}

  static PlanFailure failure(FileState.Existing file, List<HashlineOp> ops) {
    List<String> lines = TextLines.split(file.text());
    var stale = new ArrayList<String>();
    var named = new TreeSet<Integer>();
    var wrong = new TreeSet<Integer>();
    boolean beyond = true;
    for (HashlineOp op : ops) {
      for (Anchor anchor : op.anchors()) {
        named.add(anchor.line());
        if (!anchor.fits(lines)) {
          stale.add(anchor.toString());
          wrong.add(anchor.line());
          beyond &= anchor.line() > lines.size();
        }
      }
    }
    String message;
    if (stale.isEmpty()) {
      message = "The lines that the edit names have changed in %s since they were read.";
    } else if (beyond) {
      message =
          "Line %d does not exist in %%s, which has %d lines."
              .formatted(wrong.getFirst(), lines.size());
    } else {
      message = "%s is not what the anchors " + String.join(", ", stale) + " were made from.";
    }
    var report = new StringBuilder(message.formatted(file.path()));
    report.append(" The lines there now, * before those that differ:\n");
    append(report, lines, stale.isEmpty() ? named : wrong, wrong);
    return PlanFailure.of(
            beyond && !stale.isEmpty() ? Code.NOT_FOUND : Code.STALE, report.toString())
        .now(file)
        .suggest("Send the edit again with the anchors shown, or read the file again.");
  }

  private static void append(
      StringBuilder report,
      List<String> lines,
      SortedSet<Integer> named,
      SortedSet<Integer> wrong) {
    var shown = new TreeSet<Integer>();
    for (int line : named) {
      int center = Math.min(line, lines.size());
      for (int i = Math.max(1, center - AROUND);
          i <= Math.min(lines.size(), center + AROUND);
          i++) {
        shown.add(i);
      }
    }
    int count = 0;
    int before = 0;
    for (int line : shown) {
      if (count++ == MOST_LINES) {
        report.append("…\n");
        return;
      }
      if (before > 0 && line > before + 1) {
        report.append("…\n");
      }
      before = line;
      report.append(wrong.contains(line) ? '*' : ' ');
      report.append(Anchors.render(lines.subList(line - 1, line), line));
    }
  }
}
