package dev.tenon.cli.acp;

import static dev.tenon.cli.acp.AcpFixture.arguments;
import static dev.tenon.cli.acp.AcpFixture.calls;
import static dev.tenon.cli.acp.AcpFixture.prompt;
import static dev.tenon.cli.acp.AcpFixture.session;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.engine.config.Consent;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.hook.HookLoader;
import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// What a session has beside the conversation: terminals and servers of the editor, and helpers.
@ExtendWith(SchemaCheck.class)
class AcpExtrasTest {
  @TempDir Path temporary;
  private AcpFixture fixture;

  @BeforeEach
  void folders() throws IOException {
    fixture = new AcpFixture(temporary);
  }

  @Test
  void commandsMayRunInTerminalsOfTheEditorWhichAreEndedAndReleased() throws Exception {
    Files.writeString(fixture.home.resolve("config.yml"), "acp: {terminal: client}\n");
    String first = calls("bash", arguments("command", "touch made"));
    String then =
        "{\"expect\": {\"lastResultContains\": \"it is done\"}, \"calls\": [{\"name\": \"bash\","
            + " \"arguments\": {\"command\": \"sleep 60\"}}]}";
    Json.Obj can =
        Json.object()
            .put("terminal", true)
            .object("session", it -> it.put("notices", Json.Obj.EMPTY))
            .build();
    try (EditorClient client = fixture.client("auto", can, first, then)) {
      client.choosing("once");
      client.on("terminal/create", params -> arguments("terminalId", "terminal-1"));
      client.on("terminal/wait_for_exit", params -> Json.object().put("exitCode", 0).build());
      client.on(
          "terminal/output",
          params -> {
            try {
              Files.writeString(fixture.project.resolve("made"), "");
            } catch (IOException broken) {
              throw new UncheckedIOException(broken);
            }
            return Json.object()
                .put("output", "it is done")
                .put("truncated", false)
                .object("exitStatus", it -> it.put("exitCode", 0))
                .build();
          });
      client.on("terminal/kill", params -> Json.Obj.EMPTY);
      client.on("terminal/release", params -> Json.Obj.EMPTY);
      String id = fixture.open(client);
      client.awaitUpdate("notice", update -> update.compact().contains("no wall"));
      long turn = client.send("session/prompt", prompt(id, "Make it"));
      client.awaitMessage("the release", message -> method(message, "terminal/release"));
      client.on("terminal/wait_for_exit", params -> null);
      client.await(
          "the second command",
          () ->
              client.messages().stream()
                          .filter(message -> method(message, "terminal/wait_for_exit"))
                          .count()
                      == 2
                  ? true
                  : null);
      client.tell("session/cancel", session(id));
      assertThat(client.reply(turn).compact()).contains("cancelled");
      client.awaitMessage("the end", message -> method(message, "terminal/kill"));
      client.await(
          "the second release",
          () ->
              client.messages().stream()
                          .filter(message -> method(message, "terminal/release"))
                          .count()
                      == 2
                  ? true
                  : null);
      Json.Obj create =
          client.awaitMessage("a terminal", message -> method(message, "terminal/create"));
      assertThat(create.objectOrEmpty("params").string("cwd"))
          .isEqualTo(fixture.project.toString());
      client.awaitUpdate(
          "tool_call_update",
          update ->
              update.string("status", "").equals("completed")
                  && update.compact().contains("\"terminalId\":\"terminal-1\""));
      assertThat(client.updates("tool_call")).isNotEmpty();
      client.awaitMessage(
          "a question, since no wall keeps the command",
          message -> method(message, "session/request_permission"));
      client.call("session/prompt", prompt(id, "/undo"));
      assertThat(fixture.project.resolve("made")).as("it is in the journal").doesNotExist();
    }
  }

  @Test
  void aTerminalThatIsThereTooLateIsEndedAndReleased() throws Exception {
    Files.writeString(fixture.home.resolve("config.yml"), "acp: {terminal: client}\n");
    Json.Obj can = Json.object().put("terminal", true).build();
    String wait = calls("bash", arguments("command", "sleep 60"));
    try (EditorClient client = fixture.client("full", can, wait)) {
      client.on("terminal/kill", params -> Json.Obj.EMPTY);
      client.on("terminal/release", params -> Json.Obj.EMPTY);
      String id = fixture.open(client);
      long turn = client.send("session/prompt", prompt(id, "Wait"));
      Json.Obj create =
          client.awaitMessage("a terminal", message -> method(message, "terminal/create"));
      client.tell("session/cancel", session(id));
      assertThat(client.reply(turn).compact()).contains("cancelled");
      client.answer(create, arguments("terminalId", "late"));
      for (String end : List.of("terminal/kill", "terminal/release")) {
        Json.Obj asked = client.awaitMessage(end, message -> method(message, end));
        assertThat(asked.objectOrEmpty("params").string("terminalId")).isEqualTo("late");
      }
    }
  }

  /// What a client says of a choice it did not make is none.
  @Test
  void aCancelledOutcomeIsNoChoice() throws Exception {
    String ask =
        "{\"calls\": [{\"name\": \"ask\", \"arguments\": {\"questions\": [{\"id\": \"a\","
            + " \"question\": \"Which?\", \"options\": [{\"label\": \"x\"}, {\"label\":"
            + " \"y\"}]}]}}]}";
    String next = "{\"expect\": {\"lastResult\": \"failed\"}, \"text\": \"Not chosen.\"}";
    try (EditorClient client = fixture.client("full", Json.Obj.EMPTY, ask, next)) {
      client.on(
          "session/request_permission",
          params ->
              Json.object()
                  .object(
                      "outcome", it -> it.put("outcome", "cancelled").put("optionId", "option-0"))
                  .build());
      String id = fixture.open(client);
      client.call("session/prompt", prompt(id, "Ask"));
      assertThat(client.updates("tool_call_update").toString()).doesNotContain("\"x\"");
      assertThat(client.text(id)).as(client.transcript()).isEqualTo("Not chosen.");
    }
  }

  @Test
  void whatIsNoMessageOrNoServerIsNamed() throws Exception {
    try (EditorClient client = fixture.client("full", AcpFixture.shows(), AcpFixture.says("x"))) {
      client.raw("hello\n".getBytes(StandardCharsets.UTF_8));
      Json.Obj refused = client.awaitMessage("an error", message -> message.has("error"));
      assertThat(refused.objectOrEmpty("error").number("code", 0)).isEqualTo(-32700);
      Json.Obj words = fixture.place().with("mcpServers", Json.array(List.of(Json.of("x"))));
      assertThat(client.error("session/new", words).string("message"))
          .isEqualTo("mcpServers must hold objects, each with its name, was \"x\"");
      Json.Obj odd =
          Json.object().put("name", "../x").put("command", "true").put("env", "A=b").build();
      Json.Obj place = fixture.place().with("mcpServers", Json.array(List.of(odd, odd)));
      client.misspeaking("session/new").call("session/new", place);
      client.awaitUpdate("notice", update -> update.compact().contains("is called x here"));
      client.awaitUpdate("notice", update -> update.compact().contains("is called x-2 here"));
      client.awaitUpdate("notice", update -> update.compact().contains("mcpServers.x.env"));
    }
  }

  /// Only commands leave the wall, not what the project brings along.
  @Test
  void hooksOfTheProjectStayBehindTheWallWhereCommandsDoNot() throws Exception {
    TestPrograms.require("bwrap");
    Path outside = Files.createDirectory(fixture.folder.resolve("outside"));
    Files.writeString(fixture.home.resolve("config.yml"), "acp: {terminal: client}\n");
    String reach = "touch inside; touch " + outside.resolve("reached") + "; exit 0";
    Files.writeString(
        Files.createDirectories(fixture.project.resolve(".claude")).resolve("settings.json"),
        "{\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": "
            + Json.of(reach).compact()
            + "}]}]}}");
    ProjectOptions options =
        ProjectOptions.of(fixture.home, fixture.project).withEnvironment(Map.of());
    new HookLoader(options, List.of()).questions().getFirst().decide(Consent.Decision.ACCEPTED);
    Json.Obj can = Json.object().put("terminal", true).build();
    try (EditorClient client = fixture.client("auto", can, AcpFixture.says("Done."))) {
      String id = fixture.open(client);
      client.call("session/prompt", prompt(id, "Go"));
    }
    assertThat(fixture.project.resolve("inside")).exists();
    assertThat(outside.resolve("reached")).doesNotExist();
  }

  @Test
  void serversOfTheEditorAreUsedOnceTheirToolsAreLetIn() throws Exception {
    Path server = fixture.folder.resolve("server.sh");
    Files.writeString(
        server,
        """
        answer() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$1" "$2"; }
        while read -r line; do
          id=$(printf '%s' "$line" | sed -n 's/.*"id":\\([0-9]*\\).*/\\1/p')
          case "$line" in
            *'"server/discover"'*) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}\\n' "$id" ;;
            *'"initialize"'*) answer "$id" '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"own","version":"1"}}' ;;
            *'"tools/list"'*) answer "$id" '{"tools":[{"name":"note","description":"Notes","inputSchema":{"type":"object","properties":{}}}]}' ;;
            *'"tools/call"'*) answer "$id" "{\\"content\\":[{\\"type\\":\\"text\\",\\"text\\":\\"noted $SAYS\\"}]}" ;;
          esac
        done
        """);
    String take = calls("more_tools", arguments("query", "note"));
    String call = calls("mcp__own__note", Json.Obj.EMPTY);
    String done = "{\"expect\": {\"lastResultContains\": \"noted well\"}, \"text\": \"Done.\"}";
    try (EditorClient client = fixture.client("full", AcpFixture.shows(), take, call, done)) {
      Json.Obj own =
          Json.object()
              .put("name", "own")
              .put("command", "bash")
              .put("args", Json.strings(List.of(server.toString())))
              .array("env", List.of(arguments("name", "SAYS", "value", "well")))
              .build();
      Json.Obj place =
          Json.object()
              .put("cwd", fixture.project.toString())
              .array("mcpServers", List.of(own))
              .build();
      String id = client.call("session/new", place).string("sessionId", "");
      client.awaitUpdate("notice", update -> update.compact().contains("have not let in"));
      client.choosing("option-1");
      client.call("session/prompt", prompt(id, "/mcp trust own"));
      assertThat(client.text(id)).contains("tool note is new", "Let in.");
      client.call("session/prompt", prompt(id, "/mcp reconnect own"));
      assertThat(client.text(id)).endsWith("own is there.");
      client.call("session/prompt", prompt(id, "/mcp login own"));
      assertThat(client.text(id)).endsWith("only servers at addresses have logins");
      client.call("session/prompt", prompt(id, "/mcp reconnect nowhere"));
      assertThat(client.text(id)).contains("there is no server 'nowhere'");
      client.call("session/prompt", prompt(id, "/mcp stop own"));
      assertThat(client.text(id)).endsWith("/mcp takes reconnect NAME, trust NAME, login NAME.");
      assertThat(client.call("session/prompt", prompt(id, "Note")).string("stopReason"))
          .isEqualTo("end_turn");
      assertThat(client.text(id)).endsWith("Done.");
    }
  }

  @Test
  void helpersWorkUnderTheirParentsSession() throws Exception {
    Path agents = Files.createDirectory(fixture.home.resolve("agents"));
    Files.writeString(
        agents.resolve("looker.md"),
        "---\nname: looker\ndescription: Looks\nblocking: true\n---\nLook.\n");
    String delegate =
        "{\"calls\": [{\"name\": \"task\", \"arguments\": {\"agent\": \"looker\", \"tasks\":"
            + " [{\"id\": \"Look\", \"description\": \"looks\", \"assignment\": \"Look.\"}]}}]}";
    String look = calls("read_file", arguments("path", "a.txt"));
    String give = calls("yield", arguments("result", "three lines"));
    String done = "{\"expect\": {\"lastResultContains\": \"three lines\"}, \"text\": \"Done.\"}";
    try (EditorClient client =
        fixture.client("edit", AcpFixture.shows(), delegate, look, give, done)) {
      String id = fixture.open(client);
      assertThat(client.call("session/prompt", prompt(id, "Look")).string("stopReason"))
          .isEqualTo("end_turn");
      Json.Obj call =
          client.awaitUpdate(
              "tool_call", update -> update.string("title", "").startsWith("0-Look: read_file"));
      assertThat(call.string("toolCallId")).startsWith("0-Look/");
      assertThat(call.objectOrEmpty("_meta").compact()).contains("0-Look");
      assertThat(client.text(id)).as("what the helper says is its result").isEqualTo("Done.");
      for (Json.Obj message : client.messages()) {
        if (method(message, "session/update")) {
          assertThat(message.objectOrEmpty("params").string("sessionId")).isEqualTo(id);
        }
      }
      client.call("session/close", session(id));
      List<String> live = told(client);
      client.forget();
      client.call("session/load", fixture.place().with("sessionId", Json.of(id)));
      assertThat(told(client)).as("the same calls in the same order").isEqualTo(live);
      assertThat(client.updates("session_info_update").getFirst().string("title"))
          .isEqualTo("Look");
    }
  }

  /// The calls that were told, and which of them ended well.
  private static List<String> told(EditorClient client) {
    var told = new ArrayList<String>();
    for (Json.Obj message : client.messages()) {
      Json.Obj update = message.objectOrEmpty("params").objectOrEmpty("update");
      String kind = update.string("sessionUpdate", "");
      if (kind.equals("tool_call") || update.string("status", "").equals("completed")) {
        told.add(kind + " " + update.string("toolCallId", "") + update.objectOrEmpty("_meta"));
      }
    }
    return told;
  }

  @Test
  void aLoadedSessionTellsItsSummaryAndWhatItUsed() throws Exception {
    String answer =
        "{\"text\": \"" + "word ".repeat(4000) + "\", \"usage\": {\"input\": 10, \"output\": 5}}";
    try (EditorClient client =
        fixture.client(
            "full", AcpFixture.shows(), answer, answer, AcpFixture.says("THE SUMMARY"))) {
      String id = fixture.open(client);
      client.call("session/prompt", prompt(id, "One"));
      client.call("session/prompt", prompt(id, "Two"));
      client.call("session/prompt", prompt(id, "/compact"));
      Json.Obj live =
          client.awaitUpdate(
              "compaction_update", update -> update.string("status", "").equals("completed"));
      Json.Obj used = client.updates("usage_update").getLast();
      client.call("session/close", session(id));
      client.forget();
      client.call("session/load", fixture.place().with("sessionId", Json.of(id)));
      Json.Obj loaded = client.updates("compaction_update").getLast();
      assertThat(loaded.get("summary")).isEqualTo(live.get("summary"));
      assertThat(loaded.string("status")).isEqualTo("completed");
      assertThat(client.updates("usage_update").getLast().number("used", 0))
          .isEqualTo(used.number("used", -1))
          .isEqualTo(15);
    }
  }

  @Test
  void moreFoldersAreRootsToReadAndToWrite() throws Exception {
    Path more = Files.createDirectory(fixture.folder.resolve("more"));
    Files.writeString(more.resolve("notes.txt"), "from more\n");
    String read = calls("read_file", arguments("path", more.resolve("notes.txt").toString()));
    String write =
        "{\"expect\": {\"lastResultContains\": \"from more\"}, \"calls\": [{\"name\":"
            + " \"write_file\", \"arguments\": "
            + arguments("path", more.resolve("made.txt").toString(), "content", "made\n").compact()
            + "}]}";
    String done = "{\"expect\": {\"lastResult\": \"ok\"}, \"text\": \"Done.\"}";
    try (EditorClient client = fixture.client("edit", Json.Obj.EMPTY, read, write, done)) {
      Json.Obj place =
          fixture
              .place()
              .with("additionalDirectories", Json.array(List.of(Json.of(more.toString()))));
      String id = client.call("session/new", place).string("sessionId", "");
      client.call("session/prompt", prompt(id, "Read and write"));
      assertThat(client.text(id)).as(client.transcript()).isEqualTo("Done.");
      assertThat(more.resolve("made.txt")).hasContent("made\n");
    }
  }

  @Test
  void aServerThatHangsKeepsNobodyWaiting() throws Exception {
    Json.Obj silent =
        Json.object()
            .put("name", "silent")
            .put("command", "/bin/sleep")
            .put("args", Json.strings(List.of("300")))
            .array("env", List.of())
            .build();
    try (EditorClient client = fixture.client("edit", Json.Obj.EMPTY, "{\"text\": \"Done.\"}")) {
      Json.Obj place = fixture.place().with("mcpServers", Json.array(List.of(silent)));
      long since = System.nanoTime();
      String id = client.call("session/new", place).string("sessionId", "");
      assertThat(Duration.ofNanos(System.nanoTime() - since))
          .as("far less than the server may take to start")
          .isLessThan(Duration.ofSeconds(20));
      client.call("session/prompt", prompt(id, "Hello"));
      assertThat(client.text(id)).isEqualTo("Done.");
    }
  }

  @Test
  void aQuestionOfAHelperHasItsName() throws Exception {
    Path agents = Files.createDirectory(fixture.home.resolve("agents"));
    Files.writeString(
        agents.resolve("maker.md"),
        "---\nname: maker\ndescription: Makes\nblocking: true\n---\nMake.\n");
    String delegate =
        "{\"calls\": [{\"name\": \"task\", \"arguments\": {\"agent\": \"maker\", \"tasks\":"
            + " [{\"id\": \"Make\", \"description\": \"makes\", \"assignment\": \"Make.\"}]}}]}";
    String write = calls("write_file", arguments("path", "made.txt", "content", "x"));
    String give = calls("yield", arguments("result", "made"));
    try (EditorClient client =
        fixture
            .client("ask", AcpFixture.shows(), delegate, write, give, "{\"text\": \"Done.\"}")
            .choosing("once")) {
      String id = fixture.open(client);
      client.call("session/prompt", prompt(id, "Make"));
      Json.Obj asked =
          client.awaitMessage(
              "the question", message -> method(message, "session/request_permission"));
      Json.Obj call = asked.objectOrEmpty("params").objectOrEmpty("toolCall");
      assertThat(call.string("toolCallId")).startsWith("0-Make/");
      assertThat(call.string("title")).startsWith("0-Make: ");
      assertThat(asked.objectOrEmpty("params").string("sessionId")).isEqualTo(id);
      assertThat(fixture.project.resolve("made.txt")).exists();
    }
  }

  private static boolean method(Json.Obj message, String name) {
    return message.string("method", "").equals(name);
  }
}
