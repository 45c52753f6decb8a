package dev.tenon.cli.terminal.render;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/// Markdown as rows of a terminal, from whole lines. What a line means depends on those before it:
/// code goes on to its fence, and a table is shown when it is whole. A line's end is a line's end,
/// as those who write for terminals mean it.
final class MarkdownLines {
  private static final String CODE_INDENTATION = "  ";
  private static final int LONGEST_RULE = 60;
  private static final int MOST_ROWS = 500;
  private static final int DEEPEST = 24;
  private static final int NARROWEST_TABLE = 12;

  /// What follows a character may make it narrower, so that it fits where it did not.
  private static final int LAST = 8;

  /// A line whose first bar comes later is no head of a table: its beginning may stand already.
  private static final int LATEST_BAR = 60;

  private final DisplayOptions look;
  private final IntSupplier columns;
  private List<String> out = new ArrayList<>();

  /// Stands in front of the next row, once.
  private String prefix = "";

  /// How many characters of the text of the line that is still written stand on rows that are done.
  private int standing;

  private @Nullable Fence fence;

  /// A line that may be the head of a table; what follows will tell.
  private @Nullable Head head;

  private @Nullable Table table;

  /// The rows of the line before.
  private Wrap.@Nullable Wrapped last;

  /// @param marks what opened it
  /// @param indentation how far it stands to the right
  /// @param quotes how many marks of quotes are in front of each line
  private record Fence(String marks, int indentation, int quotes, CodeText code) {}

  /// @param text with its indentation
  private record Head(String text, int quotes) {}

  /// @param quotes how many marks of quotes are in front of each line
  /// @param indentation how far it stands to the right
  /// @param header none where a table goes on
  private record Table(
      int quotes,
      int indentation,
      List<String> header,
      List<TableRows.Alignment> alignments,
      List<List<String>> cells) {}

  MarkdownLines(DisplayOptions look, IntSupplier columns) {
    this.look = look;
    this.columns = columns;
  }

  /// Another one in the same state, to try what would come.
  MarkdownLines copy() {
    var other = new MarkdownLines(look, columns);
    other.prefix = prefix;
    other.standing = standing;
    other.head = head;
    Fence open = fence;
    if (open != null) {
      other.fence = new Fence(open.marks, open.indentation, open.quotes, open.code.copy());
    }
    Table grown = table;
    if (grown != null) {
      other.table =
          new Table(
              grown.quotes,
              grown.indentation,
              grown.header,
              grown.alignments,
              new ArrayList<>(grown.cells));
    }
    return other;
  }

  void prefix(String painted) {
    prefix = painted;
  }

  /// The rows that are done.
  List<String> take() {
    List<String> rows = out;
    out = new ArrayList<>();
    return rows;
  }

  /// Nothing more comes.
  void finish() {
    flush(InlineMarkdown.Extent.WHOLE);
    fence = null;
  }

  void line(String line) {
    line(line, InlineMarkdown.Extent.WHOLE);
    standing = 0;
  }

  /// A line of which more will come: those of its rows are done that nothing can change any more.
  /// Breaking between words goes from row to row, so that all rows but the last one are.
  void growing(String line) {
    if (line.length() <= LATEST_BAR || fence != null || table != null || head != null) {
      return;
    }
    String bare = line.stripLeading();
    int bar = line.indexOf('|');
    if ((bar >= 0 && bar <= LATEST_BAR) || bare.isEmpty() || "#`~|".indexOf(bare.charAt(0)) >= 0) {
      return;
    }
    // The last character may still become another one.
    int end = InlineMarkdown.settled(line, line.length() - LAST, look);
    if (end <= LATEST_BAR || line.substring(0, end).chars().noneMatch(Character::isLetter)) {
      return;
    }
    MarkdownLines now = copy();
    now.line(line.substring(0, end), InlineMarkdown.Extent.WHOLE);
    Wrap.Wrapped grown = now.last;
    if (grown == null || now.out.size() != grown.rows().size() || now.fence != null) {
      return;
    }
    int done = grown.rows().size() - 1;
    if (done > 0) {
      out.addAll(grown.rows().subList(0, done));
      standing = grown.starts().get(done);
      prefix = "";
    }
  }

  /// A line of which more may come, and nothing after it.
  void preview(String line) {
    String bare = line.strip();
    boolean marksAlone = bare.chars().allMatch(c -> "`~#*-+_>|=: ".indexOf(c) >= 0);
    if (!line.isEmpty() && (!marksAlone || fence != null)) {
      line(line, InlineMarkdown.Extent.OPEN);
    }
    flush(InlineMarkdown.Extent.OPEN);
  }

  /// As much of a line that is still being written as nothing can change any more, in rows, for
  /// places where what is printed stays; empty if that is nothing.
  String early(String partial) {
    int end = partial.lastIndexOf(' ');
    if (end <= 0 || fence != null || table != null || head != null) {
      return "";
    }
    String start = partial.substring(0, end);
    String bare = start.strip();
    if (bare.isEmpty()) {
      return "";
    }
    boolean markAlone = itemMark(bare + " ") == bare.length();
    if (markAlone || "#>|`~<=".indexOf(bare.charAt(0)) >= 0 || rule(bare)) {
      return "";
    }
    MarkdownLines now = copy();
    now.block(CodeText.untabbed(start), 0, InlineMarkdown.Extent.WHOLE);
    if (now.out.isEmpty() || now.fence != null) {
      return "";
    }
    String row = String.join("\n", now.out);
    for (int i = 0; i < row.length(); i++) {
      if (row.charAt(i) == '\033') {
        i = DisplayWidth.afterEscape(row, i) - 1;
      } else if ("`*_~[]!<&|\\".indexOf(row.charAt(i)) >= 0) {
        return "";
      }
    }
    return row;
  }

  private void line(String line, InlineMarkdown.Extent extent) {
    Fence open = fence;
    if (open != null) {
      code(line, open);
      return;
    }
    int quotes = 0;
    int at = 0;
    while (true) {
      int mark = indentation(line, at);
      if (mark - at > 3 || !line.startsWith(">", mark)) {
        break;
      }
      at = line.startsWith(" ", mark + 1) ? mark + 2 : mark + 1;
      quotes++;
    }
    String rest = CodeText.untabbed(line.substring(at));
    if (!tableGoesOn(rest, quotes)) {
      flush(extent);
      if (mayBeTable(rest, at)) {
        head = new Head(rest, quotes);
      } else {
        block(rest, quotes, extent);
      }
    }
  }

  private void code(String line, Fence open) {
    String rest = line;
    for (int i = 0; i < open.quotes && rest.stripLeading().startsWith(">"); i++) {
      rest = rest.stripLeading().substring(1);
      rest = rest.startsWith(" ") ? rest.substring(1) : rest;
    }
    String bare = rest.strip();
    if (bare.length() >= open.marks.length() && run(bare, open.marks.charAt(0)) == bare.length()) {
      fence = null;
      return;
    }
    int from = 0;
    while (from < open.indentation && from < rest.length() && rest.charAt(from) == ' ') {
      from++;
    }
    String code = CodeText.untabbed(rest.substring(from));
    String painted =
        open.code.coloured() ? open.code.painted(code) : look.paint(Style.MD_CODE_BLOCK, code);
    String left =
        bars(open.quotes) + " ".repeat(Math.min(open.indentation, DEEPEST)) + CODE_INDENTATION;
    prefixAlone();
    out.addAll(Wrap.code(painted, columns.getAsInt(), left, look));
  }

  /// Code and tables begin on a row of their own.
  private void prefixAlone() {
    if (!prefix.isEmpty()) {
      out.add(prefix.stripTrailing());
      prefix = "";
    }
  }

  private String bars(int count) {
    return (look.paint(Style.MD_QUOTE_BORDER, look.glyphs().bar) + " ")
        .repeat(Math.min(count, DEEPEST / 2));
  }

  // Tables

  /// @param from where it begins, behind the marks of quotes
  private boolean mayBeTable(String line, int from) {
    // Where the beginning of a line may be printed already, only a bar in front says it in time.
    boolean barred = line.stripLeading().startsWith("|");
    return (columns.getAsInt() < Integer.MAX_VALUE || barred)
        && line.indexOf('|') >= 0
        && from + line.indexOf('|') <= LATEST_BAR
        && TableCells.split(line).size() > (barred ? 0 : 1)
        && fenceMarks(line).isEmpty();
  }

  private boolean tableGoesOn(String line, int quotes) {
    Head header = head;
    if (header != null && quotes == header.quotes) {
      List<String> cells = TableCells.split(header.text);
      List<TableRows.Alignment> alignments = TableCells.alignments(line);
      if (!alignments.isEmpty() && alignments.size() == cells.size()) {
        int indentation = indentation(header.text, 0);
        table = new Table(quotes, indentation, cells, alignments, new ArrayList<>());
        head = null;
        return true;
      }
      return false;
    }
    Table open = table;
    if (open == null || quotes != open.quotes || line.indexOf('|') < 0) {
      return false;
    }
    open.cells.add(TableCells.split(line));
    if (open.cells.size() >= MOST_ROWS) {
      flush(InlineMarkdown.Extent.WHOLE);
      // What follows is still the same table, whose head stands above.
      table =
          new Table(open.quotes, open.indentation, List.of(), open.alignments, new ArrayList<>());
    }
    return true;
  }

  private void flush(InlineMarkdown.Extent extent) {
    Head header = head;
    head = null;
    if (header != null) {
      if (extent == InlineMarkdown.Extent.OPEN && header.text.stripLeading().startsWith("|")) {
        List<String> cells = TableCells.split(header.text);
        int indentation = indentation(header.text, 0);
        table = new Table(header.quotes, indentation, cells, List.of(), new ArrayList<>());
      } else {
        block(header.text, header.quotes, extent);
      }
    }
    Table whole = table;
    table = null;
    if (whole != null && !(whole.header.isEmpty() && whole.cells.isEmpty())) {
      table(whole, extent);
    }
  }

  private void table(Table table, InlineMarkdown.Extent extent) {
    prefixAlone();
    int count = table.alignments.size();
    var cells = new ArrayList<List<String>>();
    for (List<String> row : table.cells) {
      var fitted = new ArrayList<>(row.subList(0, Math.min(row.size(), count)));
      while (fitted.size() < count) {
        fitted.add("");
      }
      cells.add(inlined(fitted, extent));
    }
    int width = columns.getAsInt();
    String left = bars(table.quotes) + " ".repeat(Math.min(table.indentation, DEEPEST));
    String before = DisplayWidth.of(left) > width - NARROWEST_TABLE ? "" : left;
    var rows = new TableRows(look, inlined(table.header, extent), table.alignments, cells);
    for (String row : rows.rows(width - DisplayWidth.of(before))) {
      out.add(before + row);
    }
  }

  private List<String> inlined(List<String> cells, InlineMarkdown.Extent extent) {
    var painted = new ArrayList<String>();
    for (String cell : cells) {
      String inline = new InlineMarkdown(look, extent).painted(cell);
      painted.add(inline.replace("<br>", "\n").replace("<br/>", "\n").replace("<br />", "\n"));
    }
    return painted;
  }

  // Everything else

  private void block(String line, int quotes, InlineMarkdown.Extent extent) {
    int start = indentation(line, 0);
    String rest = line.substring(start);
    String space = " ".repeat(Math.min(start, DEEPEST));
    if (rest.isEmpty()) {
      rows("", quotes, "", "");
      return;
    }
    String marks = fenceMarks(rest);
    if (!marks.isEmpty()) {
      open(marks, rest, start, quotes);
      return;
    }
    int level = run(rest, '#');
    if (level >= 1 && level <= 6 && (rest.length() == level || rest.charAt(level) == ' ')) {
      String title = heading(rest.substring(level));
      Style style = level == 1 ? Style.TITLE : Style.HEADING;
      rows(look.paint(style, inline(title, extent)), quotes, "", "");
      return;
    }
    if (rule(rest)) {
      int width = Math.clamp(columns.getAsInt() - 1L, 1, LONGEST_RULE);
      rows(look.paint(Style.MD_HR, look.glyphs().rule.repeat(width)), quotes, "", "");
      return;
    }
    int mark = itemMark(rest);
    if (mark > 0) {
      item(rest, mark, space, quotes, extent);
      return;
    }
    String text = inline(hardBreak(rest), extent);
    rows(quotes == 0 ? text : look.paint(Style.MD_QUOTE, text), quotes, space, space);
  }

  /// @param rest the line from the marks on
  private void open(String marks, String rest, int indentation, int quotes) {
    String info = rest.substring(marks.length()).strip();
    int end = 0;
    while (end < info.length() && " \t{,:".indexOf(info.charAt(end)) < 0) {
      end++;
    }
    fence = new Fence(marks, indentation, quotes, CodeText.of(info.substring(0, end), look));
  }

  private void item(String rest, int mark, String space, int quotes, InlineMarkdown.Extent extent) {
    String sign = mark == 1 ? look.glyphs().bullet : rest.substring(0, mark);
    String text = rest.substring(Math.min(rest.length(), mark + 1)).stripLeading();
    String box = "";
    boolean open = text.startsWith("[ ] ");
    boolean done = text.startsWith("[x] ") || text.startsWith("[X] ");
    if (open || done) {
      box = look.glyphs().box(done) + " ";
      text = text.substring(4);
    }
    // A box says that this is an item.
    String shown = box.isEmpty() || mark > 1 ? sign + " " + box : box;
    String hang = " ".repeat(DisplayWidth.of(shown));
    String first = space + look.paint(Style.MD_LIST_BULLET, shown.stripTrailing()) + " ";
    String marks = fenceMarks(text);
    if (!marks.isEmpty()) {
      rows("", quotes, first.stripTrailing(), "");
      open(marks, text, space.length() + rest.length() - text.length(), quotes);
      return;
    }
    rows(inline(hardBreak(text), extent), quotes, first, space + hang);
  }

  private void rows(String painted, int quotes, String first, String further) {
    String bars = bars(quotes);
    String before = prefix;
    prefix = "";
    String one = before + bars + first;
    if (painted.isEmpty() && first.isBlank()) {
      out.add(one.stripTrailing());
      return;
    }
    last =
        standing > 0
            ? Wrap.further(painted, standing, columns.getAsInt(), bars + further)
            : Wrap.wrapped(painted, columns.getAsInt(), one, bars + further);
    out.addAll(last.rows());
  }

  private String inline(String text, InlineMarkdown.Extent extent) {
    return new InlineMarkdown(look, extent).painted(text);
  }

  private static String hardBreak(String text) {
    String bare = text.stripTrailing();
    return bare.endsWith("\\") && !bare.endsWith("\\\\")
        ? bare.substring(0, bare.length() - 1)
        : bare;
  }

  /// Without the marks that may close it.
  private static String heading(String text) {
    String bare = text.strip();
    int end = bare.length();
    while (end > 0 && bare.charAt(end - 1) == '#') {
      end--;
    }
    return end == 0 || bare.charAt(end - 1) == ' ' ? bare.substring(0, end).strip() : bare;
  }

  /// How long the mark of a list's item is: 1 for a bullet, more for a number, 0 if there is none.
  private static int itemMark(String rest) {
    if ("-*+".indexOf(rest.charAt(0)) >= 0) {
      return rest.length() > 1 && rest.charAt(1) == ' ' ? 1 : 0;
    }
    int digits = 0;
    while (digits < rest.length() && digits < 10 && Character.isDigit(rest.charAt(digits))) {
      digits++;
    }
    boolean marked =
        digits > 0
            && digits < 10
            && rest.length() > digits + 1
            && ".)".indexOf(rest.charAt(digits)) >= 0
            && rest.charAt(digits + 1) == ' ';
    return marked ? digits + 1 : 0;
  }

  private static boolean rule(String rest) {
    char mark = rest.charAt(0);
    int marks = 0;
    for (int i = 0; i < rest.length(); i++) {
      char c = rest.charAt(i);
      if (c != mark && c != ' ') {
        return false;
      }
      marks += c == mark ? 1 : 0;
    }
    return marks >= 3 && "-*_".indexOf(mark) >= 0;
  }

  /// The marks that open code here; empty if none do.
  private static String fenceMarks(String line) {
    String rest = line.stripLeading();
    if (rest.isEmpty() || (rest.charAt(0) != '`' && rest.charAt(0) != '~')) {
      return "";
    }
    int marks = run(rest, rest.charAt(0));
    // A code span may begin with three marks as well; then more of them follow.
    boolean span = rest.charAt(0) == '`' && rest.indexOf('`', marks) >= 0;
    return marks >= 3 && !span ? rest.substring(0, marks) : "";
  }

  private static int indentation(String line, int from) {
    int at = from;
    while (at < line.length() && line.charAt(at) == ' ') {
      at++;
    }
    return at;
  }

  private static int run(String text, char mark) {
    int length = 0;
    while (length < text.length() && text.charAt(length) == mark) {
      length++;
    }
    return length;
  }
}
