package dev.tenon.tools.recipe;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.PatternSyntaxException;

/// The scripts of `package.json`, run by the package manager whose lock file lies there: those of
/// the root by their names, those of workspaces as `package/script`.
final class PackageTasks {
  private static final int DEEPEST = 4;
  private static final int MOST_FOLDERS = 2000;
  private static final int MOST_PACKAGES = 200;

  private final ProjectFolder project;
  private final String prefix;
  private int folders;

  private PackageTasks(ProjectFolder project) {
    this.project = project;
    this.prefix = prefix(project);
  }

  static List<RecipeTask> of(ProjectFolder project) {
    Optional<Json.Obj> manifest = manifest(project, "package.json");
    return manifest.isEmpty() ? List.of() : new PackageTasks(project).tasks(manifest.get());
  }

  private static String prefix(ProjectFolder project) {
    if (project.first("bun.lock", "bun.lockb").isPresent()) {
      return "bun run ";
    }
    if (project.has("pnpm-lock.yaml")) {
      return "pnpm run ";
    }
    if (project.has("yarn.lock")) {
      return "yarn run ";
    }
    if (project.first("package-lock.json", "npm-shrinkwrap.json").isPresent()) {
      return "npm run ";
    }
    return project.installed().test("bun") ? "bun run " : "npm run ";
  }

  private static Optional<Json.Obj> manifest(ProjectFolder project, String name) {
    try {
      return project.text(name).isPresent()
              && Json.parse(project.text(name).get()) instanceof Json.Obj object
          ? Optional.of(object)
          : Optional.empty();
    } catch (JsonException malformed) {
      return Optional.empty();
    }
  }

  private List<RecipeTask> tasks(Json.Obj root) {
    var tasks = new ArrayList<RecipeTask>();
    scripts(root, "", ".", tasks);
    for (String folder : workspaces(root)) {
      manifest(project, folder + "/package.json")
          .ifPresent(
              found -> {
                String name = found.string("name", "");
                scripts(found, (name.isEmpty() ? folder : name) + "/", folder, tasks);
              });
    }
    return tasks;
  }

  private void scripts(Json.Obj manifest, String namespace, String cwd, List<RecipeTask> tasks) {
    if (!(manifest.get("scripts") instanceof Json.Obj scripts)) {
      return;
    }
    for (var script : scripts.members().entrySet()) {
      if (script.getValue() instanceof Json.Str text) {
        tasks.add(
            new RecipeTask(
                namespace + script.getKey(),
                prefix + ProjectFolder.quoted(script.getKey()),
                cwd,
                text.value()));
      }
    }
  }

  /// The folders of the packages of the workspace, sorted.
  private Set<String> workspaces(Json.Obj root) {
    var wanted = new ArrayList<PathMatcher>();
    var unwanted = new ArrayList<PathMatcher>();
    for (String glob : globs(root)) {
      boolean not = glob.startsWith("!");
      String pattern = (not ? glob.substring(1) : glob).replaceFirst("^\\./", "");
      pattern = pattern.replaceFirst("/+$", "").replaceFirst("/package\\.json$", "");
      try {
        (not ? unwanted : wanted).add(FileSystems.getDefault().getPathMatcher("glob:" + pattern));
      } catch (PatternSyntaxException malformed) {
        // Nothing is like a pattern that means nothing.
      }
    }
    var found = new TreeSet<String>();
    if (!wanted.isEmpty()) {
      walk("", 0, wanted, unwanted, found);
    }
    return found;
  }

  private Set<String> globs(Json.Obj root) {
    var globs = new LinkedHashSet<String>();
    Json workspaces = root.get("workspaces");
    Json list = workspaces instanceof Json.Obj detailed ? detailed.get("packages") : workspaces;
    if (list instanceof Json.Arr array) {
      for (Json each : array.items()) {
        if (each instanceof Json.Str text) {
          globs.add(text.value());
        }
      }
    }
    Object packages = YamlFile.read(project, "pnpm-workspace.yaml").get("packages");
    for (Object each : packages instanceof List<?> several ? several : List.of()) {
      if (each instanceof String glob) {
        globs.add(glob);
      }
    }
    return globs;
  }

  private void walk(
      String folder,
      int depth,
      List<PathMatcher> wanted,
      List<PathMatcher> unwanted,
      Set<String> found) {
    for (String name : project.names(folder)) {
      String path = folder.isEmpty() ? name : folder + "/" + name;
      if (name.equals("node_modules") || name.startsWith(".") || !project.isFolder(path)) {
        continue;
      }
      if (++folders > MOST_FOLDERS || found.size() >= MOST_PACKAGES) {
        return;
      }
      Path relative = Path.of(path);
      if (wanted.stream().anyMatch(glob -> glob.matches(relative))
          && unwanted.stream().noneMatch(glob -> glob.matches(relative))
          && project.has(path + "/package.json")) {
        found.add(path);
      }
      if (depth + 1 < DEEPEST) {
        walk(path, depth + 1, wanted, unwanted, found);
      }
    }
  }
}
