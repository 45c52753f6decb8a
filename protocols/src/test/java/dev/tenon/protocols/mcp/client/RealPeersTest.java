package dev.tenon.protocols.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.Json;
import dev.tenon.harness.NodePeers;
import dev.tenon.protocols.mcp.OpenedServers;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.protocol.ProtocolVersion;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The client talks to servers of others, in both eras and over every transport.
class RealPeersTest {
  @TempDir Path folder;
  private final List<Process> started = new ArrayList<>();
  private Path peers;
  private OpenedServers servers;

  @BeforeEach
  void peers() throws IOException {
    peers = NodePeers.folder();
    folder = folder.toRealPath();
    servers = new OpenedServers(folder);
  }

  @AfterEach
  void nothingIsLeft() throws InterruptedException {
    for (Process each : started) {
      each.destroyForcibly();
      each.waitFor();
    }
    List<?> living = servers.living();
    servers.close();
    assertThat(living).as("programs that outlive their client").isEmpty();
  }

  private String script(String name) {
    return peers
        .resolve("node_modules/@modelcontextprotocol/" + name + "/dist/index.js")
        .toString();
  }

  private static Json.Obj arguments(String name, Json value) {
    return Json.object().put(name, value).build();
  }

  private static String text(McpClient client, String tool, Json.Obj arguments) throws Exception {
    return ContentText.of(client.callTool(tool, arguments, progress -> {}));
  }

  @Test
  void everyToolOfTheReferenceServerOverStandardStreams() throws Exception {
    ServerConfig server = OpenedServers.program("node", script("server-everything"));
    try (McpClient client = servers.open(server)) {
      assertThat(client.version()).isEqualTo(ProtocolVersion.HANDSHAKE_2025_11_25);
      assertThat(client.tools()).hasSizeGreaterThan(15);
      everything(client);
      var progress = new ConcurrentLinkedQueue<Json.Obj>();
      Json.Obj steps = Json.object().put("duration", 1).put("steps", 4).build();
      client.callTool("trigger-long-running-operation", steps, progress::add);
      assertThat(progress).hasSize(4);
      assertThat(client.prompts()).isNotEmpty();
      Json.Obj prompt = client.prompt("args-prompt", Map.of("city", "Paris", "state", "Texas"));
      assertThat(prompt.objects("messages")).isNotEmpty();
      Json.Obj reference =
          Json.object().put("type", "ref/prompt").put("name", "completable-prompt").build();
      assertThat(client.completions(reference, "department", "Eng", Map.of()))
          .containsExactly("Engineering");
      assertThat(client.resources()).isNotEmpty();
      assertThat(client.templates()).isNotEmpty();
      String uri = client.resources().getFirst().string("uri", "");
      assertThat(client.readResource(uri).objects("contents")).isNotEmpty();
    }
    assertThat(servers.living()).isEmpty();
  }

  private void everything(McpClient client) throws Exception {
    assertThat(text(client, "echo", arguments("message", Json.of("a\nü")))).isEqualTo("Echo: a\nü");
    assertThat(text(client, "get-sum", Json.object().put("a", 2).put("b", 3).build()))
        .contains("5");
    assertThat(text(client, "get-tiny-image", Json.Obj.EMPTY)).contains("[picture, image/png");
    assertThat(text(client, "get-roots-list", Json.Obj.EMPTY)).contains(folder.toString());
    assertThat(text(client, "trigger-elicitation-request", Json.Obj.EMPTY)).contains("declined");
    Json.Obj prompt = Json.object().put("prompt", "hello").put("maxTokens", 10).build();
    assertThat(text(client, "trigger-sampling-request", prompt)).contains("sampled");
    Json.Obj structured =
        client.callTool(
            "get-structured-content", arguments("location", Json.of("Chicago")), told -> {});
    assertThat(structured.objectOrEmpty("structuredContent").has("temperature")).isTrue();
    assertThat(client.callTool("get-sum", Json.Obj.EMPTY, told -> {}).bool("isError", false))
        .isTrue();
  }

  @Test
  void everyHandshakeThatIsAskedFor() throws Exception {
    ServerConfig server = OpenedServers.program("node", script("server-memory"));
    for (ProtocolVersion version : ProtocolVersion.handshakes()) {
      var options = McpClient.Options.of(ClientSide.nobody()).speaking(version);
      try (McpClient client = McpClient.open(server, servers.connector(), options)) {
        assertThat(client.version()).isEqualTo(version);
        assertThat(client.tools()).isNotEmpty();
      }
    }
    var stateless =
        McpClient.Options.of(ClientSide.nobody()).speaking(ProtocolVersion.STATELESS_2026_07_28);
    assertThatThrownBy(() -> McpClient.open(server, servers.connector(), stateless))
        .isInstanceOf(McpException.class)
        .hasMessageContaining("does not speak protocol 2026-07-28");
  }

  @Test
  void filesAndMemory() throws Exception {
    Files.writeString(folder.resolve("a.txt"), "content");
    ServerConfig files =
        OpenedServers.program("node", script("server-filesystem"), folder.toString());
    try (McpClient client = servers.open(files)) {
      Json.Obj path = arguments("path", Json.of(folder.resolve("a.txt").toString()));
      assertThat(text(client, "read_text_file", path)).isEqualTo("content");
    }
  }

  @Test
  void theStatelessRevisionOverStandardStreams() throws Exception {
    ServerConfig server =
        OpenedServers.program("node", peers.resolve("modern-server.mjs").toString());
    try (McpClient client = servers.open(server)) {
      modern(client);
    }
  }

  private static void modern(McpClient client) throws Exception {
    assertThat(client.version()).isEqualTo(ProtocolVersion.STATELESS_2026_07_28);
    assertThat(client.instructions()).isEqualTo("A modern server.");
    assertThat(client.serverInfo().string("name")).isEqualTo("modern");
    assertThat(text(client, "echo", arguments("message", Json.of(" ü ")))).isEqualTo("Echo:  ü ");
    assertThat(text(client, "ask", Json.Obj.EMPTY)).contains("nobody", "round 2 ü");
    assertThatThrownBy(() -> client.callTool("endless", Json.Obj.EMPTY, told -> {}))
        .hasMessageContaining("more than 8 times");
    assertThat(client.readResource("memo://note").objects("contents").getFirst().string("text"))
        .isEqualTo("a note");
    assertThat(client.prompt("greet", Map.of("name", "Ann")).compact()).contains("Greet Ann");
  }

  @Test
  void theStatelessRevisionOverHttp() throws Exception {
    int port = started(peers.resolve("modern-server.mjs").toString());
    String url = "http://127.0.0.1:" + port + "/mcp";
    try (McpClient client = servers.open(OpenedServers.address(url, "http"))) {
      modern(client);
    }
    var old =
        McpClient.Options.of(ClientSide.nobody()).speaking(ProtocolVersion.HANDSHAKE_2025_06_18);
    try (McpClient client =
        McpClient.open(OpenedServers.address(url, "http"), servers.connector(), old)) {
      assertThat(client.version()).isEqualTo(ProtocolVersion.HANDSHAKE_2025_06_18);
      assertThat(text(client, "echo", arguments("message", Json.of("old")))).isEqualTo("Echo: old");
    }
  }

  @Test
  void bothOldTransportsOverHttp() throws Exception {
    int port = listening("streamableHttp");
    String url = "http://127.0.0.1:" + port + "/mcp";
    try (McpClient client = servers.open(OpenedServers.address(url, "http"))) {
      assertThat(client.version()).isEqualTo(ProtocolVersion.HANDSHAKE_2025_11_25);
      everything(client);
    }
    int old = listening("sse");
    // Found without being told, after the newer ways were tried.
    String events = "http://127.0.0.1:" + old + "/sse";
    try (McpClient client = servers.open(OpenedServers.address(events, "http"))) {
      everything(client);
    }
    try (McpClient client = servers.open(OpenedServers.address(events, "sse"))) {
      assertThat(client.tools()).isNotEmpty();
    }
  }

  private int started(String script) throws IOException {
    Process server = new ProcessBuilder("node", script, "0").redirectErrorStream(true).start();
    started.add(server);
    var lines =
        new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("listening at ")) {
        return Integer.parseInt(line.substring(13));
      }
    }
    throw new AssertionError(script + " does not listen");
  }

  private int listening(String transport) throws Exception {
    int port;
    try (var free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    var server = new ProcessBuilder("node", script("server-everything"), transport);
    server.environment().put("PORT", Integer.toString(port));
    server.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    Process running = server.start();
    started.add(running);
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (System.nanoTime() < deadline && running.isAlive()) {
      try (var socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
        return port;
      } catch (IOException notYet) {
        Thread.onSpinWait();
      }
    }
    throw new AssertionError("the server does not listen");
  }
}
