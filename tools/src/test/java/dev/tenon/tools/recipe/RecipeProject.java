package dev.tenon.tools.recipe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;

/// A project in a folder of its own, with every task runner installed.
abstract class RecipeProject {
  static final Set<String> ALL = Set.of("just", "npm", "cargo", "make", "task", "mvn", "gradle");

  @TempDir Path root;

  List<String> tasks(String runner) {
    for (RecipeRunner each : Recipes.of(root, ALL::contains).runners()) {
      if (each.id().equals(runner)) {
        return each.tasks().stream()
            .map(task -> String.join("|", task.name(), task.command(), task.cwd(), task.doc()))
            .toList();
      }
    }
    return List.of();
  }

  void write(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
