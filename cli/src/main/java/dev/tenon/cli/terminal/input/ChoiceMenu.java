package dev.tenon.cli.terminal.input;

import dev.tenon.cli.terminal.render.SafeText;
import java.util.ArrayList;
import java.util.List;

/// A few answers to one question, the safest first: arrows or digits mark one, Enter gives it.
public final class ChoiceMenu implements Menu {
  private final String title;
  private final List<String> choices;
  private int marked;
  private int chosen = -1;

  public ChoiceMenu(String title, List<String> choices) {
    this.title = title;
    this.choices = List.copyOf(choices);
  }

  /// The place of what was chosen, or -1.
  public int chosen() {
    return chosen;
  }

  @Override
  public List<String> lines(int columns, int rows) {
    var lines = new ArrayList<String>();
    lines.add(SafeText.visible(title));
    for (int i = 0; i < choices.size(); i++) {
      lines.add((i == marked ? "> " : "  ") + (i + 1) + ". " + SafeText.visible(choices.get(i)));
    }
    lines.add("  Enter gives the marked answer, Esc leaves");
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
