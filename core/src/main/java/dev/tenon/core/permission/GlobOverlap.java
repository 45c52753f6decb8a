package dev.tenon.core.permission;

import dev.tenon.core.permission.command.Word;

/// Whether a glob of a rule and a word of a shell could name the same path. Braces and brackets are
/// taken as anything that fits, so that the answer errs towards yes.
final class GlobOverlap {
  private static final char ANY_TEXT = Word.ANYTHING;
  private static final char ANY_NAME = Word.STAR;
  private static final char ANY_CHAR = Word.ONE;

  private final String a;
  private final String b;
  private final boolean[] seen;

  private GlobOverlap(String a, String b) {
    this.a = a;
    this.b = b;
    this.seen = new boolean[(a.length() + 1) * (b.length() + 1)];
  }

  /// @param glob absolute, as rules write it
  /// @param word absolute, with the marks of [Word]
  static boolean possible(String glob, String word) {
    String rule = marked(glob);
    // What a pattern covers includes everything below.
    return new GlobOverlap(rule, word).meets(0, 0)
        || new GlobOverlap(rule + "/" + ANY_TEXT, word).meets(0, 0);
  }

  private static String marked(String glob) {
    var out = new StringBuilder();
    for (int i = 0; i < glob.length(); i++) {
      char c = glob.charAt(i);
      if (c == '*' && i + 1 < glob.length() && glob.charAt(i + 1) == '*') {
        out.append(ANY_TEXT);
        i++;
        if (i + 1 < glob.length() && glob.charAt(i + 1) == '/') {
          i++;
        }
      } else if (c == '*') {
        out.append(ANY_NAME);
      } else if (c == '?') {
        out.append(ANY_CHAR);
      } else if (c == '[' && glob.indexOf(']', i + 2) > 0) {
        out.append(ANY_CHAR);
        i = glob.indexOf(']', i + 2);
      } else if (c == '{' && glob.indexOf('}', i) > 0) {
        out.append(ANY_TEXT);
        i = glob.lastIndexOf('}');
      } else if (c == '\\' && i + 1 < glob.length()) {
        out.append(glob.charAt(++i));
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }

  private boolean meets(int i, int j) {
    if (i == a.length() && j == b.length()) {
      return true;
    }
    int at = i * (b.length() + 1) + j;
    if (seen[at]) {
      return false;
    }
    seen[at] = true;
    return many(i, j) || (i < a.length() && j < b.length() && one(i, j) && meets(i + 1, j + 1));
  }

  private boolean many(int i, int j) {
    if (i < a.length() && isMany(a.charAt(i))) {
      return meets(i + 1, j) || (j < b.length() && swallows(a.charAt(i), b, j) && meets(i, j + 1));
    }
    if (j < b.length() && isMany(b.charAt(j))) {
      return meets(i, j + 1) || (i < a.length() && swallows(b.charAt(j), a, i) && meets(i + 1, j));
    }
    return false;
  }

  /// Whether a run of anything may stand for the character; both may be runs, which is a yes.
  private static boolean swallows(char run, String other, int at) {
    return run == ANY_TEXT || other.charAt(at) != '/';
  }

  private boolean one(int i, int j) {
    char x = a.charAt(i);
    char y = b.charAt(j);
    if (isMany(x) || isMany(y)) {
      return false;
    }
    return x == y || (x == ANY_CHAR && y != '/') || (y == ANY_CHAR && x != '/');
  }

  private static boolean isMany(char c) {
    return c == ANY_TEXT || c == ANY_NAME;
  }
}
