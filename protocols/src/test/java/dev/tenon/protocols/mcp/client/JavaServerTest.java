package dev.tenon.protocols.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.Json;
import dev.tenon.harness.MavenPeers;
import dev.tenon.protocols.mcp.OpenedServers;
import dev.tenon.protocols.mcp.protocol.ProtocolVersion;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server made of the protocol's Java library (mcp-core), asked by our client.
class JavaServerTest {
  @TempDir Path folder;

  private static String text(McpClient client, String tool, Json.Obj arguments) throws Exception {
    return ContentText.of(client.callTool(tool, arguments, told -> {}));
  }

  @Test
  void aServerOfTheJavaLibrary() throws Exception {
    String classPath = MavenPeers.classPath("mcp-core");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String program = MavenPeers.source("mcp-core").resolve("McpCoreServer.java").toString();
    try (var servers = new OpenedServers(folder)) {
      try (McpClient client =
          servers.open(OpenedServers.program(java, "-cp", classPath, program))) {
        assertThat(client.version()).isEqualTo(ProtocolVersion.HANDSHAKE_2025_11_25);
        assertThat(client.instructions()).isEqualTo("A server in Java.");
        assertThat(client.catalogue().tools().stream().map(each -> each.string("name")))
            .containsExactlyInAnyOrder("echo", "roots", "ask", "steps", "broken");
        Json.Obj message = Json.object().put("message", "a\nü").build();
        assertThat(text(client, "echo", message)).isEqualTo("Echo: a\nü");
        assertThat(text(client, "roots", Json.Obj.EMPTY)).contains(folder.toString());
        assertThat(text(client, "ask", Json.Obj.EMPTY)).contains("ACCEPT", "name=Ann");
        var told = new ConcurrentLinkedQueue<Json.Obj>();
        client.callTool("steps", Json.Obj.EMPTY, told::add);
        assertThat(told).hasSize(3);
        assertThatThrownBy(() -> client.callTool("broken", Json.Obj.EMPTY, each -> {}))
            .hasMessageContaining("it broke");
        assertThat(client.callTool("echo", Json.Obj.EMPTY, each -> {}).bool("isError", false))
            .as("arguments that are wrong")
            .isTrue();
      }
      assertThat(servers.living()).isEmpty();
    }
  }
}
