package dev.tenon.cli.session;

import dev.tenon.cli.terminal.view.WholeText;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.evidence.Check;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.EntryText;
import dev.tenon.core.session.SessionLog;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// What happened in a session, in its order: prompts and commands as the session has them (the
/// model's, the person's, those of helpers and the configured checks), changes as the journal has
/// them. It keeps nothing of its own.
final class Timeline {
  private final List<Event> events = new ArrayList<>();

  /// The command of each call that has no result yet, by the call's id; empty for calls of others.
  private final Map<String, String> calls = new HashMap<>();

  /// What the engine saw run for these calls.
  private final Map<String, List<Check>> checks = new LinkedHashMap<>();

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
  /// @param by who ran it, if not the model of this session; empty otherwise
  /// @param ending how it ended, in a few words
  /// @param failed whether it did not end well
  record Ran(Instant time, String command, String by, String ending, boolean failed, String output)
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
  ///
  /// @param own whether a change is one of this session
  static List<Event> of(SessionLog log, Journal journal, Predicate<Change> own)
      throws IOException, CommitException {
    var timeline = new Timeline();
    for (Entry entry : log.path(log.leafId().orElse(null))) {
      timeline.entry(entry);
    }
    timeline.checks.values().forEach(left -> left.forEach(check -> timeline.ran(check, "")));
    timeline.changes(journal, own);
    // What happened in one millisecond stays as it was found: prompts before what came of them.
    timeline.events.sort(Comparator.comparing(Event::time));
    return List.copyOf(timeline.events);
  }

  private void entry(Entry entry) {
    Optional<String> named = SessionCheckpoints.id(entry.body());
    if (named.isPresent()) {
      checkpoint = named.get();
    } else if (entry.body() instanceof Entry.Said said) {
      message(said, time(entry.timestamp()));
    } else if (entry.body() instanceof Entry.Custom custom
        && custom.customType().equals(Check.ENTRY)
        && custom.data() != null) {
      check(custom.data());
    }
  }

  private void check(Json data) {
    Check check;
    try {
      check = Check.of(data);
    } catch (JsonException foreign) {
      return;
    }
    if (calls.containsKey(check.callId())) {
      checks.computeIfAbsent(check.callId(), it -> new ArrayList<>()).add(check);
    } else {
      ran(check, "");
    }
  }

  private void ran(Check check, String output) {
    String ending =
        switch (check.ending()) {
          case EXITED -> "exit " + check.exit();
          case TIMED_OUT -> "took too long";
          case CANCELLED -> "stopped";
        };
    String by =
        switch (check.by()) {
          case "!" -> "you";
          case Check.CONFIGURED -> "configured check";
          default -> check.helper();
        };
    events.add(new Ran(check.ended(), check.command(), by, ending, !check.succeeded(), output));
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
        String text = EntryText.written(message);
        if (EntryText.byProgram(text).isEmpty()) {
          events.add(new Prompted(time, text, checkpoint));
          checkpoint = "";
        }
      }
      case "assistant" -> {
        for (Json.Obj block : message.objects("content")) {
          if (block.string("type", "").equals("toolCall")) {
            calls.put(
                block.string("id", ""), block.objectOrEmpty("arguments").string("command", ""));
          }
        }
      }
      case "toolResult" -> {
        String id = message.string("toolCallId", "");
        String command = calls.remove(id);
        List<Check> seen = checks.remove(id);
        if (seen != null) {
          // What the model was told belongs to the last of them.
          seen.subList(0, seen.size() - 1).forEach(check -> ran(check, ""));
          ran(seen.getLast(), output(message));
        } else if (command != null && !command.isEmpty()) {
          events.add(ran(time, command, message));
        }
      }
      default -> {}
    }
  }

  private static Ran ran(Instant time, String command, Json.Obj message) {
    String output = output(message);
    if (envelope(message).objectOrEmpty("data").get("exit_code") instanceof Json.Num number) {
      long exit = number.longValue();
      return new Ran(time, command, "", "exit " + exit, exit != 0, output);
    }
    boolean failed = message.bool("isError", false);
    return new Ran(time, command, "", failed ? "did not run" : "", failed, output);
  }

  /// What came of a call, for a person.
  static String output(Json.Obj message) {
    return WholeText.kept(envelope(message), EntryText.said(message));
  }

  private static Json.Obj envelope(Json.Obj message) {
    Json.Obj details = message.objectOrEmpty("details");
    Json.Obj envelope = details.object("envelope");
    return envelope == null ? details : envelope;
  }

  private void changes(Journal journal, Predicate<Change> own) throws IOException, CommitException {
    Set<String> undone = journal.undone();
    Map<String, List<Change>> commits = new LinkedHashMap<>();
    for (Change change : journal.changes()) {
      if (own.test(change)) {
        commits.computeIfAbsent(change.commit(), it -> new ArrayList<>()).add(change);
      }
    }
    for (List<Change> commit : commits.values()) {
      boolean all = commit.stream().allMatch(change -> undone.contains(change.id()));
      events.add(new Changed(commit.getFirst().time(), commit, all));
    }
  }
}
