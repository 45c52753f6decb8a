import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/// The client of the protocol's Java library drives the program: McpCoreClient URL, or
/// McpCoreClient COMMAND ARGUMENTS…
public final class McpCoreClient {
  public static void main(String[] words) throws Exception {
    var asked = new ConcurrentLinkedQueue<String>();
    var told = new AtomicInteger();
    McpSyncClient client =
        McpClient.sync(transport(words))
            .requestTimeout(Duration.ofSeconds(60))
            .initializationTimeout(Duration.ofSeconds(60))
            .capabilities(McpSchema.ClientCapabilities.builder().elicitation(true, false).build())
            .elicitation(
                form -> {
                  asked.add(form.message());
                  return new McpSchema.ElicitResult(
                      McpSchema.ElicitResult.Action.ACCEPT,
                      Map.of("decision", form.message().startsWith("Write ") ? "yes" : "once"));
                })
            .progressConsumer(progress -> told.incrementAndGet())
            .build();
    try (client) {
      say("protocol", client.initialize().protocolVersion());
      say("server", client.getServerInfo().name());
      say("tools", client.listTools().tools().stream().map(McpSchema.Tool::name).toList());
      McpSchema.CallToolResult prompted =
          client.callTool(
              McpSchema.CallToolRequest.builder("prompt")
                  .arguments(Map.of("text", "write it"))
                  .progressToken("p")
                  .build());
      say("prompted", text(prompted));
      say("structured", prompted.structuredContent() != null);
      say("told", told.get() > 0);
      say("applied", !Boolean.TRUE.equals(call(client, "apply").isError()));
      say("asked", asked.size());
      say(
          "read",
          text(
              client.callTool(
                  new McpSchema.CallToolRequest("read_file", Map.of("path", "new.txt")))));
      say("undone", !Boolean.TRUE.equals(call(client, "undo").isError()));
      say("prompts", client.listPrompts().prompts().stream().map(McpSchema.Prompt::name).toList());
      say(
          "greeting",
          client
              .getPrompt(new McpSchema.GetPromptRequest("greet", Map.of("arguments", "Ann")))
              .messages());
      say("templates", client.listResourceTemplates().resourceTemplates().size());
      say(
          "sessions",
          client
              .readResource(new McpSchema.ReadResourceRequest("tenon://sessions"))
              .contents()
              .size());
      try {
        call(client, "bash");
        say("unknown", "answered");
      } catch (RuntimeException refused) {
        say("unknown", refused.getMessage().lines().findFirst().orElse(""));
      }
    }
    System.exit(0);
  }

  private static McpClientTransport transport(String[] words) {
    if (words[0].startsWith("http")) {
      URI address = URI.create(words[0]);
      return HttpClientStreamableHttpTransport.builder(
              address.getScheme() + "://" + address.getAuthority())
          .endpoint(address.getRawPath())
          .build();
    }
    List<String> arguments = Arrays.asList(words).subList(1, words.length);
    ServerParameters server =
        ServerParameters.builder(words[0])
            .args(arguments)
            .addEnvVar("TENON_HOME", System.getenv("TENON_HOME"))
            .build();
    return new StdioClientTransport(server, McpJsonDefaults.getMapper());
  }

  private static McpSchema.CallToolResult call(McpSyncClient client, String tool) {
    return client.callTool(new McpSchema.CallToolRequest(tool, Map.of()));
  }

  private static String text(McpSchema.CallToolResult result) {
    var text = new StringBuilder();
    for (McpSchema.Content content : result.content()) {
      if (content instanceof McpSchema.TextContent part) {
        text.append(part.text());
      }
    }
    return text.toString().lines().findFirst().orElse("");
  }

  private static void say(String key, Object value) {
    System.out.println(key + "=" + value);
  }
}
