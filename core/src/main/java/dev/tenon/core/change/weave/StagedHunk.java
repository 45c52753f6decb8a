package dev.tenon.core.change.weave;

import java.util.List;

/// A hunk as it is woven into a file. Others are known by their numbers in the same file.
///
/// @param requires the hunks on which it was made and without which it cannot be
/// @param excludes the hunks that were rejected when it was made in their place
public record StagedHunk(
    int number,
    String id,
    int layer,
    Hunk.Kind kind,
    List<Block> blocks,
    Hunk.Size size,
    List<String> editIds,
    List<String> changeIds,
    List<Integer> requires,
    List<Integer> excludes) {
  public StagedHunk {
    blocks = List.copyOf(blocks);
    editIds = List.copyOf(editIds);
    changeIds = List.copyOf(changeIds);
    requires = List.copyOf(requires);
    excludes = List.copyOf(excludes);
  }

  /// Whether it is about the file as a whole, because that is no text before it or after it.
  public boolean isWhole() {
    for (Block block : blocks) {
      if (block.isWhole()) {
        return true;
      }
    }
    return false;
  }
}
