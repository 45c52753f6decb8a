package dev.tenon.tools.todo;

import dev.tenon.core.json.Json;
import dev.tenon.core.tool.ConversationTool;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import java.util.ArrayList;
import java.util.List;

/// Keeps the plan of work. What cannot be done of a batch is told, and the rest is done.
public final class TodoWrite implements ConversationTool<TodoWrite.Parameters> {
  static final String NAME = "todo_write";

  private final TodoList list;

  public TodoWrite(TodoList list) {
    this.list = list;
  }

  /// What to change, in order.
  public record Parameters(@Doc("Changes, done in order.") List<TodoOp> ops) {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "Keep the plan of a task with three or more steps; the user sees it. init begins it,"
        + " start and done as you go (one task is in progress at a time), append, note, drop (given"
        + " up), rm. done, drop and rm take a task, a phase, or neither for all. Texts are names:"
        + " keep them short and unique.";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public String title(Parameters parameters) {
    return parameters.ops.size() == 1
        ? parameters.ops.getFirst().op().name().toLowerCase(java.util.Locale.ROOT)
        : parameters.ops.size() + " changes";
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context) throws ToolException {
    if (parameters.ops.isEmpty()) {
      throw new ToolException(
          ToolException.Code.INVALID_ARGUMENT, "ops is empty; the list is as it was");
    }
    TodoList.Changed changed = list.apply(parameters.ops);
    return new ToolResult.Checklist(
        summary(changed),
        lines(changed.phases()),
        Json.object().put("phases", TodoList.json(changed.phases())).build());
  }

  private static String summary(TodoList.Changed changed) {
    var out = new StringBuilder();
    if (!changed.errors().isEmpty()) {
      out.append("Errors: ").append(String.join("; ", changed.errors())).append('\n');
    }
    boolean empty = changed.phases().stream().allMatch(phase -> phase.tasks().isEmpty());
    if (empty) {
      return out.append("Todo list cleared.").toString();
    }
    remaining(changed.phases(), out);
    progress(changed.phases(), out);
    tree(changed.phases(), out);
    return out.toString().stripTrailing();
  }

  private static void remaining(List<Phase> phases, StringBuilder out) {
    var open = new ArrayList<String>();
    for (Phase phase : phases) {
      for (TodoItem task : phase.tasks()) {
        if (task.status().open()) {
          boolean active = task.status() == TodoItem.Status.IN_PROGRESS;
          open.add("  - " + task.content() + (active ? " [in progress]" : ""));
        }
      }
    }
    if (open.isEmpty()) {
      out.append("Nothing remains.\n");
    } else {
      out.append("Remaining (").append(open.size()).append("):\n");
      open.forEach(line -> out.append(line).append('\n'));
    }
  }

  private static void progress(List<Phase> phases, StringBuilder out) {
    for (int i = 0; i < phases.size(); i++) {
      Phase phase = phases.get(i);
      boolean current =
          phase.tasks().stream().anyMatch(task -> task.status() == TodoItem.Status.IN_PROGRESS);
      if (current) {
        long done = phase.tasks().stream().filter(task -> !task.status().open()).count();
        out.append("Phase ").append(i + 1).append('/').append(phases.size()).append(" \"");
        out.append(phase.name()).append("\": ").append(done).append(" of ");
        out.append(phase.tasks().size()).append(" done\n");
      }
    }
  }

  private static void tree(List<Phase> phases, StringBuilder out) {
    for (Phase phase : phases) {
      out.append(phase.name()).append(":\n");
      for (TodoItem task : phase.tasks()) {
        out.append("  [").append(TodoMarkdown.mark(task.status())).append("] ");
        out.append(task.content());
        if (task.status() == TodoItem.Status.IN_PROGRESS) {
          task.notes()
              .forEach(note -> out.append("\n      ").append(note.replace("\n", "\n      ")));
        } else if (!task.notes().isEmpty()) {
          out.append(" (").append(task.notes().size()).append(" notes)");
        }
        out.append('\n');
      }
    }
  }

  /// The list as faces show it.
  public static List<ToolResult.Checklist.Line> lines(List<Phase> phases) {
    var lines = new ArrayList<ToolResult.Checklist.Line>();
    for (Phase phase : phases) {
      if (phase.tasks().isEmpty()) {
        continue;
      }
      lines.add(new ToolResult.Checklist.Line(ToolResult.Checklist.State.HEADING, phase.name()));
      for (TodoItem task : phase.tasks()) {
        var state =
            switch (task.status()) {
              case PENDING -> ToolResult.Checklist.State.OPEN;
              case IN_PROGRESS -> ToolResult.Checklist.State.ACTIVE;
              case COMPLETED -> ToolResult.Checklist.State.DONE;
              case ABANDONED -> ToolResult.Checklist.State.DROPPED;
            };
        String notes = task.notes().isEmpty() ? "" : " (" + task.notes().size() + " notes)";
        lines.add(new ToolResult.Checklist.Line(state, task.content() + notes));
      }
    }
    return lines;
  }
}
