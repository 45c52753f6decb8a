package dev.tenon.core.edit;

import java.util.HashSet;
import java.util.List;

/// Changes that happen together or not at all. No path takes part twice, be it as the file that
/// changes or as the target of a move.
public record Transaction(List<FileChange> changes) {

  public Transaction {
    changes = List.copyOf(changes);
    if (changes.isEmpty()) {
      throw new IllegalArgumentException("a transaction changes at least one file");
    }
    var paths = new HashSet<String>();
    for (FileChange change : changes) {
      requireNew(paths, change.path());
      if (change instanceof FileChange.Move move) {
        requireNew(paths, move.target());
      }
    }
  }

  private static void requireNew(HashSet<String> paths, String path) {
    if (!paths.add(path)) {
      throw new IllegalArgumentException("one path twice in a transaction: " + path);
    }
  }
}
