package dev.tenon.cli.plugin;

import dev.tenon.core.json.Json;
import dev.tenon.engine.plugin.PluginKind;
import dev.tenon.engine.plugin.PluginManifest;
import dev.tenon.engine.plugin.PluginTree;
import java.util.ArrayList;
import java.util.List;

/// Everything of a plugin that can be used, and what is wrong with the rest.
///
/// @param errors what keeps a part from being used, one line each with file and line
/// @param warnings what can be lived with
public record PluginParts(
    PluginManifest manifest, List<PluginPart> parts, List<String> errors, List<String> warnings) {
  public PluginParts {
    parts = List.copyOf(parts);
    errors = List.copyOf(errors);
    warnings = List.copyOf(warnings);
  }

  /// What there will be of a folder once it is copied: what is passed over then is not, nor what
  /// lies behind it.
  PluginParts copied(PluginTree tree) {
    var left = new ArrayList<>(parts);
    var lost = new ArrayList<>(errors);
    var noted = new ArrayList<>(warnings);
    String head = manifest.folder().relativize(manifest.file()).toString().replace('\\', '/');
    tree.passed()
        .forEach(
            (path, is) -> {
              boolean needed = left.removeIf(part -> isIn(path, part.file())) || isIn(path, head);
              String what = path + " is " + is + ", which is not copied";
              if (needed) {
                lost.add(what + "; put there what it stands for");
              } else {
                noted.add(what);
              }
            });
    return new PluginParts(manifest, left, lost, noted);
  }

  private static boolean isIn(String path, String file) {
    return file.equals(path) || file.startsWith(path + "/");
  }

  /// Whether all of it is.
  public boolean isUsable() {
    return errors.isEmpty();
  }

  int count(PluginKind kind) {
    return (int) parts.stream().filter(part -> part.kind() == kind).count();
  }

  /// How many of each kind, in words.
  public String counted() {
    var words = new ArrayList<String>();
    for (PluginKind kind : PluginKind.values()) {
      int count = count(kind);
      if (count > 0) {
        words.add(count + " " + (count == 1 ? kind.label() : kind.plural()));
      }
    }
    return words.isEmpty() ? "nothing that can be used" : String.join(", ", words);
  }

  Json.Obj counts() {
    var counts = Json.object();
    for (PluginKind kind : PluginKind.values()) {
      counts.put(kind.plural(), count(kind));
    }
    return counts.build();
  }

  List<String> ids() {
    return parts.stream().map(PluginPart::id).toList();
  }

  /// With their severity in front.
  List<String> findings() {
    var lines = new ArrayList<String>();
    errors.forEach(error -> lines.add("error: " + error));
    warnings.forEach(warning -> lines.add("warning: " + warning));
    return lines;
  }

  Json.Builder json() {
    return Json.object()
        .put("ok", isUsable())
        .put("name", manifest.name())
        .put("version", manifest.version())
        .put("description", manifest.description())
        .put("counts", counts())
        .array("parts", parts.stream().map(PluginPart::json).toList())
        .put("findings", Json.strings(findings()));
  }
}
