package dev.tenon.core.workspace;

/// How much one read shows and how much it does for that.
///
/// @param lines the most lines
/// @param bytes the most bytes
/// @param lineLength where a longer line is cut, in characters
/// @param before how many lines more are shown in front of a range
/// @param after how many lines more are shown after a range
/// @param wholeFile the largest file whose text is kept in memory for later edits, in bytes
/// @param versioned the largest file that is read to its end at every read, in bytes
/// @param hashed the largest file that gets a version, by a hash of its own, in bytes
/// @param treeDepth how many levels of a folder are shown
/// @param treeChildren how many entries of each folder below the first are shown
/// @param treeEntries the most entries of a tree
public record ReadLimits(
    int lines,
    int bytes,
    int lineLength,
    int before,
    int after,
    long wholeFile,
    long versioned,
    long hashed,
    int treeDepth,
    int treeChildren,
    int treeEntries) {
  public static final ReadLimits DEFAULT =
      new ReadLimits(
          3000,
          50 * 1024,
          2000,
          0,
          0,
          1024 * 1024,
          Workspace.MOST_IN_MEMORY,
          Workspace.MOST_VERSIONED,
          2,
          12,
          1000);

  public ReadLimits {
    if (lines < 1 || bytes < 1 || lineLength < 1 || treeDepth < 1) {
      throw new IllegalArgumentException("a read has to show something");
    }
    if (before < 0 || after < 0) {
      throw new IllegalArgumentException("context lines cannot be fewer than none");
    }
  }

  public ReadLimits withLines(int most) {
    return new ReadLimits(
        most,
        bytes,
        lineLength,
        before,
        after,
        wholeFile,
        versioned,
        hashed,
        treeDepth,
        treeChildren,
        treeEntries);
  }

  public ReadLimits withBytes(int most) {
    return new ReadLimits(
        lines,
        most,
        lineLength,
        before,
        after,
        wholeFile,
        versioned,
        hashed,
        treeDepth,
        treeChildren,
        treeEntries);
  }

  public ReadLimits withContext(int linesBefore, int linesAfter) {
    return new ReadLimits(
        lines,
        bytes,
        lineLength,
        linesBefore,
        linesAfter,
        wholeFile,
        versioned,
        hashed,
        treeDepth,
        treeChildren,
        treeEntries);
  }
}
