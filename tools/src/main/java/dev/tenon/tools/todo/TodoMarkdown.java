package dev.tenon.tools.todo;

import java.util.ArrayList;
import java.util.List;

/// The list as Markdown that a person can edit: a heading for each phase, `- [ ]` for each task
/// (`[/]` in progress, `[x]` done, `[-]` dropped), notes as quotes below it.
public final class TodoMarkdown {
  /// Where tasks go that stand above the first heading.
  static final String DEFAULT_PHASE = "Todos";

  private TodoMarkdown() {}

  public static String of(List<Phase> phases) {
    var out = new StringBuilder();
    for (Phase phase : phases) {
      out.append(out.isEmpty() ? "" : "\n").append("# ").append(phase.name()).append('\n');
      for (TodoItem task : phase.tasks()) {
        out.append("- [").append(mark(task.status())).append("] ").append(task.content());
        out.append('\n');
        boolean first = true;
        for (String note : task.notes()) {
          out.append(first ? "" : "\n");
          first = false;
          for (String line : note.split("\n", -1)) {
            out.append(line.isEmpty() ? "  >" : "  > " + line).append('\n');
          }
        }
      }
    }
    return out.toString();
  }

  static char mark(TodoItem.Status status) {
    return switch (status) {
      case PENDING -> ' ';
      case IN_PROGRESS -> '/';
      case COMPLETED -> 'x';
      case ABANDONED -> '-';
    };
  }

  /// Reads such a list. Lines that are neither heading, task nor note are left out.
  public static List<Phase> parse(String markdown) {
    var reading = new Reading();
    markdown.lines().forEach(reading::line);
    reading.endTask();
    reading.endPhase();
    return new TodoEdit(reading.phases).normal();
  }

  private static final class Reading {
    final List<Phase> phases = new ArrayList<>();
    private String phase = "";
    private final List<TodoItem> tasks = new ArrayList<>();
    private String content = "";
    private TodoItem.Status status = TodoItem.Status.PENDING;
    private final List<String> notes = new ArrayList<>();
    private boolean inNote;

    void line(String line) {
      String stripped = line.strip();
      if (stripped.startsWith("#")) {
        int level = 0;
        while (level < stripped.length() && stripped.charAt(level) == '#') {
          level++;
        }
        String name = stripped.substring(level).strip();
        if (level <= 6 && !name.isEmpty()) {
          endTask();
          endPhase();
          phase = name;
        }
      } else if (isTask(stripped)) {
        endTask();
        content = stripped.substring(5).strip();
        status = status(stripped.charAt(3));
      } else if (stripped.startsWith(">") && !content.isEmpty()) {
        String text = line.substring(line.indexOf('>') + 1);
        note(text.startsWith(" ") ? text.substring(1) : text);
        return;
      }
      inNote = false;
    }

    private static boolean isTask(String line) {
      return line.length() > 5
          && (line.charAt(0) == '-' || line.charAt(0) == '*')
          && line.startsWith(" [", 1)
          && line.charAt(4) == ']'
          && " />xX-~".indexOf(line.charAt(3)) >= 0
          && !line.substring(5).isBlank();
    }

    private static TodoItem.Status status(char mark) {
      return switch (mark) {
        case '/', '>' -> TodoItem.Status.IN_PROGRESS;
        case 'x', 'X' -> TodoItem.Status.COMPLETED;
        case '-', '~' -> TodoItem.Status.ABANDONED;
        default -> TodoItem.Status.PENDING;
      };
    }

    private void note(String line) {
      if (inNote) {
        notes.set(notes.size() - 1, notes.getLast() + "\n" + line);
      } else {
        notes.add(line);
      }
      inNote = true;
    }

    void endTask() {
      if (!content.isEmpty()) {
        tasks.add(new TodoItem(content, status, notes));
      }
      content = "";
      notes.clear();
    }

    void endPhase() {
      if (!phase.isEmpty() || !tasks.isEmpty()) {
        phases.add(new Phase(phase.isEmpty() ? DEFAULT_PHASE : phase, tasks));
      }
      phase = "";
      tasks.clear();
    }
  }
}
