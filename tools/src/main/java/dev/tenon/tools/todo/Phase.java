package dev.tenon.tools.todo;

import java.util.List;

/// Tasks that belong together, under a name.
public record Phase(String name, List<TodoItem> tasks) {
  public Phase {
    name = TodoItem.line(name);
    tasks = List.copyOf(tasks);
  }
}
