package dev.tenon.core.change.journal;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One file changed once. `before` is null when there was no file, `after` when there is none any
/// more; a move has a target, where the file is afterwards.
///
/// @param id unique in its journal
/// @param commit what happened together; the same for all files of one transaction
/// @param session the conversation, and `prompt` the prompt in it (a checkpoint) that led to this
/// @param folders those that had to be made for it, outermost first
/// @param undoes the changes that this one takes back, if it is an undo
public record Change(
    String id,
    String commit,
    Instant time,
    Attribution by,
    String session,
    String prompt,
    String path,
    @Nullable String target,
    @Nullable FileImage before,
    @Nullable FileImage after,
    List<String> folders,
    List<String> undoes) {
  public Change {
    folders = List.copyOf(folders);
    undoes = List.copyOf(undoes);
    if (before == null && after == null) {
      throw new IllegalArgumentException("a change of nothing to nothing: " + path);
    }
    if (target != null && (before == null || after == null)) {
      throw new IllegalArgumentException("a move has a file before and after: " + path);
    }
  }

  /// What kind of change it is, for people.
  public enum Kind {
    CREATED,
    DELETED,
    MOVED,
    UPDATED,
    MODE_CHANGED
  }

  public Kind kind() {
    if (before == null) {
      return Kind.CREATED;
    }
    if (after == null) {
      return Kind.DELETED;
    }
    if (target != null) {
      return Kind.MOVED;
    }
    return before.sameBytes(after) ? Kind.MODE_CHANGED : Kind.UPDATED;
  }

  /// Where the file is after the change.
  public String pathAfter() {
    return target == null ? path : target;
  }

  public boolean isUndo() {
    return !undoes.isEmpty();
  }

  /// Whether the change is still in force.
  public enum Status {
    APPLIED,
    UNDONE
  }
}
