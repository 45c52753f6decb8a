package dev.tenon.cli.terminal.input;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/// A menu of things in lines.
public final class ListMenu<T> extends SearchMenu<T> {
  private final String title;
  private final Function<String, List<T>> source;
  private final Function<T, String> shown;

  /// @param source what fits a search; all for an empty one
  public ListMenu(
      String title,
      DisplayOptions look,
      Function<String, List<T>> source,
      Function<T, String> shown) {
    super(look);
    this.title = title;
    this.source = source;
    this.shown = shown;
    show(source.apply(""), 0);
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

  /// Those whose text has all words of a search, the best first; where none has, those that have
  /// them with letters left out.
  public static <T> List<T> fitting(List<T> all, Function<T, String> text, String words) {
    if (words.isBlank()) {
      return all;
    }
    var search = new RowSearch(all.size(), place -> List.of(text.apply(all.get(place))));
    var found = new ArrayList<T>();
    for (int place : search.ranked(words)) {
      found.add(all.get(place));
    }
    List<T> exact = found.stream().filter(each -> matches(text.apply(each), words)).toList();
    return exact.isEmpty() ? found : exact;
  }

  @Override
  protected void search() {
    show(source.apply(query().strip()), 0);
  }

  @Override
  protected String shown(T item) {
    return SafeText.visible(shown.apply(item).replace('\n', ' '));
  }

  @Override
  public List<String> lines(int columns, int rows) {
    var lines = new ArrayList<String>();
    lines.add(look().palette().paint(Style.BOLD, title) + "  " + SafeText.visible(query()));
    if (items().isEmpty()) {
      lines.add(look().palette().paint(Style.DIM, "  nothing found"));
    }
    rows(rows, lines);
    lines.add(
        look().palette().paint(Style.DIM, place() + "Enter chooses, type to search, Esc leaves"));
    lines.replaceAll(line -> DisplayWidth.cut(line, Math.max(1, columns - 1), look().glyphs()));
    return lines.subList(0, Math.clamp(rows - 1L, 1, lines.size()));
  }

  @Override
  public Step press(Key key) {
    return switch (key) {
      case Key.Typed typed -> {
        type(typed.text());
        yield Step.STAY;
      }
      case Key.Pasted pasted -> {
        type(pasted.text());
        yield Step.STAY;
      }
      case Key.Modified modified ->
          modified.key() == Key.Named.BACKSPACE ? named(Key.Named.ERASE_WORD) : Step.STAY;
      case Key.Special ignored -> Step.STAY;
      case Key.Chord chord ->
          chord.modifier() == Key.Modifier.CONTROL && chord.letter() == 'r' ? move(1) : Step.STAY;
      case Key.Named named -> named(named);
    };
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public List<String> options() {
    return items().stream().limit(PLAIN_OPTIONS).map(this::shown).toList();
  }

  @Override
  public void pick(int place) {
    choose(items().get(place));
  }
}
