package dev.tenon.tools.todo;

import java.util.List;

/// Tasks that belong together, under a name.
public record Phase(String name, List<Task> tasks) {
  public Phase {
    name = Task.line(name);
    tasks = List.copyOf(tasks);
  }
}
