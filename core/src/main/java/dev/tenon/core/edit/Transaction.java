package dev.tenon.core.edit;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Changes that happen together or not at all. No path takes part twice, be it as the file that
/// changes or as the target of a move.
///
/// @param edits where the edits lie of which the changes consist, as far as they are told apart
/// @param origins by path, which lines stay, as far as the planner knows
public record Transaction(
    List<FileChange> changes, List<EditPlacement> edits, Map<String, LineOrigins> origins) {

  public Transaction {
    changes = List.copyOf(changes);
    edits = List.copyOf(edits);
    origins = Map.copyOf(origins);
    if (changes.isEmpty()) {
      throw new IllegalArgumentException("a transaction changes at least one file");
    }
    var paths = new HashSet<String>();
    for (FileChange change : changes) {
      requireNew(paths, change.path());
      String target = change.target();
      if (target != null) {
        requireNew(paths, target);
      }
    }
  }

  /// Changes that do not tell their edits apart.
  public Transaction(List<FileChange> changes) {
    this(changes, List.of());
  }

  public Transaction(List<FileChange> changes, List<EditPlacement> edits) {
    this(changes, edits, Map.of());
  }

  /// The same changes, with the places of their edits.
  public Transaction with(List<EditPlacement> placements) {
    return new Transaction(changes, placements, origins);
  }

  /// The same changes, with what is known of the lines that stay.
  public Transaction knowing(Map<String, LineOrigins> lines) {
    return new Transaction(changes, edits, lines);
  }

  /// Which lines of a file stay, or null.
  public int @Nullable [] origins(String path) {
    LineOrigins lines = origins.get(path);
    return lines == null ? null : lines.array();
  }

  private static void requireNew(HashSet<String> paths, String path) {
    if (!paths.add(path)) {
      throw new IllegalArgumentException("one path twice in a transaction: " + path);
    }
  }
}
