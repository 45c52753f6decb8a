package dev.tenon.cli.terminal.render;

import java.util.List;
import java.util.function.Supplier;

/// What a renderer writes on. Implementations are safe for several threads; each call appears
/// whole.
public interface Page {

  /// Appends text. What comes from a model, a file or a command is harmless already when it gets
  /// here (see [SafeText]), unless the page is a [Reach#STREAM]; what is not, the page spells out,
  /// but for styles such as ours.
  void print(String text);

  /// Whether the next character begins a line.
  boolean atLineStart();

  /// Shows what is going on right now, with the last lines of its output. A page without motion
  /// shows nothing.
  void doing(String activity, List<String> tail);

  /// Rows of a block that still grows, painted already: they stand below the printed text, and the
  /// next call replaces them; none take them away. A page without motion ignores them: what is
  /// unfinished is printed when it is finished.
  default void unfinished(List<String> rows) {}

  /// The same with rows that are made when they are painted, if they ever are: many changes may
  /// come between two frames.
  ///
  /// @param rows asked by any thread, once; the same whatever happened since
  default void unfinished(Supplier<List<String>> rows) {
    unfinished(rows.get());
  }

  /// Shows a picture below the printed text, where the page can.
  ///
  /// @param sequence what makes the terminal draw it, made by the program alone
  /// @param rows how many rows it takes
  default void picture(String sequence, int rows) {}

  /// What the terminal has said by now of how it draws pictures, beyond what its surroundings tell.
  default Abilities.Pictures pictures() {
    return Abilities.Pictures.NONE;
  }

  Reach reach();

  /// Whether [#columns()] is the width of a window, to which text is laid out. Otherwise lines have
  /// no end here, and whoever shows them breaks them.
  default boolean measured() {
    return reach() == Reach.LIVE;
  }

  /// How many characters fit in a line.
  int columns();

  /// Ends a line that was begun.
  default void freshLine() {
    if (!atLineStart()) {
      print("\n");
    }
  }

  /// Prints a whole line of its own.
  default void line(String text) {
    freshLine();
    print(text + "\n");
  }

  /// Prints words of the program's own, painted, in rows that end between words.
  default void words(String text) {
    line(measured() ? Wrap.lines(text, columns()) : text);
  }

  /// What stands behind a page.
  enum Reach {
    /// A terminal that can move its cursor.
    LIVE,
    /// A terminal that shows lines and nothing more.
    DUMB,
    /// A pipe or a file.
    STREAM
  }
}
