package dev.tenon.cli.terminal.render;

import dev.tenon.core.model.Part;
import dev.tenon.core.tool.ToolResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Results in a few lines: how large they are, and what a person wants to see of each shape.
final class ResultView {
  private static final int ERROR_PREVIEW = 200;
  private static final int DIFF_LINES = 16;
  private static final int OUTPUT_LINES = 5;
  private static final int FAILURE_LINES = 12;
  private static final int CHECKLIST_LINES = 8;

  private final Page page;
  private final DisplayOptions look;

  ResultView(Page page, DisplayOptions look) {
    this.page = page;
    this.look = look;
  }

  List<String> lines(Part.Result result, Optional<ToolResult> shape, Duration took) {
    var lines = new ArrayList<String>();
    if (result.failed() || shape.isEmpty()) {
      String preview = SafeText.line(result.text(), ERROR_PREVIEW, look.glyphs());
      lines.add(mark(Style.FAILURE, look.glyphs().failed) + preview);
      return lines;
    }
    switch (shape.get()) {
      case ToolResult.Text text -> lines.add(good(chars(text.text()), took));
      case ToolResult.Facts facts -> lines.add(good(chars(facts.text()), took));
      case ToolResult.Diff diff -> diff(diff, took, lines);
      case ToolResult.Command command -> command(command, took, lines);
      case ToolResult.Table table ->
          lines.add(good(Amounts.count(table.rows().size(), "row"), took));
      case ToolResult.Checklist list -> checklist(list, lines);
      case ToolResult.Picture picture ->
          lines.add(good(one(picture.caption()) + ", " + one(picture.image().mediaType()), took));
      case ToolResult.Tree tree ->
          lines.add(good(Amounts.count(tree.entries().size(), "entry"), took));
    }
    return lines;
  }

  /// A long list is shown from a little above what is being done.
  private void checklist(ToolResult.Checklist list, List<String> lines) {
    List<ToolResult.Checklist.Line> all = list.lines();
    if (all.isEmpty()) {
      lines.add(mark(Style.OK, look.glyphs().ok) + "nothing to do");
      return;
    }
    int active = 0;
    for (int i = 0; i < all.size(); i++) {
      active = all.get(i).state() == ToolResult.Checklist.State.ACTIVE ? i : active;
    }
    int from = Math.clamp(active - 2L, 0, Math.max(0, all.size() - CHECKLIST_LINES));
    int to = Math.min(all.size(), from + CHECKLIST_LINES);
    if (from > 0) {
      lines.add(left(from, "above"));
    }
    for (ToolResult.Checklist.Line line : all.subList(from, to)) {
      String text = cut(SafeText.line(line.text(), 200, look.glyphs()));
      lines.add(
          switch (line.state()) {
            case HEADING -> "  " + look.paint(Style.BOLD, text);
            case OPEN -> "    [ ] " + text;
            case ACTIVE -> "    " + look.paint(Style.ACCENT, "[/] " + text);
            case DONE -> "    " + look.paint(Style.DIM, "[x] " + text);
            case DROPPED -> "    " + look.paint(Style.DIM, "[-] " + text);
          });
    }
    if (to < all.size()) {
      lines.add(left(all.size() - to, "more"));
    }
  }

  private String chars(String text) {
    return Amounts.count(text.codePointCount(0, text.length()), "char");
  }

  private String good(String what, Duration took) {
    return mark(Style.OK, look.glyphs().ok)
        + look.paint(Style.DIM, what + ", " + Amounts.time(took));
  }

  private String mark(Style style, String glyph) {
    return "  " + look.paint(style, glyph) + " ";
  }

  private void diff(ToolResult.Diff diff, Duration took, List<String> lines) {
    var body = new ArrayList<String>();
    int added = 0;
    int removed = 0;
    for (String line : diff.diff().split("\n", -1)) {
      if (line.startsWith("+++") || line.startsWith("---") || line.isEmpty()) {
        continue;
      }
      switch (line.charAt(0)) {
        case '+' -> added++;
        case '-' -> removed++;
        default -> {}
      }
      body.add(line);
    }
    String counts =
        look.paint(Style.ADDED, "+" + Amounts.count(added))
            + " "
            + look.paint(Style.REMOVED, "-" + Amounts.count(removed));
    lines.add(
        mark(Style.OK, look.glyphs().ok)
            + one(diff.summary())
            + (body.isEmpty() ? "" : " (" + counts + ")")
            + look.paint(Style.DIM, ", " + Amounts.time(took)));
    int shown = body.size() <= DIFF_LINES + 1 ? body.size() : DIFF_LINES;
    for (String line : body.subList(0, shown)) {
      lines.add("    " + diffLine(line));
    }
    if (shown < body.size()) {
      lines.add(left(body.size() - shown, "more"));
    }
  }

  private String diffLine(String line) {
    String text = cut(SafeText.visible(line));
    return switch (line.charAt(0)) {
      case '+' -> look.paint(Style.ADDED, text);
      case '-' -> look.paint(Style.REMOVED, text);
      default -> look.paint(Style.DIM, text);
    };
  }

  private void command(ToolResult.Command command, Duration took, List<String> lines) {
    boolean ok = command.exitCode() == 0;
    String what = "exit " + command.exitCode() + ", " + chars(command.output());
    lines.add(
        ok
            ? good(what, took)
            : mark(Style.FAILURE, look.glyphs().failed) + what + ", " + Amounts.time(took));
    OutputTail tail = OutputTail.of(command.output(), ok ? OUTPUT_LINES : FAILURE_LINES);
    List<String> last = tail.lines();
    if (tail.count() > last.size() && !last.isEmpty()) {
      lines.add(left(tail.count() - last.size(), "above"));
    }
    for (String line : last) {
      lines.add("    " + look.paint(Style.DIM, cut(line)));
    }
    notes(command.facts().string("note", ""), lines);
  }

  /// What there is to say beside the output, whole: a person may have to act on it.
  private void notes(String note, List<String> lines) {
    String mark = look.paint(Style.WARNING, "! ");
    for (String each : note.isEmpty() ? new String[0] : note.split("; ", -1)) {
      for (String row :
          DisplayWidth.wrap(SafeText.visible(each), Math.max(20, page.columns() - 7))) {
        lines.add("    " + mark + look.paint(Style.DIM, row));
        mark = "  ";
      }
      mark = look.paint(Style.WARNING, "! ");
    }
  }

  private String left(long lines, String where) {
    String what = look.glyphs().ellipsis + " " + Amounts.count(lines, "line") + " " + where;
    return "    " + look.paint(Style.DIM, what);
  }

  private String cut(String line) {
    return DisplayWidth.fit(line.replace("\t", "    "), Math.max(20, page.columns() - 5));
  }

  private String one(String text) {
    return SafeText.line(text, Math.max(20, page.columns() - 24), look.glyphs());
  }
}
