package dev.tenon.core.change.weave;

import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.edit.EditPlacement;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One entry of the change log of a staged file: what one commit did to it.
///
/// @param path where the file was, or is to be
/// @param target where it went, for a move
/// @param fileHashBefore the hash of the file's bytes before; that of no bytes for a new file
/// @param patch the way forward; reversed it leads back
/// @param edits of which it consists, if that is known
public record StagedChange(
    String id,
    Attribution by,
    Instant time,
    Kind kind,
    String path,
    @Nullable String target,
    String fileHashBefore,
    LinePatch patch,
    List<EditPlacement> edits) {
  public StagedChange {
    edits = List.copyOf(edits);
    if ((kind == Kind.MOVED) != (target != null)) {
      throw new IllegalArgumentException("a move and nothing else has a target: " + path);
    }
  }

  /// What happened to the file.
  public enum Kind {
    CREATED,
    UPDATED,
    DELETED,
    MOVED
  }

  /// What has become of a change in the review.
  public enum Status {
    /// No decision about it yet.
    PENDING,
    ACCEPTED,
    REJECTED,
    /// Written to the disk.
    APPLIED,
    /// Its hunks have different fates.
    MIXED,
    /// Later changes have left nothing of it.
    SUPERSEDED
  }

  public String forwardPatch() {
    return patch.text();
  }

  public String reversePatch() {
    return patch.reversed().text();
  }

  /// Which edit removed this line, counted from zero before the change.
  Block.Label removing(int line) {
    return label(line, EditPlacement::oldStart, EditPlacement::oldCount);
  }

  /// Which edit added this line, counted from zero after the change.
  Block.Label adding(int line) {
    return label(line, EditPlacement::newStart, EditPlacement::newCount);
  }

  @FunctionalInterface
  private interface Side {
    int of(EditPlacement placement);
  }

  /// The edit that has the line, or lies nearest: a diff may show a change a little beside it.
  private Block.Label label(int line, Side start, Side count) {
    String nearest = id;
    int least = Integer.MAX_VALUE;
    for (EditPlacement edit : edits) {
      int first = start.of(edit) - 1;
      int end = first + count.of(edit);
      int distance = line < first ? first - line : line >= end ? line - end + 1 : 0;
      if (distance < least) {
        least = distance;
        nearest = edit.editId();
      }
    }
    return new Block.Label(id, nearest);
  }
}
