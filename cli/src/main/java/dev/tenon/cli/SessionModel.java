package dev.tenon.cli;

import dev.tenon.cli.session.SessionSeat;
import java.util.Optional;
import java.util.function.Consumer;

/// Which model answers in a session that goes on: the one that answered before, if it is still
/// there.
final class SessionModel {
  private SessionModel() {}

  static ModelOpener.Opened open(Engine engine, SessionSeat seat, Consumer<String> notes)
      throws SetupException, InterruptedException {
    Optional<String> before = seat.model();
    if (before.isEmpty()) {
      return engine.models().open();
    }
    try {
      return engine.models().open(before.get());
    } catch (SetupException gone) {
      ModelOpener.Opened other = engine.models().open();
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
