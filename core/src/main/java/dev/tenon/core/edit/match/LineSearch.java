package dev.tenon.core.edit.match;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Finds runs of lines in a file. Each search takes time in proportion to the file, however often
/// lines repeat.
public final class LineSearch {
  private final List<String> lines;
  private final Map<Likeness, Index> indices = new EnumMap<>(Likeness.class);

  public LineSearch(List<String> lines) {
    this.lines = lines;
  }

  /// The lines as numbers: the same number for lines that are alike.
  private static final class Index {
    private final Map<String, Integer> ids;
    private final int[] file;

    Index(Map<String, Integer> ids, int[] file) {
      this.ids = ids;
      this.file = file;
    }
  }

  List<String> lines() {
    return lines;
  }

  /// Where the wanted lines stand, from zero, in order; runs may overlap each other.
  public List<Integer> find(List<String> wanted, Likeness likeness) {
    if (wanted.isEmpty() || wanted.size() > lines.size()) {
      return List.of();
    }
    Index index = indices.computeIfAbsent(likeness, this::index);
    int[] needle = new int[wanted.size()];
    for (int i = 0; i < needle.length; i++) {
      Integer id = index.ids.get(likeness.normal(wanted.get(i)));
      if (id == null) {
        return List.of();
      }
      needle[i] = id;
    }
    return runs(index.file, needle);
  }

  public boolean has(List<String> wanted, Likeness likeness) {
    return !find(wanted, likeness).isEmpty();
  }

  /// Places at the strictest level that has any.
  public record Closest(Likeness likeness, List<Integer> places) {}

  public Closest closest(List<String> wanted) {
    List<Integer> exact = find(wanted, Likeness.EXACT);
    // What is nowhere at the laxest level is nowhere at all; that spares the levels between.
    if (!exact.isEmpty() || !has(wanted, Likeness.PUNCTUATION)) {
      return new Closest(Likeness.EXACT, exact);
    }
    for (Likeness level : Likeness.values()) {
      List<Integer> found = find(wanted, level);
      if (!found.isEmpty()) {
        return new Closest(level, found);
      }
    }
    return new Closest(Likeness.EXACT, List.of());
  }

  private Index index(Likeness likeness) {
    var ids = new HashMap<String, Integer>(lines.size() * 2);
    int[] file = new int[lines.size()];
    for (int i = 0; i < file.length; i++) {
      String normal = likeness.normal(lines.get(i));
      Integer id = ids.putIfAbsent(normal, i);
      file[i] = id == null ? i : id;
    }
    return new Index(ids, file);
  }

  /// Knuth, Morris and Pratt.
  private static List<Integer> runs(int[] file, int[] needle) {
    int[] border = borders(needle);
    var found = new ArrayList<Integer>();
    int matched = 0;
    for (int i = 0; i < file.length; i++) {
      while (matched > 0 && needle[matched] != file[i]) {
        matched = border[matched - 1];
      }
      if (needle[matched] == file[i]) {
        matched++;
      }
      if (matched == needle.length) {
        found.add(i - matched + 1);
        matched = border[matched - 1];
      }
    }
    return found;
  }

  /// For each prefix of the needle the length of its longest proper prefix that also ends it.
  private static int[] borders(int[] needle) {
    int[] border = new int[needle.length];
    int length = 0;
    for (int i = 1; i < needle.length; i++) {
      while (length > 0 && needle[length] != needle[i]) {
        length = border[length - 1];
      }
      if (needle[length] == needle[i]) {
        length++;
      }
      border[i] = length;
    }
    return border;
  }
}
