package dev.tenon.cli.terminal.input;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Style;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A menu that is searched by typing: the arrows move, Enter chooses; Escape clears the search, and
/// leaves when there is none.
///
/// @param <T> what is chosen from
public abstract class SearchMenu<T> implements Menu {
  protected static final int PLAIN_OPTIONS = 50;
  private static final int LEAST_ROWS = 5;

  private final DisplayOptions look;
  private final StringBuilder query = new StringBuilder();
  private List<T> items = List.of();
  private int selected;
  private int page = LEAST_ROWS;
  private @Nullable T chosen;

  protected SearchMenu(DisplayOptions look) {
    this.look = look;
  }

  /// Looks for what fits the search now, and shows it.
  protected abstract void search();

  /// An item in one line.
  protected abstract String shown(T item);

  public final Optional<T> chosen() {
    return Optional.ofNullable(chosen);
  }

  protected final void choose(T item) {
    chosen = item;
  }

  protected final DisplayOptions look() {
    return look;
  }

  protected final String query() {
    return query.toString();
  }

  protected final List<T> items() {
    return items;
  }

  protected final void show(List<T> found, int at) {
    items = found;
    selected = at;
  }

  protected final Optional<T> current() {
    return items.isEmpty() ? Optional.empty() : Optional.of(items.get(selected));
  }

  /// Adds to the search.
  public final void type(String text) {
    if (!text.isEmpty()) {
      query.append(text.replace('\n', ' '));
      search();
    }
  }

  @Override
  public boolean narrow(String words) {
    query.setLength(0);
    query.append(words.replace('\n', ' '));
    search();
    return true;
  }

  /// As many items as there is room for, around the selected one.
  protected final void rows(int height, List<String> out) {
    page = Math.max(1, Math.min(Math.max(LEAST_ROWS, height / 2), height - 4));
    int first = Math.clamp(selected - page / 2, 0, Math.max(0, items.size() - page));
    for (int i = first; i < Math.min(items.size(), first + page); i++) {
      String line = shown(items.get(i));
      out.add(
          i == selected
              ? look.palette().paint(Style.ACCENT, look.glyphs().person + " " + line)
              : "  " + line);
    }
  }

  protected final String place() {
    return "  " + (items.isEmpty() ? 0 : selected + 1) + "/" + items.size() + "  ";
  }

  protected final Step named(Key.Named key) {
    return switch (key) {
      case ENTER -> choose();
      case UP -> move(-1);
      case DOWN -> move(1);
      case LEFT, PAGE_UP -> turn(-page);
      case RIGHT, PAGE_DOWN -> turn(page);
      case BACKSPACE -> erase(1);
      case ERASE_WORD, ERASE_ALL -> erase(query.length());
      case ESCAPE -> query.isEmpty() ? Step.CLOSED : erase(query.length());
      case INTERRUPT, GONE -> Step.CLOSED;
      case HOME -> turn(-items.size());
      case END -> turn(items.size());
      case TAB, DELETE, SUSPEND, OTHER -> Step.STAY;
    };
  }

  private Step choose() {
    if (items.isEmpty()) {
      return Step.STAY;
    }
    chosen = items.get(selected);
    return Step.CHOSEN;
  }

  protected final Step move(int by) {
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
      search();
    }
    return Step.STAY;
  }
}
