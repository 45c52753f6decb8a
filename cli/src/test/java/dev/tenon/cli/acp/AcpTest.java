package dev.tenon.cli.acp;

import static dev.tenon.cli.acp.AcpFixture.arguments;
import static dev.tenon.cli.acp.AcpFixture.calls;
import static dev.tenon.cli.acp.AcpFixture.prompt;
import static dev.tenon.cli.acp.AcpFixture.says;
import static dev.tenon.cli.acp.AcpFixture.session;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// `tenon acp` with a small client of our own; everything is real but the model.
@ExtendWith(SchemaCheck.class)
class AcpTest {
  private static final String TODO =
      "{\"calls\": [{\"name\": \"todo_write\", \"arguments\": {\"ops\": [{\"op\": \"init\","
          + " \"list\": [{\"phase\": \"Work\", \"items\": [\"Look\", \"Write\"]}]}]}}]}";

  @TempDir Path temporary;
  private AcpFixture fixture;

  @BeforeEach
  void folders() throws IOException {
    fixture = new AcpFixture(temporary);
  }

  @Test
  void aTurnIsToldStepByStepAndItsEditIsAskedWithItsDiff() throws Exception {
    String look =
        "{\"thinking\": \"I should look.\", \"text\": \"I look.\", \"usage\": {\"input\": 100,"
            + " \"output\": 20}, \"calls\": [{\"name\": \"read_file\", \"arguments\": {\"path\":"
            + " \"a.txt\"}}]}";
    String edit =
        calls("edit_file", arguments("path", "a.txt", "old_string", "two", "new_string", "zwei"));
    try (EditorClient client =
        fixture.client("ask", AcpFixture.shows(), look, edit, says("Done.")).choosing("once")) {
      String id = fixture.open(client);
      Json.Obj end = client.call("session/prompt", prompt(id, "Translate two in @a.txt"));

      assertThat(end).isEqualTo(Json.parse("{\"stopReason\": \"end_turn\"}"));
      assertThat(client.noise()).as("nothing but messages").isEmpty();
      assertThat(client.text(id)).isEqualTo("I look.Done.");
      assertThat(Files.readString(fixture.project.resolve("a.txt")))
          .isEqualTo("one\nzwei\nthree\n");
      assertThat(client.updates("agent_thought_chunk").getFirst().compact())
          .contains("\"I ", "message-1");
      List<Json.Obj> told = client.updates("tool_call");
      assertThat(told).hasSize(2);
      assertThat(told.getFirst().string("kind")).isEqualTo("read");
      assertThat(told.getFirst().objects("locations").getFirst().string("path"))
          .isEqualTo(fixture.project.resolve("a.txt").toString());
      assertThat(told.getLast().string("kind")).isEqualTo("edit");
      assertThat(told.getLast().objectOrEmpty("rawInput").string("new_string")).isEqualTo("zwei");

      List<Json.Obj> messages = client.messages();
      Json.Obj asked =
          client.awaitMessage(
              "the question",
              message -> message.string("method", "").equals("session/request_permission"));
      assertThat(messages.indexOf(asked))
          .as("the call is told before it is asked about")
          .isGreaterThan(indexOf(messages, "tool_call", told.getLast().string("toolCallId", "")));
      Json.Obj call = asked.objectOrEmpty("params").objectOrEmpty("toolCall");
      assertThat(call.string("toolCallId")).isEqualTo(told.getLast().string("toolCallId"));
      assertThat(call.string("title")).contains("a.txt");
      assertThat(call.objectOrEmpty("rawInput").string("old_string")).isEqualTo("two");
      Json.Obj diff = call.objects("content").getFirst();
      assertThat(diff.string("type")).isEqualTo("diff");
      assertThat(diff.string("oldText")).isEqualTo("one\ntwo\nthree\n");
      assertThat(diff.string("newText")).isEqualTo("one\nzwei\nthree\n");
      assertThat(
              asked.objectOrEmpty("params").objects("options").stream()
                  .map(option -> option.string("optionId", "")))
          .contains("once", "session", "reject");
      assertThat(client.updates("usage_update")).isNotEmpty();
      assertThat(client.updates("session_info_update")).isNotEmpty();
      Json.Obj finished =
          client.awaitUpdate(
              "tool_call_update",
              update ->
                  update.string("status", "").equals("completed")
                      && update.compact().contains("\"diff\""));
      assertThat(finished.objects("locations").getFirst().number("line", 0)).isEqualTo(1);

      assertThat(client.call("session/prompt", prompt(id, "/undo")).string("stopReason"))
          .isEqualTo("end_turn");
      assertThat(Files.readString(fixture.project.resolve("a.txt"))).isEqualTo("one\ntwo\nthree\n");
      assertThat(client.end()).isZero();
    }
  }

  private static int indexOf(List<Json.Obj> messages, String kind, String call) {
    for (int i = 0; i < messages.size(); i++) {
      Json.Obj update = messages.get(i).objectOrEmpty("params").objectOrEmpty("update");
      if (update.string("sessionUpdate", "").equals(kind)
          && update.string("toolCallId", "").equals(call)) {
        return i;
      }
    }
    throw new AssertionError("there is no " + kind + " of " + call);
  }

  @Test
  void whatWasNotOfferedIsNoAnswerAndARejectionReachesTheModel() throws Exception {
    String write = calls("write_file", arguments("path", "new/b.txt", "content", "b\n"));
    String refused = "{\"expect\": {\"lastResult\": \"failed\"}, \"text\": \"No.\"}";
    try (EditorClient client =
        fixture.client("ask", Json.Obj.EMPTY, write, refused, write, refused)) {
      String id = fixture.open(client);
      for (String option : List.of("allow_everything", "reject")) {
        client.choosing(option);
        assertThat(client.call("session/prompt", prompt(id, "Write")).string("stopReason"))
            .isEqualTo("end_turn");
        assertThat(fixture.project.resolve("new")).as(option).doesNotExist();
      }
      assertThat(client.updates("notice")).as("a client that knows none").isEmpty();
    }
  }

  @Test
  void sessionsGoOnInAnotherProgramUntilTheyAreDeleted() throws Exception {
    String id;
    String read = calls("read_file", arguments("path", "a.txt"));
    try (EditorClient client =
        fixture.client("edit", AcpFixture.shows(), TODO, read, says("Yes."))) {
      id = fixture.open(client);
      client.call("session/prompt", prompt(id, "Begin the work"));
      assertThat(client.updates("plan").getLast().objects("entries")).hasSize(2);
      client.call("session/close", session(id));
      assertThat(client.error("session/prompt", prompt(id, "More")).number("code", 0))
          .isEqualTo(-32002);
      assertThat(client.error("session/close", session(id)).number("code", 0)).isEqualTo(-32002);
    }
    String more = "{\"expect\": {\"lastUserContains\": \"More\"}, \"text\": \"Again.\"}";
    try (EditorClient client = fixture.client("edit", AcpFixture.shows(), more)) {
      Json.Obj listed = client.call("session/list", Json.Obj.EMPTY);
      assertThat(listed.objects("sessions")).hasSize(1);
      assertThat(listed.objects("sessions").getFirst().string("sessionId")).isEqualTo(id);
      assertThat(listed.objects("sessions").getFirst().string("title")).contains("Begin the work");
      Json.Obj there = fixture.place().with("sessionId", Json.of(id));
      Path other = Files.createDirectory(fixture.folder.resolve("other"));
      assertThat(
              client
                  .error("session/load", there.with("cwd", Json.of(other.toString())))
                  .number("code", 0))
          .as("another folder")
          .isEqualTo(-32602);
      Json.Obj loaded = client.call("session/load", there);
      assertThat(loaded.objectOrEmpty("modes").string("currentModeId")).isEqualTo("edit");
      List<Json.Obj> messages = client.messages();
      int answer = messages.size() - 1;
      while (!messages.get(answer).has("result")) {
        answer--;
      }
      assertThat(indexOf(messages, "tool_call_update", lastCall(client)))
          .as("all of it before the answer")
          .isLessThan(answer);
      assertThat(client.updates("user_message_chunk").getFirst().compact())
          .contains("Begin the work");
      assertThat(client.text(id)).isEqualTo("Yes.");
      assertThat(client.updates("plan")).isNotEmpty();
      assertThat(client.error("session/resume", there).string("message")).contains("is open");
      client.call("session/close", session(id));
      client.forget();
      client.call("session/resume", there);
      assertThat(client.updates("user_message_chunk")).as("resume tells nothing").isEmpty();
      assertThat(client.call("session/prompt", prompt(id, "More")).string("stopReason"))
          .isEqualTo("end_turn");
      assertThat(client.call("session/delete", session(id))).isEqualTo(Json.Obj.EMPTY);
      assertThat(client.call("session/list", Json.Obj.EMPTY).objects("sessions")).isEmpty();
      assertThat(client.error("session/load", there).number("code", 0)).isEqualTo(-32002);
    }
  }

  @Test
  void picturesComeBackWithTheSession() throws Exception {
    byte[] dot =
        Base64.getDecoder()
            .decode(
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9"
                    + "awAAAABJRU5ErkJggg==");
    String picture = Base64.getEncoder().encodeToString(dot);
    Files.write(fixture.project.resolve("dot.png"), dot);
    String look = calls("read_file", arguments("path", "dot.png"));
    try (EditorClient client = fixture.client("edit", Json.Obj.EMPTY, look, says("A dot."))) {
      String id = fixture.open(client);
      Json.Obj image =
          Json.object()
              .put("type", "image")
              .put("mimeType", "image/png")
              .put("data", picture)
              .build();
      Json.Obj asked = prompt(id, "Which is it?");
      client.call(
          "session/prompt",
          asked.with("prompt", Json.array(List.of(asked.array("prompt").getFirst(), image))));
      client.call("session/close", session(id));
      client.forget();
      client.call("session/load", fixture.place().with("sessionId", Json.of(id)));
      assertThat(client.updates("user_message_chunk").getLast().objectOrEmpty("content"))
          .isEqualTo(image.with("type", Json.of("image")));
      assertThat(client.updates("tool_call_update").getLast().compact())
          .as("the picture that the model looked at")
          .contains(picture);
    }
  }

  private static String lastCall(EditorClient client) {
    return client.updates("tool_call").getLast().string("toolCallId", "");
  }

  @Test
  void modesAndOptionsAreChosenAndHold() throws Exception {
    String write = calls("write_file", arguments("path", "b.txt", "content", "b\n"));
    String denied = "{\"expect\": {\"lastResult\": \"failed\"}, \"text\": \"No.\"}";
    try (EditorClient client = fixture.client("edit", Json.Obj.EMPTY, write, denied)) {
      String id = fixture.open(client);
      client.call("session/set_mode", session(id).with("modeId", Json.of("plan")));
      client.awaitUpdate("config_option_update", update -> update.compact().contains("\"plan\""));
      client.call("session/prompt", prompt(id, "Write"));
      assertThat(fixture.project.resolve("b.txt")).doesNotExist();
      Json.Obj options =
          client.call(
              "session/set_config_option",
              session(id).with("configId", Json.of("effort")).with("value", Json.of("high")));
      assertThat(options.compact()).contains("\"currentValue\":\"high\"");
      client.call(
          "session/set_config_option",
          session(id).with("configId", Json.of("mode")).with("value", Json.of("ask")));
      client.awaitUpdate(
          "current_mode_update", update -> update.string("currentModeId", "").equals("ask"));
      for (String wrong : List.of("mode", "model", "effort", "colour")) {
        assertThat(
                client
                    .error(
                        "session/set_config_option",
                        session(id).with("configId", Json.of(wrong)).with("value", Json.of("?")))
                    .number("code", 0))
            .as(wrong)
            .isEqualTo(-32602);
      }
      assertThat(
              client
                  .error("session/set_mode", session(id).with("modeId", Json.of("wild")))
                  .string("message"))
          .contains("'wild'", "plan, ask, edit");
    }
  }

  @Test
  void badInputGetsOneClearErrorAndTheConnectionGoesOn() throws Exception {
    try (var client = new EditorClient(fixture.environment(), "acp", "--root=" + fixture.project)) {
      assertThat(client.error("session/prompt", prompt("x", "First")).string("message"))
          .contains("initialize comes first");
      assertThat(client.error("initialize", Json.Obj.EMPTY).number("code", 0)).isEqualTo(-32602);
      Json.Obj hello = AcpFixture.hello(Json.Obj.EMPTY).with("protocolVersion", Json.of(9));
      assertThat(client.call("initialize", hello).number("protocolVersion", 0)).isEqualTo(1);
      client.raw("{\"jsonrpc\": \"2.0\", \"id\": \n".getBytes(StandardCharsets.UTF_8));
      client.awaitMessage("a parse error", message -> message.compact().contains("-32700"));
      assertThat(client.error("session/fly", Json.Obj.EMPTY).number("code", 0)).isEqualTo(-32601);
      assertThat(client.error("session/prompt", prompt("nobody", "Hi")).string("message"))
          .contains("'nobody'", "session/new");
      for (Json cwd : List.of(Json.of("relative"), Json.of("/not/there"), Json.of(1))) {
        assertThat(client.error("session/new", fixture.place().with("cwd", cwd)).number("code", 0))
            .as(cwd.compact())
            .isEqualTo(-32602);
      }
      Json.Obj refused = client.error("session/new", fixture.place());
      assertThat(refused.number("code", 0)).as(refused.compact()).isEqualTo(-32000);
      assertThat(refused.string("message")).contains("tenon login");
      assertThat(client.error("authenticate", arguments("methodId", "login")).number("code", 0))
          .isEqualTo(-32000);
      assertThat(client.error("authenticate", arguments("methodId", "magic")).number("code", 0))
          .isEqualTo(-32602);
      client.call("logout", Json.Obj.EMPTY);
      client.tell("session/cancel", session("nobody"));
      client.misspeaking("unknown/news").tell("unknown/news", Json.Obj.EMPTY);
      assertThat(client.call("session/list", Json.Obj.EMPTY).objects("sessions")).isEmpty();
    }
  }

  @Test
  void idsThatRepeatAndASecondPromptAreRefusedWhileTheFirstRuns() throws Exception {
    String wait = calls("bash", arguments("command", "sleep 60"));
    try (EditorClient client = fixture.client("full", Json.Obj.EMPTY, wait, says("Over."))) {
      String id = fixture.open(client);
      long running = client.send("session/prompt", prompt(id, "Wait"));
      client.awaitUpdate(
          "tool_call_update", update -> update.string("status", "").equals("in_progress"));
      client.write(
          Json.object()
              .put("jsonrpc", "2.0")
              .put("id", running)
              .put("method", "session/list")
              .put("params", Json.Obj.EMPTY)
              .build());
      client.awaitMessage("a refusal", message -> message.compact().contains("is in use"));
      assertThat(client.error("session/prompt", prompt(id, "Now")).string("message"))
          .contains("a prompt is running", "session/cancel");
      client.tell("$/cancel_request", Json.object().put("requestId", running).build());
      client.awaitMessage(
          "the end",
          message -> message.number("id", 0) == running && message.compact().contains("-32800"));
      assertThat(client.call("session/prompt", prompt(id, "Go on")).string("stopReason"))
          .isEqualTo("end_turn");
    }
  }

  @Test
  void aPromptThatNeverRanKeepsNoOtherFromRunning() throws Exception {
    try (EditorClient client = fixture.client("full", Json.Obj.EMPTY, says("Fine."))) {
      String id = fixture.open(client);
      for (Json wrong :
          List.of(
              Json.of("text"),
              Json.array(List.of()),
              Json.array(List.of(arguments("type", "song"))),
              Json.array(List.of(arguments("type", "audio"))))) {
        Json.Obj error = client.error("session/prompt", session(id).with("prompt", wrong));
        assertThat(error.number("code", 0)).as(wrong.compact()).isEqualTo(-32602);
      }
      // Both in one piece, so that the second comes before the first is looked at.
      Json.Obj request =
          Json.object()
              .put("jsonrpc", "2.0")
              .put("id", 900)
              .put("method", "session/prompt")
              .put("params", session(id).with("prompt", Json.of("text")))
              .build();
      Json.Obj cancel =
          Json.object()
              .put("jsonrpc", "2.0")
              .put("method", "$/cancel_request")
              .object("params", it -> it.put("requestId", 900))
              .build();
      for (int i = 0; i < 20; i++) {
        Json id900 = Json.of(900 + i);
        client.raw(
            (request.with("id", id900).compact()
                    + "\n"
                    + cancel.with("params", Json.object().put("requestId", id900).build()).compact()
                    + "\n")
                .getBytes(StandardCharsets.UTF_8));
        client.awaitMessage(
            "an end of " + i, message -> id900.equals(message.get("id")) && message.has("error"));
      }
      assertThat(client.call("session/prompt", prompt(id, "Now")).string("stopReason"))
          .isEqualTo("end_turn");
    }
  }

  @Test
  void tooManySessionsAreRefusedAndNobodyIsSentToLogIn() throws Exception {
    try (EditorClient client = fixture.client("full", Json.Obj.EMPTY, says("Hello."))) {
      String first = fixture.open(client);
      for (int i = 1; i < 32; i++) {
        fixture.open(client);
      }
      Json.Obj error = client.error("session/new", fixture.place());
      assertThat(error.string("message")).contains("32 sessions are open", "session/close");
      assertThat(error.number("code", 0)).as("not -32000, which asks to log in").isEqualTo(-32600);
      client.call("session/close", session(first));
      fixture.open(client);
    }
  }

  @Test
  void aSessionThatWasClosedTakesNothingMore() throws Exception {
    try (EditorClient client = fixture.client("full", Json.Obj.EMPTY, says("One."), says("Two."))) {
      String id = fixture.open(client);
      client.call("session/prompt", prompt(id, "First"));
      client.call("session/close", session(id));
      List<Map.Entry<String, Json.Obj>> requests =
          List.of(
              Map.entry("session/prompt", prompt(id, "Second")),
              Map.entry("session/set_mode", session(id).with("modeId", Json.of("plan"))),
              Map.entry(
                  "session/set_config_option",
                  session(id).with("configId", Json.of("mode")).with("value", Json.of("plan"))),
              Map.entry("session/close", session(id)));
      for (var request : requests) {
        Json.Obj error = client.error(request.getKey(), request.getValue());
        assertThat(error.number("code", 0)).as(request.getKey()).isEqualTo(-32002);
        assertThat(error.string("message")).as(request.getKey()).contains("no open session", id);
      }
      client.tell("session/cancel", session(id));
      Json.Obj place = fixture.place().with("sessionId", Json.of(id));
      client.call("session/resume", place);
      assertThat(client.error("session/load", place).string("message")).contains("close it first");
      assertThat(client.call("session/prompt", prompt(id, "Second")).string("stopReason"))
          .as("it can be opened again")
          .isEqualTo("end_turn");
      client.call("session/delete", session(id));
      client.call("session/delete", session(id));
      client.call("session/delete", session("never-was"));
      assertThat(client.error("session/prompt", prompt(id, "Third")).number("code", 0))
          .isEqualTo(-32002);
      assertThat(client.error("session/load", place).string("message")).contains(id);
      assertThat(client.call("session/list", Json.Obj.EMPTY).objects("sessions")).isEmpty();
    }
  }

  @Test
  void inputMayBeCutAnywhere() throws Exception {
    try (EditorClient client =
        fixture.client("edit", Json.Obj.EMPTY, says("Grüße, 你好."), says("Ende."))) {
      for (int seed = 0; seed < 20; seed++) {
        cut(client, seed);
      }
    }
  }

  private void cut(EditorClient client, int seed) throws Exception {
    var random = new Random(seed);
    int number = 1000 + 2 * seed;
    String id = fixture.open(client);
    var all = new StringBuilder();
    Json.Obj[] requests = {prompt(id, "Sag „Grüße“ 🙂"), session(id)};
    for (int i = 0; i < requests.length; i++) {
      all.append(
              Json.object()
                  .put("jsonrpc", "2.0")
                  .put("id", number + i)
                  .put("method", i == 0 ? "session/prompt" : "session/list")
                  .put("params", requests[i])
                  .build()
                  .compact())
          .append('\n');
    }
    byte[] bytes = all.toString().getBytes(StandardCharsets.UTF_8);
    var cuts = new ArrayList<Integer>();
    for (int at = 0; at < bytes.length; ) {
      int length = Math.min(bytes.length - at, 1 + random.nextInt(7));
      client.raw(java.util.Arrays.copyOfRange(bytes, at, at + length));
      cuts.add(at += length);
    }
    client.awaitMessage("the answer", message -> message.number("id", 0) == number);
    client.awaitMessage("the list", message -> message.number("id", 0) == number + 1);
    assertThat(client.text(id)).as("seed " + seed + ", cut at " + cuts).isEqualTo("Grüße, 你好.");
    client.call("session/close", session(id));
  }

  @Test
  void twoSessionsWorkAtTheSameTimeAndKeepApart() throws Exception {
    String write = calls("write_file", arguments("path", "b.txt", "content", "b\n"));
    try (EditorClient client = fixture.client("ask", Json.Obj.EMPTY, write, says("Written."))) {
      String first = fixture.open(client);
      Path other = Files.createDirectory(fixture.folder.resolve("other"));
      String second =
          client
              .call("session/new", fixture.place().with("cwd", Json.of(other.toString())))
              .string("sessionId", "");
      long one = client.send("session/prompt", prompt(first, "Write"));
      Json.Obj asked = question(client, first);
      long two = client.send("session/prompt", prompt(second, "Write"));
      Json.Obj askedToo = question(client, second);
      client.answer(askedToo, chosen("once"));
      assertThat(client.reply(two).compact()).contains("end_turn");
      assertThat(other.resolve("b.txt")).exists();
      assertThat(fixture.project.resolve("b.txt")).as("still asked").doesNotExist();
      client.answer(asked, chosen("reject"));
      assertThat(client.reply(one).compact()).contains("end_turn");
      assertThat(fixture.project.resolve("b.txt")).doesNotExist();
      assertThat(client.text(first)).isEqualTo("Written.");
      assertThat(client.text(second)).isEqualTo("Written.");
    }
  }

  private static Json.Obj question(EditorClient client, String session)
      throws InterruptedException {
    return client.awaitMessage(
        "a question of " + session,
        message ->
            message.string("method", "").equals("session/request_permission")
                && message.objectOrEmpty("params").string("sessionId", "").equals(session));
  }

  private static Json.Obj chosen(String option) {
    return Json.object()
        .object("outcome", it -> it.put("outcome", "selected").put("optionId", option))
        .build();
  }
}
