package dev.tenon.tools.recipe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlTable;

/// The few facts of a `Cargo.toml` that say what can be run. A manifest that Cargo would refuse has
/// none, and the project is told why.
///
/// The only class that knows the TOML library, so that it is loaded only when there is a manifest.
///
/// @param name of the package, or empty when it is only a workspace
/// @param members the globs of the workspace's packages
/// @param targets the names of the declared targets, by kind
record CargoManifest(String name, List<String> members, Map<String, List<String>> targets) {
  private static final String FILE = "Cargo.toml";
  private static final CargoManifest NOTHING = new CargoManifest("", List.of(), Map.of());

  List<String> named(String kind) {
    return targets.getOrDefault(kind, List.of());
  }

  /// The manifest of a folder.
  static CargoManifest of(ProjectFolder project) {
    Optional<String> text = project.text(FILE);
    if (text.isEmpty()) {
      return NOTHING;
    }
    try {
      TomlParseResult manifest = Toml.parse(text.get());
      if (!manifest.hasErrors()) {
        return of(manifest);
      }
      TomlParseError first = manifest.errors().getFirst();
      project.problem(FILE, first.position().line(), "is not valid TOML: " + first.getMessage());
    } catch (StackOverflowError hostile) {
      project.problem(FILE, 1, "is not valid TOML: it is nested too deeply");
    }
    return NOTHING;
  }

  private static CargoManifest of(TomlTable manifest) {
    Map<String, List<String>> targets = new HashMap<>();
    for (String kind : List.of("bin", "example", "test")) {
      var names = new ArrayList<String>();
      for (Object target : items(manifest, kind)) {
        if (target instanceof TomlTable table && table.get("name") instanceof String name) {
          names.add(name);
        }
      }
      targets.put(kind, names);
    }
    var members = new ArrayList<String>();
    for (Object member : items(table(manifest, "workspace"), "members")) {
      if (member instanceof String glob) {
        members.add(glob);
      }
    }
    Object name = table(manifest, "package").get("name");
    return new CargoManifest(name instanceof String text ? text : "", members, targets);
  }

  private static TomlTable table(TomlTable in, String key) {
    return in.get(key) instanceof TomlTable table ? table : Toml.parse("");
  }

  private static List<Object> items(TomlTable in, String key) {
    return in.get(key) instanceof TomlArray array ? array.toList() : List.of();
  }
}
