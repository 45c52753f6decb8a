package dev.tenon.engine.session;

import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.problem.SetupException;
import java.util.Optional;
import java.util.function.Consumer;

/// Which model answers in a session that goes on: the one that answered before, if it is still
/// there.
public final class SessionModel {
  private SessionModel() {}

  public static ModelOpener.Opened open(
      ModelOpener models, ActiveSession session, Consumer<String> notes)
      throws SetupException, InterruptedException {
    Optional<String> before = session.model();
    if (before.isEmpty()) {
      return models.open();
    }
    try {
      return models.open(before.get());
    } catch (SetupException gone) {
      ModelOpener.Opened other = models.open();
      notes.accept(
          "session: its model "
              + before.get()
              + " cannot be used ("
              + gone.getMessage()
              + "); going on with "
              + other.name());
      return other;
    }
  }
}
