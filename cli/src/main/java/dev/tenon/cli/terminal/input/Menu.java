package dev.tenon.cli.terminal.input;

import java.util.List;

/// A list that has the keyboard until something is chosen from it. It knows what it shows, what
/// keys mean, and afterwards what was chosen.
public interface Menu {

  /// What stands on the screen.
  ///
  /// @param columns the width of the terminal
  /// @param rows its height; a menu takes no more than that, less one
  List<String> lines(int columns, int rows);

  Step press(Key key);

  /// What it is about, for a terminal that can only show lines; may be empty.
  default String title() {
    return "";
  }

  /// What can be chosen, for a terminal that can only show lines.
  List<String> options();

  /// Chooses an option by its place.
  void pick(int place);

  /// How a menu goes on after a key.
  enum Step {
    STAY,
    CHOSEN,
    CLOSED
  }
}
