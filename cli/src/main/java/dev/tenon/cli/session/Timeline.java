package dev.tenon.cli.session;

import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.json.Json;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.EntryText;
import dev.tenon.core.session.SessionLog;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What happened in a session, in its order: prompts and commands as the session has them, changes
/// as the journal has them. It keeps nothing of its own.
final class Timeline {
  private final List<Event> events = new ArrayList<>();

  /// The text of each call of a command, by the call's id.
  private final Map<String, String> commands = new HashMap<>();

  private final Set<String> checkpoints = new HashSet<>();
  private String checkpoint = "";

  /// One thing that happened.
  sealed interface Event {
    Instant time();
  }

  /// Somebody asked for something.
  ///
  /// @param checkpoint the journal's name for the moment before; empty if it is not known
  record Prompted(Instant time, String text, String checkpoint) implements Event {}

  /// A command was run to its end, or was not.
  ///
  /// @param ending how it ended, in a few words
  /// @param failed whether it did not end well
  record Ran(Instant time, String command, String ending, boolean failed, String output)
      implements Event {}

  /// Files were changed together; by an undo as well.
  ///
  /// @param undone whether all of it was taken back since
  record Changed(Instant time, List<Change> changes, boolean undone) implements Event {
    Changed {
      changes = List.copyOf(changes);
    }

    Change first() {
      return changes.getFirst();
    }
  }

  private Timeline() {}

  /// All events, the oldest first.
  static List<Event> of(SessionLog log, Journal journal) throws IOException, CommitException {
    var timeline = new Timeline();
    for (Entry entry : log.path(log.leafId().orElse(null))) {
      timeline.entry(entry);
    }
    timeline.changes(journal);
    // What happened in one millisecond stays as it was found: prompts before what came of them.
    timeline.events.sort(Comparator.comparing(Event::time));
    return List.copyOf(timeline.events);
  }

  private void entry(Entry entry) {
    Optional<String> named = SessionCheckpoints.id(entry.body());
    if (named.isPresent()) {
      checkpoint = named.get();
      checkpoints.add(checkpoint);
    } else if (entry.body() instanceof Entry.Said said) {
      message(said, time(entry.timestamp()));
    }
  }

  private static Instant time(String timestamp) {
    try {
      return Instant.parse(timestamp);
    } catch (DateTimeException foreign) {
      return Instant.EPOCH;
    }
  }

  private void message(Entry.Said said, Instant time) {
    Json.Obj message = said.message();
    switch (said.role()) {
      case "user" -> {
        events.add(new Prompted(time, EntryText.said(message), checkpoint));
        checkpoint = "";
      }
      case "assistant" -> {
        for (Json.Obj block : message.objects("content")) {
          String command = block.objectOrEmpty("arguments").string("command", "");
          if (block.string("type", "").equals("toolCall") && !command.isEmpty()) {
            commands.put(block.string("id", ""), command);
          }
        }
      }
      case "toolResult" -> {
        String command = commands.remove(message.string("toolCallId", ""));
        if (command != null) {
          events.add(ran(time, command, message));
        }
      }
      default -> {}
    }
  }

  private static Ran ran(Instant time, String command, Json.Obj message) {
    String output = EntryText.said(message);
    Json.Obj details = message.objectOrEmpty("details");
    Json.Obj envelope = details.object("envelope");
    Json code = (envelope == null ? details : envelope).objectOrEmpty("data").get("exit_code");
    if (code instanceof Json.Num number) {
      long exit = number.longValue();
      return new Ran(time, command, "exit " + exit, exit != 0, output);
    }
    boolean failed = message.bool("isError", false);
    return new Ran(time, command, failed ? "did not run" : "", failed, output);
  }

  private void changes(Journal journal) throws IOException, CommitException {
    Set<String> undone = journal.undone();
    Map<String, List<Change>> commits = new LinkedHashMap<>();
    for (Change change : journal.changes()) {
      if (change.session().equals(journal.session()) || checkpoints.contains(change.prompt())) {
        commits.computeIfAbsent(change.commit(), it -> new ArrayList<>()).add(change);
      }
    }
    for (List<Change> commit : commits.values()) {
      boolean all = commit.stream().allMatch(change -> undone.contains(change.id()));
      events.add(new Changed(commit.getFirst().time(), commit, all));
    }
  }
}
