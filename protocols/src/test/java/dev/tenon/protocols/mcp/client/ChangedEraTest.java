package dev.tenon.protocols.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.protocols.mcp.OpenedServers;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.protocol.ProtocolVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A server that spoke one revision when it was seen last may speak another one now, with the same
/// configuration: what is remembered saves questions and never costs the server.
class ChangedEraTest {
  private static final String SCRIPT =
      """
      answer() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$1" "$2"; }
      refuse() { printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}\\n' "$1"; }
      while read -r line; do
        id=$(printf '%s' "$line" | sed -n 's/.*"id":\\([0-9]*\\).*/\\1/p')
        case "$line" in
          *'"server/discover"'*) DISCOVER ;;
          *'"initialize"'*) INITIALIZE ;;
        esac
      done
      """;

  private static final String MODERN =
      "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{}}";

  @TempDir Path folder;
  private OpenedServers servers;

  @BeforeEach
  void open() {
    servers = new OpenedServers(folder);
  }

  @AfterEach
  void close() {
    servers.close();
  }

  private ServerConfig program(String discover, String initialize) throws IOException {
    Path script =
        Files.writeString(
            folder.resolve("server.sh"),
            SCRIPT.replace("DISCOVER", discover).replace("INITIALIZE", initialize));
    return OpenedServers.server(
        Json.object()
            .put("command", "bash")
            .put("args", Json.strings(List.of(script.toString())))
            .put("startSeconds", 10)
            .build());
  }

  private ProtocolVersion spoken(ServerConfig server, ProtocolVersion before) throws Exception {
    var options = McpClient.Options.of(new OpenedServers.Defaults(folder)).remembering(before);
    try (McpClient client = McpClient.open(server, servers.connector(), options)) {
      return client.version();
    }
  }

  @Test
  void aProgramThatGaveUpTheHandshake() throws Exception {
    ServerConfig server = program("answer \"$id\" '" + MODERN + "'", "refuse \"$id\"");
    assertThat(spoken(server, ProtocolVersion.HANDSHAKE_2025_06_18))
        .isEqualTo(ProtocolVersion.STATELESS_2026_07_28);
  }

  /// Silence takes half of the time that a start may take, since it may only be slow.
  @Test
  void aProgramThatKnowsOnlyTheHandshakeNow() throws Exception {
    ServerConfig server = program("true", "answer \"$id\" '" + HostileAddress.GREETING + "'");
    assertThat(spoken(server, ProtocolVersion.STATELESS_2026_07_28))
        .isEqualTo(ProtocolVersion.HANDSHAKE_2025_06_18);
  }

  @Test
  void anAddressThatGaveUpTheHandshake() throws Exception {
    try (var address = new HostileAddress("http")) {
      address
          .on("server/discover", address.answering(MODERN))
          .on("initialize", address.refusing(-32601, "no"));
      ServerConfig server = OpenedServers.address(address.url(), "http");
      assertThat(spoken(server, ProtocolVersion.HANDSHAKE_2025_11_25))
          .isEqualTo(ProtocolVersion.STATELESS_2026_07_28);
    }
  }

  @Test
  void anAddressThatKnowsOnlyTheHandshakeNow() throws Exception {
    try (var address = new HostileAddress("http")) {
      ServerConfig server = OpenedServers.address(address.url(), "http");
      assertThat(spoken(server, ProtocolVersion.STATELESS_2026_07_28))
          .isEqualTo(ProtocolVersion.HANDSHAKE_2025_06_18);
    }
  }

  /// What is remembered and still holds is asked for and nothing else.
  @Test
  void whatStillHoldsIsAskedForAtOnce() throws Exception {
    try (var address = new HostileAddress("http")) {
      ServerConfig server = OpenedServers.address(address.url(), "http");
      assertThat(spoken(server, ProtocolVersion.HANDSHAKE_2025_06_18))
          .isEqualTo(ProtocolVersion.HANDSHAKE_2025_06_18);
      assertThat(address.methods()).doesNotContain("server/discover");
    }
  }

  /// Some end when they are asked what they do not know, others say nothing.
  @ParameterizedTest
  @ValueSource(strings = {"exit 1", "true"})
  void aProgramThatDoesNotHearTheHandshakeAnyMore(String initialize) throws Exception {
    ServerConfig server = program("answer \"$id\" '" + MODERN + "'", initialize);
    assertThat(spoken(server, ProtocolVersion.HANDSHAKE_2025_06_18))
        .isEqualTo(ProtocolVersion.STATELESS_2026_07_28);
  }
}
