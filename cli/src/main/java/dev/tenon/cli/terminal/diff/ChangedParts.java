package dev.tenon.cli.terminal.diff;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// Which characters of a line its change is about, by words. The effort is bounded; of long lines
/// only what both ends have in common is left out.
public final class ChangedParts {
  private static final int MOST_WORDS = 250;
  private static final int LONGEST = 4_000;

  private ChangedParts() {}

  /// Marks the changed characters of both lines. Nothing is marked when the lines have so little in
  /// common that they are simply two lines.
  ///
  /// @param old gets a bit for every character of the old line that is not in the new one
  public static void mark(String oldLine, String newLine, BitSet old, BitSet now) {
    if (oldLine.length() > LONGEST || newLine.length() > LONGEST) {
      return;
    }
    List<String> a = words(oldLine);
    List<String> b = words(newLine);
    int start = 0;
    while (start < a.size() && start < b.size() && a.get(start).equals(b.get(start))) {
      start++;
    }
    int end = 0;
    while (end < a.size() - start
        && end < b.size() - start
        && a.get(a.size() - 1 - end).equals(b.get(b.size() - 1 - end))) {
      end++;
    }
    boolean[] inOld = new boolean[a.size()];
    boolean[] inNew = new boolean[b.size()];
    for (int i = 0; i < start; i++) {
      inOld[i] = true;
      inNew[i] = true;
    }
    for (int i = 1; i <= end; i++) {
      inOld[a.size() - i] = true;
      inNew[b.size() - i] = true;
    }
    if (a.size() <= MOST_WORDS && b.size() <= MOST_WORDS) {
      common(a, b, start, end, inOld, inNew);
    }
    int same = same(a, inOld);
    if (5 * same < 2 * Math.max(visible(oldLine), visible(newLine))) {
      return;
    }
    fill(a, inOld, old);
    fill(b, inNew, now);
  }

  private static List<String> words(String line) {
    var words = new ArrayList<String>();
    int at = 0;
    while (at < line.length()) {
      int end = at + 1;
      int kind = kind(line.charAt(at));
      while (kind > 0 && end < line.length() && kind(line.charAt(end)) == kind) {
        end++;
      }
      words.add(line.substring(at, end));
      at = end;
    }
    return words;
  }

  private static int kind(char c) {
    // Halves of one character stay together.
    return Character.isLetterOrDigit(c) || c == '_' || Character.isSurrogate(c)
        ? 1
        : c == ' ' ? 2 : 0;
  }

  /// The longest common row of words between the ends.
  private static void common(
      List<String> a, List<String> b, int start, int end, boolean[] inOld, boolean[] inNew) {
    int rows = a.size() - start - end;
    int columns = b.size() - start - end;
    int[][] length = new int[rows + 1][columns + 1];
    for (int i = rows - 1; i >= 0; i--) {
      for (int j = columns - 1; j >= 0; j--) {
        length[i][j] =
            a.get(start + i).equals(b.get(start + j))
                ? length[i + 1][j + 1] + 1
                : Math.max(length[i + 1][j], length[i][j + 1]);
      }
    }
    int i = 0;
    int j = 0;
    while (i < rows && j < columns) {
      if (a.get(start + i).equals(b.get(start + j))) {
        inOld[start + i++] = true;
        inNew[start + j++] = true;
      } else if (length[i + 1][j] >= length[i][j + 1]) {
        i++;
      } else {
        j++;
      }
    }
  }

  private static int same(List<String> words, boolean[] common) {
    int same = 0;
    for (int i = 0; i < common.length; i++) {
      same += common[i] ? visible(words.get(i)) : 0;
    }
    return same;
  }

  private static int visible(String text) {
    int count = 0;
    for (int i = 0; i < text.length(); i++) {
      count += text.charAt(i) == ' ' ? 0 : 1;
    }
    return count;
  }

  private static void fill(List<String> words, boolean[] common, BitSet bits) {
    int at = 0;
    for (int i = 0; i < common.length; i++) {
      int length = words.get(i).length();
      boolean between =
          words.get(i).isBlank()
              && i > 0
              && i + 1 < common.length
              && !common[i - 1]
              && !common[i + 1];
      if (!common[i] || between) {
        bits.set(at, at + length);
      }
      at += length;
    }
  }
}
