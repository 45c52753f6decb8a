package dev.tenon.tools.recipe;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The tasks that every Gradle build has, those that its script declares, and for each subproject
/// `subproject/build` and `subproject/test`. Gradle itself is not asked, which takes seconds.
final class GradleTasks {
  private static final int MOST_PROJECTS = 50;
  private static final String NAME = "([A-Za-z_][A-Za-z0-9_-]*)";
  private static final List<String> DECLARATIONS =
      List.of(
          "tasks\\s*\\.\\s*(?:register|create)\\s*(?:<[^>]*>)?\\s*\\(\\s*[\"']" + NAME + "[\"']",
          "(?m)^\\s*task(?:\\s+|\\s*\\()\\s*[\"']?" + NAME,
          "val\\s+" + NAME + "\\s+by\\s+tasks\\s*\\.\\s*(?:registering|creating)");

  private GradleTasks() {}

  static List<RecipeTask> of(ProjectFolder project) {
    Optional<String> script = project.first("build.gradle.kts", "build.gradle");
    Optional<String> settings = project.first("settings.gradle.kts", "settings.gradle");
    Optional<String> program = project.program("gradlew", "gradle");
    if (program.isEmpty() || (script.isEmpty() && settings.isEmpty())) {
      return List.of();
    }
    String text = uncommented(script.flatMap(project::text).orElse(""));
    Map<String, RecipeTask> tasks = new LinkedHashMap<>();
    for (String name : List.of("build", "assemble", "check", "test", "clean")) {
      add(tasks, program.get(), name);
    }
    if (Pattern.compile("[\"'(\\s]application[\"')\\s]").matcher(text).find()) {
      add(tasks, program.get(), "run");
    }
    if (text.contains("org.springframework.boot")) {
      add(tasks, program.get(), "bootRun");
    }
    for (String declaration : DECLARATIONS) {
      Matcher found = Pattern.compile(declaration).matcher(text);
      while (found.find()) {
        add(tasks, program.get(), String.valueOf(found.group(1)));
      }
    }
    subprojects(uncommented(settings.flatMap(project::text).orElse("")), program.get(), tasks);
    return List.copyOf(tasks.values());
  }

  private static void add(Map<String, RecipeTask> tasks, String program, String name) {
    tasks.putIfAbsent(name, new RecipeTask(name, program + " " + ProjectFolder.quoted(name), ""));
  }

  private static void subprojects(String settings, String program, Map<String, RecipeTask> tasks) {
    Matcher include =
        Pattern.compile("(?m)^\\s*include\\s*\\(?((?:\\s*[\"'][^\"']+[\"']\\s*,?)+)")
            .matcher(settings);
    int count = 0;
    while (include.find()) {
      Matcher path = Pattern.compile("[\"']:?([^\"']+)[\"']").matcher(include.group(1));
      while (path.find() && count++ < MOST_PROJECTS) {
        String project = String.valueOf(path.group(1));
        for (String name : List.of("build", "test")) {
          String task = project.replace(':', '/') + "/" + name;
          String target = ":" + project.replace('/', ':') + ":" + name;
          tasks.putIfAbsent(
              task, new RecipeTask(task, program + " " + ProjectFolder.quoted(target), ""));
        }
      }
    }
  }

  private static String uncommented(String text) {
    return Pattern.compile("/\\*[\\s\\S]*?\\*/|(?<!:)//[^\n]*").matcher(text).replaceAll("");
  }
}
