package dev.tenon.cli.mcp;

import dev.tenon.core.exec.resident.Residents;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.exec.shell.VariableFilter;
import dev.tenon.core.http.Transport;
import dev.tenon.engine.observe.Secrets;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.server.HttpEndpoint;
import dev.tenon.protocols.mcp.transport.Authorizer;
import dev.tenon.protocols.mcp.transport.Connector;
import dev.tenon.protocols.mcp.transport.ServerStarter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The programs of servers and the connections to them, for one run of Tenon. Made with the first
/// server; nothing of it outlives the run. Safe for several threads.
final class McpProcesses implements AutoCloseable {
  private final McpSetup setup;
  private final Supplier<Confinement> wall;
  private final Consumer<String> notes;
  private @Nullable Residents residents;
  private @Nullable Transport transport;
  private boolean closed;

  /// @param wall what stands around the programs of a project
  /// @param notes is told what is odd and harmless
  McpProcesses(McpSetup setup, Supplier<Confinement> wall, Consumer<String> notes) {
    this.setup = setup;
    this.wall = wall;
    this.notes = notes;
  }

  Connector connector() {
    int depth = McpServe.depth(setup.context());
    return new ServerStarter(
        this::residents,
        this::confinement,
        this::transport,
        server -> Authorizer.none(),
        setup.context().root(),
        Map.of(McpServe.DEPTH, Integer.toString(depth)),
        depth == 0 ? Map.of() : Map.of(HttpEndpoint.DEPTH, Integer.toString(depth)),
        notes);
  }

  private Confinement confinement(ServerConfig server) {
    return server.owner() == ServerConfig.Owner.PROJECT ? wall.get() : Confinement.none();
  }

  private synchronized Residents residents() {
    Residents known = residents;
    if (known == null) {
      VariableFilter variables =
          VariableFilter.OPEN.hiding(setup.keyVariables()).onlyEssentialAnd(List.of());
      known =
          new Residents(
              new Shell(Shell.Setup.DEFAULT.inheriting(variables)),
              Secrets.remover(setup.context().environment(), secrets()));
      residents = known;
    }
    if (closed) {
      known.close();
    }
    return known;
  }

  /// What was written down for servers and must not be shown.
  private List<String> secrets() {
    var secrets = new ArrayList<String>();
    for (ServerConfig server : setup.servers().servers()) {
      switch (server.way()) {
        case ServerConfig.Local local -> secrets.addAll(local.environment().values());
        case ServerConfig.Remote remote -> {
          secrets.addAll(remote.headers().values());
          secrets.add(remote.oauth().clientSecret());
        }
      }
    }
    secrets.removeIf(each -> each.length() < 8);
    return secrets;
  }

  synchronized Transport transport() {
    Transport known = transport;
    if (known == null) {
      known = setup.transport();
      transport = known;
    }
    return known;
  }

  @Override
  public void close() {
    Residents left;
    Transport open;
    synchronized (this) {
      closed = true;
      left = residents;
      open = transport;
    }
    if (left != null) {
      left.close();
    }
    if (open != null) {
      open.close();
    }
  }
}
