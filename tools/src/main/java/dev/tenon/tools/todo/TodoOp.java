package dev.tenon.tools.todo;

import dev.tenon.core.tool.Doc;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One change to the list.
public record TodoOp(
    @Doc("What to do.") Kind op,
    @Doc("init: the whole list.") @Nullable List<Group> list,
    @Doc("The exact text of a task.") @Nullable String task,
    @Doc("The exact name of a phase.") @Nullable String phase,
    @Doc("append: new tasks.") @Nullable List<String> items,
    @Doc("note: the note.") @Nullable String text) {

  /// What can be done.
  public enum Kind {
    INIT,
    START,
    DONE,
    RM,
    DROP,
    APPEND,
    NOTE
  }

  /// A phase of a new list.
  public record Group(@Doc("Name.") String phase, @Doc("Tasks.") List<String> items) {}
}
