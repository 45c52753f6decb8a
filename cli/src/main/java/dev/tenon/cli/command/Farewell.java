package dev.tenon.cli.command;

import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.session.ActiveSession;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What a person is told who leaves the terminal.
final class Farewell {
  private Farewell() {}

  /// The parts of one line; none when nothing was said.
  static List<String> of(ActiveSession session, Journal journal) {
    if (session.log().messageCount() == 0) {
      return session.earlier().map(id -> "To go back: tenon --resume " + id).stream().toList();
    }
    String back =
        session.kept()
            ? "To go on: tenon --resume " + session.log().id()
            : "This session was not kept";
    return List.of(back, files(journal));
  }

  private static String files(Journal journal) {
    try {
      Set<String> undone = journal.undone();
      var paths = new HashSet<String>();
      for (Change change : journal.changes()) {
        if (change.session().equals(journal.session())
            && change.undoes().isEmpty()
            && !undone.contains(change.id())) {
          paths.add(change.path());
        }
      }
      return switch (paths.size()) {
        case 0 -> "no file changed";
        case 1 -> "1 file changed";
        default -> paths.size() + " files changed";
      };
    } catch (IOException | CommitException unreadable) {
      return "the changes cannot be read: " + IoFailure.told(unreadable);
    }
  }
}
