package dev.tenon.cli.terminal.markdown;

import dev.tenon.cli.terminal.render.CodeText;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.render.TableRows;
import dev.tenon.cli.terminal.render.Wrap;
import dev.tenon.cli.terminal.screen.Clusters;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/// Markdown as rows of a terminal, from whole lines. What a line means depends on those before it:
/// code goes on to its fence, a table is shown when it is whole, and a paragraph from the first
/// mark on that waits for its partner. The end of a line is one, as writers for terminals mean it.
final class MarkdownLines {
  private static final String CODE_INDENTATION = "  ";
  private static final int LONGEST_RULE = 60;
  private static final int MOST_ROWS = 500;
  private static final int CODE_BLANKS = 4;

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

  private @Nullable MarkdownTable table;

  /// What is not done of the paragraph that is open.
  private Paragraph paragraph;

  /// Whether the line before was text, so that this one may go on with it.
  private boolean inText;

  /// The quotes and items that are open.
  private OpenBlocks blocks = new OpenBlocks();

  /// Stands once to the left of a quote that begins on the line of an item.
  private String marker = "";

  /// The rows of the line before.
  private Wrap.@Nullable Wrapped last;

  /// @param marks what opened it
  /// @param indentation how far it stands to the right
  private record Fence(String marks, int indentation, Quotes quotes, CodeText code) {}

  /// @param text with its indentation
  private record Head(String text, Quotes quotes) {}

  MarkdownLines(DisplayOptions look, IntSupplier columns) {
    this.look = look;
    this.columns = columns;
    this.paragraph = new Paragraph(look);
  }

  /// Another one in the same state, to try what would come.
  MarkdownLines copy() {
    var other = new MarkdownLines(look, columns);
    other.prefix = prefix;
    other.standing = standing;
    other.head = head;
    other.paragraph = paragraph.copy();
    other.inText = inText;
    other.blocks = blocks.copy();
    Fence open = fence;
    if (open != null) {
      other.fence = new Fence(open.marks, open.indentation, open.quotes, open.code.copy());
    }
    MarkdownTable grown = table;
    other.table = grown == null ? null : grown.copy();
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
    endText(InlineMarkdown.Extent.WHOLE);
    fence = null;
    blocks = new OpenBlocks();
  }

  void line(String line) {
    line(line, InlineMarkdown.Extent.WHOLE);
    standing = 0;
  }

  /// A line of which more will come: those of its rows are done that nothing can change any more.
  /// Breaking between words goes from row to row, so that all rows but the last one are.
  void growing(String line) {
    if (line.length() <= LATEST_BAR || isHeld()) {
      return;
    }
    String bare = line.stripLeading();
    int bar = line.indexOf('|');
    if ((bar >= 0 && bar <= LATEST_BAR) || bare.isEmpty() || "#`~|".indexOf(bare.charAt(0)) >= 0) {
      return;
    }
    // The last character may still become another one.
    int end = Clusters.before(line, InlineMarkdown.settled(line, line.length() - LAST, look));
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

  /// Whether rows of other lines have to come before those of the next one.
  private boolean isHeld() {
    return fence != null || table != null || head != null || !paragraph.isEmpty();
  }

  /// A line of which more may come, and nothing after it.
  void preview(String line) {
    String bare = line.strip();
    boolean marksAlone = bare.chars().allMatch(c -> "`~#*-+_>|=: ".indexOf(c) >= 0);
    if (!line.isEmpty() && (!marksAlone || fence != null)) {
      line(line, InlineMarkdown.Extent.OPEN);
    }
    flush(InlineMarkdown.Extent.OPEN);
    endText(InlineMarkdown.Extent.OPEN);
  }

  /// As much of a line that is still being written as nothing can change any more, in rows, for
  /// places where what is printed stays; empty if that is nothing.
  String early(String partial) {
    int end = partial.lastIndexOf(' ');
    if (end <= 0 || isHeld()) {
      return "";
    }
    String start = partial.substring(0, end);
    String bare = start.strip();
    if (bare.isEmpty()) {
      return "";
    }
    if (isCode(CodeText.untabbed(start), Quotes.NONE)) {
      return "";
    }
    int mark = MarkdownMarks.item(bare + " ");
    if (mark == bare.length() || bare.substring(mark).strip().startsWith(">")) {
      return "";
    }
    if ("#>|`~<=".indexOf(bare.charAt(0)) >= 0 || MarkdownMarks.rule(bare)) {
      return "";
    }
    MarkdownLines now = copy();
    now.block(CodeText.untabbed(start), Quotes.NONE, InlineMarkdown.Extent.WHOLE);
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
    Quotes here = blocks.quotes(line);
    int at = here.end(line);
    String rest = CodeText.untabbed(line.substring(at));
    if (!tableGoesOn(rest, here)) {
      flush(extent);
      if (!isCode(rest, here) && mayBeTable(rest, at)) {
        head = new Head(rest, here);
      } else {
        block(rest, here, extent);
      }
    }
  }

  /// Whether a line is code because it stands far to the right, where it goes on with no text.
  private boolean isCode(String line, Quotes here) {
    int start = MarkdownMarks.indentation(line, 0);
    int base = blocks.base(here, start);
    // Who writes lists may put fences further to the right than they should.
    boolean fenced = base > 0 && !MarkdownMarks.fence(line).isEmpty();
    return !inText && start < line.length() && start >= base + CODE_BLANKS && !fenced;
  }

  private void code(String line, Fence open) {
    String rest = line;
    for (int i = 0; i < open.quotes.count() && rest.stripLeading().startsWith(">"); i++) {
      rest = rest.stripLeading().substring(1);
      rest = rest.startsWith(" ") ? rest.substring(1) : rest;
    }
    String bare = rest.strip();
    if (bare.length() >= open.marks.length()
        && MarkdownMarks.run(bare, open.marks.charAt(0)) == bare.length()) {
      fence = null;
      return;
    }
    int from = 0;
    while (from < open.indentation && from < rest.length() && rest.charAt(from) == ' ') {
      from++;
    }
    String code = CodeText.untabbed(rest.substring(from));
    code(code, open.quotes, open.indentation, open.code);
  }

  private void code(String code, Quotes before, int indentation, CodeText colours) {
    String painted =
        colours.coloured() ? colours.painted(code) : look.paint(Style.MD_CODE_BLOCK, code);
    String deep = " ".repeat(Math.min(indentation, OpenBlocks.DEEPEST));
    String left = before.bars(look) + deep + CODE_INDENTATION;
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

  // Tables

  /// @param from where it begins, behind the marks of quotes
  private boolean mayBeTable(String line, int from) {
    // Where the beginning of a line may be printed already, only a bar in front says it in time.
    boolean barred = line.stripLeading().startsWith("|");
    return (columns.getAsInt() < Integer.MAX_VALUE || barred)
        && line.indexOf('|') >= 0
        && from + line.indexOf('|') <= LATEST_BAR
        && TableCells.split(line).size() > (barred ? 0 : 1)
        && MarkdownMarks.fence(line).isEmpty();
  }

  private boolean tableGoesOn(String line, Quotes here) {
    Head header = head;
    if (header != null && here.equals(header.quotes)) {
      List<String> cells = TableCells.split(header.text);
      List<TableRows.Alignment> alignments = TableCells.alignments(line);
      if (!alignments.isEmpty() && alignments.size() == cells.size()) {
        int indentation = MarkdownMarks.indentation(header.text, 0);
        endText(InlineMarkdown.Extent.WHOLE);
        table = new MarkdownTable(here, indentation, cells, alignments, new ArrayList<>());
        head = null;
        return true;
      }
      return false;
    }
    MarkdownTable open = table;
    if (open == null || !here.equals(open.quotes()) || line.indexOf('|') < 0) {
      return false;
    }
    open.cells().add(TableCells.split(line));
    if (open.cells().size() >= MOST_ROWS) {
      flush(InlineMarkdown.Extent.WHOLE);
      // What follows is still the same table, whose head stands above.
      table =
          new MarkdownTable(
              open.quotes(), open.indentation(), List.of(), open.alignments(), new ArrayList<>());
    }
    return true;
  }

  private void flush(InlineMarkdown.Extent extent) {
    Head header = head;
    head = null;
    if (header != null) {
      if (extent == InlineMarkdown.Extent.OPEN && header.text.stripLeading().startsWith("|")) {
        List<String> cells = TableCells.split(header.text);
        int indentation = MarkdownMarks.indentation(header.text, 0);
        table = new MarkdownTable(header.quotes, indentation, cells, List.of(), new ArrayList<>());
      } else {
        block(header.text, header.quotes, extent);
      }
    }
    MarkdownTable whole = table;
    table = null;
    if (whole != null && !(whole.header().isEmpty() && whole.cells().isEmpty())) {
      table(whole, extent);
    }
  }

  private void table(MarkdownTable table, InlineMarkdown.Extent extent) {
    endText(InlineMarkdown.Extent.WHOLE);
    prefixAlone();
    String bars = table.quotes().bars(look);
    out.addAll(table.rows(look, bars, columns.getAsInt(), extent));
  }

  // Everything else

  private void block(String line, Quotes here, InlineMarkdown.Extent extent) {
    int start = MarkdownMarks.indentation(line, 0);
    String rest = line.substring(start);
    String space = " ".repeat(Math.min(start, OpenBlocks.DEEPEST));
    if (rest.isEmpty()) {
      endText(InlineMarkdown.Extent.WHOLE);
      row("", here, "");
      return;
    }
    boolean code = isCode(line, here);
    if (!code && MarkdownMarks.text(rest)) {
      boolean goesOn = inText && blocks.goesOn(here);
      if (!goesOn) {
        begin(start, here);
      }
      var tone = here.count() == 0 ? Paragraph.Tone.USUAL : Paragraph.Tone.QUOTED;
      text(rest, here, space, space, tone, extent);
      return;
    }
    begin(start, here);
    if (code) {
      int base = blocks.base(here, start);
      code(line.substring(base + CODE_BLANKS), here, base, CodeText.of("", look));
      return;
    }
    String marks = MarkdownMarks.fence(rest);
    int level = MarkdownMarks.heading(rest);
    if (!marks.isEmpty()) {
      open(marks, rest, start, here);
    } else if (level > 0) {
      String title = MarkdownMarks.title(rest.substring(level));
      Style style = level == 1 ? Style.TITLE : Style.HEADING;
      row(look.paint(style, new InlineMarkdown(look, extent).painted(title)), here, "");
    } else if (MarkdownMarks.rule(rest)) {
      int width = Math.clamp(columns.getAsInt() - 1L, 1, LONGEST_RULE);
      row(look.paint(Style.MD_HR, look.glyphs().rule.repeat(width)), here, "");
    } else {
      item(rest, MarkdownMarks.item(rest), space, here, extent);
    }
  }

  /// Something begins here that goes on with no text.
  private void begin(int start, Quotes here) {
    endText(InlineMarkdown.Extent.WHOLE);
    blocks.begin(here, start);
  }

  /// @param rest the line from the marks on
  private void open(String marks, String rest, int indentation, Quotes here) {
    String info = rest.substring(marks.length()).strip();
    int end = 0;
    while (end < info.length() && " \t{,:".indexOf(info.charAt(end)) < 0) {
      end++;
    }
    fence = new Fence(marks, indentation, here, CodeText.of(info.substring(0, end), look));
  }

  private void item(
      String rest, int mark, String space, Quotes here, InlineMarkdown.Extent extent) {
    String sign = mark == 1 ? look.glyphs().bullet : rest.substring(0, mark);
    String text = rest.substring(Math.min(rest.length(), mark + 1)).stripLeading();
    int at = space.length() + rest.length() - text.length();
    blocks.item(here, at);
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
    String marks = MarkdownMarks.fence(text);
    if (!marks.isEmpty()) {
      row("", here, first.stripTrailing());
      open(marks, text, space.length() + rest.length() - text.length(), here);
      return;
    }
    if (here.count() == 0 && text.startsWith(">")) {
      quote(text, first, at, extent);
      return;
    }
    text(text, here, first, space + hang, Paragraph.Tone.USUAL, extent);
  }

  /// A quote on the line of an item.
  ///
  /// @param at where it stands
  private void quote(String text, String first, int at, InlineMarkdown.Extent extent) {
    int count = 0;
    String rest = text;
    while (rest.startsWith(">")) {
      rest = rest.startsWith("> ") ? rest.substring(2) : rest.substring(1);
      count++;
    }
    var within = new Quotes(at, count);
    marker = first;
    if (!MarkdownMarks.fence(rest).isEmpty()) {
      row("", within, "");
    }
    block(rest, within, extent);
  }

  /// What stands to the left of the first row of a line.
  private String bars(Quotes here, String mark) {
    return mark.isEmpty() ? here.bars(look) : mark + new Quotes(0, here.count()).bars(look);
  }

  /// A line of text, whose rows are done when no mark in it waits for a partner.
  private void text(
      String text,
      Quotes here,
      String first,
      String further,
      Paragraph.Tone tone,
      InlineMarkdown.Extent extent) {
    String front = bars(here, marker) + first;
    marker = "";
    String bare = MarkdownMarks.hardBreak(text);
    paragraph.add(new Paragraph.Line(bare, front, here.bars(look) + further, tone, standing));
    inText = true;
    if (extent == InlineMarkdown.Extent.WHOLE) {
      paragraph.settled().forEach(this::row);
    }
  }

  private void endText(InlineMarkdown.Extent extent) {
    paragraph.rest(extent).forEach(this::row);
    inText = false;
  }

  private void row(Paragraph.Painted painted) {
    Paragraph.Line line = painted.line();
    String text =
        switch (line.tone()) {
          case USUAL -> painted.text();
          case QUOTED -> look.paint(Style.MD_QUOTE, painted.text());
        };
    String one = prefix + line.front();
    prefix = "";
    wrap(text, line.standing(), one, line.further());
  }

  /// A line that is no text.
  private void row(String painted, Quotes here, String first) {
    String one = prefix + bars(here, marker) + first;
    prefix = "";
    marker = "";
    if (painted.isEmpty() && first.isBlank()) {
      out.add(one.stripTrailing());
      return;
    }
    wrap(painted, standing, one, here.bars(look));
  }

  private void wrap(String text, int done, String first, String rest) {
    int wide = columns.getAsInt();
    last = done > 0 ? Wrap.further(text, done, wide, rest) : Wrap.wrapped(text, wide, first, rest);
    out.addAll(last.rows());
  }
}
