package dev.tenon.cli.acp;

import static dev.tenon.cli.acp.AcpFixture.arguments;
import static dev.tenon.cli.acp.AcpFixture.prompt;
import static dev.tenon.cli.acp.AcpFixture.session;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.SessionStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// A turn can be cancelled wherever it is, whatever the client does with what it was asked.
@ExtendWith(SchemaCheck.class)
class AcpCancelTest {
  private static final String WORK =
      "{\"thinking\": \"Now.\", \"text\": \"I write two files.\", \"calls\": [{\"name\":"
          + " \"write_file\", \"arguments\": {\"path\": \"b.txt\", \"content\": \"b\\n\"}},"
          + " {\"name\": \"bash\", \"arguments\": {\"command\": \"echo begun; sleep 30\"}}]}";

  /// What a client does when it is asked.
  private enum Habit {
    ANSWERS,
    ANSWERS_LATE,
    NEVER_ANSWERS,
    /// Agrees to everything, but never says that a file was written.
    NEVER_WRITES
  }

  private static final long BOUND_MILLIS = 500;

  /// A machine that has much to do may be late by chance, but not at the same place again and
  /// again.
  private static final int TRIALS = 4;

  @TempDir Path temporary;
  private AcpFixture fixture;
  private long took;

  @BeforeEach
  void folders() throws IOException {
    fixture = new AcpFixture(temporary);
  }

  @Test
  void aTurnIsCancelledAtEveryMessage() throws Exception {
    for (Habit habit : Habit.values()) {
      try (EditorClient client =
          fixture.client("ask", AcpFixture.files(), WORK, AcpFixture.says("Next."))) {
        client.on("fs/read_text_file", EditorBuffers::absent);
        client.on(
            "fs/write_text_file", params -> habit == Habit.NEVER_WRITES ? null : Json.Obj.EMPTY);
        boolean toTheEnd = false;
        for (int message = 0; !toTheEnd && message < 40; message++) {
          toTheEnd = cancelled(client, habit, message);
          for (int trial = 1; took >= BOUND_MILLIS && trial < TRIALS; trial++) {
            toTheEnd |= cancelled(client, habit, message);
          }
          assertThat(took)
              .as(habit + ", cancelled after message " + message + ": milliseconds")
              .isLessThan(BOUND_MILLIS);
        }
        assertThat(toTheEnd).as(habit + ": there were more messages than were tried").isTrue();
      }
    }
  }

  /// Cancels after so many messages of the agent. Answers whether there were no more: then it waits
  /// for something that does not come.
  private boolean cancelled(EditorClient client, Habit habit, int after) throws Exception {
    String id = fixture.open(client);
    String what = habit + ", cancelled after message " + after;
    if (habit == Habit.ANSWERS || habit == Habit.NEVER_WRITES) {
      client.choosing("once");
    } else {
      client.on("session/request_permission", params -> null);
    }
    int before = client.messages().size();
    long turn = client.send("session/prompt", prompt(id, "Write"));
    boolean all =
        client.await(
            what,
            () ->
                client.messages().size() - before >= after
                    ? Boolean.FALSE
                    : isWaiting(client, id, habit) ? Boolean.TRUE : null);
    long since = System.nanoTime();
    client.tell("session/cancel", session(id));
    Json.Obj end = client.reply(turn);
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since);
    assertThat(end.objectOrEmpty("result").string("stopReason")).as(what).isEqualTo("cancelled");
    took = millis;
    if (habit == Habit.ANSWERS_LATE) {
      for (Json.Obj asked : questions(client, id)) {
        client.answer(
            asked,
            Json.object()
                .object("outcome", it -> it.put("outcome", "selected").put("optionId", "once"))
                .build());
      }
    }
    assertThat(openCalls(client, id))
        .as(what + ": calls that the client thinks are open")
        .isEmpty();
    client.call("session/close", session(id));
    assertThat(unansweredCalls(id)).as(what + ": history").isEmpty();
    return all;
  }

  private static List<Json.Obj> questions(EditorClient client, String id) {
    var questions = new ArrayList<Json.Obj>();
    for (Json.Obj message : client.messages()) {
      if (message.string("method", "").equals("session/request_permission")
          && message.objectOrEmpty("params").string("sessionId", "").equals(id)) {
        questions.add(message);
      }
    }
    return questions;
  }

  /// Whether nothing more comes by itself.
  private static boolean isWaiting(EditorClient client, String id, Habit habit) {
    if (habit == Habit.ANSWERS_LATE || habit == Habit.NEVER_ANSWERS) {
      return !questions(client, id).isEmpty();
    }
    for (Json.Obj message : client.messages()) {
      Json.Obj params = message.objectOrEmpty("params");
      boolean isLast =
          habit == Habit.NEVER_WRITES
              ? message.string("method", "").equals("fs/write_text_file")
              : hasBegun(params.objectOrEmpty("update"));
      if (isLast && params.string("sessionId", "").equals(id)) {
        return true;
      }
    }
    return false;
  }

  /// Whether it is output of the command.
  private static boolean hasBegun(Json.Obj update) {
    return update.string("sessionUpdate", "").equals("tool_call_update")
        && update.array("content").toString().contains("begun");
  }

  private static Set<String> openCalls(EditorClient client, String id) {
    Set<String> open = new HashSet<>();
    for (Json.Obj message : client.messages()) {
      Json.Obj params = message.objectOrEmpty("params");
      Json.Obj update = params.objectOrEmpty("update");
      if (params.string("sessionId", "").equals(id)) {
        String call = update.string("toolCallId", "");
        if (update.string("sessionUpdate", "").equals("tool_call")) {
          open.add(call);
        } else if (Set.of("failed", "completed").contains(update.string("status", ""))) {
          open.remove(call);
        }
      }
    }
    return open;
  }

  private Set<String> unansweredCalls(String id) throws Exception {
    var store = new SessionStore(fixture.home);
    Set<String> calls = new HashSet<>();
    for (var summary : store.listing().byId(id, fixture.project)) {
      try (SessionLog log = store.look(summary.file())) {
        for (Entry entry : log.path(log.leafId().orElse(null))) {
          if (entry.body() instanceof Entry.Said said) {
            for (Json.Obj block : said.message().objects("content")) {
              if (block.string("type", "").equals("toolCall")) {
                calls.add(block.string("id", ""));
              }
            }
            calls.remove(said.message().string("toolCallId", ""));
          }
        }
      }
    }
    return calls;
  }

  @Test
  void aCancelledTurnIsFollowedByTheNext() throws Exception {
    String wait = AcpFixture.calls("bash", arguments("command", "echo begun; sleep 30"));
    String next = "{\"expect\": {\"lastUserContains\": \"Again\"}, \"text\": \"Next.\"}";
    try (EditorClient client = fixture.client("full", Json.Obj.EMPTY, wait, next)) {
      String id = fixture.open(client);
      long turn = client.send("session/prompt", prompt(id, "Wait"));
      client.awaitUpdate(
          "tool_call_update",
          update -> !update.objects("content").isEmpty() && update.compact().contains("begun"));
      client.tell("session/cancel", session(id));
      assertThat(client.reply(turn).compact()).contains("cancelled");
      assertThat(client.call("session/prompt", prompt(id, "Again")).string("stopReason"))
          .isEqualTo("end_turn");
      assertThat(client.text(id)).isEqualTo("Next.");
    }
  }

  @Test
  void whatWasAskedBeforeTheEndOfInputIsAnswered() throws Exception {
    try (var client = new EditorClient(fixture.environment(), "acp", "--root=" + fixture.project)) {
      long hello = client.send("initialize", AcpFixture.hello(Json.Obj.EMPTY));
      assertThat(client.end()).isZero();
      assertThat(client.reply(hello).objectOrEmpty("result").number("protocolVersion", 0)).isOne();
    }
  }

  @Test
  void theEndOfInputEndsTheProgramAndItsProcesses() throws Exception {
    String wait = AcpFixture.calls("bash", arguments("command", "echo $$ begun; sleep 300"));
    EditorClient client = fixture.client("full", Json.Obj.EMPTY, wait);
    String id = fixture.open(client);
    client.send("session/prompt", prompt(id, "Wait"));
    Json.Obj told =
        client.awaitUpdate(
            "tool_call_update",
            update -> !update.objects("content").isEmpty() && update.compact().contains("begun"));
    String text = told.objects("content").getFirst().objectOrEmpty("content").string("text", "");
    long shell = Long.parseLong(text.substring(0, text.indexOf(' ')).strip());
    assertThat(client.end()).isZero();
    assertThat(ProcessHandle.of(shell).filter(ProcessHandle::isAlive)).isEmpty();
  }
}
