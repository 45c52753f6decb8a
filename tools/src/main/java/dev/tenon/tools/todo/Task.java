package dev.tenon.tools.todo;

import java.util.ArrayList;
import java.util.List;

/// One thing to do. Its text, on one line, is its name.
public record Task(String content, Status status, List<String> notes) {
  public Task {
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

  static Task pending(String content) {
    return new Task(content, Status.PENDING, List.of());
  }

  Task with(Status changed) {
    return new Task(content, changed, notes);
  }

  Task noted(String note) {
    var more = new ArrayList<>(notes);
    more.add(note);
    return new Task(content, status, more);
  }

  static String line(String text) {
    return text.replace("\r\n", " ").replace('\r', ' ').replace('\n', ' ').strip();
  }
}
