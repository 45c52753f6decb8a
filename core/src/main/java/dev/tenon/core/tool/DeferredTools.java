package dev.tenon.core.tool;

/// Tools of a shelf that are made when somebody looks for one: of hundreds that servers have, most
/// prompts need none. Safe for several threads.
public interface DeferredTools {
  /// Fewer are not worth it, and the names of so few could be told in the description of
  /// [ToolShelf#MORE_TOOLS].
  int FEWEST = 16;

  /// How many are still to be made; 0 afterwards.
  int count();

  /// Makes them and puts them on the shelf with [ToolShelf#add]. Returns when they stand there,
  /// also where another thread does it; nothing when that was done before.
  void load();
}
