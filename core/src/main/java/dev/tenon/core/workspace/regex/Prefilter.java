package dev.tenon.core.workspace.regex;

import dev.tenon.core.text.LineIndex;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds the places of a file where a match can be, by its bytes, without trying the expression
/// itself. It may name a place for nothing and never leaves one out. For one thread.
public interface Prefilter {
  /// A position inside the first line from there on that can match, or -1. Calls go forward.
  int next(int from);

  /// Where a pattern can match; made once for a search.
  interface Kind {
    Prefilter on(byte[] bytes, int length);
  }

  /// The best kind for a tree.
  ///
  /// @param tree null for an expression that is not understood: every line can match
  static Kind of(@Nullable RegexTree tree, MatchSpan span) {
    if (tree == null) {
      return EVERYWHERE;
    }
    RequiredText required = RequiredText.of(tree);
    if (required == null || required.length() < 2) {
      Automaton automaton = Automaton.of(tree);
      return automaton == null ? EVERYWHERE : new States(automaton);
    }
    boolean exact = required.letters() == LetterCase.EXACT;
    Kind texts = exact ? new Texts(required) : new AnyCase(required);
    if (required.length() >= SELECTIVE || span == MatchSpan.LINES) {
      return texts;
    }
    Automaton automaton = Automaton.of(tree);
    return automaton == null ? texts : new TextsThenStates(texts, new States(automaton));
  }

  /// A required text of this length needs no second look.
  int SELECTIVE = 8;

  Kind EVERYWHERE = (bytes, length) -> from -> from < length ? from : -1;

  /// Runs the automaton; each thread has its own.
  final class States implements Kind {
    private final ThreadLocal<Automaton> mine;

    States(Automaton automaton) {
      mine = ThreadLocal.withInitial(automaton::fresh);
    }

    @Override
    public Prefilter on(byte[] bytes, int length) {
      Automaton own = mine.get();
      return from -> own.find(bytes, from, length);
    }

    boolean matches(byte[] bytes, int from, int to) {
      return mine.get().find(bytes, from, to) >= 0;
    }
  }

  /// Runs the automaton only on lines with a required text, for a text that is short and frequent.
  record TextsThenStates(Kind texts, States states) implements Kind {
    @Override
    public Prefilter on(byte[] bytes, int length) {
      Prefilter places = texts.on(bytes, length);
      return from -> {
        int at = places.next(from);
        while (at >= 0) {
          int start = LineIndex.startOf(bytes, from, at);
          int end = at;
          while (end < length && bytes[end] != '\n') {
            end++;
          }
          if (states.matches(bytes, start, end)) {
            return at;
          }
          at = places.next(end);
        }
        return -1;
      };
    }
  }

  /// Looks for exact texts with the search that the JVM does best.
  record Texts(RequiredText required) implements Kind {
    @Override
    public Prefilter on(byte[] bytes, int length) {
      String text = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
      List<String> wanted = required.texts();
      return wanted.size() == 1
          ? from -> text.indexOf(wanted.getFirst(), from)
          : new Nearest(wanted.size(), (which, from) -> text.indexOf(wanted.get(which), from));
    }
  }

  /// Looks for texts in any case.
  record AnyCase(RequiredText required) implements Kind {
    @Override
    public Prefilter on(byte[] bytes, int length) {
      var wanted = new ArrayList<byte[]>();
      for (String text : required.texts()) {
        wanted.add(text.getBytes(StandardCharsets.ISO_8859_1));
      }
      return new Nearest(
          wanted.size(), (which, from) -> find(bytes, from, length, wanted.get(which)));
    }

    private static int find(byte[] bytes, int from, int to, byte[] lower) {
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

  /// The nearest of several searches. Each is asked again only when its last place is passed, so
  /// that one without any place is asked once.
  final class Nearest implements Prefilter {
    private static final int UNKNOWN = -2;

    private final Search search;
    private final int[] places;

    /// The next place of one text.
    interface Search {
      int next(int which, int from);
    }

    Nearest(int count, Search search) {
      this.search = search;
      this.places = new int[count];
      Arrays.fill(places, UNKNOWN);
    }

    /// Calls must not go back.
    @Override
    public int next(int from) {
      int nearest = -1;
      for (int i = 0; i < places.length; i++) {
        if (places[i] == UNKNOWN || (places[i] >= 0 && places[i] < from)) {
          places[i] = search.next(i, from);
        }
        if (places[i] >= 0 && (nearest < 0 || places[i] < nearest)) {
          nearest = places[i];
        }
      }
      return nearest;
    }
  }
}
