package dev.tenon.cli.mcp;

import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.slash.Mention;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.tool.Asker;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolShelf;
import dev.tenon.engine.Project;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.content.Questioned;
import dev.tenon.engine.observe.Version;
import dev.tenon.protocols.mcp.client.Catalogue;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.host.CatalogueStore;
import dev.tenon.protocols.mcp.host.McpServers;
import dev.tenon.protocols.mcp.trust.Pins;
import dev.tenon.protocols.mcp.trust.PlainText;
import dev.tenon.tools.BuiltinTools;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The servers of one conversation: offers their tools, and answers what they ask. Ends with it.
public final class McpConversation implements AutoCloseable {
  private static final int LONGEST_LINE = 400;

  /// How long the first prompt waits for servers that are not known yet.
  private static final Duration MOMENT = Duration.ofMillis(500);

  private final McpSetup setup;
  private final McpProcesses processes;
  private final McpServers servers;
  private final McpMentions mentions;
  private volatile @Nullable Asker asker;

  private McpConversation(
      McpSetup setup, ProjectConversation conversation, Consumer<String> notes) {
    this.setup = setup;
    Project project = conversation.project();
    LaunchContext context = setup.context();
    this.processes = new McpProcesses(setup, () -> wall(conversation), notes, null);
    Set<String> builtin = new HashSet<>(BuiltinTools.EVERYDAY);
    builtin.addAll(BuiltinTools.SHELVED);
    var parts =
        new McpServers.Parts(
            processes.connector(),
            server ->
                new ConversationSide(
                    server.name(),
                    List.of(project.root()),
                    () -> asker,
                    setup.configuration().mcp().asksForSampling()
                        ? new Sampling(
                            () -> conversation.selection().model().model(),
                            () -> conversation.selection().model().name())
                        : null),
            new CatalogueStore(context.home()),
            new Pins(context.home(), project.root()),
            context.options().trust() == ProjectOptions.Trust.EVERYTHING,
            Optional.of(conversation.artifacts()),
            builtin,
            Version.withCommit());
    this.servers =
        new McpServers(
            used(setup),
            parts,
            new McpServers.Face() {
              @Override
              public boolean add(Tool<?> tool, ToolShelf.Place place) {
                return conversation.add(tool, place);
              }

              @Override
              public void note(String text) {
                notes.accept(text);
              }

              @Override
              public void tell(String text) {
                conversation.tell(text);
              }
            });
    this.mentions = new McpMentions(servers, MOMENT, notes);
  }

  /// Resources for what follows an `@`.
  public Function<String, List<Mention>> mentions() {
    return mentions;
  }

  private static Confinement wall(ProjectConversation conversation) {
    return McpSession.around(conversation.project(), conversation.selection().mode());
  }

  /// Those that are on and agreed to.
  private static List<ServerConfig> used(McpSetup setup) {
    var used = new ArrayList<ServerConfig>();
    for (ServerConfig server : setup.servers().servers()) {
      if (server.use().enabled() && new ServerConsent(setup.context(), server).isGiven()) {
        used.add(server);
      }
    }
    return used;
  }

  /// Offers what is known and starts what is not; nobody waits for it here.
  public static McpConversation begin(
      McpSetup setup, ProjectConversation conversation, Consumer<String> notes) {
    var mcp = new McpConversation(setup, conversation, notes);
    conversation.flow().invite(mcp.mentions);
    setup.servers().faults().forEach(notes);
    for (ServerConfig server : setup.servers().servers()) {
      if (server.use().enabled() && !new ServerConsent(setup.context(), server).isGiven()) {
        notes.accept(
            "the server "
                + server.name()
                + " of "
                + server.where()
                + " is left out, since you have not agreed to it; 'tenon mcp trust "
                + server.name()
                + "' shows what it runs and asks");
      }
    }
    mcp.servers.begin();
    return mcp;
  }

  /// The servers of a project that the person has to be asked about.
  public static List<Questioned> questions(McpSetup setup) {
    var open = new ArrayList<Questioned>();
    for (ServerConfig server : setup.servers().servers()) {
      if (server.use().enabled()) {
        open.add(new ServerConsent(setup.context(), server));
      }
    }
    return open;
  }

  /// One line for each server that is used, for the system prompt.
  public static String promptLines(McpSetup setup) {
    var store = new CatalogueStore(setup.context().home());
    var pins = new Pins(setup.context().home(), setup.context().root());
    var lines = new ArrayList<String>();
    for (ServerConfig server : used(setup)) {
      String about = "";
      Catalogue known = store.find(server).orElse(null);
      if (known != null && pins.review(server, known, Set.of()).instructs()) {
        about = PlainText.of(known.instructions()).replaceAll("\\s+", " ").strip();
      }
      lines.add(
          cut(
              "The MCP server "
                  + server.name()
                  + " has tools called mcp__"
                  + server.name()
                  + "__…; more_tools finds them."
                  + (about.isEmpty() ? "" : " It says: " + about)));
    }
    return String.join("\n", lines);
  }

  private static String cut(String line) {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= LONGEST_LINE) {
      return line;
    }
    int end = LONGEST_LINE - 3;
    while (end > 0 && (bytes[end] & 0xc0) == 0x80) {
      end--;
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8) + "…";
  }

  /// Waits for servers that are not known yet.
  public void await(Duration limit) throws InterruptedException {
    servers.await(limit);
  }

  /// Somebody is there to be asked.
  public void asking(@Nullable Asker somebody) {
    asker = somebody;
  }

  public McpServers servers() {
    return servers;
  }

  McpSetup setup() {
    return setup;
  }

  @Override
  public void close() {
    servers.close();
    processes.close();
  }
}
