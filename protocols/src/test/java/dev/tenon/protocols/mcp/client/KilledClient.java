package dev.tenon.protocols.mcp.client;

import dev.tenon.core.json.Json;
import dev.tenon.protocols.mcp.OpenedServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A program of its own with an open server, which waits to be killed. In its folder the file
/// `open` says that the server is ready.
final class KilledClient {
  /// The variable that the server and what it starts inherit.
  static final String MARK = "TENON_KILLED_TEST";

  /// It takes no notice of its input ending, nor of requests to end.
  private static final String SERVER =
      """
      trap '' TERM HUP INT
      sleep 300 &
      while read -r line; do
        id=$(expr "$line" : '.*"id":\\([0-9]*\\)')
        case "$line" in
          *'"server/discover"'*) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}\\n' "$id" ;;
          *'"initialize"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{}}}\\n' "$id" ;;
          *'"tools/list"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"tools":[]}}\\n' "$id" ;;
        esac
      done
      while :; do sleep 1; done
      """;

  private KilledClient() {}

  public static void main(String[] words) throws Exception {
    Path folder = Path.of(words[0]);
    Path script = Files.writeString(folder.resolve("stubborn.sh"), SERVER);
    var server =
        OpenedServers.server(
            Json.object()
                .put("command", "bash")
                .put("args", Json.strings(List.of(script.toString())))
                .object("env", env -> env.put(MARK, folder.toString()))
                .build());
    try (var servers = new OpenedServers(folder);
        McpClient client = servers.open(server)) {
      client.tools();
      Files.createFile(folder.resolve("open"));
      Thread.currentThread().join();
    }
  }
}
