package dev.tenon.core.rule;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Finds many texts in a stream at once, whatever the case of ASCII letters: one step of a table
/// for each character. Immutable; the place in the table is the caller's.
final class LiteralMatcher {
  static final int START = 0;

  /// What most states find.
  static final int[] NONE = {};

  /// The kind of each ASCII character; 0 for all that stand in no text.
  private final byte[] kinds = new byte[128];

  private final int width;
  private final int[] next;
  private final int[][] found;

  /// @param texts in lower case ASCII; what is found is the place in this list
  LiteralMatcher(List<List<String>> texts) {
    int kindCount = 1;
    int length = 1;
    for (List<String> group : texts) {
      for (String text : group) {
        length += text.length();
        for (int i = 0; i < text.length(); i++) {
          char c = text.charAt(i);
          if (kinds[c] == 0) {
            kinds[c] = (byte) kindCount++;
          }
        }
      }
    }
    for (char c = 'A'; c <= 'Z'; c++) {
      kinds[c] = kinds[c + 32];
    }
    width = kindCount;
    int[] table = new int[length * width];
    int[][] hits = new int[length][];
    Arrays.fill(hits, NONE);
    Arrays.fill(table, -1);
    int states = 1;
    for (int id = 0; id < texts.size(); id++) {
      for (String text : texts.get(id)) {
        int state = START;
        for (int i = 0; i < text.length(); i++) {
          int cell = state * width + kinds[text.charAt(i)];
          if (table[cell] < 0) {
            table[cell] = states++;
          }
          state = table[cell];
        }
        hits[state] = with(hits[state], id);
      }
    }
    close(table, hits);
    next = table;
    found = hits;
  }

  /// Leads every step that the texts do not have to the longest end that is a beginning.
  private void close(int[] table, int[][] hits) {
    int[] fallback = new int[hits.length];
    var queue = new ArrayDeque<Integer>();
    for (int kind = 0; kind < width; kind++) {
      int target = table[kind];
      if (target < 0) {
        table[kind] = START;
      } else {
        queue.add(target);
      }
    }
    while (!queue.isEmpty()) {
      int state = queue.remove();
      for (int id : hits[fallback[state]]) {
        hits[state] = with(hits[state], id);
      }
      for (int kind = 0; kind < width; kind++) {
        int cell = state * width + kind;
        int otherwise = table[fallback[state] * width + kind];
        if (table[cell] < 0) {
          table[cell] = otherwise;
        } else {
          fallback[table[cell]] = otherwise;
          queue.add(table[cell]);
        }
      }
    }
  }

  private static int[] with(int[] ids, int id) {
    var all = new ArrayList<Integer>();
    for (int known : ids) {
      all.add(known);
    }
    if (!all.contains(id)) {
      all.add(id);
    }
    return all.stream().mapToInt(Integer::intValue).toArray();
  }

  int step(int state, char c) {
    return next[state * width + (c < 128 ? kinds[c] : 0)];
  }

  /// The texts that end with the character that led to this state.
  int[] found(int state) {
    return found[state];
  }
}
