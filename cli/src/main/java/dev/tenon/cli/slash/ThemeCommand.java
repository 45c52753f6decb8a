package dev.tenon.cli.slash;

import dev.tenon.cli.terminal.appearance.Appearance;
import dev.tenon.cli.terminal.appearance.ThemeMenu;
import dev.tenon.cli.terminal.appearance.ThemeWishes;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.theme.ThemeException;
import java.util.ArrayList;
import java.util.List;

/// `/theme [NAME]`: chooses the theme of the terminal, by its name or from a menu that shows each
/// of them.
public final class ThemeCommand {
  private final Appearance appearance;
  private final DisplayOptions look;
  private final Keeping keeping;

  /// Keeps the choice for the next start.
  @FunctionalInterface
  public interface Keeping {
    /// Answers a sentence for the person: where it is kept, or what they could do.
    String keep(String name);
  }

  public ThemeCommand(Appearance appearance, DisplayOptions look, Keeping keeping) {
    this.appearance = appearance;
    this.look = look;
    this.keeping = keeping;
  }

  public SlashCommand slash() {
    return SlashCommand.of("theme", "Choose the colours of the terminal", this::run)
        .taking("[NAME]", this::names);
  }

  private List<String> names() {
    var names = new ArrayList<String>();
    names.add(ThemeWishes.AUTO);
    names.addAll(appearance.store().names());
    return names;
  }

  private void run(String argument, CommandContext context)
      throws CommandException, InterruptedException {
    if (!argument.isEmpty()) {
      choose(argument, context);
      return;
    }
    var menu = new ThemeMenu(appearance, look);
    Menu.Step step = Menu.Step.CLOSED;
    try {
      step = context.choose(menu);
    } finally {
      if (step != Menu.Step.CHOSEN) {
        appearance.refresh();
      }
    }
    if (step == Menu.Step.CHOSEN && menu.chosen().isPresent()) {
      choose(menu.chosen().get(), context);
    }
  }

  private void choose(String name, CommandContext context) throws CommandException {
    try {
      appearance.choose(name);
    } catch (ThemeException wrong) {
      appearance.refresh();
      throw new CommandException(wrong.line());
    }
    context.print("The theme is " + name + ". " + keeping.keep(name));
  }
}
