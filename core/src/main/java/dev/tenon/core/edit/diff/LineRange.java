package dev.tenon.core.edit.diff;

/// Lines of a file, counted from 1, both included.
public record LineRange(int first, int last) {

  public LineRange {
    if (first < 1 || last < first) {
      throw new IllegalArgumentException("not a range of lines: " + first + "-" + last);
    }
  }

  public int count() {
    return last - first + 1;
  }

  boolean overlaps(LineRange other) {
    return first <= other.last && other.first <= last;
  }

  @Override
  public String toString() {
    return first == last ? "line " + first : "lines " + first + "-" + last;
  }
}
