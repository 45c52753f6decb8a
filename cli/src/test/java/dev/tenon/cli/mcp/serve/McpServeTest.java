package dev.tenon.cli.mcp.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.http.HttpRequest;
import dev.tenon.core.http.HttpResponse;
import dev.tenon.core.json.Json;
import dev.tenon.harness.NodePeers;
import dev.tenon.protocols.mcp.client.ClientSide;
import dev.tenon.protocols.mcp.client.ElicitForm;
import dev.tenon.protocols.mcp.client.McpClient;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.config.ServerFile;
import dev.tenon.protocols.mcp.protocol.ProtocolVersion;
import dev.tenon.protocols.mcp.transport.Authorizer;
import dev.tenon.protocols.mcp.transport.ServerStarter;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// `tenon mcp serve --http`, asked by clients of both eras, ours and others.
class McpServeTest extends ServedTenon {
  @Test
  void bothErasPromptAskAndApply() throws Exception {
    script(writes("new.txt"), RUNS, "{\"text\": \"Written.\"}");
    serve("--tools=read_file,grep");
    for (ProtocolVersion version : List.of(MODERN, LEGACY)) {
      var asked = new ConcurrentLinkedQueue<String>();
      var told = new ConcurrentLinkedQueue<Json.Obj>();
      Function<ElicitForm, String> answers =
          form -> {
            asked.add(form.message());
            return form.message().startsWith("Write ") ? "yes" : "once";
          };
      try (McpClient client = client(version, answers)) {
        assertThat(client.version()).isEqualTo(version);
        assertThat(client.tools().stream().map(each -> each.string("name")))
            .containsExactly(
                "prompt", "reply", "changes", "diff", "apply", "undo", "read_file", "grep");
        Json.Obj prompted = client.callTool("prompt", text("write it"), told::add);
        assertThat(prompted.compact()).contains("Written.", "new.txt");
        assertThat(asked).as("the command was asked about").hasSize(1);
        assertThat(asked.peek()).contains("bash wants to", "touch ran.txt", "asked because");
        assertThat(told.toString()).contains("write_file new.txt", "the agent is done");
        Json.Obj structured = prompted.objectOrEmpty("structuredContent");
        assertThat(structured.objectOrEmpty("answer").string("ending")).isEqualTo("completed");
        Json.Obj receipt = structured.objectOrEmpty("receipt");
        assertThat(receipt.array("files")).contains(Json.of("new.txt"), Json.of("ran.txt"));
        assertThat(receipt.array("checks").toString()).contains("touch ran.txt");
        assertThat(receipt.bool("staged", false)).isTrue();
        assertThat(structured.objectOrEmpty("staged").compact()).contains("new.txt", "hunks");
        assertThat(project.resolve("new.txt")).as("only staged").doesNotExist();
        Json.Obj applied = client.callTool("apply", Json.Obj.EMPTY, told::add);
        assertThat(applied.bool("isError", false)).isFalse();
        assertThat(applied.objectOrEmpty("structuredContent").objectOrEmpty("applied").compact())
            .contains("\"applied_files\":[{\"file_path\":\"new.txt\"");
        assertThat(asked).hasSize(2);
        assertThat(project.resolve("new.txt")).hasContent("new");
        Json.Obj path = Json.object().put("path", "new.txt").build();
        assertThat(client.callTool("read_file", path, told::add).compact()).contains("new");
        assertThat(client.callTool("undo", Json.Obj.EMPTY, told::add).bool("isError", false))
            .isFalse();
        assertThat(project.resolve("new.txt")).doesNotExist();
        assertThat(client.prompt("greet", Map.of("arguments", "Ann")).compact())
            .contains("Greet Ann and say (the output of: whoami)");
        assertThat(client.templates()).hasSize(2);
        assertThat(client.readResource("tenon://sessions").compact()).contains("write it");
        assertThatThrownBy(() -> client.readResource("tenon://session/../../x"))
            .hasMessageContaining("there is no resource");
        assertThatThrownBy(() -> client.callTool("bash", Json.Obj.EMPTY, told::add))
            .hasMessageContaining("there is no tool 'bash'");
      }
      Files.deleteIfExists(project.resolve("ran.txt"));
    }
  }

  @Test
  void withoutFormsWhatIsAskedIsRefusedWithTheRule() throws Exception {
    String denied =
        "{\"expect\": {\"lastResult\": \"failed\", \"lastResultContains\": \"not allowed without a"
            + " person to ask: \"}, \"text\": \"Not allowed.\"}";
    script(writes("new.txt"), RUNS, denied);
    serve();
    for (ProtocolVersion version : List.of(MODERN, LEGACY)) {
      try (McpClient client = client(version, null)) {
        assertThat(client.callTool("prompt", text("write it"), told -> {}).compact())
            .contains("Not allowed.");
        Json.Obj applied = client.callTool("apply", Json.Obj.EMPTY, told -> {});
        assertThat(applied.bool("isError", false)).isTrue();
        assertThat(applied.compact()).contains("the rule of 'apply' is to ask", "--yes");
      }
    }
    assertThat(project.resolve("new.txt")).doesNotExist();
    assertThat(project.resolve("ran.txt")).doesNotExist();
  }

  /// A session goes on by its id; no path leads to one, of this project or of another.
  @Test
  void aSessionGoesOnByItsId() throws Exception {
    script("{\"text\": \"Hi.\"}");
    serve();
    try (McpClient client = client(MODERN, null)) {
      Json.Obj begun = client.callTool("prompt", text("first"), told -> {});
      String id =
          begun.objectOrEmpty("structuredContent").objectOrEmpty("answer").string("session", "");
      assertThat(id).as(begun.compact()).isNotEmpty();
      Json.Obj reply = Json.object().put("session", id).put("text", "second").build();
      Json.Obj gone = client.callTool("reply", reply, told -> {});
      assertThat(gone.bool("isError", true)).as(gone.compact()).isFalse();
      assertThat(client.readResource("tenon://session/" + id).compact())
          .contains("first", "second");
      for (String path : List.of("../x", "/etc/passwd", project + "/kept.txt", "a b")) {
        Json.Obj elsewhere = Json.object().put("session", path).put("text", "x").build();
        for (String tool : List.of("prompt", "reply")) {
          assertThatThrownBy(() -> client.callTool(tool, elsewhere, told -> {}))
              .hasMessageContaining("an id that 'prompt' answered");
        }
      }
    }
  }

  /// Only what was not said at all means everything.
  @Test
  void whatIsSaidWronglyNeverMeansAll() throws Exception {
    script(writes("new.txt"), "{\"text\": \"Written.\"}");
    serve("--yes");
    try (McpClient client = client(MODERN, null)) {
      client.callTool("prompt", text("write it"), told -> {});
      for (String wrong :
          List.of(
              "{\"hunks\": []}",
              "{\"hunks\": \"abc\"}",
              "{\"hunks\": {}}",
              "{\"hunks\": null}",
              "{\"hunks\": [\"\"]}",
              "{\"hunks\": [1]}",
              "{\"hunk\": [\"abc\"]}")) {
        assertThatThrownBy(() -> client.callTool("apply", (Json.Obj) Json.parse(wrong), told -> {}))
            .as(wrong)
            .hasMessageContaining("hunks");
        assertThat(project.resolve("new.txt")).as(wrong).doesNotExist();
      }
      assertThatThrownBy(
              () -> client.callTool("undo", (Json.Obj) Json.parse("{\"change\": \"x\"}"), t -> {}))
          .hasMessageContaining("undo has no argument 'change'; it takes id");
      assertThatThrownBy(
              () ->
                  client.callTool(
                      "prompt",
                      (Json.Obj) Json.parse("{\"text\": \"x\", \"mode\": [\"plan\"]}"),
                      told -> {}))
          .hasMessageContaining("mode must be a text");
      client.callTool("apply", Json.Obj.EMPTY, told -> {});
      assertThat(project.resolve("new.txt")).hasContent("new");
    }
  }

  private int status(String to, Map<String, String> more) throws Exception {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", "application/json");
    headers.put("Accept", "application/json, text/event-stream");
    headers.putAll(more);
    byte[] body =
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                + "\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"x\"}}}")
            .getBytes(StandardCharsets.UTF_8);
    try (HttpResponse response = http.send(HttpRequest.post(URI.create(to), headers, body))) {
      response.text(100_000);
      return response.status();
    }
  }

  @Test
  void theGuardOfServeStandsBeforeIt() throws Exception {
    script("{\"text\": \"Hi.\"}");
    serve();
    String plain = url.substring(0, url.indexOf("/mcp") + 4);
    assertThat(status(url, Map.of())).isEqualTo(200);
    assertThat(status(plain, Map.of("Authorization", "Bearer " + TOKEN))).isEqualTo(200);
    assertThat(status(plain, Map.of())).isEqualTo(401);
    assertThat(status(plain, Map.of("Authorization", "Bearer wrong"))).isEqualTo(401);
    assertThat(status(plain + "/wrong", Map.of())).isEqualTo(401);
    assertThat(status(url, Map.of("Origin", "https://evil.example"))).isEqualTo(403);
    assertThat(status(url, Map.of("Content-Type", "text/plain"))).isEqualTo(415);
    assertThat(status(url, Map.of("Mcp-Session-Id", "x"))).as("a new one").isEqualTo(200);
    Map<String, String> bearer = Map.of("Authorization", "Bearer " + TOKEN);
    assertThat(status(plain + "s", bearer)).isEqualTo(404);
    var modern = new LinkedHashMap<>(bearer);
    modern.put("MCP-Protocol-Version", "2026-07-28");
    assertThat(status(plain, modern)).as("a header without its message").isEqualTo(400);

    server.interrupt();
    server.join();
    serve("--origin=https://page.example");
    assertThat(status(url, Map.of("Origin", "https://page.example"))).isEqualTo(200);
    assertThat(status(url, Map.of("Origin", "https://evil.example"))).isEqualTo(403);

    int port = URI.create(url).getPort();
    var err = new ByteArrayOutputStream();
    assertThat(run(err, "mcp", "serve", "--http=" + port)).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("cannot listen on 127.0.0.1:" + port, "choose another port with --http")
        .hasLineCount(1);
    for (String[] words :
        new String[][] {
          {"mcp", "serve", "foo"},
          {"mcp", "serve", "--protocol=2025-06-18"},
          {"mcp", "serve", "--elicit=defaults"},
          {"mcp", "serve", "--json"},
          {"mcp", "list", "--http=0"},
          {"mcp", "status", "--tools=grep"}
        }) {
      err.reset();
      assertThat(run(err, words)).as(String.join(" ", words)).isEqualTo(2);
      String wrong = words[2].replaceFirst("=.*", "");
      assertThat(err.toString(StandardCharsets.UTF_8)).contains(wrong).hasLineCount(1);
    }
    err.reset();
    assertThat(run(err, "mcp", "serve", "--tools=bash")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("'bash' is no tool that only reads", "read_file")
        .hasLineCount(1);
  }

  @Test
  void clientsOfOthersInBothEras() throws Exception {
    Path peers = NodePeers.folder();
    script(writes("new.txt"), "{\"text\": \"Written.\"}");
    serve();
    for (String era : List.of("modern", "legacy")) {
      Process client =
          new ProcessBuilder("node", peers.resolve("tenon-client.mjs").toString(), url, era)
              .redirectErrorStream(true)
              .start();
      String said = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(client.waitFor()).as(said).isZero();
      assertThat(said.lines())
          .containsExactly(
              "tools prompt,reply,changes,diff,apply,undo",
              "prompted Written.",
              "applied false",
              "resources 3");
      assertThat(project.resolve("new.txt")).hasContent("new");
      Files.delete(project.resolve("new.txt"));
    }
  }

  @Test
  void aTenonThatCallsItselfStopsAtTheSecondTime() throws Exception {
    script("{\"text\": \"Hi.\"}");
    serve();
    // The way that a server's own entry says nothing of, and one that says less.
    stops(Map.of("Tenon-Mcp-Depth", "2"), Map.of());
    stops(Map.of("tenon-mcp-depth", "0"), Map.of("Tenon-Mcp-Depth", "2"));
  }

  private void stops(Map<String, String> own, Map<String, String> ours) throws Exception {
    Json.Obj entry =
        Json.object()
            .put("url", url)
            .object("headers", headers -> own.forEach(headers::put))
            .build();
    ServerFile file =
        ServerFile.of(Map.of("own", entry), "", ServerConfig.Owner.USER, "here", name -> null);
    var starter =
        new ServerStarter(
            () -> residents,
            each -> Confinement.none(),
            () -> http,
            each -> Authorizer.none(),
            project,
            Map.of(),
            ours,
            note -> {});
    try (McpClient client =
        McpClient.open(
            file.servers().getFirst(), starter, McpClient.Options.of(ClientSide.nobody()))) {
      assertThatThrownBy(() -> client.callTool("prompt", text("again"), told -> {}))
          .hasMessageContaining("has called itself 2 times");
    }
  }
}
