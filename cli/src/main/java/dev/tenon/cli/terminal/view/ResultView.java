package dev.tenon.cli.terminal.view;

import dev.tenon.cli.terminal.render.Amounts;
import dev.tenon.cli.terminal.render.DiffRows;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.render.TableRows;
import dev.tenon.cli.terminal.render.Wrap;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.tool.ToolResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Results in a few lines: how large they are, and what a person wants to see of each shape. What
/// is left out is said, and kept in the [CardLog].
final class ResultView {
  private static final int ERROR_PREVIEW = 200;
  private static final int PROBLEM_LINES = 4;
  private static final int DIFF_LINES = 16;
  private static final int OUTPUT_LINES = 5;
  private static final int FAILURE_LINES = 12;
  private static final int CHECKLIST_LINES = 8;
  private static final int TABLE_LINES = 14;
  private static final int TREE_LINES = 10;
  private static final String INDENTATION = "    ";

  /// How the model is told of a refusal.
  private static final String REFUSED = "the user said no to: ";

  private final Page page;
  private final DisplayOptions look;

  ResultView(Page page, DisplayOptions look) {
    this.page = page;
    this.look = look;
  }

  List<String> lines(Part.Result result, Optional<ToolResult> shape, Duration took) {
    var lines = new ArrayList<String>();
    if (result.failed() || shape.isEmpty()) {
      failure(problem(result), lines);
      return lines;
    }
    switch (shape.get()) {
      case ToolResult.Text text -> lines.add(good(chars(text.text()), took));
      case ToolResult.Facts facts -> lines.add(good(chars(facts.text()), took));
      case ToolResult.Diff diff -> diff(diff, took, lines);
      case ToolResult.Command command -> command(command, took, lines);
      case ToolResult.Table table -> {
        lines.add(good(Amounts.count(table.rows().size(), "row"), took));
        fold(measured() ? table(table, room()) : List.of(), TABLE_LINES, lines);
      }
      case ToolResult.Checklist list -> checklist(list, lines);
      case ToolResult.Picture picture -> lines.add(good(picture(picture), took));
      case ToolResult.Tree tree -> {
        lines.add(good(Amounts.count(tree.entries().size(), "entry"), took));
        fold(
            measured() ? TreeGuides.rows(tree.entries(), look, room()) : List.of(),
            TREE_LINES,
            lines);
      }
    }
    return lines;
  }

  /// All of a result, for a reader who asks for it.
  List<String> whole(ToolResult shape, int columns) {
    return switch (shape) {
      case ToolResult.Diff diff -> {
        var rows = new ArrayList<String>();
        for (String line : diff.summary().split("\n", -1)) {
          rows.addAll(Wrap.rows(SafeText.visible(line), columns));
        }
        rows.addAll(DiffRows.of(diff.diff(), look, columns));
        yield rows;
      }
      case ToolResult.Table table -> table(table, columns);
      case ToolResult.Tree tree -> TreeGuides.rows(tree.entries(), look, columns);
      case ToolResult.Command command ->
          plain(OutputTail.of(command.text(), Integer.MAX_VALUE).lines(), columns);
      case ToolResult.Text text ->
          plain(OutputTail.of(text.text(), Integer.MAX_VALUE).lines(), columns);
      case ToolResult.Facts facts ->
          plain(OutputTail.of(facts.text(), Integer.MAX_VALUE).lines(), columns);
      case ToolResult.Checklist list ->
          plain(OutputTail.of(list.text(), Integer.MAX_VALUE).lines(), columns);
      case ToolResult.Picture picture -> List.of(picture(picture));
    };
  }

  static List<String> plain(List<String> lines, int columns) {
    var rows = new ArrayList<String>();
    lines.forEach(line -> rows.addAll(Wrap.rows(line, columns)));
    return rows;
  }

  private boolean live() {
    return page.reach() == Page.Reach.LIVE;
  }

  private boolean measured() {
    return page.measured();
  }

  private int room() {
    return Math.max(16, page.columns() - INDENTATION.length());
  }

  /// Its first lines, each by itself where there is room.
  private void failure(String problem, List<String> lines) {
    String mark = mark(Style.FAILURE, look.glyphs().failed);
    if (!measured()) {
      lines.add(mark + SafeText.line(problem, ERROR_PREVIEW, look.glyphs()));
      return;
    }
    var rows = new ArrayList<String>();
    for (String line : problem.strip().split("\n", PROBLEM_LINES)) {
      String text = SafeText.line(line, 2 * ERROR_PREVIEW, look.glyphs());
      String painted = rows.isEmpty() ? text : look.paint(Style.DIM, text);
      rows.addAll(
          Wrap.rows(painted, page.columns(), rows.isEmpty() ? mark : INDENTATION, INDENTATION));
    }
    lines.addAll(rows);
  }

  /// What went wrong, in words: details are for the model.
  private static String problem(Part.Result result) {
    Json.Obj error = result.envelope().objectOrEmpty("error");
    String message = error.string("message", "");
    if (message.isEmpty()) {
      return result.text();
    }
    if (message.startsWith(REFUSED)) {
      int why = message.indexOf("; they say: ");
      return "you said no"
          + (why < 0 ? "" : ": " + message.substring(why + "; they say: ".length()));
    }
    var words = new StringBuilder(error.string("code", ""));
    words.append(words.isEmpty() ? "" : ": ").append(message);
    for (Json suggestion : error.array("suggestions")) {
      words.append(suggestion instanceof Json.Str line ? "\n" + line.value() : "");
    }
    return words.toString();
  }

  /// A long list is shown from a little above what is being done.
  private void checklist(ToolResult.Checklist list, List<String> lines) {
    if (list.lines().isEmpty()) {
      lines.add(mark(Style.OK, look.glyphs().ok) + "nothing to do");
      return;
    }
    var panel = new TodoPanel(look);
    panel.show(list.lines());
    int rows = list.lines().size() <= CHECKLIST_LINES ? CHECKLIST_LINES : CHECKLIST_LINES + 2;
    panel
        .rows(Math.max(20, page.columns() - 3), rows)
        .lines()
        .forEach(row -> lines.add("  " + row));
  }

  private String picture(ToolResult.Picture picture) {
    long bytes = picture.image().base64().length() * 3L / 4;
    String caption = one(picture.caption());
    return (caption.isEmpty() ? "picture" : caption)
        + ", "
        + one(picture.image().mediaType())
        + (bytes == 0 ? "" : ", " + Amounts.bytes(bytes));
  }

  private List<String> table(ToolResult.Table table, int columns) {
    var cells = new ArrayList<List<String>>();
    table.rows().forEach(row -> cells.add(cells(row)));
    return new TableRows(look, cells(table.columns()), List.of(), cells).rows(columns);
  }

  private static List<String> cells(List<String> row) {
    return row.stream().map(cell -> SafeText.visible(cell).replace("\t", "    ")).toList();
  }

  private String chars(String text) {
    return Amounts.count(text.codePointCount(0, text.length()), "char");
  }

  private String good(String what, Duration took) {
    return look.waiting() == DisplayOptions.Waiting.WORDS && !took.isZero()
        ? "  Done in " + Amounts.time(took) + ": " + what
        : mark(Style.OK, look.glyphs().ok) + look.paint(Style.DIM, what + time(took));
  }

  /// Of what was replayed nobody knows how long it took.
  private static String time(Duration took) {
    return took.isZero() ? "" : ", " + Amounts.time(took);
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
        measured()
            ? DiffRows.counts(added, removed, look)
            : "+" + Amounts.count(added) + " -" + Amounts.count(removed);
    lines.add(
        mark(Style.OK, look.glyphs().ok)
            + one(diff.summary())
            + (body.isEmpty() ? "" : " (" + counts + ")")
            + look.paint(Style.DIM, time(took)));
    if (measured()) {
      List<String> rows = DiffRows.of(diff.diff(), look, room());
      fold(
          oneFile(diff) && !rows.isEmpty() ? rows.subList(1, rows.size()) : rows,
          DIFF_LINES,
          lines);
      return;
    }
    int shown = body.size() <= DIFF_LINES + 1 ? body.size() : DIFF_LINES;
    for (String line : body.subList(0, shown)) {
      lines.add(INDENTATION + cut(SafeText.visible(line)));
    }
    if (shown < body.size()) {
      lines.add(left(body.size() - shown, "more"));
    }
  }

  /// Whether the line above the diff has said already what its head would.
  private static boolean oneFile(ToolResult.Diff diff) {
    String text = diff.diff();
    int first = text.indexOf("--- a/");
    return first == 0
        && text.indexOf("\n--- ", 1) < 0
        && diff.summary().indexOf('\n') < 0
        && !text.contains("\n+++ /dev/null");
  }

  private void command(ToolResult.Command command, Duration took, List<String> lines) {
    boolean ok = command.exitCode() == 0;
    String what =
        "exit "
            + command.exitCode()
            + ", "
            + (command.output().isEmpty() ? "no output" : chars(command.output()));
    lines.add(
        ok ? good(what, took) : mark(Style.FAILURE, look.glyphs().failed) + what + time(took));
    OutputTail tail = OutputTail.of(command.output(), ok ? OUTPUT_LINES : FAILURE_LINES);
    List<String> last = tail.lines();
    if (tail.count() > last.size() && !last.isEmpty()) {
      lines.add(left(tail.count() - last.size(), "above"));
    }
    for (String line : last) {
      lines.add(INDENTATION + look.paint(Style.TOOL_OUTPUT, cut(line)));
    }
    notes(command.facts().string("note", ""), lines);
  }

  /// What there is to say beside the output, whole: a person may have to act on it.
  private void notes(String note, List<String> lines) {
    String mark = INDENTATION + look.paint(Style.WARNING, look.glyphs().warning) + " ";
    for (String each : note.isEmpty() ? new String[0] : note.split("; ", -1)) {
      String text = look.paint(Style.DIM, SafeText.visible(each).replace('\n', ' '));
      lines.addAll(Wrap.rows(text, Math.max(20, page.columns() - 1), mark, INDENTATION + "  "));
    }
  }

  /// The first rows, and how many more there are.
  private void fold(List<String> rows, int most, List<String> lines) {
    int shown = rows.size() <= most + 1 ? rows.size() : most;
    for (String row : rows.subList(0, shown)) {
      lines.add(INDENTATION + row);
    }
    if (shown < rows.size()) {
      lines.add(left(rows.size() - shown, "more"));
    }
  }

  private String left(long lines, String where) {
    String dots = look.glyphs().ellipsis + " ";
    String what =
        live() && where.equals("more")
            ? dots + Amounts.count(lines, "more line")
            : dots + Amounts.count(lines, "line") + " " + where;
    return INDENTATION + look.paint(Style.DIM, live() ? what + " (Ctrl-O shows all)" : what);
  }

  private String cut(String line) {
    int room = Math.max(20, page.columns() - 5);
    return DisplayWidth.cut(line.replace("\t", "    "), room, look.glyphs());
  }

  private String one(String text) {
    return SafeText.line(text, Math.max(20, page.columns() - 24), look.glyphs());
  }
}
