package dev.tenon.tools.recipe;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The tasks of a Taskfile: the keys below `tasks`, with `desc` or else `summary` as their
/// documentation, without internal ones.
final class TaskfileTasks {
  /// So many merges (`<<`) are followed.
  private static final int DEEPEST = 8;

  private TaskfileTasks() {}

  static List<RecipeTask> of(ProjectFolder project) {
    Optional<String> file =
        project.first(
            "Taskfile.yml", "taskfile.yml", "Taskfile.yaml", "taskfile.yaml", "Taskfile.dist.yml");
    if (file.isEmpty() || !project.installed().test("task")) {
      return List.of();
    }
    var found = new ArrayList<RecipeTask>();
    if (YamlFile.read(project, file.get()).get("tasks") instanceof Map<?, ?> tasks) {
      tasks.forEach((name, task) -> add(found, name, task));
    }
    return found;
  }

  private static void add(List<RecipeTask> found, @Nullable Object key, @Nullable Object task) {
    String name = key instanceof String text ? text : "";
    if (name.isEmpty() || Boolean.TRUE.equals(field(task, "internal", DEEPEST))) {
      return;
    }
    String description = line(field(task, "desc", DEEPEST));
    found.add(
        new RecipeTask(
            name,
            "task " + ProjectFolder.quoted(name),
            description.isEmpty() ? line(field(task, "summary", DEEPEST)) : description));
  }

  /// A field of a task: its own, or else one of a mapping that it merges.
  private static @Nullable Object field(@Nullable Object task, String name, int depth) {
    if (!(task instanceof Map<?, ?> fields) || depth == 0) {
      return null;
    }
    if (fields.containsKey(name)) {
      return fields.get(name);
    }
    Object merged = fields.get("<<");
    for (Object each : merged instanceof List<?> several ? several : List.of()) {
      Object value = field(each, name, depth - 1);
      if (value != null) {
        return value;
      }
    }
    return field(merged, name, depth - 1);
  }

  /// The first line of a text.
  private static String line(@Nullable Object value) {
    return value instanceof String text ? text.lines().findFirst().orElse("").strip() : "";
  }
}
