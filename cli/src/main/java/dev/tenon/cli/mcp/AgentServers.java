package dev.tenon.cli.mcp;

import dev.tenon.cli.base.LaunchContext;
import dev.tenon.core.helper.AgentDefinition;
import dev.tenon.core.helper.HelperNode;
import dev.tenon.core.json.Json;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolShelf;
import dev.tenon.engine.LateTools;
import dev.tenon.engine.agent.AgentLoader;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.content.OtherTool;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.config.ServerFile;
import dev.tenon.protocols.mcp.host.McpServers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The servers in the heads of agents' files. Each helper of such an agent has them for itself:
/// they start with it, their tools are offered to it alone, and they end with it. Those of a
/// project need the same consent as its other servers. Safe for several threads.
final class AgentServers implements LateTools.OfHelpers, AutoCloseable {
  private final McpSetup setup;
  private final McpServers.Parts parts;
  private final Consumer<String> notes;
  private final Map<String, McpServers> running = new HashMap<>();
  private boolean closed;

  AgentServers(McpSetup setup, McpServers.Parts parts, Consumer<String> notes) {
    this.setup = setup;
    this.parts = parts;
    this.notes = notes;
  }

  /// All agents that a person could call here, whether they have agreed to them or not.
  static List<AgentDefinition> known(LaunchContext context, Configuration configuration) {
    Set<OtherTool> off = OtherTool.named(configuration.settings().discoveryOff());
    var agents = new ArrayList<AgentDefinition>();
    if (AgentLoader.any(context.options(), off)) {
      for (AgentLoader.Listed each : new AgentLoader(context.options(), off, List.of()).listed()) {
        if (each.state() != AgentLoader.State.HIDDEN) {
          agents.add(each.agent());
        }
      }
    }
    return agents;
  }

  /// Those that stand in agents' files and nowhere else. Of one name, what is known already counts.
  ///
  /// @param known the servers of the conversation
  /// @param closed variables that are not put into those of a project
  static ServerFile read(
      List<AgentDefinition> agents,
      ServerFile known,
      Map<String, String> environment,
      Set<String> closed) {
    ServerFile all = new ServerFile(known.servers(), List.of());
    for (AgentDefinition agent : agents) {
      for (Map.Entry<String, Json> each : agent.servers().own().entrySet()) {
        boolean project = agent.source() == AgentDefinition.Source.PROJECT;
        ServerFile read =
            ServerFile.of(
                Map.of(each.getKey(), each.getValue()),
                "mcpServers.",
                project ? ServerConfig.Owner.PROJECT : ServerConfig.Owner.USER,
                agent.shown(),
                environment::get,
                project ? closed : Set.of());
        int faults = all.faults().size();
        all = all.and(read);
        all = new ServerFile(all.servers(), located(all.faults(), faults, agent));
      }
    }
    return new ServerFile(
        all.servers().subList(known.servers().size(), all.servers().size()), all.faults());
  }

  private static List<String> located(List<String> faults, int from, AgentDefinition agent) {
    var located = new ArrayList<>(faults);
    for (int i = from; i < located.size(); i++) {
      String behind = located.get(i).substring(agent.shown().length());
      located.set(i, agent.shown() + ":" + agent.servers().line() + behind);
    }
    return located;
  }

  @Override
  public void begins(HelperNode helper, LateTools.HelperShelf shelf) throws InterruptedException {
    AgentDefinition agent = helper.agent();
    for (String name : agent.servers().names()) {
      ServerConfig server = setup.servers().find(name);
      if (server == null || !server.use().enabled()) {
        notes.accept(
            place(agent)
                + ": mcpServers names '"
                + name
                + "', which is "
                + (server == null ? "not configured" : "switched off in " + server.where())
                + "; 'tenon mcp list' shows those that there are");
      }
    }
    List<ServerConfig> used = used(helper);
    if (used.isEmpty()) {
      return;
    }
    var servers = new McpServers(used, parts, new HelperFace(shelf, notes));
    synchronized (running) {
      if (closed) {
        return;
      }
      running.put(helper.id(), servers);
    }
    servers.begin();
    servers.await(Duration.ofSeconds(setup.configuration().mcp().waitSeconds()));
  }

  private static String place(AgentDefinition agent) {
    return agent.shown() + ":" + agent.servers().line();
  }

  /// Those of its agent's own that are on, agreed to as they are now, and can be had.
  private List<ServerConfig> used(HelperNode helper) {
    AgentDefinition agent = helper.agent();
    boolean apart = helper.limits().isolation() != AgentDefinition.Isolation.NONE;
    var used = new ArrayList<ServerConfig>();
    for (String name : agent.servers().own().keySet()) {
      ServerConfig server = setup.ofAgents().find(name);
      if (server == null || !server.use().enabled()) {
        // The conversation has the same one, or its fault was told at the beginning.
        continue;
      }
      if (!setup.consent(server).isGiven()) {
        notes.accept(leftOut(server));
      } else if (apart && server.isLocal()) {
        notes.accept(
            place(agent)
                + ": the server "
                + name
                + " is not started for "
                + helper.id()
                + ", which works apart: a program would change the project itself");
      } else {
        used.add(server);
      }
    }
    return used;
  }

  /// What is said of a server that nobody has agreed to.
  static String leftOut(ServerConfig server) {
    return "the server "
        + server.name()
        + " of "
        + server.where()
        + " is left out, since you have not agreed to it; 'tenon mcp trust "
        + server.name()
        + "' shows what it runs and asks";
  }

  @Override
  public void ended(String helper) {
    McpServers servers;
    synchronized (running) {
      servers = running.remove(helper);
    }
    if (servers != null) {
      Thread.ofVirtual().name("mcp-end").start(servers::close);
    }
  }

  @Override
  public void close() {
    List<McpServers> left;
    synchronized (running) {
      closed = true;
      left = List.copyOf(running.values());
      running.clear();
    }
    left.forEach(McpServers::close);
  }

  /// One helper, as its servers see it. Its tools are declared, so nobody has to be told of them.
  private record HelperFace(LateTools.HelperShelf shelf, Consumer<String> notes)
      implements McpServers.Face {
    @Override
    public boolean add(Tool<?> tool, ToolShelf.Place place) {
      return shelf.add(tool);
    }

    @Override
    public void replace(Tool<?> tool) {
      shelf.replace(tool);
    }

    @Override
    public void remove(String tool) {
      shelf.remove(tool);
    }

    @Override
    public void lacking(String prefix, @Nullable String why) {
      shelf.lacking(prefix, why);
    }

    @Override
    public void note(String text) {
      notes.accept(text);
    }

    @Override
    public void tell(String server, String text) {}
  }
}
