package dev.tenon.tools.recipe;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// The tasks of a project at one moment, and the way from a call to the command that it means.
///
/// A call is `task arguments…` or `runner:task arguments…`: the first word selects the task, and
/// everything after the white space behind it is appended to the command as it is.
public final class Recipes {
  /// So many tasks of a runner are listed.
  private static final int LISTED = 20;

  /// What a project has in its root that has tasks.
  private static final List<String> MANIFESTS =
      List.of(
          "package.json",
          "pom.xml",
          "Makefile",
          "makefile",
          "GNUmakefile",
          "Cargo.toml",
          "justfile",
          "Justfile",
          ".justfile",
          "Taskfile.yml",
          "Taskfile.yaml",
          "build.gradle",
          "build.gradle.kts",
          "settings.gradle",
          "settings.gradle.kts");

  private final List<RecipeRunner> runners;
  private final List<String> problems;

  private Recipes(List<RecipeRunner> runners, List<String> problems) {
    this.runners = runners;
    this.problems = problems;
  }

  /// Whether the project seems to have tasks: a look at a few names and nothing more.
  public static boolean likely(Path root) {
    for (String name : MANIFESTS) {
      if (Files.exists(root.resolve(name))) {
        return true;
      }
    }
    return false;
  }

  /// Reads the project's files. A runner without tasks, or whose program is not installed, is left
  /// out.
  public static Recipes of(Path root) {
    return of(root, Recipes::onPath);
  }

  static Recipes of(Path root, Predicate<String> installed) {
    var problems = new ArrayList<String>();
    var project = new ProjectFolder(root, installed, problems::add);
    var runners = new ArrayList<RecipeRunner>();
    for (RecipeRunner runner :
        List.of(
            new RecipeRunner("just", JustTasks.of(project)),
            new RecipeRunner("pkg", PackageTasks.of(project)),
            new RecipeRunner("cargo", CargoTasks.of(project)),
            new RecipeRunner("make", MakeTasks.of(project)),
            new RecipeRunner("task", TaskfileTasks.of(project)),
            new RecipeRunner("maven", MavenTasks.of(project)),
            new RecipeRunner("gradle", GradleTasks.of(project)))) {
      if (!runner.tasks().isEmpty()) {
        runners.add(runner);
      }
    }
    return new Recipes(runners, problems);
  }

  public List<RecipeRunner> runners() {
    return runners;
  }

  /// The files that could not be read because they are malformed, each with its line.
  public List<String> problems() {
    return List.copyOf(problems);
  }

  private static boolean onPath(String program) {
    String path = System.getenv("PATH");
    if (path == null) {
      return false;
    }
    for (String folder : path.split(File.pathSeparator, -1)) {
      if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, program))) {
        return true;
      }
    }
    return false;
  }

  /// The command that a call means, with its arguments.
  public RecipeTask resolve(String op) throws RecipeException {
    String call = op.stripLeading();
    int end = 0;
    while (end < call.length() && !Character.isWhitespace(call.charAt(end))) {
      end++;
    }
    String head = call.substring(0, end);
    String tail = call.substring(end).stripLeading();
    RecipeTask task = task(head);
    return tail.isEmpty()
        ? task
        : new RecipeTask(task.name(), task.command() + " " + tail, task.cwd(), task.doc());
  }

  private RecipeTask task(String head) throws RecipeException {
    if (head.isEmpty()) {
      throw problem("op is empty; it names a task, then its arguments");
    }
    Optional<RecipeRunner> named = runner(head);
    if (named.isPresent()) {
      String name = head.substring(named.get().id().length() + 1);
      return named
          .get()
          .find(name)
          .orElseThrow(
              () ->
                  problem(
                      name.isEmpty()
                          ? "'" + head + "' names no task of " + named.get().id()
                          : named.get().id() + " has no task '" + name + "'"));
    }
    var owners = new ArrayList<String>();
    RecipeTask found = null;
    for (RecipeRunner runner : runners) {
      Optional<RecipeTask> task = runner.find(head);
      if (task.isPresent()) {
        owners.add(runner.id() + ":" + head);
        found = task.get();
      }
    }
    if (found == null) {
      throw problem("there is no task '" + head + "'");
    }
    if (owners.size() > 1) {
      throw problem(
          "'" + head + "' is a task of several runners; say " + String.join(" or ", owners));
    }
    return found;
  }

  private Optional<RecipeRunner> runner(String head) {
    for (RecipeRunner runner : runners) {
      if (head.startsWith(runner.id() + ":")) {
        return Optional.of(runner);
      }
    }
    return Optional.empty();
  }

  private RecipeException problem(String what) {
    return new RecipeException(what + "\n" + list());
  }

  /// The tasks with their commands, up to a number for each runner, and what could not be read.
  public String list() {
    var out = new StringBuilder();
    out.append(
        runners.isEmpty()
            ? "No tasks were found: no manifest with tasks whose runner is installed."
            : "Tasks:");
    for (RecipeRunner runner : runners) {
      out.append("\n").append(runner.id()).append(':');
      int shown = Math.min(LISTED, runner.tasks().size());
      for (RecipeTask task : runner.tasks().subList(0, shown)) {
        out.append("\n  ").append(task.name()).append(" - ").append(task.command());
        if (!task.cwd().equals(".")) {
          out.append(" (in ").append(task.cwd()).append(')');
        }
        if (!task.doc().isEmpty()) {
          out.append(": ").append(task.doc());
        }
      }
      if (shown < runner.tasks().size()) {
        out.append("\n  and ").append(runner.tasks().size() - shown).append(" more");
      }
    }
    for (String problem : problems) {
      out.append("\nNot read: ").append(problem);
    }
    return out.toString();
  }
}
