package dev.tenon.cli.terminal.input;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

/// Finds rows whose cells fit all words of a search, each word within one cell; the first cell
/// counts most. Whoever adds to a search looks only at what was found before.
final class RowSearch {
  private static final int FIRST_CELL = 100;

  private final String[][] cells;
  private final char[][][] lower;
  private final long[] masks;
  private String last = "";
  private int[] found;

  /// @param row the cells of a row
  RowSearch(int size, IntFunction<List<String>> row) {
    this.cells = new String[size][];
    this.lower = new char[size][][];
    this.masks = new long[size];
    this.found = new int[size];
    for (int i = 0; i < size; i++) {
      cells[i] = row.apply(i).toArray(String[]::new);
      lower[i] = new char[cells[i].length][];
      for (int cell = 0; cell < cells[i].length; cell++) {
        lower[i][cell] = Fuzzy.lower(cells[i][cell]);
        masks[i] |= Fuzzy.mask(lower[i][cell], 0);
      }
      found[i] = i;
    }
  }

  /// The places of the rows that fit, the best first; among equals in their order.
  int[] ranked(String query) {
    int[] among = found;
    if (!query.startsWith(last)) {
      among = new int[cells.length];
      Arrays.setAll(among, i -> i);
    }
    char[][] words = words(query);
    long mask = 0;
    for (char[] word : words) {
      mask |= Fuzzy.mask(word, 0);
    }
    int[][] positions = new int[words.length][];
    for (int w = 0; w < words.length; w++) {
      positions[w] = new int[words[w].length];
    }
    long[] ranks = new long[among.length];
    int count = 0;
    for (int place : among) {
      if ((mask & ~masks[place]) == 0) {
        int score = score(words, place, positions);
        if (score >= 0) {
          ranks[count++] = ((long) (Integer.MAX_VALUE - score) << 32) | place;
        }
      }
    }
    Arrays.sort(ranks, 0, count);
    int[] best = new int[count];
    for (int i = 0; i < count; i++) {
      best[i] = (int) ranks[i];
    }
    last = query;
    found = best;
    return best;
  }

  private int score(char[][] words, int place, int[][] positions) {
    int sum = 0;
    for (int w = 0; w < words.length; w++) {
      int score = -1;
      for (int cell = 0; cell < lower[place].length && score < 0; cell++) {
        score = Fuzzy.ofLine(words[w], lower[place][cell], cells[place][cell], positions[w]);
        score += score >= 0 && cell == 0 ? FIRST_CELL : 0;
      }
      if (score < 0) {
        return -1;
      }
      sum += score;
    }
    return sum;
  }

  /// The characters of each cell that fit the words of a search.
  static List<Set<Integer>> positions(String query, List<String> cells) {
    var all = new ArrayList<Set<Integer>>(cells.size());
    cells.forEach(cell -> all.add(new HashSet<>()));
    if (query.isBlank()) {
      return all;
    }
    for (char[] word : words(query)) {
      int[] positions = new int[word.length];
      for (int cell = 0; cell < cells.size(); cell++) {
        String text = cells.get(cell);
        if (Fuzzy.ofLine(word, Fuzzy.lower(text), text, positions) >= 0) {
          for (int position : positions) {
            all.get(cell).add(position);
          }
          break;
        }
      }
    }
    return all;
  }

  private static char[][] words(String query) {
    String[] words = query.strip().split("\\s+", -1);
    char[][] lower = new char[words.length][];
    for (int i = 0; i < words.length; i++) {
      lower[i] = Fuzzy.lower(words[i]);
    }
    return lower;
  }
}
