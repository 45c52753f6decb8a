package dev.tenon.cli.terminal.diff;

/// How many lines a diff adds and takes away. What looks like the head of a file within a hunk is a
/// line like others.
public record DiffCounts(int added, int removed) {
  public static final DiffCounts NONE = new DiffCounts(0, 0);

  public static DiffCounts of(String diff) {
    var counts = new int[2];
    DiffParser.parse(
        diff,
        file -> {
          counts[0] += file.count(DiffFile.Side.NEW);
          counts[1] += file.count(DiffFile.Side.OLD);
        },
        ignored -> {});
    return new DiffCounts(counts[0], counts[1]);
  }

  public DiffCounts plus(DiffCounts other) {
    return new DiffCounts(added + other.added, removed + other.removed);
  }
}
