package dev.tenon.tools.recipe;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The tasks of a Taskfile, read from its text: the keys below `tasks:`, with `desc` or else
/// `summary` as their documentation, without internal ones.
final class TaskfileTasks {
  private final List<RecipeTask> tasks = new ArrayList<>();
  private String name = "";
  private String description = "";
  private String summary = "";
  private boolean internal;

  private TaskfileTasks() {}

  static List<RecipeTask> of(ProjectFolder project) {
    Optional<String> file =
        project.first(
            "Taskfile.yml", "taskfile.yml", "Taskfile.yaml", "taskfile.yaml", "Taskfile.dist.yml");
    if (file.isEmpty() || !project.installed().test("task")) {
      return List.of();
    }
    var taskfile = new TaskfileTasks();
    taskfile.read(project.lines(file.get()));
    return taskfile.tasks;
  }

  private void read(List<String> lines) {
    boolean inTasks = false;
    int level = -1;
    for (String line : lines) {
      String text = line.strip();
      if (text.isEmpty() || text.startsWith("#")) {
        continue;
      }
      int indent = line.length() - line.stripLeading().length();
      if (indent == 0) {
        inTasks = text.equals("tasks:");
        continue;
      }
      if (!inTasks) {
        continue;
      }
      level = level < 0 ? indent : level;
      if (indent == level) {
        finish();
        name = key(text);
      } else if (indent > level) {
        detail(text);
      }
    }
    finish();
  }

  private void finish() {
    if (!name.isEmpty() && !internal) {
      tasks.add(
          new RecipeTask(
              name,
              "task " + ProjectFolder.quoted(name),
              description.isEmpty() ? summary : description));
    }
    name = "";
    description = "";
    summary = "";
    internal = false;
  }

  private void detail(String text) {
    if (text.startsWith("desc:") && description.isEmpty()) {
      description = value(text);
    } else if (text.startsWith("summary:") && summary.isEmpty()) {
      summary = value(text);
    } else if (text.equals("internal: true")) {
      internal = true;
    }
  }

  /// The key of a mapping; a task's name may have colons in it.
  private static String key(String text) {
    if (text.startsWith("'") || text.startsWith("\"")) {
      int end = text.indexOf(text.charAt(0), 1);
      return end < 0 ? "" : text.substring(1, end);
    }
    int end = text.indexOf(": ");
    if (end < 0) {
      end = text.endsWith(":") ? text.length() - 1 : -1;
    }
    return end < 0 ? "" : text.substring(0, end);
  }

  private static String value(String text) {
    String value = text.substring(text.indexOf(':') + 1).strip();
    if (value.startsWith("|") || value.startsWith(">")) {
      return "";
    }
    boolean quoted =
        value.length() > 1
            && (value.startsWith("'") || value.startsWith("\""))
            && value.charAt(value.length() - 1) == value.charAt(0);
    return quoted ? value.substring(1, value.length() - 1) : value;
  }
}
