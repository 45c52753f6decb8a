package dev.tenon.tools.todo;

import java.util.ArrayList;
import java.util.List;

/// One thing to do. Its text, on one line, is its name.
public record TodoItem(String content, Status status, List<String> notes) {
  public TodoItem {
    content = line(content);
    notes = List.copyOf(notes);
  }

  /// Where it stands.
  public enum Status {
    PENDING,
    IN_PROGRESS,
    COMPLETED,
    ABANDONED;

    boolean open() {
      return this == PENDING || this == IN_PROGRESS;
    }
  }

  static TodoItem pending(String content) {
    return new TodoItem(content, Status.PENDING, List.of());
  }

  TodoItem with(Status changed) {
    return new TodoItem(content, changed, notes);
  }

  TodoItem noted(String note) {
    var more = new ArrayList<>(notes);
    more.add(note);
    return new TodoItem(content, status, more);
  }

  static String line(String text) {
    return text.replace("\r\n", " ").replace('\r', ' ').replace('\n', ' ').strip();
  }
}
