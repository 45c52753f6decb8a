package dev.tenon.cli.terminal.view;

import dev.tenon.cli.terminal.diff.DiffFile;
import dev.tenon.cli.terminal.diff.DiffParser;
import dev.tenon.cli.terminal.render.Amounts;
import dev.tenon.cli.terminal.render.DiffRows;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.render.TableRows;
import dev.tenon.cli.terminal.render.Wrap;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.json.Json;
import dev.tenon.core.tool.ToolResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Results in a few lines: what they are, and what a person wants to see of each shape. What is
/// left out is said, and kept in the [CardLog].
final class ResultView {
  private static final int ERROR_PREVIEW = 200;
  private static final int PROBLEM_LINES = 4;
  private static final int DIFF_LINES = 16;
  private static final int OUTPUT_LINES = 5;
  private static final int FAILURE_LINES = 12;
  private static final int CHECKLIST_LINES = 8;
  private static final int MOST_FILES = 3;
  private static final int MOST_NAMES = 6;
  private static final int TABLE_LINES = 14;
  private static final int TREE_LINES = 10;
  private static final String INDENTATION = "    ";

  private final Page page;
  private final DisplayOptions look;
  private final ChangeSource changes;

  ResultView(Page page, DisplayOptions look, ChangeSource changes) {
    this.page = page;
    this.look = look;
    this.changes = changes;
  }

  /// @param title what the line of the call has said already
  /// @param before the plan until now
  List<String> lines(
      AgentEvent.ToolFinished finished, String title, List<ToolResult.Checklist.Line> before) {
    Duration took = finished.took();
    var lines = new ArrayList<String>();
    if (finished.result().failed() || finished.shape().isEmpty()) {
      failure(FailureWords.of(finished.result()), lines);
      effects(finished.result().envelope().objectOrEmpty("error"), lines);
      return lines;
    }
    switch (finished.shape().get()) {
      case ToolResult.Text text -> {
        lines.add(good(one(ResultWords.of(text.facts(), text.text())), took));
        answers(text.facts().objects("results"), lines);
        effects(text.facts(), lines);
      }
      case ToolResult.Facts facts -> {
        lines.add(good(one(ResultWords.of(facts.data(), facts.text())), took));
        reports(facts.data().objects("results"), lines);
      }
      case ToolResult.Diff diff -> diff(diff, title, took, lines);
      case ToolResult.Command command -> command(command, title, took, lines);
      case ToolResult.Table table -> {
        lines.add(good(Amounts.count(table.rows().size(), "row"), took));
        fold(measured() ? table(table, room()) : List.of(), TABLE_LINES, lines);
      }
      case ToolResult.Checklist list -> checklist(list, before, lines);
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
        rows.addAll(DiffRows.whole(diff.diff(), look, columns));
        yield rows;
      }
      case ToolResult.Table table -> table(table, columns);
      case ToolResult.Tree tree -> TreeGuides.rows(tree.entries(), look, columns);
      case ToolResult.Command command -> plain(OutputTail.all(WholeText.of(command)), columns);
      case ToolResult.Text text -> plain(OutputTail.all(WholeText.of(text)), columns);
      case ToolResult.Facts facts -> plain(OutputTail.all(WholeText.of(facts)), columns);
      case ToolResult.Checklist list -> {
        var panel = new TodoPanel(look);
        panel.show(list.lines());
        yield list.lines().isEmpty()
            ? plain(OutputTail.all(list.text()), columns)
            : panel.all(columns);
      }
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
  private void failure(List<String> problem, List<String> lines) {
    String mark = mark(Style.FAILURE, look.glyphs().failed);
    if (!measured()) {
      String all = String.join("\n", problem);
      lines.add(mark + SafeText.line(all, ERROR_PREVIEW, look.glyphs()));
      return;
    }
    var rows = new ArrayList<String>();
    for (String line : problem.subList(0, Math.min(problem.size(), PROBLEM_LINES))) {
      String text = SafeText.line(line, 2 * ERROR_PREVIEW, look.glyphs());
      String painted = rows.isEmpty() ? text : look.paint(Style.DIM, text);
      rows.addAll(
          Wrap.rows(painted, page.columns(), rows.isEmpty() ? mark : INDENTATION, INDENTATION));
    }
    lines.addAll(rows);
    if (problem.size() > PROBLEM_LINES) {
      lines.add(left(problem.size() - PROBLEM_LINES, "more"));
    }
  }

  /// Where a panel shows the plan, a line says what became of it; elsewhere it is told once.
  private void checklist(
      ToolResult.Checklist list, List<ToolResult.Checklist.Line> before, List<String> lines) {
    lines.add(
        mark(Style.OK, look.glyphs().ok)
            + look.paint(Style.DIM, one(ResultWords.progress(before, list.lines()))));
    if (live() || !before.isEmpty()) {
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

  /// What became of those that worked for the conversation, a row for each.
  private void reports(List<Json.Obj> results, List<String> lines) {
    for (Json.Obj each : results) {
      if (!each.has("state")) {
        continue;
      }
      String problem = one(each.string("problem", ""));
      var words = new ArrayList<String>();
      if (!problem.isEmpty()) {
        words.add(problem);
      } else if (results.size() > 1) {
        words.add(one(each.string("state", "")));
      }
      if (each.number("steps", 0) > 0) {
        words.add(Amounts.count(each.number("steps", 0), "step"));
        words.add(Amounts.count(each.number("tokens", 0), "token"));
      }
      String sign =
          problem.isEmpty()
              ? look.paint(Style.DIM, look.glyphs().dot)
              : look.paint(Style.FAILURE, look.glyphs().failed);
      lines.add(
          INDENTATION
              + sign
              + " "
              + one(each.string("id", ""))
              + (words.isEmpty() ? "" : look.paint(Style.DIM, " " + String.join(", ", words))));
    }
  }

  /// What was answered to each of several questions, a row for each.
  private void answers(List<Json.Obj> replies, List<String> lines) {
    for (Json.Obj each : replies) {
      if (replies.size() > 1 && each.has("selected_options")) {
        String question =
            look.paint(Style.DIM, one(each.string("question", "")) + " " + look.glyphs().dot + " ");
        lines.addAll(
            Wrap.rows(
                question + one(ResultWords.answer(each)),
                measured() ? page.columns() : Integer.MAX_VALUE,
                INDENTATION,
                INDENTATION + "  "));
      }
    }
  }

  private String picture(ToolResult.Picture picture) {
    long bytes = picture.image().base64().length() * 3L / 4;
    String caption = one(picture.caption());
    return (caption.isEmpty() ? "picture" : caption)
        + ", "
        + one(picture.image().mediaType())
        + (bytes == 0 ? "" : ", " + Amounts.bytes(bytes))
        + (picture.more().isEmpty() ? "" : ", and " + picture.more().size() + " more");
  }

  private List<String> table(ToolResult.Table table, int columns) {
    var cells = new ArrayList<List<String>>();
    table.rows().forEach(row -> cells.add(cells(row)));
    return new TableRows(look, cells(table.columns()), List.of(), cells).rows(columns);
  }

  private static List<String> cells(List<String> row) {
    return row.stream().map(cell -> SafeText.visible(cell).replace("\t", "    ")).toList();
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

  private void diff(ToolResult.Diff diff, String title, Duration took, List<String> lines) {
    var files = new ArrayList<DiffFile>();
    DiffParser.parse(diff.diff(), files::add, ignored -> {});
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
    if (!files.isEmpty()) {
      // What is said of binary files are no lines of them.
      added = files.stream().mapToInt(file -> file.count(DiffFile.Side.NEW)).sum();
      removed = files.stream().mapToInt(file -> file.count(DiffFile.Side.OLD)).sum();
    }
    String counts =
        measured()
            ? DiffRows.counts(added, removed, look)
            : "+" + Amounts.count(added) + " -" + Amounts.count(removed);
    lines.add(
        mark(Style.OK, look.glyphs().ok)
            + one(edited(diff, files, title))
            + (body.isEmpty() ? "" : " " + counts)
            + look.paint(Style.DIM, time(took)));
    if (measured()) {
      List<String> rows = DiffRows.of(diff.diff(), look, room());
      // The lines above have said what the head of a single file would.
      boolean said = files.size() == 1 && files.getFirst().kind() != DiffFile.Kind.NAMELESS;
      fold(said && !rows.isEmpty() ? rows.subList(1, rows.size()) : rows, DIFF_LINES, lines);
    } else {
      int shown = body.size() <= DIFF_LINES + 1 ? body.size() : DIFF_LINES;
      for (String line : body.subList(0, shown)) {
        lines.add(INDENTATION + cut(SafeText.visible(line)));
      }
      if (shown < body.size()) {
        lines.add(left(body.size() - shown, "more"));
      }
    }
    warnings(texts(diff.facts(), "warnings"), lines);
  }

  /// What was done to the files, in words: what the summary says is for the model.
  private static String edited(ToolResult.Diff diff, List<DiffFile> files, String title) {
    List<Json.Obj> known = diff.facts().objects("files");
    if (known.isEmpty()) {
      return diff.summary();
    }
    boolean staged = diff.summary().startsWith("staged ");
    if (known.size() > 1) {
      return (staged ? "staged " : "") + Amounts.count(known.size(), "file");
    }
    String path = known.getFirst().string("path", "");
    String name = title.contains(path) ? "" : " " + path;
    DiffFile.Kind kind = files.isEmpty() ? DiffFile.Kind.NAMELESS : files.getFirst().kind();
    return switch (kind) {
          case NEW -> staged ? "staged, new" : "created";
          case DELETED -> staged ? "staged, to be deleted" : "deleted";
          case MOVED ->
              (staged ? "staged, moved from " : "moved from ") + files.getFirst().oldPath();
          case CHANGED, BINARY, NAMELESS -> staged ? "staged" : "changed";
        }
        + name;
  }

  private void command(
      ToolResult.Command command, String title, Duration took, List<String> lines) {
    boolean ok = command.exitCode() == 0;
    boolean silent = command.output().isEmpty() && command.facts().get("effects") == null;
    String folder = one(command.facts().string("folder", ""));
    String where = folder.isEmpty() || title.startsWith("in ") ? "" : " in " + folder;
    String what = "exit " + command.exitCode() + where + (silent ? ", no output" : "");
    lines.add(
        ok ? good(what, took) : mark(Style.FAILURE, look.glyphs().failed) + what + time(took));
    OutputTail tail =
        OutputTail.of(command.output(), ok ? OUTPUT_LINES : FAILURE_LINES, look.glyphs());
    List<String> last = tail.lines();
    if (tail.count() > last.size() && !last.isEmpty()) {
      lines.add(left(tail.count() - last.size(), "above"));
    }
    for (String line : last) {
      lines.add(INDENTATION + look.paint(Style.TOOL_OUTPUT, cut(line)));
    }
    effects(command.facts(), lines);
  }

  /// What a call did to files beside its own result, and what there is to say about it, whole: a
  /// person may have to act on it.
  private void effects(Json.Obj facts, List<String> lines) {
    Json.Obj effects = facts.objectOrEmpty("effects");
    files(effects, lines);
    List<String> notes = texts(facts, "notes");
    List<String> warnings = new ArrayList<>(texts(facts, "warnings"));
    String note = facts.string("note", "");
    if (effects.isEmpty() && notes.isEmpty() && warnings.isEmpty() && !note.isEmpty()) {
      warnings.addAll(List.of(note.split("; ", -1)));
    }
    for (Json.Obj lost : effects.objects("not_captured")) {
      warnings.add(
          "cannot be undone: " + lost.string("path", "") + " (" + lost.string("reason", "") + ")");
    }
    long more = effects.number("not_captured_count", 0) - effects.objects("not_captured").size();
    if (more > 0) {
      warnings.add("cannot be undone: " + Amounts.count(more) + " more");
    }
    warnings.addAll(texts(effects, "notes"));
    told(notes, look.paint(Style.DIM, look.glyphs().dot), lines);
    warnings(warnings, lines);
  }

  private void files(Json.Obj effects, List<String> lines) {
    List<Json.Obj> files = effects.objects("files");
    if (files.isEmpty()) {
      return;
    }
    boolean staged = effects.string("where", "").equals("staged");
    var ids = new ArrayList<String>();
    for (Json.Obj file : files.subList(0, Math.min(files.size(), MOST_FILES))) {
      ids.add(file.string("change_id", ""));
    }
    String diff = staged || !measured() ? "" : changes.diff(ids);
    fold(DiffRows.of(diff, look, room()), DIFF_LINES, lines);
    var shown = new HashSet<String>();
    DiffParser.parse(diff, file -> shown.add(file.path()), ignored -> {});
    var others = new ArrayList<Json.Obj>();
    for (Json.Obj file : files) {
      if (!shown.contains(file.string("target", file.string("path", "")))) {
        others.add(file);
      }
    }
    long more = Math.max(0, effects.number("count", files.size()) - files.size());
    if (!others.isEmpty() || more > 0) {
      String words = (staged ? "staged for review: " : "") + names(others, more);
      lines.addAll(
          Wrap.rows(
              look.paint(Style.DIM, SafeText.visible(words).replace('\n', ' ')),
              Math.max(20, page.columns() - 1),
              INDENTATION,
              INDENTATION));
    }
  }

  /// `changed a, b; created c`
  ///
  /// @param unnamed how many there are beyond these
  static String names(List<Json.Obj> files, long unnamed) {
    Map<String, List<String>> kinds = new LinkedHashMap<>();
    for (Json.Obj file : files.subList(0, Math.min(files.size(), MOST_NAMES))) {
      String verb =
          switch (file.string("kind", "")) {
            case "created" -> "created";
            case "deleted" -> "deleted";
            case "moved" -> "moved";
            case "mode_changed" -> "changed the mode of";
            default -> "changed";
          };
      String target = file.string("target", "");
      kinds
          .computeIfAbsent(verb, ignored -> new ArrayList<>())
          .add(file.string("path", "") + (target.isEmpty() ? "" : " to " + target));
    }
    var words = new ArrayList<String>();
    kinds.forEach((verb, names) -> words.add(verb + " " + String.join(", ", names)));
    long more = unnamed + files.size() - Math.min(files.size(), MOST_NAMES);
    return String.join("; ", words) + (more > 0 ? " and " + Amounts.count(more) + " more" : "");
  }

  private void warnings(List<String> texts, List<String> lines) {
    told(texts, look.paint(Style.WARNING, look.glyphs().warning), lines);
  }

  private void told(List<String> texts, String sign, List<String> lines) {
    for (String each : texts) {
      String text = look.paint(Style.DIM, SafeText.visible(each).replace('\n', ' '));
      lines.addAll(
          Wrap.rows(
              text,
              Math.max(20, page.columns() - 1),
              INDENTATION + sign + " ",
              INDENTATION + "  "));
    }
  }

  static List<String> texts(Json.Obj facts, String name) {
    var texts = new ArrayList<String>();
    for (Json each : facts.array(name)) {
      if (each instanceof Json.Str text) {
        texts.add(text.value());
      }
    }
    return texts;
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
