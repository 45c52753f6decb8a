package dev.tenon.tools.todo;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Carries out operations on a list, one after the other. What cannot be done is noted, and the
/// rest goes on; at the end exactly one open task is in progress, if any is open.
final class TodoEdit {
  private final List<MutablePhase> phases = new ArrayList<>();
  private final List<String> errors = new ArrayList<>();

  private record MutablePhase(String name, List<TodoItem> tasks) {}

  TodoEdit(List<Phase> from) {
    from.forEach(
        phase -> phases.add(new MutablePhase(phase.name(), new ArrayList<>(phase.tasks()))));
  }

  List<String> errors() {
    return errors;
  }

  TodoEdit apply(List<TodoOp> ops) {
    ops.forEach(this::apply);
    return this;
  }

  private void apply(TodoOp op) {
    switch (op.op()) {
      case INIT -> init(op.list());
      case START -> start(op.task());
      case DONE -> change(op, task -> task.with(TodoItem.Status.COMPLETED));
      case DROP -> change(op, task -> task.with(TodoItem.Status.ABANDONED));
      case RM -> remove(op);
      case APPEND -> append(op.phase(), op.items());
      case NOTE -> note(op.task(), op.text());
    }
  }

  private void init(@Nullable List<TodoOp.Group> list) {
    if (list == null || list.isEmpty()) {
      errors.add("Missing list for init operation");
      return;
    }
    phases.clear();
    for (TodoOp.Group group : list) {
      var tasks = new ArrayList<TodoItem>();
      for (String item : group.items()) {
        if (!item.isBlank()) {
          tasks.add(TodoItem.pending(item));
        }
      }
      String name = group.phase().isBlank() ? "Todos" : group.phase();
      phases.add(new MutablePhase(TodoItem.line(name), tasks));
    }
  }

  private void start(@Nullable String wanted) {
    Place place = task(wanted);
    if (place == null) {
      return;
    }
    each(
        task ->
            task.status() == TodoItem.Status.IN_PROGRESS
                ? task.with(TodoItem.Status.PENDING)
                : task);
    place.set(place.get().with(TodoItem.Status.IN_PROGRESS));
  }

  private void change(TodoOp op, UnaryOperator<TodoItem> change) {
    if (op.task() != null) {
      Place place = task(op.task());
      if (place != null) {
        place.set(change.apply(place.get()));
      }
    } else if (op.phase() != null) {
      MutablePhase phase = phase(op.phase());
      if (phase != null) {
        phase.tasks.replaceAll(change);
      }
    } else {
      each(change);
    }
  }

  private void remove(TodoOp op) {
    if (op.task() != null) {
      Place place = task(op.task());
      if (place != null) {
        place.phase.tasks.remove(place.index);
      }
    } else if (op.phase() != null) {
      MutablePhase phase = phase(op.phase());
      if (phase != null) {
        phase.tasks.clear();
      }
    } else {
      phases.clear();
    }
  }

  private void append(@Nullable String name, @Nullable List<String> items) {
    if (name == null || name.isBlank()) {
      errors.add("Missing phase name for append operation");
      return;
    }
    if (items == null || items.isEmpty()) {
      errors.add("Missing items for append operation");
      return;
    }
    MutablePhase target = null;
    for (MutablePhase phase : phases) {
      if (target == null && phase.name.equals(TodoItem.line(name))) {
        target = phase;
      }
    }
    if (target == null) {
      target = new MutablePhase(TodoItem.line(name), new ArrayList<>());
      phases.add(target);
    }
    for (String item : items) {
      if (item.isBlank()) {
        continue;
      }
      if (find(item) != null) {
        errors.add("Task \"" + TodoItem.line(item) + "\" already exists");
      } else {
        target.tasks.add(TodoItem.pending(item));
      }
    }
  }

  private void note(@Nullable String wanted, @Nullable String text) {
    Place place = task(wanted);
    if (place == null) {
      return;
    }
    String note = text == null ? "" : text.stripTrailing();
    if (note.isBlank()) {
      errors.add("Missing text for note operation");
    } else {
      place.set(place.get().noted(note));
    }
  }

  private void each(UnaryOperator<TodoItem> change) {
    phases.forEach(phase -> phase.tasks.replaceAll(change));
  }

  /// Where a task stands.
  private record Place(MutablePhase phase, int index) {
    TodoItem get() {
      return phase.tasks.get(index);
    }

    void set(TodoItem changed) {
      phase.tasks.set(index, changed);
    }
  }

  private @Nullable Place task(@Nullable String content) {
    if (content == null || content.isBlank()) {
      errors.add("Missing task content");
      return null;
    }
    Place place = find(content);
    if (place == null) {
      boolean empty = phases.stream().allMatch(phase -> phase.tasks.isEmpty());
      errors.add(
          "Task \""
              + TodoItem.line(content)
              + "\" not found"
              + (empty ? " (the list is empty; begin it with init)" : ""));
    }
    return place;
  }

  private @Nullable Place find(String content) {
    String wanted = TodoItem.line(content);
    for (MutablePhase phase : phases) {
      for (int i = 0; i < phase.tasks.size(); i++) {
        if (phase.tasks.get(i).content().equals(wanted)) {
          return new Place(phase, i);
        }
      }
    }
    return null;
  }

  private @Nullable MutablePhase phase(String name) {
    if (name.isBlank()) {
      errors.add("Missing phase name");
      return null;
    }
    for (MutablePhase phase : phases) {
      if (phase.name.equals(TodoItem.line(name))) {
        return phase;
      }
    }
    errors.add("Phase \"" + TodoItem.line(name) + "\" not found");
    return null;
  }

  /// The list, with exactly one task in progress if any is open.
  List<Phase> normal() {
    boolean active = false;
    for (MutablePhase phase : phases) {
      for (int i = 0; i < phase.tasks.size(); i++) {
        TodoItem task = phase.tasks.get(i);
        if (task.status() == TodoItem.Status.IN_PROGRESS) {
          if (active) {
            phase.tasks.set(i, task.with(TodoItem.Status.PENDING));
          }
          active = true;
        }
      }
    }
    for (MutablePhase phase : phases) {
      for (int i = 0; i < phase.tasks.size() && !active; i++) {
        if (phase.tasks.get(i).status() == TodoItem.Status.PENDING) {
          phase.tasks.set(i, phase.tasks.get(i).with(TodoItem.Status.IN_PROGRESS));
          active = true;
        }
      }
    }
    var all = new ArrayList<Phase>();
    phases.forEach(phase -> all.add(new Phase(phase.name, phase.tasks)));
    return List.copyOf(all);
  }
}
