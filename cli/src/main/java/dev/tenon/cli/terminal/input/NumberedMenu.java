package dev.tenon.cli.terminal.input;

import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.SafeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A menu for whoever reads and writes lines: its options have numbers, and the answer is a number
/// or a part of the text of one. Nothing leaves it.
public final class NumberedMenu {
  private final Menu menu;
  private List<String> options;
  private String problem = "";

  public NumberedMenu(Menu menu) {
    this.menu = menu;
    this.options = menu.options();
  }

  /// The lines before an answer is waited for.
  public List<String> lines() {
    var lines = new ArrayList<String>();
    if (!problem.isEmpty()) {
      lines.add(problem);
    } else if (!menu.title().isEmpty()) {
      lines.add(SafeText.visible(menu.title()));
    }
    for (int i = 0; i < options.size(); i++) {
      lines.add("  " + (i + 1) + ") " + SafeText.cell(options.get(i), Page.Reach.DUMB));
    }
    if (menu.more() > 0) {
      lines.add("  (and " + menu.more() + " more)");
    }
    lines.add(
        options.isEmpty()
            ? "(nothing to choose from)"
            : "Which one? (a number, or a part of its text; Enter for none)");
    return lines;
  }

  /// Whether there is nothing to answer.
  public boolean isEmpty() {
    return options.isEmpty();
  }

  /// Answers [Menu.Step#STAY] when the answer fits nothing or too much; [#lines()] then says so.
  public Menu.Step answer(String line) {
    String said = line.strip();
    if (said.isEmpty()) {
      return Menu.Step.CLOSED;
    }
    if (said.length() <= 4 && said.chars().allMatch(c -> c >= '0' && c <= '9')) {
      int chosen = Integer.parseInt(said);
      if (chosen >= 1 && chosen <= options.size()) {
        menu.pick(chosen - 1);
        return Menu.Step.CHOSEN;
      }
      problem = "There is no " + chosen + "; the numbers go from 1 to " + options.size() + ".";
      return Menu.Step.STAY;
    }
    return named(said);
  }

  private Menu.Step named(String said) {
    if (menu.narrow(said)) {
      List<String> found = menu.options();
      if (found.isEmpty()) {
        menu.narrow("");
        problem = "Nothing fits '" + SafeText.visible(said) + "'.";
      } else if (found.size() == 1) {
        menu.pick(0);
        return Menu.Step.CHOSEN;
      } else {
        problem = found.size() + " fit '" + SafeText.visible(said) + "':";
      }
      options = menu.options();
      return Menu.Step.STAY;
    }
    int only = -1;
    for (int i = 0; i < options.size(); i++) {
      if (options.get(i).toLowerCase(Locale.ROOT).contains(said.toLowerCase(Locale.ROOT))) {
        if (only >= 0) {
          problem = "More than one fits '" + SafeText.visible(said) + "'; say its number.";
          return Menu.Step.STAY;
        }
        only = i;
      }
    }
    if (only < 0) {
      problem = "Nothing fits '" + SafeText.visible(said) + "'; say its number.";
      return Menu.Step.STAY;
    }
    menu.pick(only);
    return Menu.Step.CHOSEN;
  }
}
