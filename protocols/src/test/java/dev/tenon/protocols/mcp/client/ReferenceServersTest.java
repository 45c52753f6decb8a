package dev.tenon.protocols.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.protocols.mcp.OpenedServers;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.protocol.ProtocolVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every tool of the protocol's reference servers is called. A tool that a newer one brings along
/// fails here until it is called, too.
class ReferenceServersTest {
  private static final long PATIENCE_SECONDS = 60;

  /// What a tool is called with, and words of its answer.
  private record Called(Json.Obj arguments, Answer answer, List<String> words) {}

  private enum Answer {
    FINE,
    REFUSED
  }

  @TempDir Path folder;
  private NodeServers peers;
  private OpenedServers servers;

  @BeforeEach
  void peers() throws IOException {
    peers = new NodeServers();
    folder = folder.toRealPath();
    servers = new OpenedServers(folder);
  }

  @AfterEach
  void nothingIsLeft() throws InterruptedException {
    peers.end();
    List<?> living = servers.living();
    servers.close();
    assertThat(living).as("programs that outlive their client").isEmpty();
  }

  private static Called fine(Json.Obj arguments, String... words) {
    return new Called(arguments, Answer.FINE, List.of(words));
  }

  private static Called refused(Json.Obj arguments, String... words) {
    return new Called(arguments, Answer.REFUSED, List.of(words));
  }

  private static Json.Obj with(String name, Json value) {
    return Json.object().put(name, value).build();
  }

  private static Json.Obj with(String name, String value) {
    return with(name, Json.of(value));
  }

  /// Calls each tool in this order and none but these.
  private static void all(McpClient client, Map<String, Called> calls) throws Exception {
    assertThat(client.tools().stream().map(each -> each.string("name")))
        .containsExactlyInAnyOrderElementsOf(calls.keySet());
    for (Map.Entry<String, Called> each : calls.entrySet()) {
      call(client, each.getKey(), each.getValue());
    }
  }

  private static void call(McpClient client, String tool, Called called) throws Exception {
    Json.Obj answer = client.callTool(tool, called.arguments, progress -> {});
    assertThat(answer.bool("isError", false))
        .as(tool + " " + answer.compact())
        .isEqualTo(called.answer == Answer.REFUSED);
    assertThat(ContentText.of(answer)).as(tool).contains(called.words);
  }

  /// What a server tells by itself.
  private record Told(BlockingQueue<String> updates, BlockingQueue<Json.Obj> lines)
      implements ServerNews {
    Told() {
      this(new LinkedBlockingQueue<>(), new LinkedBlockingQueue<>());
    }

    @Override
    public void updated(String uri) {
      updates.add(uri);
    }

    @Override
    public void logged(Json.Obj message) {
      lines.add(message);
    }
  }

  private McpClient open(ServerConfig server, ServerNews news) throws Exception {
    var side = new OpenedServers.Defaults(folder);
    return McpClient.open(server, servers.connector(), McpClient.Options.of(side).telling(news));
  }

  private Map<String, Called> everything() {
    var calls = new LinkedHashMap<String, Called>();
    Json.Obj none = Json.Obj.EMPTY;
    calls.put("echo", fine(with("message", "a\nü"), "Echo: a\nü"));
    calls.put("get-sum", fine(Json.object().put("a", 2).put("b", 3).build(), "5"));
    calls.put(
        "get-annotated-message",
        fine(
            with("messageType", "debug").with("includeImage", Json.of(true)),
            "Debug: Cache hit ratio",
            "[picture, image/png"));
    calls.put("get-env", fine(none, "\"PATH\""));
    calls.put(
        "get-resource-links",
        fine(
            with("count", Json.of(2)),
            "[resource demo://resource/dynamic/blob/1 (Blob Resource 1",
            "[resource demo://resource/dynamic/text/2 (Text Resource 2"));
    calls.put(
        "get-resource-reference",
        fine(
            with("resourceType", "Blob").with("resourceId", Json.of(3)),
            "[resource demo://resource/dynamic/blob/3, ",
            "You can access this resource using the URI: demo://resource/dynamic/blob/3"));
    calls.put("get-structured-content", fine(with("location", "Chicago"), "temperature"));
    calls.put("get-tiny-image", fine(none, "[picture, image/png"));
    calls.put(
        "gzip-file-as-resource",
        fine(
            with("name", "a.gz").with("data", Json.of("data:text/plain,packed")),
            "[resource demo://resource/session/a.gz (a.gz)]"));
    calls.put("get-roots-list", fine(none, folder.toString()));
    calls.put("toggle-simulated-logging", fine(none, "Started simulated, random-leveled logging"));
    calls.put("toggle-subscriber-updates", fine(none, "Started simulated resource updated"));
    calls.put(
        "trigger-long-running-operation",
        fine(Json.object().put("duration", 1).put("steps", 4).build(), "completed"));
    calls.put("trigger-elicitation-request", fine(none, "declined"));
    calls.put(
        "trigger-url-elicitation",
        fine(with("url", "http://127.0.0.1:1/"), "User completed the URL elicitation"));
    calls.put(
        "trigger-sampling-request",
        fine(with("prompt", "hello").with("maxTokens", Json.of(10)), "sampled"));
    // Runs as a task, and wants to know something in the midst of it.
    calls.put(
        "simulate-research-query",
        fine(
            with("topic", "python").with("ambiguous", Json.of(true)),
            "# Research Report: python",
            "User declined - using default interpretation"));
    return calls;
  }

  private void everything(ServerConfig server) throws Exception {
    var told = new Told();
    try (McpClient client = open(server, told)) {
      assertThat(client.version()).isEqualTo(ProtocolVersion.HANDSHAKE_2025_11_25);
      Map<String, Called> calls = everything();
      String uri = client.resources().getFirst().string("uri", "");
      client.subscribe(uri);
      all(client, calls);
      assertThat(told.updates.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo(uri);
      assertThat(told.lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)).isNotNull();
      Json.Obj none = Json.Obj.EMPTY;
      call(client, "toggle-simulated-logging", fine(none, "Stopped simulated logging"));
      call(client, "toggle-subscriber-updates", fine(none, "Stopped simulated resource updates"));
      call(client, "get-sum", refused(none, "Input validation error"));
      String packed = client.readResource("demo://resource/session/a.gz").compact();
      assertThat(packed).contains("application/gzip");
    }
  }

  /// Side by side, since the server takes its time for some of them.
  @Test
  void everyToolOverEveryTransport() throws Exception {
    String url = "http://127.0.0.1:" + peers.everything("streamableHttp") + "/mcp";
    // Found without being told, after the newer ways were tried.
    String events = "http://127.0.0.1:" + peers.everything("sse") + "/sse";
    var over = new ArrayList<FutureTask<Void>>();
    for (ServerConfig server :
        List.of(
            OpenedServers.program("node", peers.published("server-everything")),
            OpenedServers.address(url, "http"),
            OpenedServers.address(events, "http"))) {
      var task =
          new FutureTask<Void>(
              () -> {
                everything(server);
                return null;
              });
      over.add(task);
      Thread.ofVirtual().start(task);
    }
    for (FutureTask<Void> each : over) {
      each.get();
    }
    assertThat(servers.living()).isEmpty();
    try (McpClient client = servers.open(OpenedServers.address(events, "sse"))) {
      assertThat(client.tools()).isNotEmpty();
    }
  }

  @Test
  void whatElseTheServerThatHasEverythingHas() throws Exception {
    ServerConfig server = OpenedServers.program("node", peers.published("server-everything"));
    try (McpClient client = servers.open(server)) {
      var progress = new ConcurrentLinkedQueue<Json.Obj>();
      Json.Obj steps = Json.object().put("duration", 1).put("steps", 4).build();
      client.callTool("trigger-long-running-operation", steps, progress::add);
      assertThat(progress).hasSize(4);
      Json.Obj structured =
          client.callTool("get-structured-content", with("location", "Chicago"), told -> {});
      assertThat(structured.objectOrEmpty("structuredContent").has("temperature")).isTrue();
      assertThat(client.prompts()).isNotEmpty();
      Json.Obj prompt = client.prompt("args-prompt", Map.of("city", "Paris", "state", "Texas"));
      assertThat(prompt.objects("messages")).isNotEmpty();
      Json.Obj reference =
          Json.object().put("type", "ref/prompt").put("name", "completable-prompt").build();
      assertThat(client.completions(reference, "department", "Eng", Map.of()))
          .containsExactly("Engineering");
      assertThat(client.templates()).isNotEmpty();
      String uri = client.resources().getFirst().string("uri", "");
      assertThat(client.readResource(uri).objects("contents")).isNotEmpty();
    }
  }

  private static Json.Obj list(String name, String json) throws Exception {
    return with(name, Json.parse(json));
  }

  @Test
  void everyToolOfTheMemory() throws Exception {
    var calls = new LinkedHashMap<String, Called>();
    String ann = "[{\"name\": \"Ann\", \"entityType\": \"person\", \"observations\": [\"fast\"]}]";
    String knows = "[{\"from\": \"Ann\", \"to\": \"Bob\", \"relationType\": \"knows\"}]";
    calls.put("create_entities", fine(list("entities", ann), "\"name\": \"Ann\""));
    calls.put("create_relations", fine(list("relations", knows), "\"to\": \"Bob\""));
    calls.put(
        "add_observations",
        fine(
            list("observations", "[{\"entityName\": \"Ann\", \"contents\": [\"ünder 30\"]}]"),
            "ünder 30"));
    calls.put("read_graph", fine(Json.Obj.EMPTY, "\"Ann\"", "\"fast\"", "ünder 30", "\"knows\""));
    calls.put("search_nodes", fine(with("query", "fast"), "\"Ann\""));
    calls.put("open_nodes", fine(list("names", "[\"Ann\"]"), "\"knows\""));
    calls.put(
        "delete_observations",
        fine(
            list("deletions", "[{\"entityName\": \"Ann\", \"observations\": [\"fast\"]}]"),
            "deleted"));
    calls.put("delete_relations", fine(list("relations", knows), "deleted"));
    calls.put("delete_entities", fine(list("entityNames", "[\"Ann\"]"), "deleted"));
    ServerConfig server =
        OpenedServers.server(
            Json.object()
                .put("command", "node")
                .array("args", List.of(Json.of(peers.published("server-memory"))))
                .object(
                    "env", env -> env.put("MEMORY_FILE_PATH", folder.resolve("m.jsonl").toString()))
                .build());
    var told = new Told();
    try (McpClient client = open(server, told)) {
      String graph = "memory://knowledge-graph";
      client.subscribe(graph);
      all(client, calls);
      for (int change = 0; change < 6; change++) {
        assertThat(told.updates.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo(graph);
      }
      call(client, "read_graph", fine(Json.Obj.EMPTY, "\"entities\": []", "\"relations\": []"));
      call(client, "create_entities", refused(with("entities", "none"), "Input validation error"));
    }
  }

  @Test
  void everyToolOfTheFiles() throws Exception {
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Path inside = Files.createDirectory(folder.resolve("inside"));
    Files.writeString(outside.resolve("secret.txt"), "secret");
    String text = inside.resolve("a.txt").toString();
    String moved = inside.resolve("sub/b.txt").toString();
    Json.Obj path = with("path", text);
    Json.Obj root = with("path", inside.toString());
    Json.Obj edit =
        Json.parseObject("{\"edits\": [{\"oldText\": \"two\", \"newText\": \"zwei\"}]}");
    var calls = new LinkedHashMap<String, Called>();
    calls.put("write_file", fine(path.with("content", Json.of("one\ntwo\n")), "wrote to " + text));
    calls.put("read_file", fine(path, "one\ntwo\n"));
    calls.put("read_text_file", fine(path.with("head", Json.of(1)), "one"));
    calls.put("read_media_file", fine(path, "application/octet-stream, 9 bytes"));
    calls.put("read_multiple_files", fine(list("paths", "[\"" + text + "\"]"), "one\ntwo\n"));
    calls.put("edit_file", fine(edit.with("path", Json.of(text)), "-two", "+zwei"));
    calls.put("create_directory", fine(with("path", inside.resolve("sub").toString()), "created"));
    calls.put("list_directory", fine(root, "[FILE] a.txt", "[DIR] sub"));
    calls.put("list_directory_with_sizes", fine(root, "a.txt", "Total: 1 files"));
    calls.put(
        "move_file",
        fine(with("source", text).with("destination", Json.of(moved)), "Successfully moved"));
    calls.put("directory_tree", fine(root, "\"b.txt\""));
    calls.put("search_files", fine(root.with("pattern", Json.of("**/*.txt")), moved));
    calls.put("get_file_info", fine(with("path", moved), "size: 9"));
    calls.put("list_allowed_directories", fine(Json.Obj.EMPTY, inside.toString()));
    ServerConfig server =
        OpenedServers.program("node", peers.published("server-filesystem"), inside.toString());
    // A server that hears of roots takes them instead of its arguments.
    var options = McpClient.Options.of(ClientSide.rootsOnly(List.of(inside)));
    try (McpClient client = McpClient.open(server, servers.connector(), options)) {
      all(client, calls);
      assertThat(Path.of(moved)).hasContent("one\nzwei");
      Json.Obj secret = with("path", outside.resolve("secret.txt").toString());
      call(client, "read_text_file", refused(secret, "Access denied"));
      call(client, "write_file", refused(secret.with("content", Json.of("mine")), "Access denied"));
      assertThat(outside.resolve("secret.txt")).hasContent("secret");
    }
  }
}
