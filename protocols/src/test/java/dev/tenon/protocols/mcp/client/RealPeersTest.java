package dev.tenon.protocols.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.Json;
import dev.tenon.protocols.mcp.OpenedServers;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.protocol.ProtocolVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The client talks to servers of others, in both eras and over every transport.
class RealPeersTest {
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

  private static Json.Obj arguments(String name, Json value) {
    return Json.object().put(name, value).build();
  }

  private static String text(McpClient client, String tool, Json.Obj arguments) throws Exception {
    return ContentText.of(client.callTool(tool, arguments, progress -> {}));
  }

  @Test
  void everyHandshakeThatIsAskedFor() throws Exception {
    ServerConfig server = OpenedServers.program("node", peers.published("server-memory"));
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
  void theStatelessRevisionOverStandardStreams() throws Exception {
    ServerConfig server = OpenedServers.program("node", peers.own("modern-server.mjs"));
    var updates = new LinkedBlockingQueue<String>();
    try (McpClient client = open(server, updates)) {
      modern(client);
      subscribed(client, updates);
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
    var progress = new ArrayList<String>();
    client.callTool("steps", Json.Obj.EMPTY, told -> progress.add(told.string("message", "")));
    assertThat(progress).containsExactly("step 1", "step 2", "step 3");
  }

  /// The server hears a subscription out at a time of its own.
  private static void subscribed(McpClient client, BlockingQueue<String> updates) throws Exception {
    client.listen();
    client.subscribe("memo://note");
    String told = null;
    for (int i = 0; told == null && i < 100; i++) {
      client.callTool("touch", Json.Obj.EMPTY, progress -> {});
      told = updates.poll(200, TimeUnit.MILLISECONDS);
    }
    assertThat(told).isEqualTo("memo://note");
  }

  private McpClient open(ServerConfig server, BlockingQueue<String> updates) throws Exception {
    var news =
        new ServerNews() {
          @Override
          public void updated(String uri) {
            updates.add(uri);
          }
        };
    var side = new OpenedServers.Defaults(folder);
    return McpClient.open(server, servers.connector(), McpClient.Options.of(side).telling(news));
  }

  @Test
  void theStatelessRevisionOverHttp() throws Exception {
    int port = peers.start(peers.own("modern-server.mjs"));
    String url = "http://127.0.0.1:" + port + "/mcp";
    var updates = new LinkedBlockingQueue<String>();
    try (McpClient client = open(OpenedServers.address(url, "http"), updates)) {
      modern(client);
      subscribed(client, updates);
    }
    var old =
        McpClient.Options.of(ClientSide.nobody()).speaking(ProtocolVersion.HANDSHAKE_2025_06_18);
    try (McpClient client =
        McpClient.open(OpenedServers.address(url, "http"), servers.connector(), old)) {
      assertThat(client.version()).isEqualTo(ProtocolVersion.HANDSHAKE_2025_06_18);
      assertThat(text(client, "echo", arguments("message", Json.of("old")))).isEqualTo("Echo: old");
    }
  }
}
