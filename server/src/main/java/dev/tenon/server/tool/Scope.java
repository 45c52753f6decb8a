package dev.tenon.server.tool;

import dev.tenon.core.workspace.walk.WalkOptions;
import java.util.Set;
import java.util.TreeSet;

/// Which files belong to a project: all under its root but the folders of version control and what
/// operating systems leave behind. What git ignores, and installed packages, come after the rest.
final class Scope {
  private static final Set<String> NEVER =
      Set.of(
          ".git",
          ".hg",
          ".svn",
          ".jj",
          ".DS_Store",
          ".Spotlight-V100",
          ".Trashes",
          ".fseventsd",
          "Thumbs.db",
          "desktop.ini");

  /// What a person works on.
  static final WalkOptions USUAL =
      new WalkOptions(WalkOptions.Hidden.SHOW, WalkOptions.Ignored.SKIP, with("node_modules"));

  /// Everything.
  static final WalkOptions ALL =
      new WalkOptions(WalkOptions.Hidden.SHOW, WalkOptions.Ignored.SHOW, NEVER);

  private Scope() {}

  private static Set<String> with(String more) {
    var names = new TreeSet<>(NEVER);
    names.add(more);
    return names;
  }
}
