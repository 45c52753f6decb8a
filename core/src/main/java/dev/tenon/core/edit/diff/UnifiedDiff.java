package dev.tenon.core.edit.diff;

import java.util.ArrayList;
import java.util.List;

/// Unified diffs as `diff -u` and `git diff` write them; `patch` and `git apply` take them.
public final class UnifiedDiff {
  /// The name of a file that is not there.
  public static final String NO_FILE = "/dev/null";

  private static final int CONTEXT = 3;

  private UnifiedDiff() {}

  /// The diff between two texts of one file, empty when they are equal.
  public static String of(String path, String oldText, String newText) {
    return render("a/" + path, "b/" + path, oldText, newText);
  }

  /// The diff between two texts, empty when they are equal.
  ///
  /// @param oldName the whole name of the old file with its prefix, or [#NO_FILE]
  public static String render(String oldName, String newName, String oldText, String newText) {
    List<DiffHunk> hunks = hunks(oldText, newText, CONTEXT);
    return hunks.isEmpty() ? "" : render(oldName, newName, hunks);
  }

  /// Says in one line that files differ of which at least one is no text.
  public static String binary(String oldName, String newName) {
    return "Binary files " + oldName + " and " + newName + " differ\n";
  }

  /// A diff of these hunks.
  public static String render(String oldName, String newName, List<DiffHunk> hunks) {
    var out = new StringBuilder();
    out.append("--- ").append(name(oldName)).append('\n');
    out.append("+++ ").append(name(newName)).append('\n');
    for (DiffHunk hunk : hunks) {
      hunk.appendTo(out);
    }
    return out.toString();
  }

  /// The hunks that lead from the old text to the new one.
  ///
  /// @param context how many equal lines stand around each change
  public static List<DiffHunk> hunks(String oldText, String newText, int context) {
    if (oldText.equals(newText)) {
      return List.of();
    }
    List<String> old = TextLines.terminated(oldText);
    List<String> lines = TextLines.terminated(newText);
    return hunks(old, lines, LineChange.between(old, lines), context);
  }

  private static List<DiffHunk> hunks(
      List<String> old, List<String> lines, List<LineChange> changes, int context) {
    var hunks = new ArrayList<DiffHunk>();
    int first = 0;
    while (first < changes.size()) {
      int last = first;
      while (last + 1 < changes.size()
          && changes.get(last + 1).oldStart() - changes.get(last).oldEnd() <= 2 * context) {
        last++;
      }
      hunks.add(hunk(old, lines, changes.subList(first, last + 1), context));
      first = last + 1;
    }
    return hunks;
  }

  private static DiffHunk hunk(
      List<String> old, List<String> lines, List<LineChange> changes, int context) {
    LineChange first = changes.getFirst();
    int before = Math.min(context, first.oldStart());
    int oldStart = first.oldStart() - before;
    int newStart = first.newStart() - before;
    var body = new ArrayList<DiffHunk.Line>();
    int at = oldStart;
    for (LineChange change : changes) {
      add(body, DiffHunk.Side.BOTH, old, at, change.oldStart());
      add(body, DiffHunk.Side.OLD, old, change.oldStart(), change.oldEnd());
      add(body, DiffHunk.Side.NEW, lines, change.newStart(), change.newEnd());
      at = change.oldEnd();
    }
    add(body, DiffHunk.Side.BOTH, old, at, Math.min(old.size(), at + context));
    return numbered(oldStart, newStart, body);
  }

  /// A hunk whose lines begin at these indices from zero.
  public static DiffHunk numbered(int oldStart, int newStart, List<DiffHunk.Line> body) {
    var hunk = new DiffHunk(oldStart + 1, newStart + 1, body);
    int oldNumber = hunk.oldCount() == 0 ? oldStart : oldStart + 1;
    int newNumber = hunk.newCount() == 0 ? newStart : newStart + 1;
    return new DiffHunk(oldNumber, newNumber, body);
  }

  private static void add(
      List<DiffHunk.Line> body, DiffHunk.Side side, List<String> lines, int from, int to) {
    for (int i = from; i < to; i++) {
      body.add(new DiffHunk.Line(side, lines.get(i)));
    }
  }

  /// Names with a space end in a tab, so that readers know where they end; names with quotes or
  /// control characters are quoted as git does.
  private static String name(String name) {
    boolean quoted = false;
    boolean spaced = false;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      quoted |= c < ' ' || c == '"' || c == '\\' || c == 127;
      spaced |= c == ' ';
    }
    if (!quoted) {
      return spaced ? name + "\t" : name;
    }
    var out = new StringBuilder("\"");
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\t' -> out.append("\\t");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        default -> {
          if (c < ' ' || c == 127) {
            out.append('\\').append((char) ('0' + (c >> 6)));
            out.append((char) ('0' + ((c >> 3) & 7))).append((char) ('0' + (c & 7)));
          } else {
            out.append(c);
          }
        }
      }
    }
    return out.append('"').toString();
  }
}
