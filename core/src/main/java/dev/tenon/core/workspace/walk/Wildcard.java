package dev.tenon.core.workspace.walk;

import org.jspecify.annotations.Nullable;

/// Matches names and paths against a pattern the way git does: `*`, `?`, `[a-z]`, `[!x]`,
/// `[[:alpha:]]`, backslash escapes, and `**` for any number of folders when it stands between
/// slashes.
///
/// Bounded: no pattern takes longer than its length times that of the text, times the number of its
/// stars, nor more stack than for the stars it may have. Immutable.
final class Wildcard {
  /// Whether a slash in the text is matched only by a slash and `**`.
  enum Slashes {
    SEPARATE,
    ORDINARY
  }

  /// A pattern with more of them is refused, since each takes some of the stack.
  static final int MOST_STARS = 200;

  /// With fewer, nothing is tried twice often enough to matter.
  private static final int STARS_FOR_NOTES = 3;

  private static final int MATCH = 0;
  private static final int NO_MATCH = 1;

  /// No later start in the text can match either.
  private static final int GIVE_UP = 2;

  /// Only a `**` further left could still match.
  private static final int BACK_TO_STARS = 3;

  private final String pattern;
  private final Slashes slashes;
  private final int stars;

  /// For each place of the pattern which star it belongs to or follows; empty where nobody asks.
  private final short[] before;

  private Wildcard(String pattern, Slashes slashes) {
    this.pattern = pattern;
    this.slashes = slashes;
    this.stars = stars(pattern);
    this.before = takesNotes() ? starsBefore(pattern) : new short[0];
  }

  static Wildcard path(String pattern) {
    return new Wildcard(folded(pattern), Slashes.SEPARATE);
  }

  static Wildcard name(String pattern) {
    return new Wildcard(pattern, Slashes.ORDINARY);
  }

  /// Any folders and again any folders are any folders.
  private static String folded(String pattern) {
    String plain = pattern;
    while (plain.contains("/**/**/")) {
      plain = plain.replace("/**/**/", "/**/");
    }
    return plain.startsWith("**/**/") ? plain.substring(3) : plain;
  }

  /// How many stars the pattern has, where neighbours count as one.
  private static int stars(String pattern) {
    int count = 0;
    for (int i = 0; i < pattern.length(); i++) {
      if (pattern.charAt(i) == '*' && (i == 0 || pattern.charAt(i - 1) != '*')) {
        count++;
      }
    }
    return count;
  }

  private static short[] starsBefore(String pattern) {
    var before = new short[pattern.length()];
    short count = -1;
    for (int i = 0; i < pattern.length(); i++) {
      if (pattern.charAt(i) == '*' && (i == 0 || pattern.charAt(i - 1) != '*')) {
        count++;
      }
      before[i] = count;
    }
    return before;
  }

  /// Whether it has more stars than are tried; then it matches nothing.
  boolean isTooComplex() {
    return stars > MOST_STARS;
  }

  boolean matches(String text) {
    if (isTooComplex()) {
      return false;
    }
    return run(0, text, 0, takesNotes() ? new Notes(stars, text.length()) : null) == MATCH;
  }

  private boolean takesNotes() {
    return stars >= STARS_FOR_NOTES && stars <= MOST_STARS && slashes == Slashes.SEPARATE;
  }

  /// What came of trying a star at a place of the text, which would otherwise be tried again for
  /// every way to get there: with several `**` there are more ways than anyone can wait for.
  private static final class Notes {
    private final byte[] results;
    private final int width;

    Notes(int stars, int length) {
      this.width = length + 1;
      this.results = new byte[stars * width];
    }

    /// The result, or -1 if it was not tried yet.
    int at(int star, int place) {
      return results[star * width + place] - 1;
    }

    int put(int star, int place, int result) {
      results[star * width + place] = (byte) (result + 1);
      return result;
    }
  }

  private int run(int fromPattern, String text, int fromText, @Nullable Notes notes) {
    int t = fromText;
    for (int p = fromPattern; p < pattern.length(); p++, t++) {
      char wanted = pattern.charAt(p);
      if (wanted == '*') {
        return notes == null ? star(p, text, t, null) : noted(p, text, t, notes);
      }
      if (t >= text.length()) {
        return GIVE_UP;
      }
      char found = text.charAt(t);
      if (wanted == '[') {
        int end = bracket(p, found);
        if (end <= 0) {
          return end == 0 ? NO_MATCH : GIVE_UP;
        }
        p = end;
      } else if (wanted == '?') {
        if (found == '/' && slashes == Slashes.SEPARATE) {
          return NO_MATCH;
        }
        if (Character.isHighSurrogate(found) && t + 1 < text.length()) {
          t++;
        }
      } else {
        if (wanted == '\\') {
          p++;
          if (p == pattern.length()) {
            return NO_MATCH;
          }
          wanted = pattern.charAt(p);
        }
        if (wanted != found) {
          return NO_MATCH;
        }
      }
    }
    return t == text.length() ? MATCH : NO_MATCH;
  }

  private int noted(int at, String text, int fromText, Notes notes) {
    int star = before[at];
    int known = notes.at(star, fromText);
    return known >= 0 ? known : notes.put(star, fromText, star(at, text, fromText, notes));
  }

  private int star(int at, String text, int fromText, @Nullable Notes notes) {
    int p = at + 1;
    boolean crossesSlashes = slashes == Slashes.ORDINARY;
    if (isAt(p, '*')) {
      while (isAt(p, '*')) {
        p++;
      }
      boolean opens = at == 0 || pattern.charAt(at - 1) == '/';
      boolean closes = p == pattern.length() || isAt(p, '/') || (isAt(p, '\\') && isAt(p + 1, '/'));
      if (!crossesSlashes && opens && closes) {
        // No folder at all is a number of folders too.
        if (isAt(p, '/') && run(p + 1, text, fromText, notes) == MATCH) {
          return MATCH;
        }
        crossesSlashes = true;
      }
    }
    if (p == pattern.length()) {
      return crossesSlashes || text.indexOf('/', fromText) < 0 ? MATCH : BACK_TO_STARS;
    }
    for (int t = fromText; t < text.length(); t++) {
      int result = run(p, text, t, notes);
      if (result == BACK_TO_STARS ? !crossesSlashes : result != NO_MATCH) {
        return result;
      }
      if (!crossesSlashes && text.charAt(t) == '/') {
        return BACK_TO_STARS;
      }
    }
    return GIVE_UP;
  }

  private boolean isAt(int index, char c) {
    return index < pattern.length() && pattern.charAt(index) == c;
  }

  /// The index of the closing bracket if the character is in the set, 0 if it is not, -1 if the set
  /// is malformed.
  private int bracket(int open, char found) {
    int p = open + 1;
    boolean negated = isAt(p, '!') || isAt(p, '^');
    if (negated) {
      p++;
    }
    boolean matched = false;
    int previous = -1;
    for (boolean first = true; first || !isAt(p, ']'); first = false, p++) {
      if (p >= pattern.length()) {
        return -1;
      }
      char c = pattern.charAt(p);
      boolean range = c == '-' && previous >= 0 && p + 1 < pattern.length() && !isAt(p + 1, ']');
      if (range) {
        p++;
        if (isAt(p, '\\') && ++p >= pattern.length()) {
          return -1;
        }
        matched |= found >= previous && found <= pattern.charAt(p);
        previous = -1;
      } else if (c == '[' && isAt(p + 1, ':')) {
        int end = pattern.indexOf(']', p + 2);
        if (end < 0) {
          return -1;
        }
        if (end > p + 2 && pattern.charAt(end - 1) == ':') {
          CharacterClass named = CharacterClass.of(pattern.substring(p + 2, end - 1));
          if (named == null) {
            return -1;
          }
          matched |= named.contains(found);
          p = end;
          previous = -1;
        } else {
          matched |= found == '[';
          previous = '[';
        }
      } else {
        if (c == '\\') {
          p++;
          if (p >= pattern.length()) {
            return -1;
          }
          c = pattern.charAt(p);
        }
        matched |= found == c;
        previous = c;
      }
    }
    boolean slash = found == '/' && slashes == Slashes.SEPARATE;
    return matched == negated || slash ? 0 : p;
  }
}
