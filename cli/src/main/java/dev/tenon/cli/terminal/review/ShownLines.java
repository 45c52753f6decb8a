package dev.tenon.cli.terminal.review;

import dev.tenon.cli.terminal.diff.DiffFile;
import dev.tenon.core.change.weave.Hunk;
import java.util.ArrayList;
import java.util.List;

/// The lines of a hunk between which it can be split, by the numbers that are shown.
final class ShownLines {
  private ShownLines() {}

  /// The new lines, or the old ones if it only removes.
  static List<Integer> numbers(Hunk hunk) {
    var added = new ArrayList<Integer>();
    var removed = new ArrayList<Integer>();
    for (DiffFile.Line line : HunkText.lines(hunk)) {
      if (line.side() == DiffFile.Side.NEW) {
        added.add(line.newNumber());
      } else if (line.side() == DiffFile.Side.OLD) {
        removed.add(line.oldNumber());
      }
    }
    return added.isEmpty() ? removed : added;
  }

  /// Which of them has this number, from 1; 0 if none has.
  static int place(Hunk hunk, int number) {
    return numbers(hunk).indexOf(number) + 1;
  }

  /// Whether a hunk without a natural boundary can be split before a line that is named.
  static boolean canBeNamed(Hunk hunk) {
    boolean lines = hunk.kind() == Hunk.Kind.EDIT || hunk.kind() == Hunk.Kind.CREATE;
    return lines && hunk.description().isEmpty() && numbers(hunk).size() > 1;
  }

  /// The lines before which it can be split, as they are named.
  static String range(Hunk hunk) {
    List<Integer> numbers = numbers(hunk);
    return numbers.size() < 2 ? "none" : numbers.get(1) + ".." + numbers.getLast();
  }
}
