package dev.tenon.cli.terminal.view;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.render.Wrap;
import java.util.ArrayList;
import java.util.List;

/// What the model thinks, as it comes: on the page between words, and as a tail of a few rows.
/// Harmless whatever was in it. Used by one thread at a time.
final class ThoughtText {
  /// Of a longer line those rows are done that are full.
  private static final int LONGEST = 1_024;

  /// A tail is made of no more than this.
  private static final int KEPT = 2_048;

  private final Page page;
  private final DisplayOptions look;
  private final SafeText safeText = new SafeText();

  /// What is not on the page yet.
  private final StringBuilder open = new StringBuilder();

  ThoughtText(Page page, DisplayOptions look) {
    this.page = page;
    this.look = look;
  }

  /// Prints the next piece; whole lines where there is a width to lay them out to.
  void print(String piece) {
    String text = safeText.filter(piece);
    if (page.reach() != Page.Reach.LIVE) {
      page.print(look.paint(Style.THINKING_TEXT, text));
      return;
    }
    open.append(text);
    int end = open.lastIndexOf("\n");
    if (end >= 0) {
      lines(open.substring(0, end));
      open.delete(0, end + 1);
    }
    if (open.length() > LONGEST) {
      String line = open.toString();
      List<String> rows = Wrap.rows(line, page.columns());
      lines(String.join("\n", rows.subList(0, rows.size() - 1)));
      open.setLength(0);
      open.append(rows.getLast().stripTrailing());
      open.append(line.substring(line.stripTrailing().length()));
    }
    String rest = open.toString();
    page.unfinished(() -> rest.isEmpty() ? List.of() : rows(rest));
  }

  private void lines(String text) {
    page.unfinished(List.of());
    for (String line : text.split("\n", -1)) {
      page.print(String.join("\n", rows(line)) + "\n");
    }
  }

  private List<String> rows(String line) {
    var rows = new ArrayList<String>();
    for (String row : Wrap.rows(line, page.columns())) {
      rows.add(look.paint(Style.THINKING_TEXT, row));
    }
    return rows;
  }

  /// Prints what is left.
  void end() {
    if (!open.isEmpty()) {
      lines(open.toString());
      open.setLength(0);
    }
  }

  /// Takes a piece that is shown as a tail only, and answers its last rows.
  List<String> tail(String piece, int most, int room) {
    open.append(safeText.filter(piece));
    if (open.length() > 2 * KEPT) {
      open.delete(0, open.length() - KEPT);
    }
    var rows = new ArrayList<String>();
    for (String line : open.toString().stripTrailing().split("\n", -1)) {
      rows.addAll(Wrap.rows(line, room));
    }
    return List.copyOf(rows.subList(Math.max(0, rows.size() - most), rows.size()));
  }
}
