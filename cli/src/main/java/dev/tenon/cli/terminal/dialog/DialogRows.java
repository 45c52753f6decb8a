package dev.tenon.cli.terminal.dialog;

import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.screen.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The rows of a question from top to bottom while they are gathered, and which of them have to be
/// seen in a window that is too low for all.
final class DialogRows {
  private final List<String> lines = new ArrayList<>();
  private int marked;
  private int problem = -1;
  private Rows.@Nullable Caret caret;

  int size() {
    return lines.size();
  }

  void add(String line) {
    lines.add(line);
  }

  void addAll(List<String> more) {
    lines.addAll(more);
  }

  /// Those of another below these, with what has to be seen of them.
  void addAll(DialogRows below) {
    int moved = lines.size();
    lines.addAll(below.lines);
    marked = below.marked + moved;
    problem = below.problem < 0 ? -1 : below.problem + moved;
    Rows.Caret there = below.caret;
    caret = there == null ? null : new Rows.Caret(there.row() + moved, there.column());
  }

  /// The marked answer comes next.
  void marked() {
    marked = lines.size();
  }

  /// What is wrong comes next.
  void problem() {
    problem = lines.size();
  }

  /// Where the cursor stands, from the next row on.
  void caret(int row, int column) {
    caret = new Rows.Caret(lines.size() + row, column);
  }

  /// What is least needed is left out from the top, and after what has to be seen.
  Rows fitted(int width, int height) {
    int room = Math.max(1, height);
    Rows.Caret cursor = caret;
    int first = cursor == null ? marked : cursor.row();
    int from = Math.min(Math.max(0, lines.size() - room), first);
    if (problem >= from + room) {
      from = problem - room + 1;
    }
    var shown = new ArrayList<String>();
    for (String line : lines.subList(from, Math.min(lines.size(), from + room))) {
      shown.add(DisplayWidth.fit(line, width));
    }
    int cut = from;
    return new Rows(
        shown,
        Optional.ofNullable(cursor)
            .map(at -> new Rows.Caret(Math.max(0, at.row() - cut), at.column())));
  }
}
