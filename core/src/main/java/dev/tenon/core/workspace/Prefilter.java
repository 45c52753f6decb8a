package dev.tenon.core.workspace;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Finds the places of a file where a match can be, by its bytes, without trying the expression
/// itself. It may name a place for nothing and never leaves one out. For one thread.
interface Prefilter {
  /// A position inside the first line from there on that can match, or -1.
  int next(int from);

  /// Where a pattern can match; made once for a search.
  interface Kind {
    Prefilter on(byte[] bytes, int length);
  }

  /// The best kind for a tree.
  ///
  /// @param tree null for an expression that is not understood: every line can match
  static Kind of(@Nullable RegexTree tree) {
    if (tree == null) {
      return (bytes, length) -> from -> from < length ? from : -1;
    }
    RequiredText required = RequiredText.of(tree);
    boolean exact = required != null && required.letters() == GrepQuery.Letters.EXACT;
    if (required != null && required.length() >= (exact ? 2 : 3)) {
      return exact ? new Texts(required) : new AnyCase(required);
    }
    Automaton automaton = Automaton.of(tree);
    if (automaton == null) {
      return of(null);
    }
    ThreadLocal<Automaton> mine = ThreadLocal.withInitial(automaton::fresh);
    return (bytes, length) -> {
      Automaton own = mine.get();
      return from -> own.find(bytes, from, length);
    };
  }

  /// Looks for exact texts with the search that the JVM does best.
  record Texts(RequiredText required) implements Kind {
    @Override
    public Prefilter on(byte[] bytes, int length) {
      String text = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
      return from -> {
        int first = -1;
        for (String wanted : required.texts()) {
          int at = first < 0 ? text.indexOf(wanted, from) : text.indexOf(wanted, from, first);
          first = at < 0 ? first : at;
        }
        return first;
      };
    }
  }

  /// Looks for texts in any case.
  record AnyCase(RequiredText required) implements Kind {
    @Override
    public Prefilter on(byte[] bytes, int length) {
      return from -> {
        int first = -1;
        for (String wanted : required.texts()) {
          int at = find(bytes, from, first < 0 ? length : first, wanted);
          first = at < 0 ? first : at;
        }
        return first;
      };
    }

    private static int find(byte[] bytes, int from, int to, String wanted) {
      byte[] lower = wanted.getBytes(StandardCharsets.ISO_8859_1);
      int last = to - lower.length;
      int start = lower[0];
      int other = start >= 'a' && start <= 'z' ? start - 32 : start;
      for (int i = from; i <= last; i++) {
        int found = bytes[i];
        if ((found == start || found == other) && matches(bytes, i, lower)) {
          return i;
        }
      }
      return -1;
    }

    private static boolean matches(byte[] bytes, int at, byte[] lower) {
      for (int i = 1; i < lower.length; i++) {
        int found = bytes[at + i];
        if (found >= 'A' && found <= 'Z') {
          found += 32;
        }
        if (found != lower[i]) {
          return false;
        }
      }
      return true;
    }
  }
}
