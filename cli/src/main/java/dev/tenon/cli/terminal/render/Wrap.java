package dev.tenon.cli.terminal.render;

import dev.tenon.cli.terminal.screen.Clusters;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The one way in which painted text is broken into rows: between words, or anywhere in scripts of
/// wide characters; only a word that is longer than a row is cut. Styles that are open where a row
/// ends are closed there and opened again on the next one, so that each row stands by itself.
public final class Wrap {
  /// Nothing readable fits in less.
  private static final int NARROW = 8;

  private final int width;
  private final String rest;
  private final int restWidth;
  private final List<String> rows = new ArrayList<>();
  private final OpenStyles styles = new OpenStyles();
  private final StringBuilder row = new StringBuilder();
  private final StringBuilder word = new StringBuilder();

  /// Where in the text each row begins, in characters that can be seen.
  private final List<Integer> starts = new ArrayList<>(List.of(0));

  /// How many characters that can be seen were taken, and how many before the word.
  private int taken;

  private int wordStart;

  private int rowWidth;
  private int rowStart;
  private int wordWidth;
  private int spaces;

  /// Where words are cut that are longer than a row; null where that needs no sign.
  private final @Nullable Cut cut;

  private Wrap(int width, String first, String rest) {
    this(width, first, rest, null);
  }

  private Wrap(int width, String first, String rest, @Nullable Cut cut) {
    this.width = Math.max(width, 2);
    this.rest = rest;
    this.restWidth = DisplayWidth.of(rest);
    this.cut = cut;
    row.append(first);
    rowWidth = DisplayWidth.of(first);
    rowStart = rowWidth;
  }

  /// @param text painted, on one line
  public static List<String> rows(String text, int width) {
    return rows(text, width, "", "");
  }

  /// @param first stands in front of the first row, painted
  /// @param rest stands in front of all others
  public static List<String> rows(String text, int width, String first, String rest) {
    return wrapped(text, width, first, rest).rows;
  }

  public static Wrapped wrapped(String text, int width, String first, String rest) {
    int room = Math.max(width, NARROW);
    boolean tooDeep = DisplayWidth.of(rest) > room - NARROW;
    var wrap = new Wrap(room, first, tooDeep ? "" : rest);
    wrap.all(text);
    return new Wrapped(wrap.rows, wrap.starts);
  }

  /// The rows of a text of which a part stands on rows already.
  ///
  /// @param from how many characters that can be seen stand there
  public static Wrapped further(String text, int from, int width, String rest) {
    int room = Math.max(width, NARROW);
    String before = DisplayWidth.of(rest) > room - NARROW ? "" : rest;
    var wrap = new Wrap(room, before, before);
    int at = 0;
    for (int seen = 0; at < text.length(); ) {
      if (text.charAt(at) == '\033') {
        int end = DisplayWidth.afterEscape(text, at);
        wrap.styles.note(text.substring(at, end));
        at = end;
      } else if (seen++ == from) {
        break;
      } else {
        at++;
      }
    }
    wrap.row.append(wrap.styles.resume());
    wrap.taken = from;
    wrap.starts.set(0, from);
    wrap.all(text.substring(at));
    return new Wrapped(wrap.rows, wrap.starts);
  }

  /// @param starts how many characters that can be seen stand before each row
  public record Wrapped(List<String> rows, List<Integer> starts) {}

  /// Text of the program's own, of any number of lines: what is too long goes on below where its
  /// last column begins, or as far to the right as the line itself.
  public static String lines(String text, int width) {
    var out = new StringBuilder();
    String between = "";
    for (String line : text.split("\n", -1)) {
      out.append(between);
      out.append(
          DisplayWidth.of(line) <= width
              ? line
              : String.join("\n", rows(line, width, "", " ".repeat(column(line, width)))));
      between = "\n";
    }
    return out.toString();
  }

  /// Where the last column of a line begins, as far as there is room for words beside it.
  private static int column(String line, int width) {
    int start = 0;
    while (start < line.length() && line.charAt(start) == ' ') {
      start++;
    }
    int column = start;
    for (int i = start; i + 2 < line.length() && i < width / 2; i++) {
      if (line.charAt(i) == ' ' && line.charAt(i + 1) == ' ' && line.charAt(i + 2) != ' ') {
        column = i + 2;
      }
    }
    boolean plain = line.indexOf('\033') < 0;
    return plain ? Math.min(column, width / 2) : Math.min(start, width / 2);
  }

  /// A line of a script, in which every line break has a meaning: what is too long goes on further
  /// to the right, with a sign to the left of all the script's own lines that no script can write.
  /// A word that is longer than a row ends with another sign, and goes on behind it.
  ///
  /// @param first stands in front of the first row, painted; at least three columns
  public static List<String> script(String text, int width, String first, DisplayOptions look) {
    int indent = DisplayWidth.of(first);
    int room = Math.max(Math.max(width, NARROW), indent + 2);
    if (indent + DisplayWidth.of(text) <= room) {
      return List.of(first + text);
    }
    String hanging = " ".repeat(room < indent + 2 * NARROW ? 1 : 3);
    String margin = " ".repeat(Math.max(0, indent - 2));
    String dots = look.paint(Style.DIM, look.glyphs().narrowEllipsis());
    var cut = new Cut(dots, margin + dots + hanging);
    String rest = margin + look.paint(Style.DIM, look.glyphs().continued()) + hanging;
    var wrap = new Wrap(room, first, rest, cut);
    wrap.all(text);
    return wrap.rows;
  }

  /// @param end of the row on which a word is cut, at most one column
  /// @param rest stands in front of the row on which the word goes on, as wide as that of others
  private record Cut(String end, String rest) {}

  /// In a place of exactly this width, such as a cell of a table.
  static List<String> exactly(String text, int width) {
    var wrap = new Wrap(width, "", "");
    wrap.all(text);
    return wrap.rows;
  }

  /// A line of code: what is too long goes on in a row with a sign in front, with another one where
  /// a word was cut that is longer than a row.
  ///
  /// @param indentation stands in front of all rows
  public static List<String> code(String text, int width, String indentation, DisplayOptions look) {
    int room = Math.max(width, NARROW);
    if (DisplayWidth.of(indentation) + DisplayWidth.of(text) <= room) {
      return List.of(indentation + text);
    }
    String dots = look.paint(Style.MD_CODE_BLOCK_BORDER, look.glyphs().narrowEllipsis());
    String mark = look.paint(Style.MD_CODE_BLOCK_BORDER, look.glyphs().continued());
    var cut = new Cut("", indentation + dots + " ");
    var wrap = new Wrap(room, indentation, indentation + mark + " ", cut);
    wrap.all(text);
    return wrap.rows;
  }

  private void all(String text) {
    for (int i = 0; i < text.length(); ) {
      char c = text.charAt(i);
      int end;
      if (c == '\033') {
        end = DisplayWidth.afterEscape(text, i);
        word.append(text, i, end);
      } else if (c == ' ' || c == '\t') {
        end = i + 1;
        flush();
        taken++;
        spaces += c == ' ' ? 1 : 4;
      } else {
        end = Clusters.next(text, i);
        grapheme(text.substring(i, end), Clusters.widthOfOne(text, i, end));
      }
      i = end;
    }
    flush();
    end();
  }

  private void grapheme(String one, int wide) {
    boolean alone = wide == 2 && cut == null;
    if (alone) {
      flush();
    }
    if (wordWidth == 0) {
      wordStart = taken;
    }
    taken += one.length();
    word.append(one);
    wordWidth += wide;
    if (alone) {
      flush();
    }
  }

  private void flush() {
    if (word.isEmpty()) {
      return;
    }
    if (wordWidth > 0) {
      if (rowWidth > rowStart && rowWidth + spaces + wordWidth > width) {
        end();
        noteLeading();
        begin(wordStart);
      } else {
        int room = Math.min(spaces, Math.max(0, width - rowWidth - 1));
        row.append(" ".repeat(room));
        rowWidth += room;
      }
      spaces = 0;
    }
    place();
    word.setLength(0);
    wordWidth = 0;
  }

  /// A row begins with exactly those styles that its first character has.
  private void noteLeading() {
    int at = 0;
    while (at < word.length() && word.charAt(at) == '\033') {
      int end = DisplayWidth.afterEscape(word.toString(), at);
      styles.note(word.substring(at, end));
      at = end;
    }
    word.delete(0, at);
  }

  /// Puts the word on the row, and on further ones if it is too long for any.
  private void place() {
    String text = word.toString();
    int before = wordStart;
    int left = wordWidth;
    for (int i = 0; i < text.length(); ) {
      if (text.charAt(i) == '\033') {
        int end = DisplayWidth.afterEscape(text, i);
        String sequence = text.substring(i, end);
        styles.note(sequence);
        row.append(sequence);
        i = end;
        continue;
      }
      int end = Clusters.next(text, i);
      int wide = Clusters.widthOfOne(text, i, end);
      int sign = cut == null || cut.end.isEmpty() || rowWidth + left <= width ? 0 : 1;
      if (rowWidth + wide + sign > width && rowWidth > rowStart) {
        if (cut != null) {
          row.append(cut.end);
        }
        end();
        begin(before, cut == null ? rest : cut.rest);
      }
      left -= wide;
      before += end - i;
      row.append(text, i, end);
      rowWidth += wide;
      i = end;
    }
  }

  private void end() {
    rows.add(row.append(styles.close()).toString());
  }

  private void begin(int start) {
    begin(start, rest);
  }

  private void begin(int start, String front) {
    starts.add(start);
    row.setLength(0);
    row.append(front).append(styles.resume());
    rowWidth = restWidth;
    rowStart = restWidth;
  }
}
