package dev.tenon.engine;

import dev.tenon.core.exec.resident.Residents;
import dev.tenon.core.exec.shell.Artifacts;
import dev.tenon.engine.observe.Secrets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The residents of one conversation, made when somebody first wants one. They see of the
/// environment what commands see, and end with the conversation. Safe for several threads.
final class ConversationResidents implements AutoCloseable {
  private final Project project;
  private final Artifacts outputs;
  private @Nullable Residents made;
  private boolean closed;

  ConversationResidents(Project project, Artifacts outputs) {
    this.project = project;
    this.outputs = outputs;
  }

  /// After the end they are closed: what is started then fails.
  synchronized Residents get() {
    Residents known = made;
    if (known == null) {
      known =
          new Residents(
              project.shell(outputs), Secrets.remover(project.models().environment(), List.of()));
      made = known;
    }
    if (closed) {
      known.close();
    }
    return known;
  }

  /// Ends all of them, in less than two seconds.
  @Override
  public synchronized void close() {
    closed = true;
    if (made != null) {
      made.close();
    }
  }
}
