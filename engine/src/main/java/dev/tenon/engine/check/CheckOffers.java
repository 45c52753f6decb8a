package dev.tenon.engine.check;

import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What may be run as a check of a project.
///
/// @param lastCommand what was run last
/// @param recipes the tasks of the project's own task runners
/// @param problems manifests that could not be read
public record CheckOffers(
    Optional<String> lastCommand, List<Recipe> recipes, List<String> problems) {
  public CheckOffers {
    recipes = List.copyOf(recipes);
    problems = List.copyOf(problems);
  }

  /// @param name with its runner: `make:test`
  /// @param command as it is run in the root of the project
  public record Recipe(String name, String command, String doc) {}

  /// The commands in the order in which people want them, each once: the last one, what is called
  /// like a check, the others.
  public List<String> commands() {
    var first = new ArrayList<String>();
    var rest = new ArrayList<String>();
    lastCommand.ifPresent(first::add);
    for (Recipe recipe : recipes) {
      boolean likely = recipe.name.matches(".*[:/](test|check|verify|lint)");
      (likely ? first : rest).add(recipe.command);
    }
    first.addAll(rest);
    return first.stream().distinct().toList();
  }

  public Json.Obj toJson() {
    var each = new ArrayList<Json>();
    for (Recipe recipe : recipes) {
      each.add(
          Json.object()
              .put("name", recipe.name)
              .put("command", recipe.command)
              .put("doc", recipe.doc)
              .build());
    }
    return Json.object()
        .put("last_command", lastCommand.<Json>map(Json::of).orElse(Json.Null.VALUE))
        .array("recipes", each)
        .put("problems", Json.strings(problems))
        .build();
  }
}
