package dev.tenon.core.workspace.walk;

import dev.tenon.core.workspace.path.PathException;
import java.util.ArrayList;
import java.util.List;

/// Expands the alternatives of a glob: `a/{b,c}` becomes `a/b` and `a/c`. Groups nest; one that is
/// not closed ends with the pattern, and a stray closing brace is an ordinary character.
final class Braces {
  private static final int MOST = 500;

  /// Groups are expanded one inside of the other, so they are limited too.
  private static final int MOST_GROUPS = 100;

  private Braces() {}

  static List<String> expand(String pattern) throws PathException {
    int groups = 0;
    for (int i = 0; i < pattern.length(); i++) {
      groups += pattern.charAt(i) == '{' ? 1 : 0;
    }
    if (groups > MOST_GROUPS) {
      throw new PathException(
          PathException.Kind.INVALID,
          "the glob has more than " + MOST_GROUPS + " braces",
          List.of("use a wildcard instead"),
          "");
    }
    List<String> all = expandFrom(pattern);
    if (all.size() > MOST) {
      throw new PathException(
          PathException.Kind.INVALID,
          "the braces in '" + pattern + "' stand for more than " + MOST + " patterns",
          List.of("use a wildcard instead"),
          "");
    }
    return all;
  }

  private static List<String> expandFrom(String pattern) {
    int open = opening(pattern);
    if (open < 0) {
      return List.of(pattern);
    }
    int close = closing(pattern, open);
    String before = pattern.substring(0, open);
    String after = close < pattern.length() ? pattern.substring(close + 1) : "";
    var all = new ArrayList<String>();
    for (String choice : choices(pattern.substring(open + 1, close))) {
      for (String rest : expandFrom(choice + after)) {
        all.add(before + rest);
        if (all.size() > MOST) {
          return all;
        }
      }
    }
    return all;
  }

  /// The first brace that is neither escaped nor in brackets.
  private static int opening(String pattern) {
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '[') {
        i = Math.max(i, bracketEnd(pattern, i));
      } else if (c == '{') {
        return i;
      }
    }
    return -1;
  }

  private static int closing(String pattern, int open) {
    int depth = 0;
    for (int i = open; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '{') {
        depth++;
      } else if (c == '}' && --depth == 0) {
        return i;
      }
    }
    return pattern.length();
  }

  private static List<String> choices(String body) {
    var choices = new ArrayList<String>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i < body.length(); i++) {
      char c = body.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '{') {
        depth++;
      } else if (c == '}') {
        depth--;
      } else if (c == ',' && depth == 0) {
        choices.add(body.substring(start, i));
        start = i + 1;
      }
    }
    choices.add(body.substring(start));
    return choices;
  }

  /// The index of the bracket that closes the set, or -1 if none does.
  static int bracketEnd(String pattern, int open) {
    int from = open + 1;
    if (from < pattern.length() && "!^".indexOf(pattern.charAt(from)) >= 0) {
      from++;
    }
    // A closing bracket in the first place is a member of the set.
    int slash = pattern.indexOf('/', from);
    int close = pattern.indexOf(']', from + 1);
    return close > 0 && (slash < 0 || close < slash) ? close : -1;
  }
}
