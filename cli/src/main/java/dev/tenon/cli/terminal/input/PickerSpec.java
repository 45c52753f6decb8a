package dev.tenon.cli.terminal.input;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.core.text.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What a [Picker] shows of its items, and what its keys do. Filled by the one who opens it, before
/// it is opened.
///
/// ```java
/// var picker =
///     new PickerSpec<Session>("Sessions", look)
///         .main(Session::title)
///         .column(Session::age, 12)
///         .preview(Session::lastWords)
///         .open(sessions);
/// ```
public final class PickerSpec<T> {
  private static final int MOST_CELL = 400;

  final String title;
  final DisplayOptions look;
  final List<Column<T>> columns = new ArrayList<>();
  final List<PickerAction<T>> actions = new ArrayList<>();
  int main;

  /// Whether the main part is a name, which is worth more than all other parts.
  boolean named;

  Supplier<String> scope = () -> "";
  Function<T, String> extra = item -> "";
  @Nullable Function<T, List<PickerText>> preview;
  Function<T, Optional<Style>> style = item -> Optional.empty();
  Function<T, String> refusal = item -> "";
  Supplier<String> empty = () -> "There is nothing to choose from.";
  String enter = "chooses";
  @Nullable Function<String, List<T>> finder;
  Function<T, Object> identity = item -> item;
  @Nullable PickerAction<T> inPlace;
  Predicate<T> isChosen = item -> true;

  /// A part of a row.
  ///
  /// @param most cells that it takes; the main one takes what is left
  /// @param searched whether a search looks at it
  record Column<T>(Function<T, String> text, int most, boolean searched) {}

  public PickerSpec(String title, DisplayOptions look) {
    this.title = title;
    this.look = look;
  }

  /// The part of a row that is always shown and takes the room that the others leave.
  public PickerSpec<T> main(Function<T, String> text) {
    main = columns.size();
    return column(text, Integer.MAX_VALUE);
  }

  /// The same for a name: it is cut only where it does not fit by itself, and all parts are as wide
  /// as all items need, so that nothing moves while somebody searches. For lists that are short
  /// enough to be measured.
  public PickerSpec<T> name(Function<T, String> text) {
    named = true;
    return main(text);
  }

  /// Another part, of which the first one counts most in a search; the later ones are left out
  /// first where the window is narrow.
  public PickerSpec<T> column(Function<T, String> text, int most) {
    columns.add(new Column<>(text, most, true));
    return this;
  }

  /// A part that no search looks at, so that it is asked for only where it is seen.
  public PickerSpec<T> detail(Function<T, String> text, int most) {
    columns.add(new Column<>(text, most, false));
    return this;
  }

  /// More that a search looks at, which is not shown.
  public PickerSpec<T> searching(Function<T, String> text) {
    extra = text;
    return this;
  }

  /// Finds by itself what fits a search, in an order of its own; the mark stays where it is.
  public PickerSpec<T> finding(Function<String, List<T>> found, Function<T, Object> same) {
    finder = found;
    identity = same;
    return this;
  }

  /// What is said about the marked item; asked for often, so it is remembered.
  public PickerSpec<T> preview(Function<T, List<PickerText>> lines) {
    preview = lines;
    return this;
  }

  /// How a row looks that is not marked.
  public PickerSpec<T> painted(Function<T, Optional<Style>> styles) {
    style = styles;
    return this;
  }

  /// What stands behind the title, and may change.
  public PickerSpec<T> scope(Supplier<String> words) {
    scope = words;
    return this;
  }

  /// Why an item cannot be chosen; empty if it can.
  public PickerSpec<T> refusing(Function<T, String> why) {
    refusal = why;
    return this;
  }

  /// What tells that two items are the same one, when items are shown anew.
  public PickerSpec<T> same(Function<T, Object> what) {
    identity = what;
    return this;
  }

  /// Enter asks for a text in place, unless the item is one that is chosen.
  public PickerSpec<T> choosing(Predicate<T> chosen, PickerAction.Effect.Ask<T> ask) {
    inPlace = new PickerAction<>(Key.Named.ENTER, "Enter", "", ask);
    isChosen = chosen;
    return this;
  }

  /// What is said where there are no items.
  public PickerSpec<T> empty(Supplier<String> words) {
    empty = words;
    return this;
  }

  /// What Enter does, for the footer.
  public PickerSpec<T> enter(String label) {
    enter = label;
    return this;
  }

  public PickerSpec<T> action(PickerAction<T> action) {
    actions.add(action);
    return this;
  }

  public Picker<T> open(List<T> items) {
    return new Picker<>(this, items);
  }

  /// The text of a cell, harmless and on one line.
  String cell(int column, T item) {
    return line(columns.get(column).text().apply(item));
  }

  private static String line(String text) {
    String flat = text.length() > MOST_CELL ? text.substring(0, MOST_CELL) : text;
    return VisibleText.line(flat.replace('\n', ' ').replace('\t', ' '));
  }

  /// What a search looks at: the cells in their order, then what is not shown.
  List<String> searched(T item) {
    var cells = new ArrayList<String>(columns.size() + 1);
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).searched()) {
        cells.add(cell(i, item));
      }
    }
    String more = extra.apply(item);
    if (!more.isEmpty()) {
      cells.add(line(more));
    }
    return cells;
  }

  /// The whole row, for a terminal that only shows lines.
  String row(T item) {
    var text = new StringBuilder();
    for (int i = 0; i < columns.size(); i++) {
      String cell = cell(i, item);
      text.append(text.isEmpty() || cell.isEmpty() ? "" : "  ").append(cell);
    }
    return text.toString();
  }
}
