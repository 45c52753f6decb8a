package dev.tenon.tools.recipe;

import java.util.List;
import java.util.Optional;

/// A task runner that the project uses, with its tasks.
///
/// @param id how a call names it: `just`, `pkg`, `cargo`, `make`, `task`, `maven` or `gradle`
public record RecipeRunner(String id, List<RecipeTask> tasks) {
  public RecipeRunner {
    tasks = List.copyOf(tasks);
  }

  Optional<RecipeTask> find(String name) {
    for (RecipeTask task : tasks) {
      if (task.name().equals(name)) {
        return Optional.of(task);
      }
    }
    return Optional.empty();
  }
}
