package dev.tenon.tools.recipe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The programs, examples and tests of a Cargo package or of the packages of a workspace, read from
/// its manifests and from where Cargo looks for them: `bin/…`, `example/…` and `test/…`, with the
/// package in front when there are several.
final class CargoTasks {
  private static final int MOST_PACKAGES = 100;

  private CargoTasks() {}

  /// A package and the names of its targets, by kind.
  private record CargoPackage(String name, Map<String, Set<String>> targets) {}

  static List<RecipeTask> of(ProjectFolder project) {
    if (!project.has("Cargo.toml") || !project.installed().test("cargo")) {
      return List.of();
    }
    CargoManifest root = CargoManifest.of(project);
    var packages = new ArrayList<CargoPackage>();
    add(packages, project, root);
    for (String folder : members(project, root.members())) {
      if (packages.size() < MOST_PACKAGES) {
        ProjectFolder member = project.inside(folder);
        add(packages, member, CargoManifest.of(member));
      }
    }
    Map<String, RecipeTask> tasks = new LinkedHashMap<>();
    for (CargoPackage each : packages) {
      boolean several = packages.size() > 1;
      each.targets.forEach(
          (kind, names) -> {
            for (String name : names) {
              String task = (several ? each.name + "/" : "") + kind + "/" + name;
              String verb = kind.equals("test") ? "cargo test" : "cargo run";
              String of = several ? " -p " + ProjectFolder.quoted(each.name) : "";
              tasks.putIfAbsent(
                  task,
                  new RecipeTask(
                      task, verb + of + " --" + kind + " " + ProjectFolder.quoted(name), ""));
            }
          });
    }
    return List.copyOf(tasks.values());
  }

  private static void add(
      List<CargoPackage> packages, ProjectFolder folder, CargoManifest manifest) {
    if (manifest.name().isEmpty()) {
      return;
    }
    Map<String, Set<String>> targets = new LinkedHashMap<>();
    Set<String> programs = new LinkedHashSet<>(manifest.named("bin"));
    if (folder.has("src/main.rs") && programs.isEmpty()) {
      programs.add(manifest.name());
    }
    programs.addAll(sources(folder, "src/bin"));
    targets.put("bin", programs);
    Set<String> examples = new LinkedHashSet<>(manifest.named("example"));
    examples.addAll(sources(folder, "examples"));
    targets.put("example", examples);
    Set<String> tests = new LinkedHashSet<>(manifest.named("test"));
    tests.addAll(sources(folder, "tests"));
    targets.put("test", tests);
    packages.add(new CargoPackage(manifest.name(), targets));
  }

  /// What Cargo finds by itself in a folder: `name.rs` and `name/main.rs`.
  private static List<String> sources(ProjectFolder project, String folder) {
    var found = new ArrayList<String>();
    for (String name : project.names(folder)) {
      if (name.endsWith(".rs") && project.has(folder + "/" + name)) {
        found.add(name.substring(0, name.length() - 3));
      } else if (project.has(folder + "/" + name + "/main.rs")) {
        found.add(name);
      }
    }
    return found;
  }

  private static Set<String> members(ProjectFolder project, List<String> globs) {
    Set<String> found = new LinkedHashSet<>();
    for (String glob : globs) {
      if (glob.endsWith("/*")) {
        String folder = glob.substring(0, glob.length() - 2);
        for (String name : project.names(folder)) {
          if (project.has(folder + "/" + name + "/Cargo.toml")) {
            found.add(folder + "/" + name);
          }
        }
      } else if (!glob.equals(".") && project.has(glob + "/Cargo.toml")) {
        found.add(glob);
      }
    }
    return found;
  }
}
