package dev.tenon.core.edit.patch;

import dev.tenon.core.edit.diff.DiffHunk.Side;
import java.util.ArrayList;
import java.util.List;

/// A hunk as somebody wrote it: its numbers may be wrong or missing.
///
/// @param number which hunk of the diff it is, from 1
/// @param header what its `@@` line says
/// @param spot what else it says about its place
/// @param oldUnended whether the diff says that the old file ends here without a newline
/// @param newUnended the same for the new file
record PatchHunk(
    int number,
    Header header,
    Spot spot,
    List<Line> lines,
    boolean oldUnended,
    boolean newUnended) {

  /// The numbers of an `@@` line, -1 for those it does not have.
  record Header(int oldStart, int oldCount, int newCount) {
    static final Header NONE = new Header(-1, -1, -1);

    /// Where the old lines begin, from zero, or -1. An empty range names the line before it.
    int index() {
      return oldStart < 0 ? -1 : oldCount == 0 ? oldStart : Math.max(0, oldStart - 1);
    }
  }

  /// A place in words.
  ///
  /// @param anchors lines of the file after which the hunk belongs, each after the one before
  /// @param end whether it belongs to the end of the file
  record Spot(List<String> anchors, boolean end) {
    static final Spot ANYWHERE = new Spot(List.of(), false);
  }

  /// A line without its end.
  record Line(Side side, String text, Form form) {}

  /// How a line was written.
  enum Form {
    /// With its sign.
    SIGNED,
    /// An empty line, which may stand for an empty line of the file or for nothing.
    BARE
  }

  List<String> oldLines() {
    var old = new ArrayList<String>();
    for (Line line : lines) {
      if (line.side() != Side.NEW) {
        old.add(line.text());
      }
    }
    return old;
  }

  /// How many lines of the file a hunk covers.
  ///
  /// @param leading those that stay before its first change
  /// @param trailing those that stay after its last change
  record Shape(int oldCount, int leading, int trailing) {}

  Shape shape() {
    int leading = 0;
    while (leading < lines.size() && lines.get(leading).side() == Side.BOTH) {
      leading++;
    }
    int trailing = 0;
    while (trailing < lines.size() && lines.get(lines.size() - 1 - trailing).side() == Side.BOTH) {
      trailing++;
    }
    int count = 0;
    for (Line line : lines) {
      count += line.side() == Side.NEW ? 0 : 1;
    }
    return new Shape(count, leading, trailing);
  }

  /// Whether no line of it tells where it belongs.
  boolean isContextFree() {
    for (Line line : lines) {
      if (line.side() != Side.NEW && line.form() != Form.BARE) {
        return false;
      }
    }
    return true;
  }

  /// The hunk with its empty lines as added ones.
  PatchHunk bareAdded() {
    var added = new ArrayList<Line>();
    for (Line line : lines) {
      added.add(line.form() == Form.BARE ? new Line(Side.NEW, "", Form.SIGNED) : line);
    }
    return withLines(added);
  }

  /// The hunk without empty lines at its end that may stand for nothing.
  PatchHunk trimmed() {
    int end = lines.size();
    while (end > 0 && lines.get(end - 1).form() == Form.BARE) {
      end--;
    }
    return withLines(lines.subList(0, end));
  }

  /// The hunk without context before its changes, and without some after them.
  PatchHunk without(int leading, int trailing) {
    return withLines(lines.subList(leading, lines.size() - trailing));
  }

  PatchHunk withLines(List<Line> others) {
    return new PatchHunk(number, header, spot, others, oldUnended, newUnended);
  }
}
