package dev.tenon.cli.plugin;

import dev.tenon.engine.plugin.PluginTree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What another version of a plugin would newly run, connect to or say, and no longer. Every
/// changed file is in it: a script that a hook runs counts as much as the hook.
///
/// @param lines `+` is new, `~` has changed, `-` is gone
record PluginDifference(List<String> lines) {
  PluginDifference {
    lines = List.copyOf(lines);
  }

  /// @param before null when that could not be read
  static PluginDifference of(
      @Nullable PluginParts before,
      PluginTree treeBefore,
      PluginParts after,
      PluginTree treeAfter) {
    var lines = new ArrayList<String>();
    Map<String, PluginPart> old = before == null ? new LinkedHashMap<>() : byKey(before);
    Set<String> told = new HashSet<>();
    byKey(after)
        .forEach(
            (key, part) -> {
              tell(told, part);
              PluginPart was = old.remove(key);
              if (was == null) {
                lines.add("+ " + part.shown());
              } else if (!was.detail().equals(part.detail())
                  || !was.what().equals(part.what())
                  || (part.detail().isEmpty()
                      && !hash(treeBefore, was.file()).equals(hash(treeAfter, part.file())))) {
                lines.add("~ " + part.shown());
              }
            });
    for (PluginPart gone : old.values()) {
      tell(told, gone);
      lines.add("- " + gone.shown());
    }
    var files = new TreeSet<>(treeBefore.files().keySet());
    files.addAll(treeAfter.files().keySet());
    files.removeAll(told);
    for (String file : files) {
      String was = hash(treeBefore, file);
      String is = hash(treeAfter, file);
      if (!was.equals(is)) {
        lines.add((was.isEmpty() ? "+ " : is.isEmpty() ? "- " : "~ ") + "file      " + file);
      }
    }
    return new PluginDifference(lines);
  }

  /// A file that is one part need not be told twice.
  private static void tell(Set<String> told, PluginPart part) {
    if (part.detail().isEmpty()) {
      told.add(part.file());
    }
  }

  private static String hash(PluginTree tree, String file) {
    return tree.files().getOrDefault(file, "");
  }

  private static Map<String, PluginPart> byKey(PluginParts parts) {
    Map<String, PluginPart> all = new LinkedHashMap<>();
    parts.parts().forEach(part -> all.put(part.key(), part));
    return all;
  }
}
