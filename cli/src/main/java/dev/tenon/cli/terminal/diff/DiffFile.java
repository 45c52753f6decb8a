package dev.tenon.cli.terminal.diff;

import java.util.List;

/// What a diff says about one file.
///
/// @param oldPath empty for a new file, and where the diff names none
/// @param newPath empty for a deleted file, and where the diff names none
/// @param notes what it says in words, such as what kind of a binary file it is
public record DiffFile(
    String oldPath, String newPath, Kind kind, List<Hunk> hunks, List<String> notes) {

  public DiffFile {
    hunks = List.copyOf(hunks);
    notes = List.copyOf(notes);
  }

  /// What happens to the file as such.
  public enum Kind {
    CHANGED,
    NEW,
    DELETED,
    MOVED,
    BINARY,
    /// Hunks of a file that is named elsewhere.
    NAMELESS
  }

  /// Neighbouring lines.
  ///
  /// @param oldStart the number of its first line in the old file
  /// @param section what the diff says about the place, such as the name of a function
  public record Hunk(int oldStart, int newStart, String section, List<Line> lines) {
    public Hunk {
      lines = List.copyOf(lines);
    }
  }

  /// @param oldNumber 0 if it is not in the old file
  /// @param newNumber 0 if it is not in the new file
  public record Line(Side side, int oldNumber, int newNumber, String text) {}

  /// Where a line stands.
  public enum Side {
    OLD,
    NEW,
    BOTH,
    /// A remark about the line before.
    NOTE
  }

  /// Its name now, or before it was deleted.
  public String path() {
    return newPath.isEmpty() ? oldPath : newPath;
  }

  public int count(Side side) {
    int count = 0;
    for (Hunk hunk : hunks) {
      for (Line line : hunk.lines) {
        count += line.side == side ? 1 : 0;
      }
    }
    return count;
  }
}
