package dev.tenon.core.edit.hashline;

import dev.tenon.core.edit.diff.LineRange;
import dev.tenon.core.edit.diff.Splice;
import java.util.ArrayList;
import java.util.List;

/// Finds lines at the edges of a replacement that the model repeated from around it. Such lines are
/// taken as part of the range, so that they do not stand twice. Because two equal lines can also be
/// meant, brackets decide: what keeps them in balance is right.
final class RepeatedLines {
  private final List<String> lines;
  private final List<String> warnings;

  RepeatedLines(List<String> lines, List<String> warnings) {
    this.lines = lines;
    this.warnings = warnings;
  }

  /// The splice over a wider range.
  ///
  /// @param from the first line that no other operation has to do with
  /// @param to the same behind the splice, not included
  Splice widened(Splice splice, int from, int to) {
    Splice wider = suffix(splice, to);
    return prefix(wider, from, wider.end() - splice.end());
  }

  /// An insert without the lines that stand before or behind it anyway.
  Splice narrowed(Splice insert, int from, int to) {
    Splice wide = widened(insert, from, to);
    List<String> payload =
        insert
            .lines()
            .subList(
                insert.start() - wide.start(), insert.lines().size() - (wide.end() - insert.end()));
    return new Splice(insert.start(), insert.end(), payload);
  }

  private Splice suffix(Splice splice, int to) {
    List<String> payload = splice.lines();
    int most = Math.min(payload.size() - 1, to - splice.end());
    for (int count = most; count > 0; count--) {
      List<String> repeated = lines.subList(splice.end(), splice.end() + count);
      if (repeated.equals(payload.subList(payload.size() - count, payload.size()))
          && isMistake(splice, repeated)) {
        warn(splice.end(), count, "end");
        return new Splice(splice.start(), splice.end() + count, payload);
      }
    }
    return splice;
  }

  private Splice prefix(Splice splice, int from, int absorbed) {
    List<String> payload = splice.lines();
    int most = Math.min(payload.size() - 1 - absorbed, splice.start() - from);
    for (int count = most; count > 0; count--) {
      List<String> repeated = lines.subList(splice.start() - count, splice.start());
      if (repeated.equals(payload.subList(0, count)) && isMistake(splice, repeated)) {
        warn(splice.start() - count, count, "beginning");
        return new Splice(splice.start() - count, splice.end(), payload);
      }
    }
    return splice;
  }

  private void warn(int start, int count, String where) {
    warnings.add(
        "The payload repeats %s at its %s; nothing was doubled."
            .formatted(new LineRange(start + 1, start + count), where));
  }

  private boolean isMistake(Splice splice, List<String> repeated) {
    Brackets gained = Brackets.of(splice.lines());
    Brackets lost = Brackets.of(lines.subList(splice.start(), splice.end()));
    Brackets before = gained.minus(lost);
    Brackets after = before.minus(Brackets.of(repeated));
    if (!before.isBalanced()) {
      return after.isBalanced();
    }
    boolean telling = repeated.size() > 1 || isUnique(repeated.getFirst());
    return after.isBalanced()
        && telling
        && repeated.stream().anyMatch(RepeatedLines::isSignificant);
  }

  private boolean isUnique(String line) {
    int count = 0;
    for (String other : lines) {
      count += other.equals(line) ? 1 : 0;
    }
    return count == 1;
  }

  private static boolean isSignificant(String line) {
    return line.codePoints().anyMatch(Character::isLetterOrDigit);
  }

  /// How many brackets of each kind are open.
  private record Brackets(int round, int square, int curly) {
    static Brackets of(List<String> lines) {
      int round = 0;
      int square = 0;
      int curly = 0;
      for (String line : lines) {
        for (int i = 0; i < line.length(); i++) {
          switch (line.charAt(i)) {
            case '(' -> round++;
            case ')' -> round--;
            case '[' -> square++;
            case ']' -> square--;
            case '{' -> curly++;
            case '}' -> curly--;
            default -> {}
          }
        }
      }
      return new Brackets(round, square, curly);
    }

    Brackets minus(Brackets other) {
      return new Brackets(round - other.round, square - other.square, curly - other.curly);
    }

    boolean isBalanced() {
      return round == 0 && square == 0 && curly == 0;
    }
  }

  /// All splices with their edges put right, each as far as its neighbours allow.
  List<Splice> apply(List<Splice> splices, Hashline.Duplicates duplicates) {
    var out = new ArrayList<Splice>();
    for (int i = 0; i < splices.size(); i++) {
      Splice splice = splices.get(i);
      int from = out.isEmpty() ? 0 : out.getLast().end();
      int to = i + 1 < splices.size() ? splices.get(i + 1).start() : lines.size();
      boolean insert = splice.start() == splice.end();
      out.add(
          switch (duplicates) {
            case KEEP -> splice;
            case ABSORB -> insert ? splice : widened(splice, from, to);
            case ABSORB_AND_DROP -> insert ? narrowed(splice, from, to) : widened(splice, from, to);
          });
    }
    return out;
  }
}
