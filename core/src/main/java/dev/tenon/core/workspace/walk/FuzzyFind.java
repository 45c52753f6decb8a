package dev.tenon.core.workspace.walk;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// Ranks paths by how well they fit a few typed letters, for completion: the same name first, then
/// names that begin with it, contain it, and at last those that have its letters in order.
public final class FuzzyFind {
  private static final int NO = -1;

  private FuzzyFind() {}

  /// The best paths, best first; equals by path. Folders end with a slash.
  public static List<String> rank(String query, List<String> paths, int limit) {
    record Ranked(String path, int score) {}
    String wanted = query.strip().toLowerCase(Locale.ROOT);
    String letters = squeezed(wanted);
    var ranked = new ArrayList<Ranked>();
    for (String path : paths) {
      int score = wanted.isEmpty() ? depthOf(path) : score(wanted, letters, path);
      if (score != NO) {
        ranked.add(new Ranked(path, score));
      }
    }
    ranked.sort(Comparator.comparingInt((Ranked each) -> -each.score).thenComparing(Ranked::path));
    var best = new ArrayList<String>();
    for (Ranked each : ranked.subList(0, Math.min(limit, ranked.size()))) {
      best.add(each.path);
    }
    return best;
  }

  /// Nothing typed yet: what is near the root first.
  private static int depthOf(String path) {
    int slashes = 0;
    for (int i = 0; i < path.length() - 1; i++) {
      slashes += path.charAt(i) == '/' ? 1 : 0;
    }
    return 1000 - slashes;
  }

  private static int score(String wanted, String letters, String path) {
    boolean folder = path.endsWith("/");
    String whole = path.toLowerCase(Locale.ROOT);
    String bare = folder ? whole.substring(0, whole.length() - 1) : whole;
    String name = bare.substring(bare.lastIndexOf('/') + 1);
    int bonus = (folder ? 5 : 0) - Math.min(40, path.length() / 4);
    if (bare.equals(wanted) || whole.equals(wanted)) {
      return 2000;
    }
    if (name.equals(wanted)) {
      return 1500 + bonus;
    }
    if (name.startsWith(wanted)) {
      return 1200 + bonus;
    }
    int at = whole.indexOf(wanted);
    if (at >= 0) {
      boolean inName = name.contains(wanted);
      boolean boundary = at == 0 || isBoundary(path, at);
      return (inName ? 900 : 700) + (boundary ? 60 : 0) + bonus;
    }
    if (!letters.isEmpty() && squeezed(name).contains(letters)) {
      return 600 + bonus;
    }
    if (!letters.isEmpty() && squeezed(whole).contains(letters)) {
      return 500 + bonus;
    }
    return hasInOrder(letters, path) ? inOrder(letters, path) + bonus : NO;
  }

  private static boolean hasInOrder(String letters, String path) {
    int found = 0;
    for (int i = 0; i < path.length() && found < letters.length(); i++) {
      found += Character.toLowerCase(path.charAt(i)) == letters.charAt(found) ? 1 : 0;
    }
    return found == letters.length() && found > 0;
  }

  /// Points for letters that follow each other or begin a word.
  private static int inOrder(String letters, String path) {
    int points = 0;
    int last = -2;
    int from = 0;
    for (int i = 0; i < letters.length(); i++) {
      char c = letters.charAt(i);
      int at = next(path, c, from);
      if (at < 0) {
        return 100;
      }
      if (at == last + 1) {
        points += 8;
      } else if (isBoundary(path, at)) {
        points += 6;
      }
      last = at;
      from = at + 1;
    }
    return 100 + Math.min(300, points * 20 / letters.length());
  }

  /// The next place of the letter; one at the beginning of a word is better than one before it.
  private static int next(String path, char c, int from) {
    int first = -1;
    for (int i = from; i < path.length(); i++) {
      if (Character.toLowerCase(path.charAt(i)) == c) {
        if (i == from || isBoundary(path, i)) {
          return i;
        }
        first = first < 0 ? i : first;
      }
    }
    return first;
  }

  private static boolean isBoundary(String path, int at) {
    if (at == 0) {
      return true;
    }
    char before = path.charAt(at - 1);
    boolean hump = Character.isUpperCase(path.charAt(at)) && Character.isLowerCase(before);
    return hump || "/_-. ".indexOf(before) >= 0;
  }

  private static String squeezed(String text) {
    var out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ("/_-. ".indexOf(c) < 0) {
        out.append(c);
      }
    }
    return out.toString();
  }
}
