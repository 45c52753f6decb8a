package dev.tenon.cli.session;

import dev.tenon.core.change.journal.Change;
import dev.tenon.core.json.Json;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.SessionLog;
import dev.tenon.engine.session.ActiveSession;
import java.io.IOException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

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
    return own(session, program).test(change);
  }

  /// The same for many changes, with one look at the session as it is now.
  public static Predicate<Change> own(ActiveSession session, String program) {
    return own(session.log(), session.since(), program);
  }

  /// @param since when this program began to talk in it
  static Predicate<Change> own(SessionLog log, Instant since, String program) {
    Set<String> prompts = new HashSet<>();
    Set<String> calls = new HashSet<>();
    try {
      for (Entry entry : log.path(log.leafId().orElse(null))) {
        SessionCheckpoints.id(entry.body()).ifPresent(prompts::add);
        for (Json.Obj block : blocks(entry)) {
          calls.add(block.string("id", ""));
        }
      }
    } catch (IOException unreadable) {
      // Then the person is asked.
      prompts.clear();
      calls.clear();
    }
    prompts.remove("");
    calls.remove("");
    return change ->
        prompts.contains(change.prompt())
            || (change.session().equals(program)
                && (!change.time().isBefore(since) || calls.contains(change.by().callId())));
  }

  /// What an answer of the model consists of; nothing for other entries.
  private static List<Json.Obj> blocks(Entry entry) {
    return entry.body() instanceof Entry.Said said && said.role().equals("assistant")
        ? said.message().objects("content")
        : List.of();
  }

  private static Optional<Json.Obj> call(SessionLog log, Change change) {
    String call = change.by().callId();
    if (call == null) {
      return Optional.empty();
    }
    try {
      for (Entry entry : log.path(log.leafId().orElse(null)).reversed()) {
        for (Json.Obj block : blocks(entry)) {
          if (block.string("id", "").equals(call)) {
            return Optional.of(block);
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
