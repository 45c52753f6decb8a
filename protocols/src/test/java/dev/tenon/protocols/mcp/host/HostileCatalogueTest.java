package dev.tenon.protocols.mcp.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.tool.SchemaTool;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.tool.ToolShelf;
import dev.tenon.harness.RawServer;
import dev.tenon.protocols.mcp.OpenedServers;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.trust.Pins;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A server whose lists mean no good: nothing is fetched for them, nobody is lost in them, and what
/// was not let in is never offered, not for a moment.
class HostileCatalogueTest {
  /// What it lists stands in the files `tools` and `prompts`; a call of `storm` says two thousand
  /// times that they are others.
  private static final String SCRIPT =
      """
      answer() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$1" "$2"; }
      changed() { printf '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\\n'; }
      while read -r line; do
        id=$(printf '%s' "$line" | sed -n 's/.*"id":\\([0-9]*\\).*/\\1/p')
        case "$line" in
          *'"server/discover"'*) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}\\n' "$id" ;;
          *'"initialize"'*) answer "$id" '{"protocolVersion":"2025-06-18","capabilities":{"tools":{"listChanged":true},"prompts":{}},"serverInfo":{"name":"s","version":"1"}}' ;;
          *'"tools/list"'*) echo listed >> listed; answer "$id" "$(cat tools)" ;;
          *'"prompts/list"'*) answer "$id" "$(cat prompts)" ;;
          *'"storm"'*) i=0; while [ $i -lt 2000 ]; do changed; i=$((i+1)); done
            answer "$id" '{"content":[]}' ;;
          *'"tools/call"'*) changed; answer "$id" '{"content":[]}' ;;
        esac
      done
      """;

  @TempDir Path folder;
  private OpenedServers opened;
  private Pins pins;
  private ServerConfig server;
  private final Offered offered = new Offered();

  /// The conversation, which writes down whatever it was ever given.
  private static final class Offered implements McpServers.Face {
    final Map<String, Tool<?>> tools = new LinkedHashMap<>();
    final List<String> ever = new ArrayList<>();

    @Override
    public synchronized boolean add(Tool<?> tool, ToolShelf.Place place) {
      ever.add(tool.description());
      return tools.put(tool.name(), tool) == null;
    }

    @Override
    public synchronized void replace(Tool<?> tool) {
      ever.add(tool.description());
      tools.put(tool.name(), tool);
    }

    @Override
    public synchronized void remove(String tool) {
      tools.remove(tool);
    }

    @Override
    public void lacking(String prefix, @Nullable String why) {}

    @Override
    public synchronized void note(String text) {
      ever.add(text);
    }

    @Override
    public void tell(String told, String text) {}

    synchronized List<Tool<?>> tools() {
      return List.copyOf(tools.values());
    }

    synchronized boolean has(String name) {
      return tools.containsKey(name);
    }

    synchronized String all() {
      return String.join("\n", ever);
    }
  }

  @BeforeEach
  void open() throws IOException {
    opened = new OpenedServers(folder);
    pins = new Pins(folder.resolve("home"), folder);
    Path script = Files.writeString(folder.resolve("server.sh"), SCRIPT);
    server = OpenedServers.program("bash", script.toString());
    list("prompts");
  }

  @AfterEach
  void close() {
    opened.close();
  }

  /// @param what `tools` or `prompts`
  private void list(String what, String... things) throws IOException {
    Path fresh =
        Files.writeString(
            folder.resolve("fresh"), "{\"" + what + "\":[" + String.join(",", things) + "]}");
    Files.move(fresh, folder.resolve(what), StandardCopyOption.REPLACE_EXISTING);
  }

  private static String tool(String name, String description, String more) {
    return "{\"name\":\"" + name + "\",\"description\":\"" + description + "\"," + more + "}";
  }

  private static String tool(String name, String description) {
    return tool(name, description, "\"inputSchema\":{\"type\":\"object\"}");
  }

  private McpServers servers() {
    var parts =
        new McpServers.Parts(
            opened.connector(),
            each -> new OpenedServers.Defaults(folder),
            new KnownServers(
                folder.resolve("home"), new CatalogueStore(folder.resolve("home")), pins),
            Optional.empty(),
            Set.of("bash"),
            "0");
    return new McpServers(List.of(server), parts, offered, List.of());
  }

  private void letIn() throws Exception {
    try (var client = opened.open(server)) {
      pins.letIn(server, client.catalogue());
    }
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(end);
      Thread.onSpinWait();
    }
  }

  /// References to themselves are followed by nobody, those to the network are cut, and the others
  /// work.
  @Test
  void schemasThatLeadInCirclesOrElsewhere() throws Exception {
    try (RawServer network =
        RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")) {
      String there = network.uri() + "/schema";
      String deep = "{\"items\":[".repeat(150) + "]}".repeat(150);
      List<String> schemas =
          List.of(
              "{\"$ref\":\"#\"}",
              "{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"#\"}}}",
              "{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"#/properties/a\"}}}",
              "{\"type\":\"object\",\"allOf\":[{\"$ref\":\"#\"},{\"$ref\":\"#\"}]}",
              "{\"type\":\"object\",\"$defs\":{\"x\":{\"$ref\":\"#/$defs/y\"},\"y\":{\"$ref\":"
                  + "\"#/$defs/x\"}},\"properties\":{\"a\":{\"$ref\":\"#/$defs/x\"}}}",
              "{\"$ref\":\"" + there + "\"}",
              "{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"" + there + "#/a\"}}}",
              "{\"type\":\"object\",\"properties\":{\"a\":{\"$dynamicRef\":\"" + there + "\"}}}",
              "{\"type\":\"object\",\"properties\":{\"a\":{\"$recursiveRef\":\"" + there + "\"}}}",
              "{\"$schema\":\"" + there + "\",\"$id\":\"" + there + "\",\"type\":\"object\"}",
              "{\"type\":\"object\",\"properties\":{\"a\":" + deep + "}}");
      var tools = new ArrayList<String>();
      for (int i = 0; i < schemas.size(); i++) {
        String both = "\"inputSchema\":" + schemas.get(i) + ",\"outputSchema\":" + schemas.get(i);
        tools.add(tool("t" + i, "d", both));
      }
      tools.add(tool("fine", "d"));
      list("tools", tools.toArray(String[]::new));
      letIn();
      try (McpServers servers = servers()) {
        servers.begin();
        assertThat(servers.await(Duration.ofSeconds(60))).isTrue();
        assertThat(offered.tools()).hasSize(tools.size());
        Json.Obj nested = Json.parseObject("{\"a\":".repeat(100) + "1" + "}".repeat(100));
        for (Tool<?> each : offered.tools()) {
          Json.Obj schema = ((SchemaTool) each).schema();
          assertThat(schema.compact()).doesNotContain(network.uri().toString());
          assertThat(schema.compact().getBytes(StandardCharsets.UTF_8))
              .hasSizeLessThanOrEqualTo(32 * 1024);
          SchemaTool.check(schema, nested);
        }
        for (String each : schemas) {
          ToolResult shaped =
              new CallResult("s", "t", Json.parseObject(each), Optional.empty())
                  .of(Json.object().put("structuredContent", nested).build());
          assertThat(shaped).isInstanceOf(ToolResult.Text.class);
        }
        assertThat(
                servers.client("peer").callTool("fine", Json.Obj.EMPTY, told -> {}).has("content"))
            .isTrue();
      }
      assertThat(network.connections()).isZero();
    }
  }

  /// One name, two tools: whichever comes first, what was not let in is never offered.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aSecondToolOfANameDoesNotPassForTheFirst(boolean evilFirst) throws Exception {
    String good = tool("t", "Does it.");
    String evil = tool("t", "EVIL");
    String prompt = "{\"name\":\"p\",\"description\":\"Asks.\"}";
    String other = "{\"name\":\"p\",\"description\":\"EVIL\"}";
    list("tools", good, tool("other", "Does more."));
    list("prompts", prompt);
    letIn();
    list("tools", evilFirst ? evil : good, evilFirst ? good : evil, tool("other", "Does more."));
    list("prompts", evilFirst ? other : prompt, evilFirst ? prompt : other);
    try (McpServers servers = servers()) {
      servers.begin();
      assertThat(servers.await(Duration.ofSeconds(60))).isTrue();
      assertThat(offered.has("mcp__peer__other")).isTrue();
      assertThat(offered.has("mcp__peer__t")).isEqualTo(!evilFirst);
      assertThat(offered.all()).doesNotContain("EVIL");
      assertThat(servers.prompts().toString()).doesNotContain("EVIL");
    }
  }

  /// What it says while the person looks at what it said before is not let in with that.
  @Test
  void whatIsLetInIsWhatWasShown() throws Exception {
    list("tools", tool("t", "Does it."), tool("u", "Does more."));
    try (McpServers servers = servers()) {
      servers.begin();
      assertThat(servers.await(Duration.ofSeconds(60))).isTrue();
      assertThat(servers.review("peer").orElseThrow().changes()).hasSize(2);
      list("tools", tool("t", "EVIL"), tool("u", "Does more."), tool("v", "EVIL"));
      servers.client("peer").callTool("other", Json.Obj.EMPTY, told -> {});
      await(() -> servers.states().getFirst().tools() == 3);
      servers.letIn("peer");
      assertThat(offered.has("mcp__peer__u")).isTrue();
      assertThat(offered.has("mcp__peer__t")).isFalse();
      assertThat(offered.has("mcp__peer__v")).isFalse();
      assertThat(offered.all()).doesNotContain("EVIL");
      servers.letIn("peer");
      assertThat(offered.has("mcp__peer__t")).as("nobody has seen it").isFalse();
      servers.review("peer");
      servers.letIn("peer");
      assertThat(offered.has("mcp__peer__t")).isTrue();
    }
  }

  /// However often it says that its lists are others, they are read a few times.
  @Test
  void aStormOfChangesIsReadAFewTimes() throws Exception {
    list("tools", tool("storm", "Does it."));
    letIn();
    try (McpServers servers = servers()) {
      servers.begin();
      assertThat(servers.await(Duration.ofSeconds(60))).isTrue();
      servers.client("peer").callTool("storm", Json.Obj.EMPTY, told -> {});
      list("tools", tool("storm", "Does it."), tool("late", "Is new."));
      servers.client("peer").callTool("other", Json.Obj.EMPTY, told -> {});
      await(() -> offered.all().contains("(late)"));
      assertThat(Files.readAllLines(folder.resolve("listed"))).hasSizeLessThan(50);
    }
  }
}
