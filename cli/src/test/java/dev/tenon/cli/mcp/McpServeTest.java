package dev.tenon.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.exec.resident.Residents;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.http.HttpRequest;
import dev.tenon.core.http.HttpResponse;
import dev.tenon.core.http.HttpSettings;
import dev.tenon.core.http.Proxies;
import dev.tenon.core.http.Transport;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.harness.NodePeers;
import dev.tenon.protocols.mcp.client.ClientSide;
import dev.tenon.protocols.mcp.client.ElicitForm;
import dev.tenon.protocols.mcp.client.McpClient;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.config.ServerFile;
import dev.tenon.protocols.mcp.protocol.ProtocolVersion;
import dev.tenon.protocols.mcp.transport.Authorizer;
import dev.tenon.protocols.mcp.transport.ServerStarter;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `tenon mcp serve --http`, asked by clients of both eras, ours and others.
class McpServeTest {
  private static final String TOKEN = "a-token-of-the-test/with+signs";
  private static final ProtocolVersion MODERN = ProtocolVersion.STATELESS_2026_07_28;
  private static final ProtocolVersion LEGACY = ProtocolVersion.HANDSHAKE_2025_06_18;

  @TempDir Path folder;
  private Path project;
  private Path home;
  private Thread server;
  private String url = "";
  private final Transport http = new Transport(HttpSettings.DEFAULTS, Proxies.of(Map.of()));
  private final Residents residents = new Residents(new Shell(Set.of()), text -> text);

  @BeforeEach
  void folders() throws IOException {
    project = Files.createDirectory(folder.resolve("project")).toRealPath();
    home = Files.createDirectory(folder.resolve("home"));
    Files.writeString(project.resolve("kept.txt"), "as it was\n");
    Files.writeString(
        home.resolve("config.yml"), "model: scripted:" + folder.resolve("script.json") + "\n");
    Files.createDirectories(home.resolve("commands"));
    Files.writeString(home.resolve("commands/greet.md"), "Greet $ARGUMENTS and say !`whoami`.");
  }

  @AfterEach
  void end() throws InterruptedException {
    if (server != null) {
      server.interrupt();
      server.join();
    }
    http.close();
    residents.close();
  }

  private Map<String, String> environment() {
    return Map.of(
        "TENON_HOME", home.toString(), "PATH", System.getenv("PATH"), "TENON_TOKEN", TOKEN);
  }

  private int run(ByteArrayOutputStream err, String... words) {
    var all = new ArrayList<>(List.of(words));
    all.add(1, "--root=" + project);
    return Main.run(
        Streams.captured(new ByteArrayInputStream(new byte[0]), new ByteArrayOutputStream(), err),
        environment(),
        all.toArray(String[]::new));
  }

  /// Starts it and reads its one line.
  private void serve(String... more) throws IOException {
    var written = new PipedOutputStream();
    var lines =
        new BufferedReader(
            new InputStreamReader(new PipedInputStream(written), StandardCharsets.UTF_8));
    var words = new ArrayList<>(List.of("mcp", "--root=" + project, "serve", "--http=0"));
    words.addAll(List.of(more));
    server =
        Thread.ofPlatform()
            .start(
                () ->
                    Main.run(
                        Streams.captured(
                            new ByteArrayInputStream(new byte[0]),
                            written,
                            new ByteArrayOutputStream()),
                        environment(),
                        words.toArray(String[]::new)));
    String line = lines.readLine();
    assertThat(line).matches("listening on http://127\\.0\\.0\\.1:[0-9]+/mcp/[^/]+");
    url = line.substring("listening on ".length());
  }

  private void script(String... steps) throws IOException {
    Files.writeString(
        folder.resolve("script.json"), "{\"steps\": [" + String.join(",", steps) + "]}");
  }

  private static String writes(String path) {
    return "{\"calls\": [{\"name\": \"write_file\", \"arguments\": {\"path\": \""
        + path
        + "\", \"content\": \"new\\n\"}}]}";
  }

  private static final String RUNS =
      "{\"calls\": [{\"name\": \"bash\", \"arguments\": {\"command\": \"touch ran.txt\"}}]}";

  /// Answers forms by this function; null: it has nobody who could.
  private McpClient client(ProtocolVersion version, Function<ElicitForm, String> answers)
      throws Exception {
    Json.Obj entry = Json.object().put("url", url).build();
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
            Map.of(),
            note -> {});
    var side =
        answers == null
            ? ClientSide.nobody()
            : new ClientSide() {
              @Override
              public List<Path> roots() {
                return List.of();
              }

              @Override
              public boolean elicits() {
                return true;
              }

              @Override
              public Json.Obj elicit(Json.Obj params) throws RpcException {
                String answer = answers.apply(ElicitForm.of(params));
                return ElicitForm.accepted(Map.of("decision", Json.of(answer)));
              }

              @Override
              public boolean samples() {
                return false;
              }

              @Override
              public Json.Obj sample(Json.Obj params) throws RpcException {
                throw new RpcException(-1, "no");
              }
            };
    return McpClient.open(
        file.servers().getFirst(), starter, McpClient.Options.of(side).speaking(version));
  }

  private static Json.Obj text(String text) {
    return Json.object().put("text", text).build();
  }

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
    String denied = "{\"expect\": {\"lastResult\": \"failed\"}, \"text\": \"Not allowed.\"}";
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
    Map<String, String> deep = Map.of("Tenon-Mcp-Depth", "2");
    Json.Obj entry =
        Json.object()
            .put("url", url)
            .object("headers", headers -> deep.forEach(headers::put))
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
            Map.of(),
            note -> {});
    try (McpClient client =
        McpClient.open(
            file.servers().getFirst(), starter, McpClient.Options.of(ClientSide.nobody()))) {
      assertThatThrownBy(() -> client.callTool("prompt", text("again"), told -> {}))
          .hasMessageContaining("has called itself 2 times");
    }
  }
}
