package dev.tenon.cli.terminal.input;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Finds texts, such as paths, that have the characters of a query in their order. What is typed in
/// small letters is found in any case. The better fit comes first: whole names before beginnings of
/// words before anything, and what stands together before what is scattered.
public final class Fuzzy {
  private static final int CONSECUTIVE = 12;
  private static final int BOUNDARY = 10;
  private static final int IN_NAME = 40;
  private static final int WHOLE = 60;
  private static final int NO_NAME = -1;

  private final String[] texts;
  private final char[][] lower;
  private final long[] masks;
  private final int[] names;
  private final long[] nameMasks;
  private final long[] pairs;

  /// Prepares texts to be searched many times; among equals the earlier one is the better.
  public Fuzzy(List<String> texts) {
    this.texts = texts.toArray(String[]::new);
    this.lower = new char[this.texts.length][];
    this.masks = new long[this.texts.length];
    this.names = new int[this.texts.length];
    this.nameMasks = new long[this.texts.length];
    this.pairs = new long[this.texts.length];
    for (int i = 0; i < this.texts.length; i++) {
      lower[i] = lower(this.texts[i]);
      masks[i] = mask(lower[i], 0);
      names[i] = name(lower[i]);
      nameMasks[i] = mask(lower[i], names[i]);
      pairs[i] = pairs(lower[i]);
    }
  }

  /// A text that fits.
  ///
  /// @param positions the characters that fit, in order
  public record Match(String text, int score, List<Integer> positions) {}

  /// The best texts, at most so many.
  public List<Match> search(String query, int limit) {
    char[] wanted = lower(query);
    long mask = mask(wanted, 0);
    long wantedPairs = pairs(wanted);
    int[] found = new int[limit];
    int[] scores = new int[limit];
    int count = 0;
    int[] positions = new int[wanted.length];
    for (int i = 0; i < texts.length; i++) {
      if ((mask & ~masks[i]) != 0) {
        continue;
      }
      boolean named = (mask & ~nameMasks[i]) == 0;
      boolean whole = (wantedPairs & ~pairs[i]) == 0;
      int score = score(wanted, lower[i], named ? names[i] : NO_NAME, whole, texts[i], positions);
      if (score < 0 || (count == limit && score <= scores[count - 1])) {
        continue;
      }
      int at = count < limit ? count++ : limit - 1;
      while (at > 0 && scores[at - 1] < score) {
        scores[at] = scores[at - 1];
        found[at] = found[at - 1];
        at--;
      }
      scores[at] = score;
      found[at] = i;
    }
    var matches = new ArrayList<Match>(count);
    for (int i = 0; i < count; i++) {
      score(wanted, lower[found[i]], names[found[i]], true, texts[found[i]], positions);
      matches.add(new Match(texts[found[i]], scores[i], boxed(positions)));
    }
    return matches;
  }

  /// How a query fits one text, if it does.
  public static Optional<Match> match(String query, String text) {
    char[] wanted = lower(query);
    int[] positions = new int[wanted.length];
    char[] lower = lower(text);
    int score = score(wanted, lower, name(lower), true, text, positions);
    return score < 0 ? Optional.empty() : Optional.of(new Match(text, score, boxed(positions)));
  }

  /// The order of matches.
  public static Comparator<Match> bestFirst() {
    return Comparator.comparingInt(Match::score).reversed();
  }

  private static List<Integer> boxed(int[] positions) {
    var list = new ArrayList<Integer>(positions.length);
    for (int position : positions) {
      list.add(position);
    }
    return List.copyOf(list);
  }

  /// Where the last name of a path begins; a slash at its end belongs to it.
  private static int name(char[] text) {
    int name = Math.max(0, text.length - 1);
    while (name > 0 && text[name - 1] != '/') {
      name--;
    }
    return name;
  }

  /// How a query fits a line of which all counts; negative if it does not.
  ///
  /// @param positions as long as the query at least; gets what fits
  static int ofLine(char[] wanted, char[] text, String original, int[] positions) {
    return score(wanted, text, 0, true, original, positions);
  }

  /// Negative if it does not fit. A fit within the last name of a path is looked for first.
  ///
  /// @param name where the last name begins; [#NO_NAME] if it need not be looked at
  /// @param whole whether the query may be in the text in one piece
  private static int score(
      char[] wanted, char[] text, int name, boolean whole, String original, int[] positions) {
    if (wanted.length == 0) {
      return 0;
    }
    if (name != NO_NAME && place(wanted, text, name, whole, original, positions)) {
      int score = IN_NAME + bonus(original, text, positions);
      int last = positions[wanted.length - 1];
      boolean first = positions[0] == name && last == name + wanted.length - 1;
      score += first ? WHOLE / 2 : 0;
      score += first && stem(text, name, text.length) <= name + wanted.length ? WHOLE : 0;
      return Math.max(0, score - text.length / 8);
    }
    return place(wanted, text, 0, whole, original, positions)
        ? Math.max(0, bonus(original, text, positions) - text.length / 8)
        : -1;
  }

  /// Where the name ends without what follows its first dot.
  private static int stem(char[] text, int from, int end) {
    int at = from + 1;
    while (at < end && text[at] != '.' && text[at] != '/') {
      at++;
    }
    return Math.min(at, end);
  }

  /// Finds the first place where everything fits, and there the shortest one. What stands together
  /// is preferred.
  private static boolean place(
      char[] wanted, char[] text, int from, boolean whole, String original, int[] positions) {
    int together = whole ? indexOf(wanted, text, from) : -1;
    if (together >= 0) {
      for (int i = 0; i < wanted.length; i++) {
        positions[i] = together + i;
      }
      return true;
    }
    if (from > 0 && initials(wanted, text, from, original, positions)) {
      return true;
    }
    int at = from;
    for (int i = 0; i < wanted.length; i++) {
      while (at < text.length && text[at] != wanted[i]) {
        at++;
      }
      if (at == text.length) {
        return false;
      }
      positions[i] = at++;
    }
    at = positions[wanted.length - 1];
    for (int i = wanted.length - 1; i >= 0; i--) {
      while (text[at] != wanted[i]) {
        at--;
      }
      positions[i] = at--;
    }
    return true;
  }

  /// Whether each character begins a word of the name: `le` in `LineEditor`.
  private static boolean initials(
      char[] wanted, char[] text, int from, String original, int[] positions) {
    int found = 0;
    for (int at = from; at < text.length && found < wanted.length; at++) {
      if (text[at] == wanted[found] && begins(original, text, at)) {
        positions[found++] = at;
      }
    }
    return found == wanted.length;
  }

  private static boolean begins(String original, char[] text, int at) {
    return at == 0 || !inWord(text[at - 1]) || hump(original, at);
  }

  private static int indexOf(char[] wanted, char[] text, int from) {
    int best = -1;
    for (int at = from; at <= text.length - wanted.length; at++) {
      if (text[at] == wanted[0]) {
        int i = 1;
        while (i < wanted.length && text[at + i] == wanted[i]) {
          i++;
        }
        if (i == wanted.length) {
          if (at == 0 || !inWord(text[at - 1])) {
            return at;
          }
          best = best < 0 ? at : best;
        }
      }
    }
    return best;
  }

  private static int bonus(String original, char[] text, int[] positions) {
    int score = 0;
    for (int i = 0; i < positions.length; i++) {
      int at = positions[i];
      if (i > 0 && positions[i - 1] == at - 1) {
        score += CONSECUTIVE;
      } else if (i > 0) {
        score -= Math.min(8, at - positions[i - 1] - 1);
      }
      if (begins(original, text, at)) {
        score += BOUNDARY;
      }
    }
    return Math.max(score, 1);
  }

  private static boolean inWord(char c) {
    return c < 128
        ? (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')
        : Character.isLetterOrDigit(c);
  }

  private static boolean hump(String original, int at) {
    char c = original.charAt(at);
    char before = original.charAt(at - 1);
    return c < 128
        ? c >= 'A' && c <= 'Z' && (before < 'A' || before > 'Z')
        : Character.isUpperCase(c) && !Character.isUpperCase(before);
  }

  /// A text in small letters, each at its place, for searches that say where something is.
  public static String lowered(String text) {
    return new String(lower(text));
  }

  static char[] lower(String text) {
    char[] chars = text.toCharArray();
    for (int i = 0; i < chars.length; i++) {
      char c = chars[i];
      chars[i] = c < 128 ? (c >= 'A' && c <= 'Z' ? (char) (c + 32) : c) : Character.toLowerCase(c);
    }
    return chars;
  }

  /// A bit for each character, some of which share one.
  static long mask(char[] text, int from) {
    long mask = 0;
    for (int i = from; i < text.length; i++) {
      mask |= 1L << (text[i] & 63);
    }
    return mask;
  }

  /// A bit for each two characters that follow each other.
  private static long pairs(char[] text) {
    long mask = 0;
    for (int i = 1; i < text.length; i++) {
      mask |= 1L << ((31 * text[i - 1] + text[i]) & 63);
    }
    return mask;
  }
}
