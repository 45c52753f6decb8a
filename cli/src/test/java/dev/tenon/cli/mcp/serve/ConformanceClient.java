package dev.tenon.cli.mcp.serve;

import dev.tenon.cli.Main;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What the conformance suite runs as a client: `tenon mcp` with what a scenario is about.
final class ConformanceClient {
  private ConformanceClient() {}

  public static void main(String[] words) throws IOException, JsonException {
    String scenario = System.getenv("MCP_CONFORMANCE_SCENARIO");
    String address = words[words.length - 1];
    List<String> arguments =
        switch (scenario) {
          case "initialize" -> List.of("mcp", "tools", address);
          case "tools_call" -> List.of("mcp", "call", address, "add_numbers", "{\"a\":5,\"b\":3}");
          case "sse-retry" -> List.of("mcp", "call", address, "test_reconnection", "{}");
          case "elicitation-sep1034-client-defaults" ->
              List.of(
                  "mcp",
                  "call",
                  address,
                  "test_client_elicitation_defaults",
                  "{}",
                  "--elicit=defaults");
          default -> {
            configure(address, System.getenv("MCP_CONFORMANCE_CONTEXT"));
            yield List.of("mcp", "call", "suite", "test-tool", "{}");
          }
        };
    Main.main(arguments.toArray(String[]::new));
  }

  private static void configure(String address, String given) throws IOException, JsonException {
    Json.Obj context = given == null ? Json.Obj.EMPTY : (Json.Obj) Json.parse(given);
    var oauth = Json.object();
    if (context.has("client_id")) {
      oauth
          .put("clientId", context.string("client_id"))
          .put("clientSecret", context.string("client_secret"));
    } else {
      oauth.put("clientMetadataUrl", "https://conformance-test.local/client-metadata.json");
    }
    Json server = Json.object().put("url", address).put("oauth", oauth.build()).build();
    Json servers = Json.object().put("suite", server).build();
    Json whole = Json.object().put("mcp", Json.object().put("servers", servers).build()).build();
    Path home = Path.of(System.getenv("TENON_HOME"));
    Files.createDirectories(home);
    Files.writeString(home.resolve("config.yml"), whole.compact());
  }
}
