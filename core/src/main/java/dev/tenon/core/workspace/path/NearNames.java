package dev.tenon.core.workspace.path;

import dev.tenon.core.model.Spelling;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// Finds names that look like a missing one: prefix first, then substring, then edit distance.
public final class NearNames {
  private static final int MOST = 3;
  private static final int MOST_LOOKED_AT = 5000;

  private NearNames() {}

  /// Up to three paths from the folder where the missing one should be.
  ///
  /// @param missing inside a root, with the links on the way resolved
  static List<String> suggest(PathSandbox sandbox, Path missing) {
    Path folder = missing.getParent();
    while (folder != null && sandbox.rootOf(folder) != null && !sandbox.isFolder(folder)) {
      folder = folder.getParent();
    }
    if (folder == null || sandbox.rootOf(folder) == null) {
      return List.of();
    }
    var names = new ArrayList<String>();
    try (Folder open = sandbox.files().folder(folder)) {
      names.addAll(open.names());
      Path around = folder;
      names.removeIf(name -> sandbox.files().hides(around.resolve(name)));
    } catch (IOException unreadable) {
      // Suggestions are a courtesy: a folder that cannot be listed has none.
      return List.of();
    }
    String wanted = folder.relativize(missing).getName(0).toString();
    String at = sandbox.relative(folder);
    String prefix = at.equals(".") ? "" : at + "/";
    if (names.size() > MOST_LOOKED_AT) {
      names.sort(null);
      names.subList(MOST_LOOKED_AT, names.size()).clear();
    }
    return nearest(wanted, names).stream()
        .map(name -> "Did you mean " + prefix + name + "?")
        .toList();
  }

  /// The names that look most like the wanted one, best first, at most three.
  public static List<String> nearest(String wanted, List<String> names) {
    record Ranked(String name, int rank) {}
    String low = wanted.toLowerCase(Locale.ROOT);
    String stem = stem(low);
    return names.stream()
        .map(name -> new Ranked(name, rank(low, stem, name.toLowerCase(Locale.ROOT))))
        .filter(ranked -> ranked.rank < Integer.MAX_VALUE)
        .sorted(Comparator.comparingInt(Ranked::rank).thenComparing(Ranked::name))
        .limit(MOST)
        .map(Ranked::name)
        .toList();
  }

  private static int rank(String wanted, String stem, String name) {
    if (name.startsWith(wanted)) {
      return 0;
    }
    if (stem.length() > 2 && name.startsWith(stem)) {
      return 1;
    }
    String other = stem(name);
    if ((stem.length() > 2 && name.contains(stem))
        || (other.length() > 2 && wanted.contains(other))) {
      return 2;
    }
    int distance = Spelling.distance(wanted, name);
    return distance <= Math.max(2, wanted.length() / 3) ? 2 + distance : Integer.MAX_VALUE;
  }

  private static String stem(String name) {
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }
}
