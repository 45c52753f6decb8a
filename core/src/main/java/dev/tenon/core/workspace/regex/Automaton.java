package dev.tenon.core.workspace.regex;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Finds where a [RegexTree] can match, in one pass over the bytes. States are made when they are
/// first needed. For one thread; [#fresh] gives another thread its own.
public final class Automaton {
  private static final int MOST_STATES = 1500;
  private static final int UNKNOWN = -1;
  private static final int FOUND = -2;

  private final Positions positions;
  private final int kinds;
  private final int[][] follow;

  /// For each state and kind of byte the next state. A state is known by its place in this table.
  private int[] next = {};

  /// Bytes with which no match can begin: they lead from the first state to itself.
  private final boolean[] idle = new boolean[256];

  private final List<int[]> states = new ArrayList<>();
  private final Map<Key, Integer> known = new HashMap<>();

  private Automaton(Positions positions, int[][] follow) {
    this.positions = positions;
    this.kinds = positions.kinds();
    this.follow = follow;
    reset();
  }

  /// The automaton of a tree, or null if it would be large or match everywhere.
  static @Nullable public Automaton of(RegexTree tree) {
    Positions positions = tree.optional() ? null : Positions.of(tree);
    if (positions == null) {
      return null;
    }
    int[][] follow = new int[positions.count()][];
    for (int i = 0; i < follow.length; i++) {
      follow[i] = positions.follow(i);
    }
    return new Automaton(positions, follow);
  }

  Automaton fresh() {
    return new Automaton(positions, follow);
  }

  /// The position of the last byte of the match that ends first, from there on, or -1.
  public int find(byte[] bytes, int from, int to) {
    int[] kindOf = positions.kindOf();
    int[] table = next;
    int state = 0;
    int i = from;
    while (i < to) {
      if (state == 0) {
        while (i < to && idle[bytes[i] & 0xFF]) {
          i++;
        }
        if (i == to) {
          return -1;
        }
      }
      int kind = kindOf[bytes[i] & 0xFF];
      int following = table[state + kind];
      if (following < 0) {
        if (following == UNKNOWN) {
          following = step(state, kind);
          table = next;
        }
        if (following == FOUND) {
          return i;
        }
      }
      state = following;
      i++;
    }
    return -1;
  }

  private void reset() {
    states.clear();
    known.clear();
    next = new int[16 * kinds];
    Arrays.fill(next, UNKNOWN);
    int[] start = positions.first().clone();
    Arrays.sort(start);
    enter(start);
    for (int value = 0; value < 256; value++) {
      int kind = positions.kindOf()[value];
      boolean begins = false;
      for (int position : start) {
        begins |= positions.reads(position, kind);
      }
      idle[value] = !begins;
    }
  }

  private int step(int state, int kind) {
    boolean[] reached = new boolean[positions.count()];
    for (int position : states.get(state / kinds)) {
      if (positions.reads(position, kind)) {
        if (positions.ends(position)) {
          next[state + kind] = FOUND;
          return FOUND;
        }
        for (int target : follow[position]) {
          reached[target] = true;
        }
      }
    }
    // A match can begin anywhere.
    for (int position : positions.first()) {
      reached[position] = true;
    }
    int[] target = sorted(reached);
    Integer there = known.get(new Key(target));
    if (there == null && states.size() >= MOST_STATES) {
      // From here on the old number of the state means nothing, so the way to it is not kept.
      reset();
      Integer again = known.get(new Key(target));
      return again == null ? enter(target) : again;
    }
    int number = there == null ? enter(target) : there;
    next[state + kind] = number;
    return number;
  }

  private int enter(int[] state) {
    int number = states.size() * kinds;
    states.add(state);
    known.put(new Key(state), number);
    int old = next.length;
    if (number + kinds > old) {
      next = Arrays.copyOf(next, old * 2);
      Arrays.fill(next, old, next.length, UNKNOWN);
    }
    return number;
  }

  private static int[] sorted(boolean[] reached) {
    int size = 0;
    int[] all = new int[reached.length];
    for (int i = 0; i < reached.length; i++) {
      if (reached[i]) {
        all[size++] = i;
      }
    }
    return Arrays.copyOf(all, size);
  }

  /// A state as a key.
  private static final class Key {
    private final int[] positions;
    private final int hash;

    Key(int[] positions) {
      this.positions = positions;
      this.hash = Arrays.hashCode(positions);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key && Arrays.equals(positions, key.positions);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }
}
