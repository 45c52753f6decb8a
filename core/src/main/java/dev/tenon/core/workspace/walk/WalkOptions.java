package dev.tenon.core.workspace.walk;

import java.util.Set;
import java.util.TreeSet;

/// What a walk through a tree shows. Links are shown and never followed.
///
/// @param skippedNames files and folders with these names are left out wherever they are
public record WalkOptions(Hidden hidden, Ignored ignored, Set<String> skippedNames) {
  /// Everything a person would call part of the project.
  public static final WalkOptions DEFAULT =
      new WalkOptions(
          Hidden.SHOW,
          Ignored.SKIP,
          Set.of(".git", ".hg", ".svn", ".jj", ".DS_Store", "node_modules"));

  public WalkOptions {
    skippedNames = Set.copyOf(skippedNames);
  }

  public WalkOptions with(Hidden newHidden) {
    return new WalkOptions(newHidden, ignored, skippedNames);
  }

  public WalkOptions with(Ignored newIgnored) {
    return new WalkOptions(hidden, newIgnored, skippedNames);
  }

  /// Shows entries with a name that would be left out otherwise.
  public WalkOptions showing(String name) {
    var fewer = new TreeSet<>(skippedNames);
    fewer.remove(name);
    return new WalkOptions(hidden, ignored, fewer);
  }

  /// Entries whose name begins with a dot.
  public enum Hidden {
    SHOW,
    SKIP
  }

  /// Entries that git would not track: `.gitignore` in any folder, `.git/info/exclude`, and the
  /// user's own ignore file.
  public enum Ignored {
    SHOW,
    SKIP
  }
}
