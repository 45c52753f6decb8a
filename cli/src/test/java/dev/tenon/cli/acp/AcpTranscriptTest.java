package dev.tenon.cli.acp;

import static dev.tenon.cli.acp.AcpFixture.arguments;
import static dev.tenon.cli.acp.AcpFixture.calls;
import static dev.tenon.cli.acp.AcpFixture.prompt;
import static dev.tenon.cli.acp.AcpFixture.says;
import static dev.tenon.cli.acp.AcpFixture.session;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.engine.observe.Version;
import dev.tenon.harness.NodePeers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// What is said on the wire for each method, word for word. Written anew with `-Dgolden=update`,
/// and then read by a person.
@ExtendWith(SchemaCheck.class)
class AcpTranscriptTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden");

  @TempDir Path temporary;
  private final List<String> lines = new ArrayList<>();
  private AcpFixture fixture;
  private EditorClient client;
  private int heard;

  @Test
  void everyMethodIsAnsweredAsBefore() throws Exception {
    fixture = new AcpFixture(temporary);
    String look =
        "{\"thinking\": \"Look.\", \"text\": \"I look.\", \"usage\": {\"input\": 10, \"output\":"
            + " 5}, \"calls\": [{\"name\": \"todo_write\", \"arguments\": {\"ops\": [{\"op\":"
            + " \"init\", \"list\": [{\"phase\": \"Work\", \"items\": [\"Look\"]}]}]}}]}";
    String edit =
        calls("edit_file", arguments("path", "a.txt", "old_string", "two", "new_string", "2"));
    Path script = fixture.folder.resolve("script.json");
    Files.writeString(script, "{\"steps\": [" + String.join(",", look, edit, says("Done.")) + "]}");
    String id;
    try (var started =
        new EditorClient(
            fixture.environment(),
            "acp",
            "--root=" + fixture.project,
            "--model=scripted:" + script,
            "--permission-mode=ask")) {
      client = started.choosing("once");
      say("initialize", AcpFixture.hello(AcpFixture.shows()));
      say("authenticate", arguments("methodId", "login"));
      say("logout", Json.Obj.EMPTY);
      id = say("session/new", fixture.place()).string("sessionId", "");
      commands(1);
      say("session/set_mode", session(id).with("modeId", Json.of("plan")));
      say(
          "session/set_config_option",
          session(id).with("configId", Json.of("mode")).with("value", Json.of("ask")));
      say("session/prompt", prompt(id, "Translate two"));
      client.tell("session/cancel", session(id));
      say("session/list", arguments("cwd", fixture.project.toString()));
      say("session/close", session(id));
      Json.Obj there = fixture.place().with("sessionId", Json.of(id));
      say("session/load", there);
      commands(2);
      say("session/close", session(id));
      say("session/resume", there);
      commands(3);
      say("session/delete", session(id));
      say("session/prompt", prompt(id, "Gone"));
    }
    compare("acp.jsonl", id);
  }

  /// Files, terminals and forms are the client's, and a turn ends where it wants it to.
  @Test
  void everythingThatIsAskedOfAClientIsAskedAsBefore() throws Exception {
    fixture = new AcpFixture(temporary);
    Files.writeString(fixture.home.resolve("config.yml"), "acp: {terminal: client}\n");
    String edit =
        calls("edit_file", arguments("path", "a.txt", "old_string", "two", "new_string", "2"));
    String ask =
        "{\"calls\": [{\"name\": \"ask\", \"arguments\": {\"questions\": [{\"id\": \"a\","
            + " \"question\": \"Which?\", \"options\": [{\"label\": \"x\"}, {\"label\":"
            + " \"y\"}]}]}}]}";
    String wait = calls("bash", arguments("command", "sleep 60"));
    Json.Obj can =
        Json.object()
            .putAll(AcpFixture.files())
            .putAll(AcpFixture.shows())
            .put("terminal", true)
            .object("elicitation", it -> it.put("form", Json.Obj.EMPTY))
            .build();
    String id;
    try (var started =
        fixture.client(
            "full",
            can,
            calls("read_file", arguments("path", "a.txt")),
            edit,
            calls("bash", arguments("command", "make")),
            ask,
            says("Done. " + "word-".repeat(4)),
            wait,
            wait,
            says("Again. " + "word-".repeat(4)),
            says("THE SUMMARY"))) {
      client = started;
      new EditorBuffers().serve(client);
      client.on("terminal/create", params -> arguments("terminalId", "terminal-1"));
      client.on("terminal/wait_for_exit", params -> Json.object().put("exitCode", 0).build());
      client.on(
          "terminal/output",
          params ->
              Json.object()
                  .put("output", "made")
                  .put("truncated", false)
                  .object("exitStatus", it -> it.put("exitCode", 0))
                  .build());
      client.on("terminal/kill", params -> Json.Obj.EMPTY);
      client.on("terminal/release", params -> Json.Obj.EMPTY);
      client.on(
          "elicitation/create",
          params ->
              Json.object()
                  .put("action", "accept")
                  .object("content", it -> it.put("q0", "y"))
                  .build());
      hear();
      id = say("session/new", fixture.place()).string("sessionId", "");
      commands(1);
      say("session/prompt", prompt(id, "Make it"));
      client.on("terminal/wait_for_exit", params -> null);
      stopped(id, 2, "session/cancel", turn -> client.tell("session/cancel", session(id)));
      stopped(
          id,
          3,
          "$/cancel_request",
          turn -> client.tell("$/cancel_request", Json.object().put("requestId", turn).build()));
      say("session/prompt", everyBlock(id));
      say("session/prompt", prompt(id, "/compact"));
    }
    compare("acp-asked.jsonl", id);
  }

  /// Text, a link and an embedded file.
  private Json.Obj everyBlock(String id) {
    String file = fixture.project.resolve("a.txt").toUri().toString();
    Json.Obj link = arguments("type", "resource_link", "name", "a.txt", "uri", file);
    Json.Obj embedded =
        Json.object()
            .put("type", "resource")
            .put("resource", arguments("uri", "untitled:Untitled-1", "text", "a draft"))
            .build();
    Json.Obj asked = prompt(id, "Again");
    Json text = asked.array("prompt").getFirst();
    return asked.with("prompt", Json.array(List.of(text, link, embedded)));
  }

  private interface Stop {
    void stop(long turn) throws IOException;
  }

  /// A turn that is stopped while its command runs in the client's terminal, which is released
  /// without haste.
  private void stopped(String id, int terminals, String method, Stop stop) throws Exception {
    lines.add("> session/prompt " + prompt(id, "Wait").compact());
    long turn = client.send("session/prompt", prompt(id, "Wait"));
    count("terminal/wait_for_exit", terminals);
    hear();
    lines.add("> " + method + " {}");
    stop.stop(turn);
    client.reply(turn);
    count("terminal/release", terminals);
    hear();
  }

  private void count(String method, int times) throws InterruptedException {
    client.await(
        times + " times " + method,
        () ->
            client.messages().stream()
                        .filter(each -> each.string("method", "").equals(method))
                        .count()
                    == times
                ? true
                : null);
  }

  /// Nothing that the protocol has is missing from the two.
  @Test
  void everyMethodAndEveryKindOfUpdateIsInTheTranscripts() throws Exception {
    Path sdk = NodePeers.folder().resolve("node_modules/@agentclientprotocol/sdk");
    Json.Obj definitions =
        Json.parseObject(Files.readString(sdk.resolve("schema/v1/schema.json")))
            .objectOrEmpty("$defs");
    var wanted = new TreeSet<String>();
    definitions.members().values().forEach(each -> method(each, wanted));
    for (Json.Obj each : definitions.objectOrEmpty("SessionUpdate").objects("oneOf")) {
      Json.Obj kind = each.objectOrEmpty("properties").objectOrEmpty("sessionUpdate");
      wanted.add(kind.string("const", ""));
    }
    String golden =
        Files.readString(GOLDEN.resolve("acp.jsonl"))
            + Files.readString(GOLDEN.resolve("acp-asked.jsonl"));
    wanted.removeIf(
        each ->
            golden.contains("> " + each + " ")
                || golden.contains("\"method\":\"" + each + "\"")
                || golden.contains("\"sessionUpdate\":\"" + each + "\""));
    assertThat(wanted)
        .as("addresses are not elicited, and a summary comes in one piece")
        .containsExactly("compaction_summary_chunk", "elicitation/complete");
  }

  private static void method(Json definition, Set<String> methods) {
    String method = definition instanceof Json.Obj object ? object.string("x-method") : null;
    if (method != null) {
      methods.add(method);
    }
  }

  private void compare(String name, String id) throws IOException {
    String all = normal(String.join("\n", lines) + "\n", id);
    Path golden = GOLDEN.resolve(name);
    if ("update".equals(System.getProperty("golden"))) {
      Files.writeString(golden, all);
    }
    assertThat(all).isEqualTo(Files.readString(golden));
  }

  private Json.Obj say(String method, Json.Obj params) throws IOException, InterruptedException {
    lines.add("> " + method + " " + params.compact());
    Json.Obj reply = client.reply(client.send(method, params));
    hear();
    return reply.objectOrEmpty("result");
  }

  /// Opening a session is followed by its commands.
  private void commands(int times) throws InterruptedException {
    client.await(
        "the commands",
        () -> client.updates("available_commands_update").size() >= times ? true : null);
    hear();
  }

  private void hear() {
    List<Json.Obj> all = client.messages();
    for (Json.Obj message : all.subList(heard, all.size())) {
      lines.add("< " + message.compact());
    }
    heard = all.size();
  }

  private String normal(String text, String id) {
    return text.replace(fixture.project.toString(), "PROJECT")
        .replace(fixture.folder.toString(), "FOLDER")
        .replace(id, "SESSION")
        .replace(Version.withCommit(), "VERSION")
        .replaceAll("\"updatedAt\":\"[^\"]*\"", "\"updatedAt\":\"TIME\"")
        .replaceAll("\"messageId\":\"[0-9a-f]{6,}\"", "\"messageId\":\"ENTRY\"")
        .replaceAll("\"messageId\":\"(message-[0-9]+)-[0-9a-f]{8}\"", "\"messageId\":\"$1\"")
        .replaceAll("\"((?:command|compaction)-[0-9]+)-[0-9a-f]{8}\"", "\"$1\"")
        .replaceAll("from [0-9]+ to [0-9]+ tokens", "from MANY to FEW tokens")
        .replaceAll("sha256:[0-9a-f]{8,64}", "sha256:HASH")
        .replaceAll("\"change_?[iI]d\":\"[^\"]*\"", "\"changeId\":\"CHANGE\"");
  }
}
