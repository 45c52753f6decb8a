package dev.tenon.core.edit;

import java.util.HashSet;
import java.util.List;

/// Changes that happen together or not at all. No path takes part twice, be it as the file that
/// changes or as the target of a move.
///
/// @param edits where the edits lie of which the changes consist, as far as they are told apart
public record Transaction(List<FileChange> changes, List<EditPlacement> edits) {

  public Transaction {
    changes = List.copyOf(changes);
    edits = List.copyOf(edits);
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

  /// The same changes, with the places of their edits.
  public Transaction with(List<EditPlacement> placements) {
    return new Transaction(changes, placements);
  }

  private static void requireNew(HashSet<String> paths, String path) {
    if (!paths.add(path)) {
      throw new IllegalArgumentException("one path twice in a transaction: " + path);
    }
  }
}
