package dev.tenon.core.change.weave;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Cuts one block into parts that can be accepted without each other: each takes some of the rows
/// that go and some of those that come.
public final class BlockCuts {
  private BlockCuts() {}

  /// Into parts of one edit each, as far as their order allows.
  static List<Block> byEdit(Block block) {
    var parts = new ArrayList<Block>();
    int removed = 0;
    int added = 0;
    while (removed < block.removed().size() || added < block.added().size()) {
      Block rest = block.part(removed, block.removed().size(), added, block.added().size());
      Block.Label label = firstLabel(rest);
      int removedEnd = removed + run(rest.removed(), label);
      int addedEnd = added + run(rest.added(), label);
      parts.add(block.part(removed, removedEnd, added, addedEnd));
      removed = removedEnd;
      added = addedEnd;
    }
    return joinUnended(parts);
  }

  /// The label whose rows come first: an edit that only adds comes before one that removes later.
  private static Block.Label firstLabel(Block rest) {
    if (rest.added().isEmpty()) {
      return rest.removed().getFirst().label();
    }
    Block.Label adding = rest.added().getFirst().label();
    boolean removesToo = rest.removed().stream().anyMatch(row -> row.label().equals(adding));
    return removesToo && !rest.removed().isEmpty() ? rest.removed().getFirst().label() : adding;
  }

  private static int run(List<Block.Row> rows, Block.Label label) {
    int run = 0;
    while (run < rows.size() && rows.get(run).label().equals(label)) {
      run++;
    }
    return run;
  }

  /// A part with a line that has no end must be the last one, whichever others are accepted.
  private static List<Block> joinUnended(List<Block> parts) {
    for (int i = 0; i < parts.size() - 1; i++) {
      if (parts.get(i).unended()) {
        Block rest = parts.get(i);
        for (Block next : parts.subList(i + 1, parts.size())) {
          rest = rest.joined(next);
        }
        var joined = new ArrayList<>(parts.subList(0, i));
        joined.add(rest);
        return joined;
      }
    }
    return parts;
  }

  @FunctionalInterface
  public interface Boundary {
    boolean between(String line, String next);
  }

  public static boolean blank(String line, String next) {
    return line.isBlank() && !next.isBlank();
  }

  public static boolean sentence(String line, String next) {
    String end = line.stripTrailing();
    while (!end.isEmpty() && "\"')]*_`”’»".indexOf(end.charAt(end.length() - 1)) >= 0) {
      end = end.substring(0, end.length() - 1);
    }
    if (!end.isEmpty() && ".!?…。！？".indexOf(end.charAt(end.length() - 1)) >= 0) {
      return true;
    }
    return line.startsWith("}") || startsParagraph(next.strip());
  }

  /// A heading or an item of a list.
  private static boolean startsParagraph(String line) {
    if (line.startsWith("#") || line.startsWith("- ") || line.startsWith("* ")) {
      return true;
    }
    int digits = 0;
    while (digits < line.length() && Character.isDigit(line.charAt(digits))) {
      digits++;
    }
    return digits > 0 && line.startsWith(". ", digits);
  }

  private record Cut(int removed, int added) {}

  /// As few parts as possible that fit, cut only at such boundaries.
  public static List<Block> at(Block block, Boundary boundary, Predicate<Block> fits) {
    var end = new Cut(block.removed().size(), block.added().size());
    var candidates = candidates(block, boundary);
    candidates.add(end);
    var parts = new ArrayList<Block>();
    var from = new Cut(0, 0);
    var last = from;
    for (Cut next : candidates) {
      if (!last.equals(from) && !fits.test(part(block, from, next))) {
        parts.add(part(block, from, last));
        from = last;
      }
      last = next;
    }
    parts.add(part(block, from, end));
    return joinUnended(parts);
  }

  private static Block part(Block block, Cut from, Cut to) {
    return block.part(from.removed, to.removed, from.added, to.added);
  }

  /// Where both sides can be cut: at a boundary of one, with the nearest boundary of the other.
  private static List<Cut> candidates(Block block, Boundary boundary) {
    List<Integer> removed = boundaries(block.removed(), boundary);
    List<Integer> added = boundaries(block.added(), boundary);
    int removedSize = block.removed().size();
    int addedSize = block.added().size();
    var all = new ArrayList<Cut>();
    for (int at : added) {
      all.add(new Cut(nearest(removed, block.removed(), at * removedSize / addedSize), at));
    }
    for (int at : removed) {
      all.add(new Cut(at, nearest(added, block.added(), at * addedSize / removedSize)));
    }
    all.sort((one, other) -> Integer.compare(one.removed + one.added, other.removed + other.added));
    var inOrder = new ArrayList<Cut>();
    var last = new Cut(0, 0);
    for (Cut cut : all) {
      boolean further = cut.removed >= last.removed && cut.added >= last.added;
      boolean within = cut.removed < removedSize || cut.added < addedSize;
      if (further && within && !cut.equals(last)) {
        inOrder.add(cut);
        last = cut;
      }
    }
    return inOrder;
  }

  private static List<Integer> boundaries(List<Block.Row> rows, Boundary boundary) {
    var at = new ArrayList<Integer>();
    for (int i = 1; i < rows.size(); i++) {
      if (boundary.between(rows.get(i - 1).text(), rows.get(i).text())) {
        at.add(i);
      }
    }
    return at;
  }

  private static int nearest(List<Integer> boundaries, List<Block.Row> rows, int wanted) {
    int best = 0;
    for (int at : boundaries) {
      if (Math.abs(at - wanted) < Math.abs(best - wanted)) {
        best = at;
      }
    }
    boolean endAllowed = rows.isEmpty() || rows.getLast().ended();
    return endAllowed && Math.abs(rows.size() - wanted) < Math.abs(best - wanted)
        ? rows.size()
        : best;
  }
}
