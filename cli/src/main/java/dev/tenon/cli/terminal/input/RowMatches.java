package dev.tenon.cli.terminal.input;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.screen.StyledText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Where a text stands in painted rows, whatever its case, also where a row breaks: between words
/// anywhere, and within a word where the row is full.
public final class RowMatches {
  private static final Pattern STYLES = Pattern.compile("\033(\\[[0-9;]*m|\\][^\033]*\033\\\\)");

  /// Ends a row in which nothing more fitted.
  private static final char FULL = '\001';

  private RowMatches() {}

  /// One of them, in characters that can be seen.
  ///
  /// @param start in its first row
  /// @param lastRow differs from `row` if the text goes on below
  /// @param end in the last row
  public record Match(int row, int start, int lastRow, int end) {
    /// Whether a part of it is on this row.
    boolean on(int which) {
      return row <= which && which <= lastRow;
    }
  }

  /// All matches from the first row to the last.
  ///
  /// @param width how wide a row can be
  public static List<Match> of(List<String> rows, String wanted, int width) {
    var matches = new ArrayList<Match>();
    if (wanted.isEmpty()) {
      return matches;
    }
    var text = new StringBuilder();
    int[] starts = new int[rows.size()];
    for (int i = 0; i < starts.length; i++) {
      starts[i] = text.length();
      text.append(seen(rows.get(i)));
      // A wide character may leave a column free.
      text.append(DisplayWidth.of(rows.get(i)) >= width - 1 ? FULL : '\n');
    }
    Matcher matcher = pattern(wanted).matcher(text);
    while (matcher.find()) {
      int row = row(starts, matcher.start());
      int last = row(starts, matcher.end() - 1);
      matches.add(
          new Match(row, matcher.start() - starts[row], last, matcher.end() - starts[last]));
    }
    return matches;
  }

  /// A row as it can be read.
  private static String seen(String row) {
    return STYLES.matcher(row).replaceAll("");
  }

  private static int row(int[] starts, int at) {
    int place = Arrays.binarySearch(starts, at);
    return place >= 0 ? place : -place - 2;
  }

  private static Pattern pattern(String wanted) {
    var pattern = new StringBuilder();
    for (int i = 0; i < wanted.length(); ) {
      int end = wanted.offsetByCodePoints(i, 1);
      String one = wanted.substring(i, end);
      boolean inside = i > 0 && !one.isBlank() && !Character.isWhitespace(wanted.charAt(i - 1));
      pattern.append(inside ? FULL + "?" : "");
      pattern.append(one.isBlank() ? "(?: |[\n" + FULL + "] *)" : Pattern.quote(one));
      i = end;
    }
    return Pattern.compile(pattern.toString(), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
  }

  /// A row with what of the matches is on it standing out.
  static String marked(String row, int number, List<Match> matches, DisplayOptions look) {
    if (look.palette().isPlain()) {
      return row;
    }
    String painted = row;
    for (Match match : matches.reversed()) {
      if (match.on(number)) {
        int from = match.row == number ? match.start : 0;
        int to = match.lastRow == number ? match.end : Integer.MAX_VALUE;
        painted = marked(painted, from, to, look);
      }
    }
    return painted;
  }

  private static String marked(String row, int from, int to, DisplayOptions look) {
    var out = new StringBuilder();
    var styles = new StringBuilder();
    var piece = new StringBuilder();
    int seen = 0;
    for (int i = 0; i < row.length(); ) {
      boolean escape = row.charAt(i) == '\033';
      int end = escape ? StyledText.afterEscape(row, i) : i + 1;
      boolean inside = from <= seen && seen < to;
      if (escape) {
        styles.append(row, i, end);
      }
      if (!inside && !piece.isEmpty()) {
        out.append(look.paint(Style.SELECTED, piece.toString())).append(styles);
        piece.setLength(0);
      } else if (escape && !inside) {
        out.append(row, i, end);
      }
      if (!escape) {
        (inside ? piece : out).append(row, i, end);
        seen++;
      }
      i = end;
    }
    return piece.isEmpty()
        ? out.toString()
        : out.append(look.paint(Style.SELECTED, piece.toString())).append(styles).toString();
  }
}
