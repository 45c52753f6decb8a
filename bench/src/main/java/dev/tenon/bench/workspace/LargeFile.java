package dev.tenon.bench.workspace;

/// A source file of many lines, and a patch that changes one line in each of its regions.
final class LargeFile {
  private static final int CONTEXT = 3;

  private LargeFile() {}

  /// Before or after the patch.
  enum Side {
    BEFORE,
    AFTER
  }

  static String text(int lines, int hunks, Side side) {
    var text = new StringBuilder();
    for (int line = 0; line < lines; line++) {
      text.append(line(line, lines, hunks, side)).append('\n');
    }
    return text.toString();
  }

  /// The patch that leads to a side, as `diff -u` would write it.
  static String patch(int lines, int hunks, Side to) {
    Side from = to == Side.AFTER ? Side.BEFORE : Side.AFTER;
    var patch = new StringBuilder("--- a/Large.java\n+++ b/Large.java\n");
    for (int hunk = 0; hunk < hunks; hunk++) {
      int changed = changed(hunk, lines, hunks);
      int first = changed - CONTEXT;
      int count = 2 * CONTEXT + 1;
      patch.append("@@ -%d,%d +%d,%d @@\n".formatted(first + 1, count, first + 1, count));
      for (int line = first; line < first + count; line++) {
        if (line == changed) {
          patch.append('-').append(line(line, lines, hunks, from)).append('\n');
          patch.append('+').append(line(line, lines, hunks, to)).append('\n');
        } else {
          patch.append(' ').append(line(line, lines, hunks, to)).append('\n');
        }
      }
    }
    return patch.toString();
  }

  private static String line(int line, int lines, int hunks, Side side) {
    int region = lines / hunks;
    boolean changes = line % region == region / 2 && line / region < hunks;
    return changes && side == Side.AFTER
        ? "  int changed" + line + " = compute(" + line + ");"
        : "  int value" + line + " = " + line % 97 + "; // line";
  }

  private static int changed(int hunk, int lines, int hunks) {
    int region = lines / hunks;
    return hunk * region + region / 2;
  }
}
