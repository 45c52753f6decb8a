package dev.tenon.core.workspace.regex;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A [RegexTree] as positions: each reads one byte of its set, and then one of the positions that
/// can follow it comes next. Immutable once built.
final class Positions {
  private static final int MOST = 1500;
  private static final int MOST_FOLLOWS = 60_000;

  private final List<ByteSet> sets = new ArrayList<>();
  private final List<IntSet> follows = new ArrayList<>();
  private final int[] first;
  private final boolean[] ends;
  private final int[] kindOf = new int[256];
  private final int[] example;
  private int followCount;

  /// A set of positions.
  private static final class IntSet {
    private int[] values = new int[4];
    private int size;

    void addAll(IntSet other) {
      for (int i = 0; i < other.size; i++) {
        add(other.values[i]);
      }
    }

    void add(int value) {
      for (int i = 0; i < size; i++) {
        if (values[i] == value) {
          return;
        }
      }
      if (size == values.length) {
        values = Arrays.copyOf(values, size * 2);
      }
      values[size++] = value;
    }

    int[] toArray() {
      return Arrays.copyOf(values, size);
    }
  }

  /// A part of the tree: where it begins and ends, and whether it can be empty.
  private record Part(IntSet first, IntSet last, boolean optional) {
    static Part empty() {
      return new Part(new IntSet(), new IntSet(), true);
    }
  }

  private static final class TooLarge extends Exception {
    private static final long serialVersionUID = 1L;

    TooLarge() {
      super(null, null, false, false);
    }
  }

  /// The positions of a tree, or null if there are too many of them.
  static @Nullable Positions of(RegexTree tree) {
    try {
      return new Positions(tree);
    } catch (TooLarge tooLarge) {
      return null;
    }
  }

  private Positions(RegexTree tree) throws TooLarge {
    Part whole = add(tree);
    first = whole.first.toArray();
    ends = new boolean[sets.size()];
    for (int end : whole.last.toArray()) {
      ends[end] = true;
    }
    example = findKinds();
  }

  private Part add(RegexTree tree) throws TooLarge {
    return switch (tree) {
      case RegexTree.One one -> one(one.set());
      case RegexTree.Sequence sequence -> {
        Part all = Part.empty();
        for (RegexTree part : sequence.parts()) {
          all = join(all, add(part));
        }
        yield all;
      }
      case RegexTree.Choice choice -> {
        Part all = new Part(new IntSet(), new IntSet(), choice.optional());
        for (RegexTree part : choice.parts()) {
          Part one = add(part);
          all.first.addAll(one.first);
          all.last.addAll(one.last);
        }
        yield all;
      }
      case RegexTree.Repeat repeat -> repeat(repeat);
    };
  }

  private Part one(ByteSet set) throws TooLarge {
    int position = sets.size();
    if (position >= MOST) {
      throw new TooLarge();
    }
    sets.add(set);
    follows.add(new IntSet());
    var here = new IntSet();
    here.add(position);
    return new Part(here, here, false);
  }

  private Part repeat(RegexTree.Repeat repeat) throws TooLarge {
    Part all = Part.empty();
    boolean endless = repeat.most() == RegexTree.Repeat.ENDLESS;
    int copies = endless ? Math.max(1, repeat.least()) : repeat.most();
    for (int i = 0; i < copies; i++) {
      Part one = add(repeat.part());
      if (endless && i == copies - 1) {
        link(one.last, one.first);
      }
      boolean optional = one.optional || i >= repeat.least();
      all = join(all, new Part(one.first, one.last, optional));
    }
    return all;
  }

  private Part join(Part left, Part right) throws TooLarge {
    link(left.last, right.first);
    var firsts = new IntSet();
    firsts.addAll(left.first);
    if (left.optional) {
      firsts.addAll(right.first);
    }
    var lasts = new IntSet();
    lasts.addAll(right.last);
    if (right.optional) {
      lasts.addAll(left.last);
    }
    return new Part(firsts, lasts, left.optional && right.optional);
  }

  private void link(IntSet from, IntSet to) throws TooLarge {
    for (int position : from.toArray()) {
      IntSet follow = follows.get(position);
      followCount -= follow.size;
      follow.addAll(to);
      followCount += follow.size;
    }
    if (followCount > MOST_FOLLOWS) {
      throw new TooLarge();
    }
  }

  /// Bytes that no set tells apart are of one kind; gives an example of each.
  private int[] findKinds() {
    Map<List<Boolean>, Integer> bySets = new HashMap<>();
    List<ByteSet> distinct = sets.stream().distinct().toList();
    var examples = new ArrayList<Integer>();
    for (int value = 0; value < 256; value++) {
      var in = new ArrayList<Boolean>();
      for (ByteSet set : distinct) {
        in.add(set.contains(value));
      }
      Integer kind = bySets.get(in);
      if (kind == null) {
        kind = examples.size();
        bySets.put(in, kind);
        examples.add(value);
      }
      kindOf[value] = kind;
    }
    return examples.stream().mapToInt(Integer::intValue).toArray();
  }

  int count() {
    return sets.size();
  }

  int[] first() {
    return first;
  }

  int[] follow(int position) {
    return follows.get(position).toArray();
  }

  boolean ends(int position) {
    return ends[position];
  }

  /// Whether the position reads bytes of this kind.
  boolean reads(int position, int kind) {
    return sets.get(position).contains(example[kind]);
  }

  int kinds() {
    return example.length;
  }

  int[] kindOf() {
    return kindOf;
  }
}
