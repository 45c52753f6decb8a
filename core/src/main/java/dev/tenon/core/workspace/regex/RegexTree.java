package dev.tenon.core.workspace.regex;

import java.util.List;

/// A coarse view of a regular expression over UTF-8 bytes: it matches all that the expression
/// matches, and perhaps more. Word boundaries and look-around count as nothing, a character beyond
/// ASCII in a set as any such character. Good for ruling lines out quickly.
public sealed interface RegexTree {
  RegexTree EMPTY = new Sequence(List.of());

  /// One character beyond ASCII, or several.
  RegexTree BEYOND_ASCII = new Repeat(new One(ByteSet.NON_ASCII), 1, Repeat.ENDLESS);

  /// Whether it can match nothing at all.
  boolean optional();

  /// One byte of a set.
  record One(ByteSet set) implements RegexTree {
    @Override
    public boolean optional() {
      return false;
    }
  }

  /// All, one after the other.
  record Sequence(List<RegexTree> parts) implements RegexTree {
    @Override
    public boolean optional() {
      for (RegexTree part : parts) {
        if (!part.optional()) {
          return false;
        }
      }
      return true;
    }
  }

  /// One of them.
  record Choice(List<RegexTree> parts) implements RegexTree {
    @Override
    public boolean optional() {
      for (RegexTree part : parts) {
        if (part.optional()) {
          return true;
        }
      }
      return false;
    }
  }

  /// Several times the same.
  record Repeat(RegexTree part, int least, int most) implements RegexTree {
    static final int ENDLESS = Integer.MAX_VALUE;

    @Override
    public boolean optional() {
      return least == 0 || part.optional();
    }
  }
}
