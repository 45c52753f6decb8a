package dev.tenon.tools.todo;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The list of one conversation. It lies in the conversation itself: the results of the tool and
/// the notes about a person's edits hold it whole, and [#restore] finds it there. Safe for several
/// threads.
public final class TodoList {
  private static final String EDITED = "<system-reminder reason=\"todo_edit\">";
  private static final String EDITED_END = "</system-reminder>";

  private List<Phase> phases = List.of();

  public synchronized List<Phase> phases() {
    return phases;
  }

  /// What came of a batch of operations.
  public record Changed(List<Phase> phases, List<String> errors) {}

  synchronized Changed apply(List<TodoOp> ops) {
    TodoEdit edit = new TodoEdit(phases).apply(ops);
    phases = edit.normal();
    return new Changed(phases, List.copyOf(edit.errors()));
  }

  public synchronized void set(List<Phase> changed) {
    phases = new TodoEdit(changed).normal();
  }

  /// What the model has to be told after a person changed the list.
  public synchronized String edited() {
    return EDITED
        + "\nThe user changed the todo list by hand. It is now:\n\n"
        + (phases.isEmpty() ? "(empty)\n" : TodoMarkdown.of(phases))
        + EDITED_END;
  }

  /// Takes the list from a conversation that is gone on with.
  public void restore(List<Message> messages) {
    restore(messages, "");
  }

  /// Takes the list from a conversation that is gone on with.
  ///
  /// @param told the latest answer of the tool in the part that was left out
  public synchronized void restore(List<Message> messages, String told) {
    phases = told(told);
    for (int i = messages.size() - 1; i >= 0; i--) {
      Optional<List<Phase>> found = in(messages.get(i));
      if (found.isPresent()) {
        phases = new TodoEdit(found.get()).normal();
        return;
      }
    }
  }

  private static Optional<List<Phase>> in(Message message) {
    if (message instanceof Message.ToolResults results) {
      for (Part.Result result : results.results().reversed()) {
        if (result.name().equals(TodoWrite.NAME) && !result.failed()) {
          return Optional.of(read(result.envelope().objectOrEmpty("data")));
        }
      }
    } else if (message instanceof Message.User user) {
      String text = user.text();
      int from = text.lastIndexOf(EDITED);
      int to = text.indexOf(EDITED_END, Math.max(0, from));
      if (from >= 0 && to > from) {
        return Optional.of(TodoMarkdown.parse(text.substring(from + EDITED.length(), to)));
      }
    }
    return Optional.empty();
  }

  /// Reads the list out of an answer of the tool.
  private static List<Phase> told(String answer) {
    var markdown = new StringBuilder();
    String heading = "";
    for (String line : answer.lines().toList()) {
      if (line.startsWith("  [") && line.length() > 5 && line.charAt(4) == ']') {
        markdown.append(heading).append("- ").append(line.substring(2)).append('\n');
        heading = "";
      } else if (line.startsWith("      ")) {
        markdown.append("  > ").append(line.substring(6)).append('\n');
      } else if (line.endsWith(":")) {
        heading = "# " + line.substring(0, line.length() - 1) + "\n";
      }
    }
    return TodoMarkdown.parse(markdown.toString());
  }

  static Json.Arr json(List<Phase> phases) {
    var all = new ArrayList<Json>();
    for (Phase phase : phases) {
      var tasks = new ArrayList<Json>();
      for (TodoItem task : phase.tasks()) {
        var json =
            Json.object()
                .put("content", task.content())
                .put("status", task.status().name().toLowerCase(Locale.ROOT));
        if (!task.notes().isEmpty()) {
          json.put("notes", Json.strings(task.notes()));
        }
        tasks.add(json.build());
      }
      all.add(Json.object().put("name", phase.name()).put("tasks", Json.array(tasks)).build());
    }
    return Json.array(all);
  }

  /// The list as a result of the tool says it; empty if there is none in it.
  public static List<Phase> read(Json.Obj data) {
    var phases = new ArrayList<Phase>();
    if (!(data.get("phases") instanceof Json.Arr array)) {
      return phases;
    }
    for (Json each : array.items()) {
      if (each instanceof Json.Obj phase) {
        var tasks = new ArrayList<TodoItem>();
        if (phase.get("tasks") instanceof Json.Arr items) {
          for (Json item : items.items()) {
            if (item instanceof Json.Obj task) {
              tasks.add(task(task));
            }
          }
        }
        phases.add(new Phase(phase.string("name", TodoMarkdown.DEFAULT_PHASE), tasks));
      }
    }
    return phases;
  }

  private static TodoItem task(Json.Obj json) {
    var notes = new ArrayList<String>();
    if (json.get("notes") instanceof Json.Arr array) {
      for (Json note : array.items()) {
        if (note instanceof Json.Str text) {
          notes.add(text.value());
        }
      }
    }
    TodoItem.Status status = TodoItem.Status.PENDING;
    for (TodoItem.Status each : TodoItem.Status.values()) {
      if (each.name().toLowerCase(Locale.ROOT).equals(json.string("status", ""))) {
        status = each;
      }
    }
    return new TodoItem(json.string("content", ""), status, notes);
  }
}
