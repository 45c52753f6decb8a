package dev.tenon.core.workspace.walk;

/// Matches names and paths against a pattern the way git does: `*`, `?`, `[a-z]`, `[!x]`,
/// `[[:alpha:]]`, backslash escapes, and `**` for any number of folders when it stands between
/// slashes.
///
/// @param slashes whether a slash in the text is matched only by a slash and `**`
record Wildcard(String pattern, Slashes slashes) {

  enum Slashes {
    SEPARATE,
    ORDINARY
  }

  private static final int MATCH = 0;
  private static final int NO_MATCH = 1;

  /// No later start in the text can match either.
  private static final int GIVE_UP = 2;

  /// Only a `**` further left could still match.
  private static final int BACK_TO_STARS = 3;

  static Wildcard path(String pattern) {
    return new Wildcard(pattern, Slashes.SEPARATE);
  }

  static Wildcard name(String pattern) {
    return new Wildcard(pattern, Slashes.ORDINARY);
  }

  boolean matches(String text) {
    return run(0, text, 0) == MATCH;
  }

  private int run(int fromPattern, String text, int fromText) {
    int t = fromText;
    for (int p = fromPattern; p < pattern.length(); p++, t++) {
      char wanted = pattern.charAt(p);
      if (wanted == '*') {
        return star(p, text, t);
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

  private int star(int at, String text, int fromText) {
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
        if (isAt(p, '/') && run(p + 1, text, fromText) == MATCH) {
          return MATCH;
        }
        crossesSlashes = true;
      }
    }
    if (p == pattern.length()) {
      return crossesSlashes || text.indexOf('/', fromText) < 0 ? MATCH : BACK_TO_STARS;
    }
    for (int t = fromText; t < text.length(); t++) {
      int result = run(p, text, t);
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
