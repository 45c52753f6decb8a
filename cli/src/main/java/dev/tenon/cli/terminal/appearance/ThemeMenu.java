package dev.tenon.cli.terminal.appearance;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.ListMenu;
import dev.tenon.cli.terminal.input.SearchMenu;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.render.Wrap;
import dev.tenon.cli.terminal.theme.ThemeException;
import dev.tenon.cli.terminal.theme.ThemeStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// All themes; the marked one is shown at once, in a sample and on the whole screen. Whoever opens
/// the menu shows the chosen theme again afterwards.
public final class ThemeMenu extends SearchMenu<String> {
  private static final int LEAST_ROWS = 5;

  private final Appearance appearance;
  private final List<String> names = new ArrayList<>();
  private String shown;
  private String problem = "";

  public ThemeMenu(Appearance appearance, DisplayOptions look) {
    super(look);
    this.appearance = appearance;
    this.shown = appearance.chosen();
    names.add(ThemeWishes.AUTO);
    names.addAll(appearance.store().names());
    show(names, Math.max(0, names.indexOf(shown)));
  }

  @Override
  protected void search() {
    show(ListMenu.fitting(names, name -> name, query().strip()), 0);
  }

  @Override
  protected String shown(String name) {
    String what =
        name.equals(ThemeWishes.AUTO)
            ? "  " + appearance.automatic() + ", as the background is"
            : ThemeStore.isBuiltin(name) ? "" : "  " + name + ".json";
    String chosen = name.equals(appearance.chosen()) ? "  (chosen)" : "";
    return SafeText.visible(name + what + chosen);
  }

  @Override
  public List<String> lines(int columns, int rows) {
    var lines = new ArrayList<String>();
    lines.add(look().paint(Style.BOLD, "Theme") + "  " + SafeText.visible(query()));
    List<String> sample = ThemeSample.rows(look(), columns);
    int room = Math.max(0, rows - 4 - LEAST_ROWS);
    List<String> fitting = sample.subList(0, Math.min(room, sample.size()));
    if (items().isEmpty()) {
      lines.add(look().paint(Style.DIM, "  nothing found"));
    }
    rows(Math.max(1, rows - fitting.size() - 1), lines);
    if (!problem.isEmpty()) {
      String painted = look().paint(Style.FAILURE, problem);
      lines.addAll(Wrap.rows(painted, Math.max(1, columns - 1), "  ", "  "));
    }
    if (room > sample.size()) {
      lines.add("");
    }
    lines.addAll(fitting);
    lines.add(look().paint(Style.DIM, place() + "Enter keeps it, type to search, Esc leaves"));
    lines.replaceAll(line -> DisplayWidth.cut(line, columns, look().glyphs()));
    return lines.subList(Math.max(0, lines.size() - Math.max(1, rows - 1)), lines.size());
  }

  @Override
  public Step press(Key key) {
    Step step =
        switch (key) {
          case Key.Typed typed -> {
            type(typed.text());
            yield Step.STAY;
          }
          case Key.Pasted pasted -> {
            type(pasted.text());
            yield Step.STAY;
          }
          case Key.Named named -> named(named);
          case Key.Modified ignored -> Step.STAY;
          case Key.Chord ignored -> Step.STAY;
          case Key.Special ignored -> Step.STAY;
        };
    if (step == Step.STAY) {
      preview();
    }
    return step;
  }

  private void preview() {
    Optional<String> marked = current();
    if (marked.isEmpty() || marked.get().equals(shown)) {
      return;
    }
    shown = marked.get();
    problem = "";
    try {
      appearance.preview(shown);
    } catch (ThemeException wrong) {
      // The row has said which file it is; its folder would push what is wrong out of sight.
      int file = wrong.line().indexOf("/" + shown + ".json: ");
      problem = SafeText.visible(wrong.line().substring(file + 1));
    }
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
