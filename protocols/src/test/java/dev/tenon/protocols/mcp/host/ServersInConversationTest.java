package dev.tenon.protocols.mcp.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.tool.SchemaTool;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolShelf;
import dev.tenon.protocols.mcp.OpenedServers;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.config.ServerFile;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.trust.Pins;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a conversation has of its servers while they come, change, fail and go.
class ServersInConversationTest {
  /// What it lists stands in the file `tools`; a call of `again` says that it has changed.
  private static final String SCRIPT =
      """
      answer() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$1" "$2"; }
      [ -e broken ] && { echo cannot begin >&2; exit 3; }
      echo $$ >> started
      while read -r line; do
        printf '%s\n' "$line" >> heard
        id=$(printf '%s' "$line" | sed -n 's/.*"id":\\([0-9]*\\).*/\\1/p')
        case "$line" in
          *'"server/discover"'*) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}\\n' "$id" ;;
          *'"initialize"'*) answer "$id" '{"protocolVersion":"2025-06-18","capabilities":{"tools":{"listChanged":true},"prompts":{}},"serverInfo":{"name":"s","version":"1"}}' ;;
          *'"tools/list"'*) answer "$id" "$(cat tools)"
            [ -e stirred ] && { mv stirred tools; printf '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\\n'; } ;;
          *'"prompts/list"'*) answer "$id" '{"prompts":[{"name":"greet"}]}' ;;
          *'"die"'*) exit 4 ;;
          *'"tools/call"'*) printf '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\\n'
            answer "$id" '{"content":[{"type":"text","text":"done"}]}' ;;
        esac
      done
      """;

  @TempDir Path folder;
  private OpenedServers opened;
  private Pins pins;
  private CatalogueStore store;
  private final Heard heard = new Heard();

  /// The conversation, which only writes down.
  private static final class Heard implements McpServers.Face {
    final Map<String, Tool<?>> tools = new LinkedHashMap<>();
    final List<String> notes = new ArrayList<>();
    final List<String> told = new ArrayList<>();
    final Map<String, String> lacking = new LinkedHashMap<>();

    @Override
    public synchronized boolean add(Tool<?> tool, ToolShelf.Place place) {
      return tools.put(tool.name(), tool) == null;
    }

    @Override
    public synchronized void replace(Tool<?> tool) {
      tools.replace(tool.name(), tool);
    }

    @Override
    public synchronized void remove(String tool) {
      tools.remove(tool);
    }

    @Override
    public synchronized void lacking(String prefix, @Nullable String why) {
      if (why == null) {
        lacking.remove(prefix);
      } else {
        lacking.put(prefix, why);
      }
    }

    @Override
    public synchronized void note(String text) {
      notes.add(text);
    }

    @Override
    public synchronized void tell(String server, String text) {
      told.add(text);
    }

    synchronized List<String> names() {
      return List.copyOf(tools.keySet());
    }

    synchronized String all() {
      return notes + " " + told + " " + lacking;
    }

    synchronized String description(String name) {
      Tool<?> tool = tools.get(name);
      return tool == null ? "" : tool.description();
    }
  }

  @BeforeEach
  void open() throws IOException {
    opened = new OpenedServers(folder);
    pins = new Pins(folder.resolve("home"), folder);
    store = new CatalogueStore(folder.resolve("home"));
    Files.writeString(folder.resolve("server.sh"), SCRIPT);
    tools("\"first\" \"Does it.\"", "\"second\" \"Does more.\"");
  }

  @AfterEach
  void close() {
    opened.close();
  }

  /// @param all name and description, in quotes
  private void tools(String... all) throws IOException {
    var described = new ArrayList<String>();
    for (String each : all) {
      String[] parts = each.split(" ", 2);
      described.add(
          "{\"name\":"
              + parts[0]
              + ",\"description\":"
              + parts[1]
              + ",\"inputSchema\":{\"type\":\"object\"}}");
    }
    Path fresh = folder.resolve("tools.new");
    Files.writeString(fresh, "{\"tools\":[" + String.join(",", described) + "]}");
    Files.move(fresh, folder.resolve("tools"), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
  }

  private ServerConfig server(String... more) {
    var entry =
        Json.object()
            .put("command", "bash")
            .put("args", Json.strings(List.of(folder.resolve("server.sh").toString())));
    for (String each : more) {
      entry.put(each, true);
    }
    return OpenedServers.server(entry.build());
  }

  private McpServers servers(ServerConfig server, Duration... again) {
    var parts =
        new McpServers.Parts(
            opened.connector(),
            each -> new OpenedServers.Defaults(folder),
            new KnownServers(folder.resolve("home"), store, pins),
            Optional.empty(),
            Set.of("bash"),
            "0");
    return new McpServers(List.of(server), parts, heard, List.of(again));
  }

  private void letIn(ServerConfig server) throws Exception {
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

  private int starts() throws IOException {
    return Files.exists(folder.resolve("started"))
        ? Files.readAllLines(folder.resolve("started")).size()
        : 0;
  }

  @Test
  void whatComesIsToldAndWhatChangesOrGoesIsSeenInTheSameRun() throws Exception {
    ServerConfig server = server();
    letIn(server);
    try (McpServers servers = servers(server)) {
      servers.begin();
      assertThat(servers.await(Duration.ofSeconds(60))).isTrue();
      assertThat(heard.names()).containsExactly("mcp__peer__first", "mcp__peer__second");
      assertThat(heard.told)
          .containsExactly("The MCP server peer is there now; more_tools finds its 2 tools.");

      tools("\"first\" \"Does it otherwise.\"", "\"third\" \"Is new.\"");
      servers.client("peer").callTool("first", Json.Obj.EMPTY, told -> {});
      await(() -> heard.names().equals(List.of("mcp__peer__first")));
      assertThat(heard.description("mcp__peer__first"))
          .as("a changed one stays as it was let in, and is withheld")
          .contains("Does it.");
      await(() -> heard.all().contains("2 tools that you have not let in (first, third)"));
      assertThat(servers.states().getFirst().withheld()).isEqualTo(2);

      assertThat(servers.review("peer").orElseThrow().changes()).hasSize(2);
      servers.letIn("peer");
      assertThat(heard.names()).containsExactly("mcp__peer__first", "mcp__peer__third");
      assertThat(heard.description("mcp__peer__first")).contains("Does it otherwise.");
      tools("\"second\" \"Does more.\"");
      servers.client("peer").callTool("first", Json.Obj.EMPTY, told -> {});
      await(() -> heard.names().isEmpty());
      assertThat(servers.prompts().get("peer")).hasSize(1);
    }
  }

  /// What the person has switched off is neither counted nor waits for anybody.
  @Test
  void onlyWantedToolsAreCounted() throws Exception {
    ServerConfig server =
        OpenedServers.server(
            Json.object()
                .putAll(server().written())
                .put("tools", Json.strings(List.of("first")))
                .build());
    try (McpServers servers = servers(server)) {
      servers.begin();
      assertThat(servers.await(Duration.ofSeconds(60))).isTrue();
      McpServers.State state = servers.states().getFirst();
      assertThat(state.tools()).isEqualTo(1);
      assertThat(state.withheld()).as("a tool and a prompt").isEqualTo(2);
      assertThat(heard.all()).contains("1 tool and 1 prompt that you have not let in (first, ");
    }
  }

  /// What an editor handed over is known in its conversation alone, and let in there.
  @Test
  void whatIsWithheldNamesTheCommandThatWorks() throws Exception {
    Map<String, Json> handed = Map.of("peer", server().written());
    ServerConfig server = ServerFile.handed(handed, "the editor").servers().getFirst();
    try (McpServers servers = servers(server)) {
      servers.begin();
      assertThat(servers.await(Duration.ofSeconds(60))).isTrue();
      assertThat(heard.all()).contains("'/mcp trust peer' shows them").doesNotContain("tenon mcp");
    }
    assertThat(server().trustCommand()).isEqualTo("tenon mcp trust peer");
  }

  /// Told at once, with what it said; named to the model only where it looks; tried again.
  @Test
  void oneThatCannotBeStartedIsToldAndTriedAgain() throws Exception {
    ServerConfig server = server();
    letIn(server);
    Files.createFile(folder.resolve("broken"));
    try (McpServers servers = servers(server, Duration.ZERO, Duration.ofMillis(1))) {
      servers.begin();
      assertThat(servers.await(Duration.ofSeconds(60))).as("nobody waits longer").isTrue();
      await(() -> heard.notes.size() == 3);
      assertThat(heard.notes.getFirst())
          .contains("the MCP server peer is not there", "cannot begin", "tried again in 0 s");
      assertThat(heard.lacking.get("mcp__peer__")).contains("cannot begin");
      assertThat(heard.told).isEmpty();
      assertThat(servers.states().getFirst().state()).isEqualTo("failed");
      Files.delete(folder.resolve("broken"));
      servers.reconnect("peer");
      assertThat(heard.lacking).isEmpty();
      assertThat(heard.names()).hasSize(2);
    }
  }

  /// One that is known is not started before it is used; if that fails, it is the same story.
  @Test
  void aKnownOneThatFailsAtItsFirstUseIsToldToo() throws Exception {
    ServerConfig server = server();
    letIn(server);
    try (var client = opened.open(server)) {
      store.keep(server, client.catalogue());
    }
    int before = starts();
    Files.createFile(folder.resolve("broken"));
    try (McpServers servers = servers(server, Duration.ofMillis(1))) {
      servers.begin();
      assertThat(heard.names()).hasSize(2);
      assertThat(heard.notes).isEmpty();
      assertThat(starts()).isEqualTo(before);
      try {
        servers.client("peer");
      } catch (McpException failed) {
        assertThat(failed).hasMessageContaining("cannot begin");
      }
      await(() -> heard.notes.size() == 2);
    }
  }

  @Test
  void threeCrashesInFiveMinutesSwitchItOff() throws Exception {
    ServerConfig server = server();
    letIn(server);
    try (McpServers servers = servers(server)) {
      servers.begin();
      servers.await(Duration.ofSeconds(60));
      for (int i = 0; i < 3; i++) {
        try {
          servers.client("peer").callTool("die", Json.Obj.EMPTY, told -> {});
        } catch (McpException died) {
          assertThat(died.kind()).isEqualTo(McpException.Kind.CLOSED);
        }
      }
      int before = starts();
      try {
        servers.client("peer");
        throw new AssertionError("it was started once more");
      } catch (McpException off) {
        assertThat(off).hasMessageContaining("stays off; '/mcp reconnect peer'");
      }
      assertThat(servers.states().getFirst().state()).isEqualTo("off");
      assertThat(starts()).isEqualTo(before);
      assertThat(heard.notes)
          .as("the person hears of it once")
          .singleElement()
          .asString()
          .contains("peer ended 3 times in five minutes", "'/mcp reconnect peer' starts it again");
      assertThat(heard.lacking.get("mcp__peer__")).contains("stays off");
      servers.reconnect("peer");
      assertThat(servers.states().getFirst().state()).isEqualTo("ready");
      assertThat(heard.lacking).isEmpty();
    }
  }

  /// The old one ends first, and its tools go with it.
  @Test
  void oneThatIsWrittenDownOtherwiseTakesThePlaceOfTheOld() throws Exception {
    ServerConfig server = server();
    letIn(server);
    try (McpServers servers = servers(server)) {
      servers.begin();
      servers.await(Duration.ofSeconds(60));
      assertThat(opened.living()).hasSize(1);
      servers.reconnect(
          OpenedServers.server(
              Json.object()
                  .put("command", "bash")
                  .put("args", Json.strings(List.of(folder.resolve("server.sh").toString())))
                  .put("tools", Json.strings(List.of("second")))
                  .build()));
      assertThat(heard.names()).containsExactly("mcp__peer__second");
      assertThat(opened.living()).hasSize(1);
    }
  }

  private ServerConfig silent() throws IOException {
    Path script = folder.resolve("silent.sh");
    Files.writeString(script, "echo $$ >> started\nexec sleep 600\n");
    return OpenedServers.server(
        Json.object()
            .put("command", "bash")
            .put("args", Json.strings(List.of(script.toString())))
            .put("startSeconds", 600)
            .build());
  }

  private boolean hasStarted(int times) {
    try {
      return starts() == times;
    } catch (IOException unreadable) {
      throw new AssertionError(unreadable);
    }
  }

  /// It would be waited for as long as ten minutes.
  @Test
  @Timeout(120)
  void oneThatStillStartsGivesWayToTheChangedOne() throws Exception {
    letIn(server());
    Files.delete(folder.resolve("started"));
    try (McpServers servers = servers(silent(), Duration.ofHours(1))) {
      servers.begin();
      await(() -> hasStarted(1));
      servers.reconnect(server());
      assertThat(opened.living()).as("the old one ended first").hasSize(1);
      assertThat(servers.states().getFirst().state()).isEqualTo("ready");
      assertThat(heard.names()).hasSize(2);
      assertThat(servers.await(Duration.ofSeconds(60))).as("nobody waits for it").isTrue();
      assertThat(heard.notes).as("nothing went wrong").isEmpty();
    }
    assertThat(opened.living()).isEmpty();
  }

  @Test
  @Timeout(120)
  void whoReconnectsASilentServerCanStop() throws Exception {
    try (McpServers servers = servers(silent(), Duration.ofHours(1))) {
      servers.begin();
      await(() -> hasStarted(1));
      var end = new CompletableFuture<Throwable>();
      Thread person =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      servers.reconnect("peer");
                    } catch (McpException | InterruptedException over) {
                      end.complete(over);
                    }
                  });
      await(() -> hasStarted(2));
      // A program may say so before whoever started it knows; the first one has ended by then.
      await(() -> opened.living().size() == 1);
      person.interrupt();
      assertThat(end.get(60, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
      // Nobody waits for it to end, but it does.
      await(() -> opened.living().isEmpty());
      assertThat(heard.notes).isEmpty();
    }
  }

  @Test
  void aServerWithStateRunsOnceForEachHelper() throws Exception {
    ServerConfig server = server("perAgent");
    letIn(server);
    int before = starts();
    try (McpServers servers = servers(server)) {
      servers.begin();
      servers.await(Duration.ofSeconds(60));
      var tool = (SchemaTool.Shared) heard.tools.get("mcp__peer__first");
      SchemaTool.Shared one = tool.forHelper("a");
      assertThat(one).isNotSameAs(tool);
      ((McpTool) one).open();
      ((McpTool) tool.forHelper("a")).open();
      ((McpTool) tool.forHelper("b")).open();
      assertThat(starts() - before).as("the conversation, and two helpers").isEqualTo(3);
      assertThat(Files.readString(folder.resolve("heard")).split("server/discover", -1))
          .as("letting in and the conversation ask for the era, helpers know it")
          .hasSize(3);
      assertThat(opened.living()).hasSize(3);
      tool.helperEnded("a");
      tool.helperEnded("b");
      await(() -> opened.living().size() == 1);
      assertThat(heard.names()).hasSize(2);
    }
    ServerConfig shared = server();
    assertThat(shared.use().perAgent()).isFalse();
  }

  /// Its tools are those of the shared one.
  @Test
  void whatChangesAtTheServerOfAHelperIsHeard() throws Exception {
    ServerConfig server = server("perAgent");
    letIn(server);
    try (McpServers servers = servers(server)) {
      servers.begin();
      servers.await(Duration.ofSeconds(60));
      assertThat(heard.names()).hasSize(2);
      var tool = (SchemaTool.Shared) heard.tools.get("mcp__peer__first");
      Files.copy(folder.resolve("tools"), folder.resolve("before"));
      tools("\"first\" \"Does it.\"");
      Files.move(folder.resolve("tools"), folder.resolve("stirred"));
      Files.move(folder.resolve("before"), folder.resolve("tools"));
      ((McpTool) tool.forHelper("a")).open();
      await(() -> heard.names().equals(List.of("mcp__peer__first")));
    }
  }

  /// A server that says for how long its lists are good is asked again behind that, once it is
  /// used; nobody waits, and nobody polls it.
  @Test
  void listsThatAreTooOldAreReadAgain() throws Exception {
    ServerConfig server = server();
    letIn(server);
    Path list = folder.resolve("tools");
    Files.writeString(list, Files.readString(list).replaceFirst("\\{", "{\"ttlMs\":1,"));
    try (McpServers servers = servers(server)) {
      servers.begin();
      servers.await(Duration.ofSeconds(60));
      int edition = servers.states().getFirst().edition();
      tools("\"first\" \"Does it.\"");
      assertThat(heard.names()).hasSize(2);
      await(
          () -> {
            servers.freshen();
            return heard.names().equals(List.of("mcp__peer__first"));
          });
      assertThat(servers.states().getFirst().edition()).isGreaterThan(edition);
    }
  }
}
