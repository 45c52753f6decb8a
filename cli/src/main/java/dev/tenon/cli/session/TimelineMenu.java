package dev.tenon.cli.session;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.ListMenu;
import dev.tenon.cli.terminal.input.SearchMenu;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import java.util.ArrayList;
import java.util.List;

/// A timeline on the screen: the latest event is marked first, typing searches.
final class TimelineMenu extends SearchMenu<Timeline.Event> {
  private final List<Timeline.Event> events;
  private final TimelineText text;

  TimelineMenu(List<Timeline.Event> events, TimelineText text, DisplayOptions look) {
    super(look);
    this.events = events;
    this.text = text;
    show(events, Math.max(0, events.size() - 1));
  }

  @Override
  protected void search() {
    var plain = DisplayOptions.plain(Glyphs.ASCII);
    List<Timeline.Event> found =
        query().isBlank()
            ? events
            : events.stream()
                .filter(event -> ListMenu.matches(text.line(event, plain), query().strip()))
                .toList();
    show(found, Math.max(0, found.size() - 1));
  }

  @Override
  protected String shown(Timeline.Event event) {
    return text.line(event, look());
  }

  @Override
  public List<String> lines(int columns, int rows) {
    var lines = new ArrayList<String>();
    lines.add(look().palette().paint(Style.BOLD, "Timeline") + "  " + SafeText.visible(query()));
    if (items().isEmpty()) {
      lines.add(look().palette().paint(Style.DIM, "  nothing to show"));
    }
    rows(rows, lines);
    lines.add(
        look()
            .palette()
            .paint(
                Style.DIM, place() + "Enter shows it with its diff, Esc leaves, type to search"));
    lines.replaceAll(line -> DisplayWidth.cut(line, Math.max(1, columns - 1), look().glyphs()));
    return lines.subList(0, Math.clamp(rows - 1L, 1, lines.size()));
  }

  @Override
  public Step press(Key key) {
    return switch (key) {
      case Key.Typed typed -> typed(typed.text());
      case Key.Pasted pasted -> typed(pasted.text());
      case Key.Modified modified ->
          modified.key() == Key.Named.BACKSPACE ? named(Key.Named.ERASE_WORD) : Step.STAY;
      case Key.Special ignored -> Step.STAY;
      case Key.Chord ignored -> Step.STAY;
      case Key.Named named -> named(named);
    };
  }

  private Step typed(String more) {
    type(more);
    return Step.STAY;
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
