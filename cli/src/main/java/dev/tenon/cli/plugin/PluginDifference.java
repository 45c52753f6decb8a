package dev.tenon.cli.plugin;

import dev.tenon.core.edit.diff.UnifiedDiff;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.content.FolderEntry;
import dev.tenon.engine.plugin.PluginTree;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What another version of a plugin would newly run, connect to or say, and no longer. Every
/// changed file is in it with its text: a script that a hook runs counts as much as the hook, and
/// what a skill says as much as its description.
///
/// @param lines `+` is new, `~` has changed, `-` is gone
record PluginDifference(List<String> lines) {
  private static final int MOST_LINES = 400;
  private static final int MOST_BYTES = 1 << 20;

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
                if (part.detail().isEmpty()) {
                  lines.addAll(text(before, was.file(), after, part.file()));
                }
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
        if (!was.isEmpty() && !is.isEmpty()) {
          lines.addAll(text(before, file, after, file));
        }
      }
    }
    return new PluginDifference(lines);
  }

  /// How the text of a file has changed: what it says, and so what it does, may be another thing
  /// while its description is the same.
  private static List<String> text(
      @Nullable PluginParts before, String was, PluginParts after, String is) {
    if (before == null) {
      return List.of();
    }
    var lines = new ArrayList<String>();
    try {
      String old = read(before, was);
      String now = read(after, is);
      if (old.indexOf('\0') >= 0 || now.indexOf('\0') >= 0) {
        return List.of();
      }
      List<String> diff = UnifiedDiff.of(is, old, now).lines().skip(2).toList();
      diff.stream().limit(MOST_LINES).forEach(line -> lines.add("    " + line));
      if (diff.size() > MOST_LINES) {
        lines.add("    … and " + (diff.size() - MOST_LINES) + " more lines that differ");
      }
    } catch (IOException unreadable) {
      lines.add("    it cannot be shown: " + IoFailure.reason(unreadable));
    }
    return lines;
  }

  private static String read(PluginParts parts, String file) throws IOException {
    return FolderEntry.text(parts.manifest().folder().resolve(file), MOST_BYTES);
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
