package dev.tenon.cli.terminal.screen;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Turns what stands below the text into bytes for the terminal: only rows that have changed are
/// written, all of a frame in one synchronized update. The text above is written once and never
/// touched again.
///
/// Between frames the cursor rests at the caret, or on the last row. Used by one thread at a time.
public final class FramePainter {
  private static final String BEGIN = "\033[?2026h";
  private static final String END = "\033[?2026l";
  private static final String HIDE = "\033[?25l";
  private static final String SHOW = "\033[?25h";

  /// Everything from the beginning of this row on. Not from its first cell: tmux keeps in its
  /// history what is wiped from the first cell of the screen.
  private static final String WIPE = "\033[K\033[C\033[J\r";

  private static final String WIPE_ROW = "\033[K";
  private static final String PLAIN = "\033[0m";
  private static final String CUTTING = "\033[?7l";
  private static final String WRAPPING = "\033[?7h";

  /// What a terminal does with rows that are too wide when it gets narrower.
  public enum Narrowing {
    /// They go on in further rows.
    REFLOWS,
    /// They go on in further rows, even if only what once stood there was too wide: tmux does not
    /// forget how long a row was until it is wiped from its first cell.
    REFLOWS_AS_ONCE,
    /// They are cut.
    CUTS
  }

  private final Narrowing narrowing;
  private List<String> shown = List.of();

  /// The widest that each of the rows has been since it was wiped.
  private final List<Integer> widest = new ArrayList<>();

  /// What the window had no room for.
  private final ScrolledRows scrolled = new ScrolledRows();

  /// The rows of a frame that was taken back, as long as nobody knows how high the window was.
  private @Nullable Hidden hidden;

  /// @param up how far above the cursor they began
  private record Hidden(List<Integer> widths, int up) {}

  private int columns;
  private int height;

  /// Where the cursor is, from the first of the shown rows.
  private int row;

  private int column;
  private boolean visible = true;

  /// How many rows down this frame has moved the cursor.
  private int travelled;

  /// The last frame, as long as the terminal may have read it later than it broke its rows anew.
  private @Nullable SentFrame sent;

  public FramePainter(Narrowing narrowing) {
    this.narrowing = narrowing;
  }

  /// What to write for this text above, which ends with a line break or is empty, and these rows.
  /// Empty when nothing has changed.
  ///
  /// @param width of the terminal; no row is wider
  public String frame(String above, Rows wanted, int width) {
    return frame(above, wanted, width, height);
  }

  /// @param tall how many rows the terminal has
  String frame(String above, Rows wanted, int width, int tall) {
    int higher = tall - height;
    height = tall;
    boolean returns = higher > 0 && !scrolled.isEmpty();
    travelled = 0;
    Hidden earlierRows = hidden;
    if (earlierRows != null) {
      scrolled.left(earlierRows.widths, width, earlierRows.up - tall + 1);
      hidden = null;
    }
    SentFrame earlier = sent == null ? asIs() : sent;
    var rows = new ArrayList<String>();
    for (String line : wanted.lines()) {
      rows.add(StyledText.fit(line, width));
    }
    var out = new StringBuilder();
    // A terminal that gets lower takes rows below the cursor away first: nobody knows which of ours
    // are left there.
    if ((width != columns || higher < 0 || returns) && !shown.isEmpty()) {
      toTop(out, width);
      if (returns) {
        // Above the first row of the window the cursor does not get, however far it is sent up.
        int gone = scrolled.count(width);
        vertical(-gone, out);
        scrolled.returned(width, Math.min(gone, higher));
      }
      out.append(WIPE);
      nothingShown();
    }
    columns = width;
    if (!above.isEmpty()) {
      scrolled.forget();
      if (!shown.isEmpty()) {
        toTop(out, width);
        wipe(shown.size(), out);
        nothingShown();
      }
      out.append(above).append(above.indexOf('\033') >= 0 ? PLAIN : "");
    }
    int written = paint(rows, out);
    shown = rows;
    remember();
    boolean moved = place(wanted.caret(), rows, out);
    sent = earlier == null ? null : earlier.then(travelled, above);
    boolean show = wanted.caret().isPresent();
    if (out.isEmpty() && visible == show) {
      return "";
    }
    if (out.isEmpty() || (written == 0 && above.isEmpty() && moved && visible == show)) {
      return out + cursor(show);
    }
    String hide = visible ? HIDE : "";
    visible = false;
    return BEGIN + hide + out + cursor(show) + END;
  }

  private @Nullable SentFrame asIs() {
    return narrowing == Narrowing.REFLOWS_AS_ONCE
        ? new SentFrame(new SentFrame.Layout(List.copyOf(widest), row, column, columns), 0, "", "")
        : null;
  }

  /// The terminal has read the last frame as it was meant, as far as anybody knows.
  void arrived() {
    sent = null;
  }

  /// The last frame met rows that the terminal had broken anew.
  ///
  /// @param back takes it back: the cursor is then where our rows begin, and nothing is there
  /// @param above the text that has to be written again
  record Misplaced(String back, String above) {}

  /// The terminal was so narrow when it read the last frame.
  Optional<Misplaced> misplaced(int width) {
    SentFrame last = sent;
    if (last == null) {
      return Optional.empty();
    }
    int up = last.below(width);
    // What has left the screen cannot be taken back: then the frame stays as it is, and what it
    // should have replaced stands above it once more.
    boolean within = up >= 0 && up < height;
    // Without text in between all that stands there is ours, and no cursor leaves the window.
    boolean ours = up >= 0 && last.passed().isEmpty();
    int count = within || ours ? up : row;
    if (ours) {
      hidden = new Hidden(last.before().widths(), up);
    }
    var out = new StringBuilder("\r");
    vertical(-count, out);
    out.append(WIPE);
    nothingShown();
    row = 0;
    column = 0;
    sent = within ? last.takenBack(count) : null;
    return Optional.of(new Misplaced(out.toString(), within ? last.above() : ""));
  }

  private void remember() {
    while (widest.size() > shown.size()) {
      widest.removeLast();
    }
    for (int i = 0; i < shown.size(); i++) {
      int width = StyledText.width(shown.get(i));
      if (i == widest.size()) {
        widest.add(width);
      } else if (width > widest.get(i)) {
        widest.set(i, width);
      }
    }
  }

  private String cursor(boolean show) {
    if (visible == show) {
      return "";
    }
    visible = show;
    return show ? SHOW : HIDE;
  }

  /// Answers how many rows were written.
  private int paint(List<String> rows, StringBuilder out) {
    int written = 0;
    for (int i = 0; i < rows.size(); i++) {
      if (i < shown.size() && shown.get(i).equals(rows.get(i))) {
        continue;
      }
      to(i, Math.max(shown.size(), i), out);
      String text = rows.get(i);
      // A terminal that is narrower by now, or that thinks a sign wider than we do, must not begin
      // another row for it.
      out.append(written == 0 ? CUTTING : "").append(text);
      if (i < shown.size() && StyledText.width(text) < columns) {
        out.append(WIPE_ROW);
      }
      column = -1;
      written++;
    }
    out.append(written == 0 ? "" : WRAPPING);
    if (rows.size() < shown.size()) {
      to(rows.size(), shown.size(), out);
      wipe(shown.size() - rows.size(), out);
      written++;
      if (!rows.isEmpty()) {
        vertical(-1, out);
        row--;
      }
    }
    return written;
  }

  /// Empties so many rows from here on. Not with one sequence: some terminals keep in their history
  /// what is wiped from a whole screen.
  private void wipe(int count, StringBuilder out) {
    for (int i = 0; i < count; i++) {
      vertical(i == 0 ? 0 : 1, out);
      out.append(WIPE_ROW);
    }
    vertical(1 - count, out);
  }

  /// Moves to the beginning of a row; rows that are not there yet are made.
  private void to(int target, int there, StringBuilder out) {
    if (column != 0) {
      out.append('\r');
      column = 0;
    }
    int reachable = Math.min(target, Math.max(0, there - 1));
    vertical(reachable - row, out);
    row = reachable;
    while (row < target) {
      out.append("\r\n");
      row++;
      travelled++;
    }
  }

  /// Down with line feeds: in a window that has just got lower they go on below its last row.
  private void vertical(int down, StringBuilder out) {
    travelled += down;
    if (down > 0) {
      out.repeat('\n', down);
    } else if (down < 0) {
      out.append("\033[").append(down == -1 ? "" : String.valueOf(-down)).append('A');
    }
  }

  /// Puts the cursor where it rests. Answers whether something had to be written.
  private boolean place(Optional<Rows.Caret> caret, List<String> rows, StringBuilder out) {
    int before = out.length();
    if (rows.isEmpty()) {
      return false;
    }
    int wantedRow = caret.map(Rows.Caret::row).orElse(rows.size() - 1);
    int wantedColumn = caret.map(Rows.Caret::column).orElse(0);
    wantedRow = Math.clamp(wantedRow, 0, rows.size() - 1);
    wantedColumn = Math.clamp(wantedColumn, 0, Math.max(0, columns - 1));
    if (row == wantedRow && column == wantedColumn) {
      return false;
    }
    vertical(wantedRow - row, out);
    row = wantedRow;
    out.append('\r');
    String text = rows.get(wantedRow);
    int end = StyledText.at(text, wantedColumn);
    String ahead = text.substring(0, end);
    if (StyledText.isUncertain(ahead)) {
      // Terminals do not agree on the room that such signs take: what stands before the caret is
      // written once more, and the cursor is where this terminal puts it.
      out.append(CUTTING).append(ahead).append(PLAIN).append(WRAPPING);
      right(wantedColumn - StyledText.width(ahead), out);
    } else {
      right(wantedColumn, out);
    }
    column = wantedColumn;
    return out.length() > before;
  }

  private static void right(int count, StringBuilder out) {
    if (count > 0) {
      out.append("\033[");
      if (count > 1) {
        out.append(count);
      }
      out.append('C');
    }
  }

  /// Moves to the beginning of the first row, wherever another width has left it.
  private void toTop(StringBuilder out, int width) {
    int up = row;
    List<Integer> widths = widest;
    if (narrowing != Narrowing.REFLOWS_AS_ONCE) {
      int most = narrowing == Narrowing.CUTS ? width : Integer.MAX_VALUE;
      widths = shown.stream().map(line -> Math.min(most, StyledText.width(line))).toList();
    }
    int below = 0;
    if (width < columns && narrowing != Narrowing.CUTS) {
      var layout = new SentFrame.Layout(widths, row, column, columns);
      up = layout.up(width);
      below = layout.rest(width);
    }
    if (height > 0) {
      scrolled.left(widths, width, up + below - height + 1);
    }
    out.append('\r');
    vertical(-up, out);
    row = 0;
    column = 0;
  }

  private void nothingShown() {
    shown = List.of();
    widest.clear();
  }

  /// Takes the rows away; the cursor is then where they began, and can be seen.
  public String leave() {
    var out = new StringBuilder();
    if (!shown.isEmpty()) {
      toTop(out, columns);
      wipe(shown.size(), out);
    }
    nothingShown();
    scrolled.forget();
    hidden = null;
    sent = null;
    if (!visible) {
      out.append(SHOW);
      visible = true;
    }
    return out.toString();
  }

  /// Lets the cursor be seen again, if it cannot be.
  String showCursor() {
    String show = visible ? "" : SHOW;
    visible = true;
    return show;
  }

  /// Something else has had the terminal: nothing is shown, and the cursor is at the beginning of a
  /// row.
  public void forget() {
    nothingShown();
    scrolled.forget();
    hidden = null;
    sent = null;
    row = 0;
    column = 0;
    visible = true;
  }
}
