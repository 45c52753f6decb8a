package dev.tenon.core.change.weave;

import dev.tenon.core.change.journal.Origin;
import java.util.List;

/// One part of the staged changes that is accepted or rejected as a whole.
///
/// @param patch from its `@@` line on, with LF line ends; the old lines are numbered as on the disk
///   (with the hunks that it requires), the new ones as in the working buffer. Empty when no line
///   changes, as in a move
/// @param description what it does in one line, if it is about a file that is no text and so is
///   decided about as a whole: what kind of file, how large before and after. Empty otherwise; then
///   there is a patch
/// @param reversePatch the way back
/// @param origin whose change it is
/// @param editIds the edits of which it consists: those of a list of edits, otherwise the changes
/// @param changeIds the entries of the change log of which it consists
/// @param requires the hunks without which it cannot be accepted
public record Hunk(
    String id,
    Kind kind,
    String patch,
    String reversePatch,
    String description,
    Status status,
    Origin origin,
    List<String> editIds,
    List<String> changeIds,
    List<String> requires,
    Size size) {
  public Hunk {
    editIds = List.copyOf(editIds);
    changeIds = List.copyOf(changeIds);
    requires = List.copyOf(requires);
  }

  /// The same hunk, about which something else was decided.
  public Hunk with(Status other) {
    return new Hunk(
        id,
        kind,
        patch,
        reversePatch,
        description,
        other,
        origin,
        editIds,
        changeIds,
        requires,
        size);
  }

  /// What it does.
  public enum Kind {
    /// Changes lines of a file.
    EDIT,
    /// Brings lines of a new file, and the file with them.
    CREATE,
    DELETE,
    MOVE
  }

  /// What was decided.
  public enum Status {
    PENDING,
    ACCEPTED,
    REJECTED,
    /// Written to the disk.
    APPLIED
  }

  /// Whether the guard could make it small enough.
  public enum Size {
    FITS,
    /// Too large and nowhere to split: it is accepted as one or edited by hand.
    OVERSIZED
  }
}
