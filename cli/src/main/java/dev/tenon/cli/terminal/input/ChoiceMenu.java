package dev.tenon.cli.terminal.input;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.render.Wrap;
import java.util.ArrayList;
import java.util.List;

/// A few answers to one question, the safest first: arrows or digits mark one, Enter gives it.
public final class ChoiceMenu implements Menu {
  private final String title;
  private final List<String> choices;
  private final DisplayOptions look;
  private int marked;
  private int chosen = -1;

  public ChoiceMenu(String title, List<String> choices, DisplayOptions look) {
    this.look = look;
    this.title = title;
    this.choices = List.copyOf(choices);
  }

  /// The place of what was chosen, or -1.
  public int chosen() {
    return chosen;
  }

  @Override
  public List<String> lines(int columns, int rows) {
    int width = Math.max(8, columns - 1);
    var head = new ArrayList<String>();
    for (String line : SafeText.visible(title).split("\n", -1)) {
      head.addAll(Wrap.rows(line, width));
    }
    var lines = new ArrayList<String>();
    for (int i = 0; i < choices.size(); i++) {
      String lead = (i == marked ? look.glyphs().person + " " : "  ") + (i + 1) + ". ";
      String text = SafeText.visible(choices.get(i)).replace('\n', ' ');
      for (String row : Wrap.rows(text, width, lead, " ".repeat(lead.length()))) {
        lines.add(i == marked ? look.paint(Style.ACCENT, row) : row);
      }
    }
    String keys = "  Enter gives the marked answer, Esc leaves";
    lines.add(look.paint(Style.DIM, DisplayWidth.fit(keys, width)));
    // The answers are what has to be seen.
    int room = Math.max(1, rows - 1 - lines.size());
    lines.addAll(0, head.subList(0, Math.min(head.size(), room)));
    return lines.subList(0, Math.clamp(rows - 1L, 1, lines.size()));
  }

  @Override
  public Step press(Key key) {
    if (key instanceof Key.Typed typed && typed.text().length() == 1) {
      int wanted = typed.text().charAt(0) - '1';
      marked = wanted >= 0 && wanted < choices.size() ? wanted : marked;
      return Step.STAY;
    }
    if (!(key instanceof Key.Named named)) {
      return Step.STAY;
    }
    switch (named) {
      case HOME -> marked = 0;
      case END -> marked = choices.size() - 1;
      case UP -> marked = Math.floorMod(marked - 1, choices.size());
      case DOWN, TAB -> marked = Math.floorMod(marked + 1, choices.size());
      case ENTER -> {
        chosen = marked;
        return Step.CHOSEN;
      }
      case ESCAPE, INTERRUPT, GONE -> {
        return Step.CLOSED;
      }
      default -> {}
    }
    return Step.STAY;
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public List<String> options() {
    return choices;
  }

  @Override
  public void pick(int place) {
    chosen = place;
  }
}
