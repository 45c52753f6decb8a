package dev.tenon.core.permission;

import dev.tenon.core.permission.command.Word;

/// Whether a glob of a rule and a word of a shell could name the same path. Braces and brackets are
/// taken as anything that fits, so that the answer errs towards yes.
final class GlobOverlap {
  /// Any number of folders, each with its slash.
  private static final char ANY_FOLDERS = '\uE005';

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
        i++;
        boolean folders =
            i + 1 < glob.length()
                && glob.charAt(i + 1) == '/'
                && (out.isEmpty() || out.charAt(out.length() - 1) == '/');
        out.append(folders ? ANY_FOLDERS : ANY_TEXT);
        i += folders ? 1 : 0;
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
      return (mayEnd(a.charAt(i), j) && meets(i + 1, j))
          || (j < b.length() && swallows(a.charAt(i), b.charAt(j)) && meets(i, j + 1));
    }
    if (j < b.length() && isMany(b.charAt(j))) {
      boolean dot = b.charAt(j) == ANY_NAME && hiddenName(i) && beginsName(b, j);
      return meets(i, j + 1)
          || (i < a.length() && !dot && swallows(b.charAt(j), a.charAt(i)) && meets(i + 1, j));
    }
    return false;
  }

  /// Folders end with a slash, or where the other side may produce one.
  private boolean mayEnd(char run, int j) {
    return run != ANY_FOLDERS
        || j == 0
        || b.charAt(j - 1) == '/'
        || b.charAt(j - 1) == ANY_TEXT
        || (j < b.length() && b.charAt(j) == ANY_TEXT);
  }

  /// Whether a run of anything may stand for the character; both may be runs, which is a yes.
  private static boolean swallows(char run, char other) {
    return run == ANY_TEXT || run == ANY_FOLDERS || other != '/';
  }

  /// A shell's wildcards leave hidden files out.
  private boolean hiddenName(int i) {
    return i < a.length() && a.charAt(i) == '.' && beginsName(a, i);
  }

  private static boolean beginsName(String text, int at) {
    return at == 0 || text.charAt(at - 1) == '/' || text.charAt(at - 1) == ANY_FOLDERS;
  }

  private boolean one(int i, int j) {
    char x = a.charAt(i);
    char y = b.charAt(j);
    if (isMany(x) || isMany(y)) {
      return false;
    }
    boolean dot = hiddenName(i) && y == ANY_CHAR && beginsName(b, j);
    return x == y || (x == ANY_CHAR && y != '/') || (y == ANY_CHAR && x != '/' && !dot);
  }

  private static boolean isMany(char c) {
    return c == ANY_TEXT || c == ANY_NAME || c == ANY_FOLDERS;
  }
}
