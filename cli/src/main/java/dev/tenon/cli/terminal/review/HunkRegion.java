package dev.tenon.cli.terminal.review;

import dev.tenon.cli.terminal.diff.DiffFile;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.diff.TextLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The lines of the working text that a hunk is about, from its first to its last change, so that a
/// person can write them in another way.
///
/// @param start how many lines come before them
/// @param lines with their ends; none if the hunk only removes
record HunkRegion(FileState.Existing file, int start, List<String> lines) {

  /// Nothing if the working text does not have the lines of the hunk where the hunk says.
  static Optional<HunkRegion> of(Hunk hunk, FileState.Existing file) {
    List<DiffFile.Line> all = HunkText.lines(hunk);
    int first = -1;
    int last = -1;
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).side() == DiffFile.Side.OLD || all.get(i).side() == DiffFile.Side.NEW) {
        first = first < 0 ? i : first;
        last = i;
      }
    }
    if (first < 0) {
      return Optional.empty();
    }
    var lines = new ArrayList<String>();
    for (int i = first; i <= last; i++) {
      DiffFile.Line line = all.get(i);
      if (line.side() == DiffFile.Side.NEW || line.side() == DiffFile.Side.BOTH) {
        boolean open =
            i + 1 < all.size()
                && all.get(i + 1).side() == DiffFile.Side.NOTE
                && line.side() == DiffFile.Side.NEW;
        lines.add(open ? line.text() : line.text() + "\n");
      }
    }
    List<String> text = TextLines.terminated(file.text());
    int start = start(hunk, all, first);
    boolean fits =
        start >= 0
            && start + lines.size() <= text.size()
            && text.subList(start, start + lines.size()).equals(lines);
    return fits ? Optional.of(new HunkRegion(file, start, List.copyOf(lines))) : Optional.empty();
  }

  /// How many lines of the new text stand before the first change.
  private static int start(Hunk hunk, List<DiffFile.Line> lines, int first) {
    String patch = hunk.patch();
    int plus = patch.indexOf(" +") + 2;
    int end = plus;
    while (end < patch.length() && Character.isDigit(patch.charAt(end))) {
      end++;
    }
    int newStart = Integer.parseInt(patch, plus, end, 10);
    boolean empty = patch.startsWith(",0 ", end);
    int before = 0;
    for (DiffFile.Line line : lines.subList(0, first)) {
      before += line.side() == DiffFile.Side.BOTH ? 1 : 0;
    }
    return (empty ? newStart : newStart - 1) + before;
  }

  /// What there is to edit, without the end of its last line.
  String text() {
    String text = String.join("", lines);
    return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
  }

  /// The whole file with this in place of the lines.
  String with(String edited) {
    List<String> all = new ArrayList<>(TextLines.terminated(file.text()));
    List<String> place = all.subList(start, start + lines.size());
    boolean open = !lines.isEmpty() && !lines.getLast().endsWith("\n");
    place.clear();
    if (start > 0 && start == all.size() && !all.get(start - 1).endsWith("\n")) {
      place.add("\n");
    }
    place.add(open ? edited : edited + "\n");
    return String.join("", all);
  }
}
