package dev.tenon.core.workspace.regex;

import java.util.Map;

/// Brings a regular expression, as people and models write it for `rg`, into Java's form. Braces
/// that cannot be a repetition become ordinary characters (`${name}`, `foo{`), named groups and
/// character classes get Java's spelling.
public final class RegexSyntax {
  private static final Map<String, String> CLASSES =
      Map.ofEntries(
          Map.entry("alnum", "\\p{Alnum}"),
          Map.entry("alpha", "\\p{Alpha}"),
          Map.entry("ascii", "\\p{ASCII}"),
          Map.entry("blank", "\\p{Blank}"),
          Map.entry("cntrl", "\\p{Cntrl}"),
          Map.entry("digit", "0-9"),
          Map.entry("graph", "\\p{Graph}"),
          Map.entry("lower", "a-z"),
          Map.entry("print", "\\p{Print}"),
          Map.entry("punct", "\\p{Punct}"),
          Map.entry("space", "\\s"),
          Map.entry("upper", "A-Z"),
          Map.entry("word", "\\w"),
          Map.entry("xdigit", "0-9A-Fa-f"));

  private final String source;
  private final StringBuilder out = new StringBuilder();
  private int at;

  private RegexSyntax(String source) {
    this.source = source;
  }

  /// The pattern with harmless braces, still in the common form that `rg` takes too.
  public static String withoutStrayBraces(String pattern) {
    var out = new StringBuilder();
    int inClass = 0;
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '\\' && i + 1 < pattern.length()) {
        int end = escapeEnd(pattern, i);
        out.append(pattern, i, end);
        i = end - 1;
      } else if (c == '[') {
        inClass++;
        out.append(c);
        i = appendFirstInClass(pattern, i, out);
      } else if (c == ']' && inClass > 0) {
        inClass--;
        out.append(c);
      } else if (c == '{' && inClass == 0) {
        int end = repetitionEnd(pattern, i);
        if (end > 0 && canRepeat(out)) {
          out.append(pattern, i, end);
          i = end - 1;
        } else {
          out.append("\\{");
        }
      } else if (c == '}' && inClass == 0) {
        out.append("\\}");
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }

  /// `]` directly after the opening is a member; `^` may come between.
  private static int appendFirstInClass(String pattern, int open, StringBuilder out) {
    int i = open;
    if (i + 1 < pattern.length() && pattern.charAt(i + 1) == '^') {
      out.append('^');
      i++;
    }
    if (i + 1 < pattern.length() && pattern.charAt(i + 1) == ']') {
      out.append("\\]");
      i++;
    }
    return i;
  }

  /// The end of an escape, with the braces of `\p{L}`, `\x{41}` and the like.
  private static int escapeEnd(String pattern, int start) {
    char kind = pattern.charAt(start + 1);
    int next = start + 2;
    if ("pPxuUNkg".indexOf(kind) >= 0 && next < pattern.length() && pattern.charAt(next) == '{') {
      int close = pattern.indexOf('}', next);
      return close < 0 ? next : close + 1;
    }
    return next;
  }

  private static boolean canRepeat(StringBuilder out) {
    if (out.isEmpty()) {
      return false;
    }
    char last = out.charAt(out.length() - 1);
    boolean escaped = out.length() > 1 && out.charAt(out.length() - 2) == '\\';
    return escaped || (last != '(' && last != '|');
  }

  private static int repetitionEnd(String pattern, int open) {
    int i = open + 1;
    int digits = i;
    while (i < pattern.length() && Character.isDigit(pattern.charAt(i))) {
      i++;
    }
    if (i == digits || i - digits > 4) {
      return -1;
    }
    if (i < pattern.length() && pattern.charAt(i) == ',') {
      i++;
      int second = i;
      while (i < pattern.length() && Character.isDigit(pattern.charAt(i))) {
        i++;
      }
      if (i - second > 4) {
        return -1;
      }
    }
    return i < pattern.length() && pattern.charAt(i) == '}' ? i + 1 : -1;
  }

  /// The common form in Java's spelling.
  public static String toJava(String common) {
    return new RegexSyntax(common).translate();
  }

  private String translate() {
    int inClass = 0;
    while (at < source.length()) {
      char c = source.charAt(at);
      if (c == '\\') {
        escape(inClass);
      } else if (inClass == 0 && source.startsWith("(?P<", at)) {
        out.append("(?<");
        at += 4;
      } else if (inClass == 0 || !source.startsWith("[:", at) || !named()) {
        inClass += c == '[' ? 1 : c == ']' && inClass > 0 ? -1 : 0;
        out.append(c);
        at++;
      }
    }
    return out.toString();
  }

  private void escape(int inClass) {
    int end = at + 1 < source.length() ? escapeEnd(source, at) : at + 1;
    String escape = source.substring(at, end);
    at = end;
    if (inClass == 0 && escape.equals("\\<")) {
      out.append("\\b(?=\\w)");
    } else if (inClass == 0 && escape.equals("\\>")) {
      out.append("\\b(?<=\\w)");
    } else if (escape.startsWith("\\u{") || escape.startsWith("\\U{")) {
      out.append("\\x").append(escape.substring(2));
    } else {
      out.append(escape);
    }
  }

  private boolean named() {
    int close = source.indexOf(":]", at);
    if (close < 0) {
      return false;
    }
    boolean negated = source.startsWith("[:^", at);
    String java = CLASSES.get(source.substring(at + (negated ? 3 : 2), close));
    if (java == null) {
      return false;
    }
    out.append(negated ? "[^" + java + "]" : java);
    at = close + 2;
    return true;
  }
}
