package dev.tenon.cli.terminal.input;

import dev.tenon.cli.terminal.screen.Rows;
import java.util.List;
import java.util.Optional;

/// A list that has the keyboard until something is chosen from it. It knows what it shows, what
/// keys mean, and afterwards what was chosen.
public interface Menu {

  /// What stands on the screen.
  ///
  /// @param columns the width of the terminal
  /// @param rows its height; a menu takes no more than that, less one
  List<String> lines(int columns, int rows);

  /// Where the cursor stands in what [#lines] gave last; nothing if there is none.
  default Optional<Rows.Caret> caret() {
    return Optional.empty();
  }

  /// Tells what to run, from any thread, when the menu has changed without a key.
  default void watch(Runnable changed) {}

  /// Whether what it shows may grow without a key.
  default boolean grows() {
    return false;
  }

  Step press(Key key);

  /// What it is about, for a terminal that can only show lines; may be empty.
  default String title() {
    return "";
  }

  /// What can be chosen, for a terminal that can only show lines.
  List<String> options();

  /// How many more there are than [#options] names.
  default int more() {
    return 0;
  }

  /// Leaves only the options that have these words, for a terminal that can only show lines; all
  /// for none. Answers false if this menu cannot be searched.
  default boolean narrow(String words) {
    return false;
  }

  /// Chooses an option by its place.
  void pick(int place);

  /// How a menu goes on after a key.
  enum Step {
    STAY,
    CHOSEN,
    CLOSED
  }
}
