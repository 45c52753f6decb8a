import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.List;
import java.util.Map;

/// A server made of the protocol's Java library, over its standard streams.
public final class McpCoreServer {
  private static final Map<String, Object> NOTHING =
      Map.of("type", "object", "properties", Map.of());

  public static void main(String[] words) {
    McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper()))
        .serverInfo("java", "1")
        .instructions("A server in Java.")
        .capabilities(McpSchema.ServerCapabilities.builder().tools(true).build())
        .tools(
            tool(
                "echo",
                Map.of(
                    "type", "object",
                    "properties", Map.of("message", Map.of("type", "string")),
                    "required", List.of("message")),
                (exchange, request) -> "Echo: " + request.arguments().get("message")),
            tool("roots", NOTHING, (exchange, request) -> exchange.listRoots().roots().toString()),
            tool(
                "ask",
                NOTHING,
                (exchange, request) ->
                    exchange
                        .createElicitation(
                            new McpSchema.ElicitFormRequest(
                                "Your name?",
                                Map.of(
                                    "type",
                                    "object",
                                    "properties",
                                    Map.of("name", Map.of("type", "string", "default", "Ann"))),
                                null))
                        .toString()),
            tool(
                "steps",
                NOTHING,
                (exchange, request) -> {
                  for (int i = 1; i <= 3; i++) {
                    exchange.progressNotification(
                        new McpSchema.ProgressNotification(
                            request.meta().get("progressToken"), i, 3.0, "step " + i));
                  }
                  return "done";
                }),
            tool(
                "broken",
                NOTHING,
                (exchange, request) -> {
                  throw new IllegalStateException("it broke");
                }))
        .build();
  }

  private interface Work {
    String run(McpSyncServerExchange exchange, McpSchema.CallToolRequest request);
  }

  private static McpServerFeatures.SyncToolSpecification tool(
      String name, Map<String, Object> schema, Work work) {
    return McpServerFeatures.SyncToolSpecification.builder()
        .tool(new McpSchema.Tool.Builder().name(name).description(name).inputSchema(schema).build())
        .callHandler(
            (exchange, request) ->
                McpSchema.CallToolResult.builder()
                    .addTextContent(work.run(exchange, request))
                    .build())
        .build();
  }
}
