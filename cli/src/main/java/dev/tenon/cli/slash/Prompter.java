package dev.tenon.cli.slash;

import dev.tenon.cli.terminal.input.LineField;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import java.util.Optional;

/// Tells a person something, and asks them, wherever they are: in a conversation, before one, or at
/// a terminal that shows nothing but lines.
public interface Prompter {

  /// Shows a line, or several. What is not Tenon's own text is made harmless.
  void print(String text);

  /// How menus and fields look there.
  default DisplayOptions look() {
    return DisplayOptions.plain(Glyphs.ASCII);
  }

  /// Lets the person choose from a menu, which knows afterwards what was chosen. Answers
  /// [Menu.Step#CHOSEN], or [Menu.Step#CLOSED] when the person left it.
  default Menu.Step choose(Menu menu) throws InterruptedException {
    return Menu.Step.CLOSED;
  }

  /// Lets the person fill in a field. Nothing when they leave it.
  default Optional<String> fill(LineField field) throws InterruptedException {
    return Optional.empty();
  }

  /// Does something that takes a while. The person can stop it, which interrupts it.
  default <T> T working(String activity, Task<T> task) throws InterruptedException {
    return task.run();
  }

  /// Something that takes a while.
  @FunctionalInterface
  interface Task<T> {
    T run() throws InterruptedException;
  }
}
