package dev.tenon.tools.recipe;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The phases of Maven that one wants, and for each module `module/test` and `module/package`.
final class MavenTasks {
  private static final List<String> PHASES =
      List.of("validate", "compile", "test", "package", "verify", "install", "clean");
  private static final int MOST_MODULES = 50;

  private MavenTasks() {}

  static List<RecipeTask> of(ProjectFolder project) {
    Optional<String> program = project.program("mvnw", "mvn");
    Optional<String> pom = project.text("pom.xml");
    if (program.isEmpty() || pom.isEmpty()) {
      return List.of();
    }
    var tasks = new ArrayList<RecipeTask>();
    for (String phase : PHASES) {
      tasks.add(new RecipeTask(phase, program.get() + " " + phase, ""));
    }
    Matcher module =
        Pattern.compile("<module>\\s*([^<]+?)\\s*</module>")
            .matcher(Pattern.compile("(?s)<!--.*?-->").matcher(pom.get()).replaceAll(""));
    for (int count = 0; count < MOST_MODULES && module.find(); count++) {
      String name = String.valueOf(module.group(1));
      for (String phase : List.of("test", "package")) {
        tasks.add(
            new RecipeTask(
                name + "/" + phase,
                program.get() + " -pl " + ProjectFolder.quoted(name) + " -am " + phase,
                ""));
      }
    }
    return tasks;
  }
}
