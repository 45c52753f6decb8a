package dev.tenon.cli.terminal;

import dev.tenon.cli.terminal.render.Harmless;
import dev.tenon.cli.terminal.render.Look;
import dev.tenon.cli.terminal.render.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A menu of things in lines. Typing searches, the arrows move, Enter chooses; Escape clears the
/// search, and leaves when there is none.
public final class ListMenu<T> implements Menu {
  private static final int LEAST_ROWS = 5;
  private static final int PLAIN_OPTIONS = 50;

  private final String title;
  private final Look look;
  private final Function<String, List<T>> source;
  private final Function<T, String> shown;
  private final StringBuilder query = new StringBuilder();
  private List<T> items;
  private int selected;
  private int page = LEAST_ROWS;
  private @Nullable T chosen;

  /// @param source what fits a search; all for an empty one
  public ListMenu(
      String title, Look look, Function<String, List<T>> source, Function<T, String> shown) {
    this.title = title;
    this.look = look;
    this.source = source;
    this.shown = shown;
    this.items = source.apply("");
  }

  /// Whether a text has all words of a search, whatever their case.
  public static boolean matches(String text, String words) {
    String lower = text.toLowerCase(Locale.ROOT);
    for (String word : words.toLowerCase(Locale.ROOT).split(" ", -1)) {
      if (!lower.contains(word)) {
        return false;
      }
    }
    return true;
  }

  public Optional<T> chosen() {
    return Optional.ofNullable(chosen);
  }

  /// Adds to the search.
  public void type(String text) {
    if (!text.isEmpty()) {
      query.append(text.replace('\n', ' '));
      look();
    }
  }

  private void look() {
    items = source.apply(query.toString().strip());
    selected = 0;
  }

  @Override
  public List<String> lines(int columns, int rows) {
    page = Math.max(1, Math.min(Math.max(LEAST_ROWS, rows / 2), rows - 4));
    var lines = new ArrayList<String>();
    lines.add(look.palette().paint(Style.BOLD, title) + "  " + Harmless.visible(query.toString()));
    if (items.isEmpty()) {
      lines.add(look.palette().paint(Style.DIM, "  nothing found"));
    }
    int first = Math.clamp(selected - page / 2, 0, Math.max(0, items.size() - page));
    for (int i = first; i < Math.min(items.size(), first + page); i++) {
      String text = Harmless.visible(shown.apply(items.get(i)).replace('\n', ' '));
      lines.add(
          i == selected
              ? look.palette().paint(Style.ACCENT, look.glyphs().person + " " + text)
              : "  " + text);
    }
    lines.add(
        look.palette()
            .paint(
                Style.DIM,
                "  "
                    + (items.isEmpty() ? 0 : selected + 1)
                    + "/"
                    + items.size()
                    + "  Enter chooses, type to search, Esc leaves"));
    return lines;
  }

  @Override
  public Step press(Key key) {
    return switch (key) {
      case Key.Typed typed -> {
        type(typed.text());
        yield Step.STAY;
      }
      case Key.Chord chord ->
          chord.modifier() == Key.Modifier.CONTROL && chord.letter() == 'r' ? move(1) : Step.STAY;
      case Key.Named named ->
          switch (named) {
            case ENTER -> choose();
            case UP -> move(-1);
            case DOWN -> move(1);
            case LEFT, PAGE_UP -> turn(-page);
            case RIGHT, PAGE_DOWN -> turn(page);
            case BACKSPACE -> erase(1);
            case ERASE_WORD, ERASE_ALL -> erase(query.length());
            case ESCAPE -> query.isEmpty() ? Step.CLOSED : erase(query.length());
            case INTERRUPT, END -> Step.CLOSED;
            case BREAK, SUSPEND, OTHER -> Step.STAY;
          };
    };
  }

  private Step choose() {
    if (items.isEmpty()) {
      return Step.STAY;
    }
    chosen = items.get(selected);
    return Step.CHOSEN;
  }

  private Step move(int by) {
    if (!items.isEmpty()) {
      selected = Math.floorMod(selected + by, items.size());
    }
    return Step.STAY;
  }

  private Step turn(int by) {
    if (!items.isEmpty()) {
      selected = Math.clamp((long) selected + by, 0, items.size() - 1);
    }
    return Step.STAY;
  }

  private Step erase(int characters) {
    if (!query.isEmpty()) {
      query.setLength(query.length() - Math.min(characters, query.length()));
      look();
    }
    return Step.STAY;
  }

  @Override
  public List<String> options() {
    return items.stream()
        .limit(PLAIN_OPTIONS)
        .map(item -> Harmless.visible(shown.apply(item).replace('\n', ' ')))
        .toList();
  }

  @Override
  public void pick(int place) {
    chosen = items.get(place);
  }
}
