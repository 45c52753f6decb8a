package dev.tenon.engine;

import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolShelf;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The tools of a conversation that turned up after its beginning. They stand on every shelf that
/// the conversation has, in the order in which they came. Safe for several threads.
final class LateTools {
  private final List<Late> all = new ArrayList<>();
  private @Nullable ToolShelf shelf;

  private record Late(Tool<?> tool, ToolShelf.Place place) {}

  /// Adds one to the shelf of now and of later. Answers false when there is a tool of that name, or
  /// it is off.
  synchronized boolean add(Tool<?> tool, ToolShelf.Place place) {
    for (Late known : all) {
      if (known.tool.name().equals(tool.name())) {
        return false;
      }
    }
    if (shelf != null && !shelf.add(tool, place)) {
      return false;
    }
    all.add(new Late(tool, place));
    return true;
  }

  /// The conversation has this shelf from now on.
  synchronized void standOn(ToolShelf now) {
    shelf = now;
    for (int i = 0; i < all.size(); i++) {
      now.add(all.get(i).tool, all.get(i).place);
    }
  }
}
