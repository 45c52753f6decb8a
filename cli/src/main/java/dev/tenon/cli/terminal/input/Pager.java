package dev.tenon.cli.terminal.input;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.screen.Clusters;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/// Shows long texts in full, one at a time: rows can be scrolled and searched.
public final class Pager implements Menu {
  private static final int MOST_MISSED = 16;

  private final List<Text> texts;
  private final DisplayOptions look;
  private final StringBuilder query = new StringBuilder();
  private int current;
  private int top;
  private int page = 1;
  private int width;

  /// What there is to say of the last search, in words; empty if it went as expected.
  private String said = "";

  private boolean searching;

  /// What the search finds in the rows.
  private List<RowMatches.Match> matches = List.of();

  /// Which of them was gone to, or -1.
  private int match = -1;

  private List<String> rows = List.of();

  /// One of them.
  ///
  /// @param title a line, harmless
  /// @param rows painted rows for a width
  /// @param grows whether there may be more of them later; then the end is followed
  public record Text(String title, IntFunction<List<String>> rows, boolean grows) {
    public Text(String title, IntFunction<List<String>> rows) {
      this(title, rows, false);
    }
  }

  /// @param texts at least one; the last is shown first
  public Pager(List<Text> texts, DisplayOptions look) {
    this.texts = List.copyOf(texts);
    this.look = look;
    this.current = texts.size() - 1;
  }

  @Override
  public List<String> lines(int columns, int height) {
    boolean first = width != columns;
    boolean atEnd = top >= rows.size() - page;
    if (first || grows()) {
      width = columns;
      rows = texts.get(current).rows().apply(Math.max(1, columns - 1));
      look(match);
    }
    page = Math.max(1, height - 4);
    top = grows() && atEnd ? rows.size() : top;
    top = Math.clamp(top, 0, Math.max(0, rows.size() - page));
    var lines = new ArrayList<String>();
    String place = texts.size() == 1 ? "" : "(" + (current + 1) + "/" + texts.size() + ") ";
    lines.add(look.palette().paint(Style.BOLD, place + texts.get(current).title()));
    int last = Math.min(rows.size(), top + page);
    for (int i = top; i < last; i++) {
      lines.add(RowMatches.marked(rows.get(i), i, matches, look));
    }
    String where = (rows.isEmpty() ? 0 : top + 1) + "-" + last + " of " + rows.size();
    lines.add(look.palette().paint(Style.DIM, where + "  " + keys(columns - where.length() - 3)));
    lines.replaceAll(line -> DisplayWidth.fit(line, Math.max(1, columns - 1)));
    return lines.subList(Math.max(0, lines.size() - Math.max(1, height - 1)), lines.size());
  }

  @Override
  public boolean grows() {
    return texts.get(current).grows();
  }

  /// As many as there is room for, first how to leave.
  private String keys(int room) {
    if (searching) {
      return "search: " + SafeText.visible(query.toString()) + "_";
    }
    var keys = new StringBuilder("q closes");
    var further = new ArrayList<String>();
    if (!said.isEmpty()) {
      further.add(said);
    }
    further.add(matches.isEmpty() ? "/ searches" : "n, N next and previous match");
    if (texts.size() > 1) {
      further.add("Left, Right other outputs");
    }
    for (String each : further) {
      if (keys.length() + 2 + DisplayWidth.of(each) > room) {
        break;
      }
      keys.append(", ").append(each);
    }
    return keys.toString();
  }

  @Override
  public Step press(Key key) {
    said = "";
    if (searching) {
      search(key);
      return key == Key.Named.GONE ? Step.CLOSED : Step.STAY;
    }
    return switch (key) {
      case Key.Typed typed -> typed(typed.text());
      case Key.Chord chord ->
          chord.modifier() == Key.Modifier.CONTROL && chord.letter() == 'o'
              ? Step.CLOSED
              : Step.STAY;
      case Key.Named named -> named(named);
      case Key.Pasted ignored -> Step.STAY;
      case Key.Modified ignored -> Step.STAY;
      case Key.Special ignored -> Step.STAY;
    };
  }

  private Step typed(String text) {
    switch (text) {
      case "q" -> {
        return Step.CLOSED;
      }
      case "/" -> {
        query.setLength(0);
        look(-1);
        searching = true;
      }
      case "n" -> find(1);
      case "N" -> find(-1);
      case " ", "f" -> scroll(page);
      case "b" -> scroll(-page);
      case "j" -> scroll(1);
      case "k" -> scroll(-1);
      case "g" -> scroll(-rows.size());
      case "G" -> scroll(rows.size());
      default -> {}
    }
    return Step.STAY;
  }

  private Step named(Key.Named key) {
    switch (key) {
      case UP -> scroll(-1);
      case DOWN, ENTER -> scroll(1);
      case PAGE_UP -> scroll(-page);
      case PAGE_DOWN -> scroll(page);
      case HOME -> scroll(-rows.size());
      case END -> scroll(rows.size());
      case LEFT -> turn(-1);
      case RIGHT -> turn(1);
      case ESCAPE, INTERRUPT, GONE -> {
        return Step.CLOSED;
      }
      default -> {}
    }
    return Step.STAY;
  }

  private void search(Key key) {
    switch (key) {
      case Key.Typed typed -> query.append(typed.text());
      case Key.Pasted pasted -> query.append(pasted.text().replace('\n', ' '));
      case Key.Named.BACKSPACE ->
          query.setLength(query.isEmpty() ? 0 : Clusters.previous(query, query.length()));
      case Key.Named.ENTER -> {
        searching = false;
        look(-1);
        find(1);
      }
      case Key.Named.ESCAPE, Key.Named.INTERRUPT -> {
        searching = false;
        query.setLength(0);
        look(-1);
      }
      case Key.Named ignored -> {}
      case Key.Chord ignored -> {}
      case Key.Modified ignored -> {}
      case Key.Special ignored -> {}
    }
  }

  /// Looks for what is searched in the rows as they are now.
  private void look(int at) {
    matches = RowMatches.of(rows, query.toString(), width - 1);
    match = Math.min(at, matches.size() - 1);
  }

  /// Goes to the next match in this direction, and at the end goes on from the other one.
  private void find(int by) {
    if (query.isEmpty()) {
      return;
    }
    if (matches.isEmpty()) {
      said = "nothing has '" + SafeText.line(query.toString(), MOST_MISSED, look.glyphs()) + "'";
      return;
    }
    int next = match >= 0 ? match + by : beside(by);
    match = Math.floorMod(next, matches.size());
    top = matches.get(match).row();
    if (next != match) {
      said = by > 0 ? "from the top again" : "from the end again";
    }
  }

  /// The first match from the top of the page on, or the last one above it.
  private int beside(int by) {
    int below = 0;
    while (below < matches.size() && matches.get(below).row() < top) {
      below++;
    }
    return by > 0 ? below : below - 1;
  }

  private void scroll(int by) {
    top = Math.clamp((long) top + by, 0, rows.size());
    match = -1;
  }

  private void turn(int by) {
    int wanted = Math.clamp((long) current + by, 0, texts.size() - 1);
    if (wanted != current) {
      current = wanted;
      width = -1;
      top = 0;
      match = -1;
    }
  }

  @Override
  public List<String> options() {
    return List.of();
  }

  @Override
  public void pick(int place) {
    throw new IllegalStateException("nothing is chosen from a text");
  }
}
