package dev.tenon.cli.session;

import dev.tenon.core.change.journal.Change;
import dev.tenon.core.json.Json;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.SessionLog;
import dev.tenon.engine.session.ActiveSession;
import java.io.IOException;
import java.util.Optional;

/// The calls of a session that changed something.
public final class CallCommands {
  private CallCommands() {}

  /// The command whose call made a change, if the session knows it.
  public static Optional<String> of(SessionLog log, Change change) {
    return call(log, change)
        .map(call -> call.objectOrEmpty("arguments").string("command", ""))
        .filter(command -> !command.isEmpty());
  }

  /// Whether a change was made in the session that is talked in: by this program, since the session
  /// is talked in or by a call that it knows; or by another one, which the session was held with
  /// before, for a prompt that it knows.
  ///
  /// @param program what changes of this program name as theirs
  public static boolean isOwn(ActiveSession session, String program, Change change) {
    boolean here =
        change.session().equals(program)
            && (!change.time().isBefore(session.since())
                || call(session.log(), change).isPresent());
    return here || asked(session.log(), change.prompt());
  }

  /// Whether the prompt is one of the session's, up to where it stands.
  private static boolean asked(SessionLog log, String prompt) {
    try {
      return !prompt.isEmpty() && SessionCheckpoints.of(log).contains(prompt);
    } catch (IOException unreadable) {
      // Then the person is asked.
      return false;
    }
  }

  private static Optional<Json.Obj> call(SessionLog log, Change change) {
    String call = change.by().callId();
    if (call == null) {
      return Optional.empty();
    }
    try {
      for (Entry entry : log.path(log.leafId().orElse(null)).reversed()) {
        if (entry.body() instanceof Entry.Said said && said.role().equals("assistant")) {
          for (Json.Obj block : said.message().objects("content")) {
            if (block.string("id", "").equals(call)) {
              return Optional.of(block);
            }
          }
        }
      }
    } catch (IOException unreadable) {
      // It is a courtesy: what is wrong with the file shows where its content matters.
      return Optional.empty();
    }
    return Optional.empty();
  }
}
