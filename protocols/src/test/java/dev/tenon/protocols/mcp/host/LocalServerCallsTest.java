package dev.tenon.protocols.mcp.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.Editing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.effects.EffectLimits;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.change.review.StagedEditing;
import dev.tenon.core.exec.shell.Reach;
import dev.tenon.core.helper.HelperEditing;
import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Permits;
import dev.tenon.core.tool.SchemaTool;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.tool.ToolShelf;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.protocols.mcp.OpenedServers;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.trust.Pins;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Calls of a server that is a program, as the model makes them: what they do to the project, and
/// what becomes of them when they are stopped or the server does not start.
@Timeout(120)
class LocalServerCallsTest {
  /// `$1` is a folder outside of the project.
  private static final String SCRIPT =
      """
      answer() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$1" "$2"; }
      touch "$1/started"
      if [ -e "$1/stubborn" ]; then
        trap '' TERM HUP INT
        touch "$1/stuck"
        while :; do sleep 0.1; done
      fi
      [ -e "$1/mute" ] && { echo the database is locked >&2; exec sleep 600; }
      while read -r line; do
        id=$(printf '%s' "$line" | sed -n 's/.*"id":\\([0-9]*\\).*/\\1/p')
        case "$line" in
          *'"server/discover"'*) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}\\n' "$id" ;;
          *'"initialize"'*)
            if [ -e "$1/refuses" ]; then
              echo the licence has expired >&2
              printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32000,"message":"not today"}}\\n' "$id"
            else
              answer "$id" '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}'
            fi ;;
          *'"tools/list"'*) answer "$id" '{"tools":[{"name":"write","inputSchema":{"type":"object"}}]}' ;;
          *'"tools/call"'*) echo from the server > made.txt; echo more >> there.txt
            if [ -e "$1/answer" ]; then answer "$id" "$(cat "$1/answer")"
            else answer "$id" '{"content":[{"type":"text","text":"done"}]}'; fi ;;
        esac
      done
      """;

  @TempDir Path folder;
  private Path project;
  private Workspace workspace;
  private Journal journal;
  private OpenedServers opened;
  private McpServers servers;
  private ServerConfig server;
  private final Shelf shelf = new Shelf();

  private static final class Shelf implements McpServers.Face {
    final Map<String, Tool<?>> tools = new LinkedHashMap<>();
    final Queue<String> notes = new ConcurrentLinkedQueue<>();

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
    public void lacking(String prefix, @Nullable String why) {}

    @Override
    public void note(String text) {
      notes.add(text);
    }

    @Override
    public void tell(String server, String text) {}

    synchronized McpTool tool() {
      return (McpTool) tools.values().iterator().next();
    }
  }

  private static final String PICTURE =
      "{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ"
          + "AAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==\"}";

  private static final Permits PERMITS =
      new Permits() {
        @Override
        public Reach reach() {
          throw new IllegalStateException("nothing is run");
        }

        @Override
        public Reach request(List<Access> accesses) {
          throw new IllegalStateException("nothing is asked");
        }
      };

  /// The server is known and let in, so that it starts with the first call.
  @BeforeEach
  void open() throws Exception {
    project = Files.createDirectory(folder.resolve("project")).toRealPath();
    Files.writeString(project.resolve("there.txt"), "before\n");
    Files.writeString(folder.resolve("server.sh"), SCRIPT);
    workspace = Workspace.open(project);
    journal = ProjectJournal.open(folder.resolve("state"), workspace, "s1");
    opened = new OpenedServers(project);
    server =
        OpenedServers.server(
            Json.object()
                .put("command", "bash")
                .put(
                    "args",
                    Json.strings(
                        List.of(folder.resolve("server.sh").toString(), folder.toString())))
                .put("startSeconds", 5)
                .build());
    Path home = folder.resolve("home");
    var pins = new Pins(home, project);
    var store = new CatalogueStore(home);
    try (var client = opened.open(server)) {
      pins.letIn(server, client.catalogue());
      store.keep(server, client.catalogue());
    }
    Files.delete(folder.resolve("started"));
    var parts =
        new McpServers.Parts(
            opened.connector(),
            each -> new OpenedServers.Defaults(project),
            new KnownServers(home, store, pins),
            Optional.empty(),
            Set.of("bash"),
            "0");
    servers = new McpServers(List.of(server), parts, shelf, List.of());
    servers.begin();
  }

  @AfterEach
  void close() {
    servers.close();
    opened.close();
  }

  private String call(Editing editing) throws ToolException, InterruptedException {
    var context = new ToolContext(workspace, editing, "call-1", PERMITS, told -> {});
    ToolResult result = shelf.tool().run(new SchemaTool.Arguments(Json.Obj.EMPTY), context);
    return result.text();
  }

  private List<String> changed() throws Exception {
    return journal.changes().stream().map(Change::path).toList();
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(end);
      Thread.onSpinWait();
    }
  }

  @Test
  void whatItWritesIsInTheJournal() throws Exception {
    var editing = new DirectEditing(workspace, journal, EffectLimits.DEFAULT);
    editing.beginPrompt("use it");
    assertThat(call(editing))
        .endsWith("\ndone\n[changed 1, created 1 files (made.txt, there.txt); undo takes it back]");
    assertThat(new Undo(journal).undoLatestPrompt().conflicts()).isEmpty();
    assertThat(project.resolve("made.txt")).doesNotExist();
  }

  /// Whatever it answers.
  @Test
  void whatItWritesIsToldBesideAPictureAndAFailureToo() throws Exception {
    var editing = new DirectEditing(workspace, journal, EffectLimits.DEFAULT);
    editing.beginPrompt("use it");
    Files.writeString(folder.resolve("answer"), "{\"content\":[" + PICTURE + "]}");
    assertThat(call(editing)).endsWith("(made.txt, there.txt); undo takes it back]");
    Files.writeString(folder.resolve("answer"), "{\"content\":[],\"isError\":true}");
    assertThatThrownBy(() -> call(editing))
        .isInstanceOf(ToolException.class)
        .hasMessageContaining("failed and says")
        .hasMessageContaining("there.txt")
        .hasMessageEndingWith("undo takes it back]");
  }

  /// It works on the disk since before the call, where nothing is staged: that is said, and can be
  /// taken back all the same.
  @Test
  void whatItWritesInAStagedConversationIsInTheJournalToo() throws Exception {
    var editing = new StagedEditing(workspace, journal);
    editing.beginPrompt("use it");
    assertThat(call(editing))
        .endsWith(
            "\ndone\n[the server has written to the disk, and nothing of it is staged: changed 1,"
                + " created 1 files (made.txt, there.txt); undo takes it back]");
    assertThat(changed()).containsExactlyInAnyOrder("made.txt", "there.txt");
    assertThat(editing.hasUnsaved()).isFalse();
    assertThat(new Undo(journal).undoLatestPrompt().conflicts()).isEmpty();
    assertThat(project.resolve("made.txt")).doesNotExist();
    assertThat(project.resolve("there.txt")).hasContent("before");
  }

  @Test
  void whatItWritesForAHelperOfAStagedConversationIsTheHelpers() throws Exception {
    var staged = new StagedEditing(workspace, journal);
    var prompt = staged.beginPrompt("use it");
    var editing = new HelperEditing(staged, "helper-1", () -> prompt);
    assertThat(call(editing)).contains("nothing of it is staged");
    assertThat(journal.changes())
        .hasSize(2)
        .allSatisfy(change -> assertThat(change.by().helper()).isEqualTo("helper-1"));
    assertThat(editing.touched()).containsExactly("made.txt", "there.txt");
  }

  /// The server needs seconds to end, for which nobody waits.
  @Test
  void whoStopsAFirstUseGoesOnAtOnce() throws Exception {
    Files.createFile(folder.resolve("stubborn"));
    var editing = new DirectEditing(workspace, journal, EffectLimits.DEFAULT);
    var end = new CompletableFuture<Object>();
    Thread caller =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    end.complete(call(editing));
                  } catch (ToolException | InterruptedException over) {
                    end.complete(over);
                  }
                });
    await(() -> Files.exists(folder.resolve("stuck")));
    await(() -> opened.living().size() == 1);
    caller.interrupt();
    assertThat(end.get(60, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
    assertThat(opened.living()).as("it is still ending").hasSize(1);
    await(() -> opened.living().isEmpty());
    assertThat(shelf.notes).as("nothing went wrong").isEmpty();
    Files.delete(folder.resolve("stubborn"));
    assertThat(call(editing)).contains("\ndone\n");
  }

  @Test
  void oneThatSaysNothingIsToldWithTheEndOfItsErrors() throws Exception {
    Files.createFile(folder.resolve("mute"));
    failsWith("did not answer", "it last said:\nthe database is locked");
  }

  @Test
  void oneThatRefusesIsToldWithTheEndOfItsErrors() throws Exception {
    Files.createFile(folder.resolve("refuses"));
    failsWith("not today", "it last said:\nthe licence has expired");
  }

  private void failsWith(String what, String said) throws IOException {
    var editing = new DirectEditing(workspace, journal, EffectLimits.DEFAULT);
    assertThatThrownBy(() -> call(editing))
        .isInstanceOf(ToolException.class)
        .hasMessageContaining(what)
        .hasMessageContaining(said);
    assertThat(shelf.notes).singleElement().asString().contains(what, said);
  }
}
