package dev.tenon.cli.mcp;

import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.serve.BrowserOpener;
import dev.tenon.cli.slash.Mention;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.tool.Asker;
import dev.tenon.core.tool.DeferredTools;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolShelf;
import dev.tenon.engine.Project;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.command.HomeFolders;
import dev.tenon.engine.content.Questioned;
import dev.tenon.engine.observe.Version;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.config.ServerFile;
import dev.tenon.protocols.mcp.host.KnownServer;
import dev.tenon.protocols.mcp.host.McpServers;
import dev.tenon.protocols.mcp.oauth.LoginFlow;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.trust.PlainText;
import dev.tenon.tools.BuiltinTools;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
  private final AgentServers ofAgents;
  private final McpMentions mentions;
  private final McpSlashCommands commands;
  private volatile @Nullable Asker asker;

  private McpConversation(
      McpSetup setup, ProjectConversation conversation, Consumer<String> notes) {
    this.setup = setup;
    Project project = conversation.project();
    LaunchContext context = setup.context();
    this.processes = new McpProcesses(setup, () -> wall(conversation), notes, null);
    var browser = new BrowserOpener(context.environment());
    Set<String> builtin = new HashSet<>(BuiltinTools.EVERYDAY);
    builtin.addAll(BuiltinTools.SHELVED);
    var parts =
        new McpServers.Parts(
            processes.connector(),
            server ->
                new ConversationSide(
                    server.name(),
                    roots(project),
                    () -> asker,
                    setup.configuration().mcp().asksForSampling()
                        ? new Sampling(
                            () -> conversation.selection().model().model(),
                            () -> conversation.selection().model().name())
                        : null,
                    address -> browser.isThere() && browser.open(address)),
            setup.known(),
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
              public boolean defer(DeferredTools tools) {
                return conversation.late().defer(tools);
              }

              @Override
              public void replace(Tool<?> tool) {
                conversation.late().replace(tool);
              }

              @Override
              public void remove(String tool) {
                conversation.late().remove(tool);
              }

              @Override
              public void lacking(String prefix, @Nullable String why) {
                conversation.late().lacking(prefix, why);
              }

              @Override
              public void note(String text) {
                notes.accept(text);
              }

              @Override
              public void tell(String server, String text) {
                conversation.flow().tellSoon(server, text);
              }
            });
    this.ofAgents = new AgentServers(setup, parts, notes);
    this.mentions = new McpMentions(servers, MOMENT, conversation.artifacts(), notes);
    this.commands = new McpSlashCommands(this);
  }

  /// The project, and the folders beside it that may be changed.
  private static List<Path> roots(Project project) {
    var roots = new ArrayList<>(List.of(project.root()));
    roots.addAll(HomeFolders.resolve(project.settings().roots().writable()));
    return roots;
  }

  /// Ends a server and starts it anew, as it is written down now.
  public void reconnect(String name) throws SetupException, McpException, InterruptedException {
    McpSetup now = setup.again();
    ServerConfig server = now.servers().find(name);
    if (server == null) {
      throw SetupException.usage("there is no server '" + name + "'; see 'tenon mcp list'");
    }
    if (!server.use().enabled()) {
      throw SetupException.usage("the server " + name + " is switched off in " + server.where());
    }
    if (!now.consent(server).isGiven()) {
      throw SetupException.usage(
          "the server "
              + name
              + " of "
              + server.where()
              + " is not what you have agreed to; 'tenon mcp trust "
              + name
              + "' shows what it runs and asks");
    }
    servers.reconnect(server);
  }

  /// Logs in to a server, and connects to it. Answers what came of it.
  ///
  /// @param told hears the address
  public String login(String name, Consumer<String> told)
      throws SetupException, McpException, InterruptedException {
    ServerConfig server = setup.servers().find(name);
    if (server == null || !setup.consent(server).isGiven()) {
      throw SetupException.usage("there is no server '" + name + "' that is used here; see /mcp");
    }
    if (!(server.way() instanceof ServerConfig.Remote remote)) {
      throw SetupException.usage(name + " is a program; only servers at addresses have logins");
    }
    var browser = new BrowserOpener(setup.context().environment());
    LoginFlow.Person person =
        (address, pasted) -> {
          told.accept("Open this address to log in: " + address);
          if (browser.isThere()) {
            browser.open(address.toString());
          }
        };
    var flow = new LoginFlow(processes.transport(), setup.logins(), person);
    if (!flow.logIn(remote)) {
      return name + " asks nobody who they are.";
    }
    servers.reconnect(name);
    return "Logged in to " + name + ".";
  }

  /// Calls this whenever there is more to complete what is typed with.
  public void whenArrived(Runnable listener) {
    mentions.whenArrived(listener);
    commands.whenArrived(listener);
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
      if (server.use().enabled() && setup.consent(server).isGiven()) {
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
    conversation.late().serveHelpers(mcp.ofAgents);
    setup.all().faults().forEach(notes);
    setup.remarks().forEach(notes);
    var others = new ArrayList<String>();
    for (ServerConfig server : setup.servers().servers()) {
      if (!server.use().enabled() || setup.consent(server).isGiven()) {
        continue;
      }
      if (!server.where().equals(ServerFile.NAME)) {
        others.add(server.name());
        continue;
      }
      notes.accept(AgentServers.leftOut(server));
    }
    if (!others.isEmpty()) {
      notes.accept(
          "servers in files of other tools are left out, since you have not agreed to them: "
              + String.join(", ", others)
              + "; 'tenon discover' shows them, 'tenon mcp trust NAME' asks");
    }
    mcp.servers.begin();
    return mcp;
  }

  /// The servers of a project that the person has to be asked about.
  public static List<Questioned> questions(McpSetup setup) {
    var open = new ArrayList<Questioned>();
    for (ServerConfig server : setup.all().servers()) {
      if (server.use().enabled()) {
        open.add(setup.consent(server));
      }
    }
    return open;
  }

  /// One line for each server that is known to have something for the model, for the system prompt.
  /// What others have is told when they are there.
  public static String promptLines(McpSetup setup) {
    var lines = new ArrayList<String>();
    for (ServerConfig server : used(setup)) {
      KnownServer known = setup.known().find(server).orElse(null);
      if (known == null || known.tools() == 0) {
        continue;
      }
      String about = PlainText.of(known.about()).replaceAll("\\s+", " ").strip();
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

  public McpSlashCommands commands() {
    return commands;
  }

  McpSetup setup() {
    return setup;
  }

  @Override
  public void close() {
    ofAgents.close();
    servers.close();
    processes.close();
  }
}
