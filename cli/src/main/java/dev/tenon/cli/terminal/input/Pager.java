package dev.tenon.cli.terminal.input;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.regex.Pattern;

/// Shows long texts in full, one at a time: rows can be scrolled and searched.
public final class Pager implements Menu {
  private static final Pattern STYLES = Pattern.compile("\033(\\[[0-9;]*m|\\][^\033]*\033\\\\)");
  private static final int MOST_MISSED = 16;

  private final List<Text> texts;
  private final DisplayOptions look;
  private final StringBuilder query = new StringBuilder();
  private int current;
  private int top;
  private int page = 1;
  private int width;

  /// What was searched last and not found, in words; empty otherwise.
  private String missed = "";

  private boolean searching;
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
    }
    page = Math.max(1, height - 4);
    top = grows() && atEnd ? rows.size() : top;
    top = Math.clamp(top, 0, Math.max(0, rows.size() - page));
    var lines = new ArrayList<String>();
    String place = texts.size() == 1 ? "" : "(" + (current + 1) + "/" + texts.size() + ") ";
    lines.add(look.palette().paint(Style.BOLD, place + texts.get(current).title()));
    int last = Math.min(rows.size(), top + page);
    lines.addAll(rows.subList(top, last));
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
    if (!missed.isEmpty()) {
      further.add(missed);
    }
    further.add(query.isEmpty() ? "/ searches" : "n, N next and previous match");
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
    missed = "";
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
        searching = true;
      }
      case "n" -> find(top + 1, 1);
      case "N" -> find(top - 1, -1);
      case " ", "f" -> scroll(page);
      case "b" -> scroll(-page);
      case "j" -> scroll(1);
      case "k" -> scroll(-1);
      case "g" -> top = 0;
      case "G" -> top = rows.size();
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
      case HOME -> top = 0;
      case END -> top = rows.size();
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
          query.setLength(query.isEmpty() ? 0 : query.offsetByCodePoints(query.length(), -1));
      case Key.Named.ENTER -> {
        searching = false;
        find(top, 1);
      }
      case Key.Named.ESCAPE, Key.Named.INTERRUPT -> {
        searching = false;
        query.setLength(0);
      }
      case Key.Named ignored -> {}
      case Key.Chord ignored -> {}
      case Key.Modified ignored -> {}
      case Key.Special ignored -> {}
    }
  }

  /// Goes to the next row with what is searched, from here in this direction.
  private void find(int from, int by) {
    if (query.isEmpty()) {
      return;
    }
    String wanted = query.toString().toLowerCase(Locale.ROOT);
    for (int i = from; i >= 0 && i < rows.size(); i += by) {
      String row = STYLES.matcher(rows.get(i)).replaceAll("").toLowerCase(Locale.ROOT);
      if (row.contains(wanted)) {
        top = i;
        return;
      }
    }
    missed =
        (by > 0 ? "nothing further down has '" : "nothing further up has '") + shortened() + "'";
  }

  private String shortened() {
    return SafeText.line(query.toString(), MOST_MISSED, look.glyphs());
  }

  private void scroll(int by) {
    top = Math.clamp((long) top + by, 0, rows.size());
  }

  private void turn(int by) {
    int wanted = Math.clamp((long) current + by, 0, texts.size() - 1);
    if (wanted != current) {
      current = wanted;
      width = -1;
      top = 0;
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
