package dev.tenon.cli.terminal.screen;

import java.util.List;
import java.util.Optional;

/// Rows of the screen as a component wants them: painted already, none wider than was asked for.
///
/// @param caret where the cursor stands; nothing if the component has none
public record Rows(List<String> lines, Optional<Caret> caret) {

  public Rows {
    lines = List.copyOf(lines);
  }

  public static Rows of(List<String> lines) {
    return new Rows(lines, Optional.empty());
  }

  /// A place in rows, both counted from 0; the column in cells of the terminal.
  public record Caret(int row, int column) {}
}
