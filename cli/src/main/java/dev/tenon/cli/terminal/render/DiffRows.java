package dev.tenon.cli.terminal.render;

import dev.tenon.cli.terminal.diff.ChangedParts;
import dev.tenon.cli.terminal.diff.DiffFile;
import dev.tenon.cli.terminal.diff.DiffParser;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// The diff of a file as rows: a head with its counts, numbered lines in the colours of their
/// language, and within changed lines the changed words marked. What is equal and far from a change
/// is folded already by the diff; how much of it there is, is told.
public final class DiffRows {
  /// From here on there is room for the numbers of both sides.
  private static final int BOTH_NUMBERS = 76;

  /// As many columns as nothing needs.
  private static final int UNLIMITED = Integer.MAX_VALUE;

  private final DiffFile file;
  private final DisplayOptions look;
  private final String language;
  private final boolean bothNumbers;

  /// Whether all lines end with a carriage return, which is then no news.
  private final boolean returns;

  /// @param path whose ending tells the language, where the diff does not name its file
  private DiffRows(DiffFile file, String path, DisplayOptions look, int window) {
    this.bothNumbers = window >= BOTH_NUMBERS;
    this.file = file;
    this.look = look;
    this.language = file.path().isEmpty() ? path : file.path();
    this.returns =
        file.hunks().stream()
            .flatMap(hunk -> hunk.lines().stream())
            .allMatch(line -> line.side() == DiffFile.Side.NOTE || line.text().endsWith("\r"));
  }

  /// The rows of all files of a diff; text around them stays as it is.
  public static List<String> of(String diff, DisplayOptions look, int columns) {
    return rows(diff, look, columns, columns);
  }

  /// @param window how wide the window is, in which a row of so many columns may take several
  private static List<String> rows(String diff, DisplayOptions look, int columns, int window) {
    var rows = new ArrayList<String>();
    DiffParser.parse(
        diff,
        file -> {
          if (!rows.isEmpty() && file.kind() != DiffFile.Kind.NAMELESS) {
            rows.add("");
          }
          String before = rows.isEmpty() ? "" : rows.getLast();
          int gap = before.indexOf("  ");
          String path = gap < 0 ? before : before.substring(0, gap);
          rows.addAll(new DiffRows(file, path, look, window).rows(columns));
        },
        line -> {
          for (String row : Wrap.rows(SafeText.visible(line), columns)) {
            rows.add(row);
          }
        });
    return rows;
  }

  /// The same with nothing left out: what is longer than a row goes on in the next one.
  public static List<String> whole(String diff, DisplayOptions look, int columns) {
    var rows = new ArrayList<String>();
    for (String line : rows(diff, look, UNLIMITED, columns)) {
      rows.addAll(Wrap.rows(line, Math.max(8, columns)));
    }
    return rows;
  }

  /// The lines of one file's diff without its head, each as the rows it takes with nothing left
  /// out.
  ///
  /// @param path whose ending tells the language
  public static List<List<String>> lines(
      String diff, String path, DisplayOptions look, int columns) {
    var lines = new ArrayList<List<String>>();
    DiffParser.parse(
        diff,
        file -> {
          for (String line : new DiffRows(file, path, look, columns).rows(UNLIMITED)) {
            lines.add(wrapped(line, columns));
          }
        },
        line -> lines.add(wrapped(SafeText.visible(line), columns)));
    return lines;
  }

  private static List<String> wrapped(String line, int columns) {
    return DisplayWidth.of(line) <= columns ? List.of(line) : Wrap.rows(line, Math.max(8, columns));
  }

  /// `+3 −1` in their colours.
  public static String counts(int added, int removed, DisplayOptions look) {
    return look.paint(Style.TOOL_DIFF_ADDED, "+" + Amounts.count(added))
        + " "
        + look.paint(Style.TOOL_DIFF_REMOVED, look.glyphs().minus() + Amounts.count(removed));
  }

  private List<String> rows(int columns) {
    var rows = new ArrayList<String>();
    if (file.kind() != DiffFile.Kind.NAMELESS) {
      rows.add(head(columns));
    }
    for (String note : file.notes()) {
      rows.add(
          DisplayWidth.cut(
              look.paint(
                  Style.TOOL_DIFF_CONTEXT, "  " + SafeText.line(note, columns, look.glyphs())),
              columns,
              look.glyphs()));
    }
    int expected = 0;
    int digits = digits();
    for (DiffFile.Hunk hunk : file.hunks()) {
      int skipped = expected == 0 ? 0 : hunk.oldStart() - expected;
      if (expected > 0) {
        String what =
            look.glyphs().ellipsis
                + (skipped > 0 ? " " + Amounts.count(skipped, "unchanged line") : "")
                + (hunk.section().isEmpty()
                    ? ""
                    : "  " + SafeText.line(hunk.section(), 200, look.glyphs()));
        rows.add(
            look.paint(Style.TOOL_DIFF_CONTEXT, DisplayWidth.cut(what, columns, look.glyphs())));
      }
      hunk(hunk, digits, columns, rows);
      expected = hunk.oldStart();
      for (DiffFile.Line line : hunk.lines()) {
        expected = Math.max(expected, line.oldNumber() + 1);
      }
    }
    return rows;
  }

  private String head(int columns) {
    String what =
        switch (file.kind()) {
          case NEW -> " (new file)";
          case DELETED -> " (deleted)";
          case MOVED ->
              " (moved from "
                  + SafeText.line(file.oldPath(), Math.max(200, columns), look.glyphs())
                  + ")";
          case BINARY ->
              file.oldPath().isEmpty()
                  ? " (new binary file)"
                  : file.newPath().isEmpty() ? " (binary file deleted)" : " (binary file changed)";
          case CHANGED, NAMELESS -> "";
        };
    String counts =
        file.hunks().isEmpty()
            ? ""
            : "  " + counts(file.count(DiffFile.Side.NEW), file.count(DiffFile.Side.OLD), look);
    int room = Math.max(10, columns - DisplayWidth.of(counts));
    String name =
        look.paint(Style.BOLD, SafeText.line(file.path(), Math.max(1000, columns), look.glyphs()))
            + look.paint(Style.DIM, what);
    return DisplayWidth.cut(name, room, look.glyphs()) + counts;
  }

  private int digits() {
    int highest = 1;
    for (DiffFile.Hunk hunk : file.hunks()) {
      for (DiffFile.Line line : hunk.lines()) {
        highest = Math.max(highest, Math.max(line.oldNumber(), line.newNumber()));
      }
    }
    return Integer.toString(highest).length();
  }

  private void hunk(DiffFile.Hunk hunk, int digits, int columns, List<String> rows) {
    List<DiffFile.Line> lines = hunk.lines();
    CodeText old = CodeText.ofFile(language, look);
    CodeText now = CodeText.ofFile(language, look);
    int at = 0;
    while (at < lines.size()) {
      int removed = at;
      while (removed < lines.size() && lines.get(removed).side() == DiffFile.Side.OLD) {
        removed++;
      }
      int added = removed;
      while (added < lines.size() && lines.get(added).side() == DiffFile.Side.NEW) {
        added++;
      }
      if (added == at) {
        DiffFile.Line line = lines.get(at);
        String text = text(line, columns);
        old.painted(text);
        String painted = now.painted(text);
        rows.add(row(line, painted, digits, columns));
        at++;
        continue;
      }
      BitSet[] marks = marks(lines, at, removed, added, columns);
      for (int i = at; i < added; i++) {
        DiffFile.Line line = lines.get(i);
        boolean gone = line.side() == DiffFile.Side.OLD;
        String text = text(line, columns);
        String painted =
            (gone ? old : now)
                .marked(
                    text,
                    marks[i - at],
                    gone ? Style.TOOL_DIFF_REMOVED_PART : Style.TOOL_DIFF_ADDED_PART,
                    gone ? Style.TOOL_DIFF_REMOVED : Style.TOOL_DIFF_ADDED);
        rows.add(row(line, painted, digits, columns));
      }
      at = added;
    }
  }

  /// Lines that stand for each other are compared.
  private BitSet[] marks(List<DiffFile.Line> lines, int from, int removed, int added, int columns) {
    var marks = new BitSet[added - from];
    for (int i = 0; i < marks.length; i++) {
      marks[i] = new BitSet();
    }
    int pairs = Math.min(removed - from, added - removed);
    for (int i = 0; i < pairs; i++) {
      ChangedParts.mark(
          text(lines.get(from + i), columns),
          text(lines.get(removed + i), columns),
          marks[i],
          marks[removed - from + i]);
    }
    return marks;
  }

  /// As much of the line as can be seen, everything in it visible. A character takes at most eight
  /// columns, and more than a row is only needed where the row has to end with a mark.
  private String text(DiffFile.Line line, int columns) {
    String text = line.text();
    int length = returns && text.endsWith("\r") ? text.length() - 1 : text.length();
    int most = columns == UNLIMITED ? length : Math.min(length, 8 * Math.clamp(columns, 20, 1_000));
    return CodeText.untabbed(SafeText.visible(text.substring(0, most)));
  }

  private String row(DiffFile.Line line, String painted, int digits, int columns) {
    String sign =
        switch (line.side()) {
          case OLD -> look.glyphs().minus();
          case NEW -> "+";
          case BOTH -> " ";
          case NOTE -> "\\";
        };
    Style style =
        switch (line.side()) {
          case OLD -> Style.TOOL_DIFF_REMOVED;
          case NEW -> Style.TOOL_DIFF_ADDED;
          case BOTH, NOTE -> Style.TOOL_DIFF_CONTEXT;
        };
    String numbers =
        bothNumbers
            ? number(line.oldNumber(), digits) + " " + number(line.newNumber(), digits)
            : number(line.newNumber() == 0 ? line.oldNumber() : line.newNumber(), digits);
    String left = look.paint(style, numbers + " " + sign) + " ";
    int room = columns - DisplayWidth.of(left);
    return left + DisplayWidth.cut(painted, room, look.glyphs());
  }

  private static String number(int number, int digits) {
    String text = number == 0 ? "" : Integer.toString(number);
    return " ".repeat(Math.max(0, digits - text.length())) + text;
  }
}
