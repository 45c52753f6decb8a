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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a session has beside the conversation: terminals and servers of the editor, and helpers.
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
