package dev.tenon.core.edit.patch;

import dev.tenon.core.edit.match.Likeness;
import java.util.List;

/// What differs between dialects that place hunks by their lines.
enum PatchStyle {
  /// Unified diffs: only white space at the end of lines is forgiven.
  DIFF("Invalid Diff: hunk", "Hunk"),

  /// The patch envelope, which has no line numbers: all levels of likeness.
  ENVELOPE("Chunk", "Chunk");

  private final String failing;
  private final String noun;

  PatchStyle(String failing, String noun) {
    this.failing = failing;
    this.noun = noun;
  }

  /// How a failure names a hunk.
  String failing(PatchHunk hunk) {
    return failing + " " + hunk.number();
  }

  /// How a warning names a hunk.
  String name(PatchHunk hunk) {
    return noun + " " + hunk.number();
  }

  /// How alike lines have to be, the strictest level first.
  List<Likeness> levels() {
    return switch (this) {
      case DIFF -> List.of(Likeness.EXACT, Likeness.TRAILING_SPACE);
      case ENVELOPE -> List.of(Likeness.values());
    };
  }
}
