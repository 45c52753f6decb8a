package dev.tenon.engine.session;

import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.problem.SetupException;
import java.util.Optional;
import java.util.function.Consumer;

/// Which model answers in a session that goes on: the one that answered before, if it is still
/// there. Where that is another one than the configuration names, it is said. A file from elsewhere
/// has no say: whoever wrote it would choose to whom the conversation is sent, and who pays.
public final class SessionModel {
  private SessionModel() {}

  public static ModelOpener.Opened open(
      ModelOpener models, ActiveSession session, Consumer<String> notes)
      throws SetupException, InterruptedException {
    Optional<String> before = session.model();
    if (before.isEmpty()) {
      return models.open();
    }
    if (session.isFromElsewhere()) {
      ModelOpener.Opened own = models.open();
      if (!own.name().equals(before.get())) {
        notes.accept(
            "session: its file is not one of your own sessions, so its model "
                + before.get()
                + " is not taken over; going on with "
                + own.name()
                + " (--model chooses)");
      }
      return own;
    }
    try {
      ModelOpener.Opened same = models.open(before.get());
      Optional<String> configured = models.configured();
      if (configured.isPresent() && !configured.get().equals(same.name())) {
        notes.accept(
            "session: going on with "
                + same.name()
                + ", with which it was held, and not with "
                + configured.get()
                + " of your configuration (--model chooses)");
      }
      return same;
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
