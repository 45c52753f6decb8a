package dev.tenon.core.change.effects;

import java.nio.file.Path;
import java.util.Set;

/// What is looked at around a hook, and to which prompt it belongs.
///
/// @param files that the hook is about, as far as that is known
public record HookExtent(Look look, Turn turn, Set<Path> files) {
  public HookExtent {
    files = Set.copyOf(files);
  }

  /// Which files are compared.
  public enum Look {
    /// All of them, however many there are: for what happens once a prompt.
    EVERYTHING,
    /// All of them where that takes no time, otherwise only the [#FILES].
    EVERYTHING_IF_SMALL,
    /// Those that the hook is about, and those that earlier hooks were about.
    FILES
  }

  /// Which prompt the changes belong to.
  public enum Turn {
    THIS,
    /// The one that has not begun yet.
    NEXT
  }
}
