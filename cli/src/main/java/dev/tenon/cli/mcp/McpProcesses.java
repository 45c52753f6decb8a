package dev.tenon.cli.mcp;

import dev.tenon.core.exec.resident.Residents;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.exec.shell.VariableFilter;
import dev.tenon.core.http.Transport;
import dev.tenon.engine.observe.Secrets;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.oauth.LoginFlow;
import dev.tenon.protocols.mcp.oauth.LoginStore;
import dev.tenon.protocols.mcp.oauth.OAuthAuthorizer;
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
  private final LoginFlow.@Nullable Person person;
  private @Nullable Residents residents;
  private @Nullable Transport transport;
  private boolean closed;

  /// @param wall what stands around the programs of a project
  /// @param notes is told what is odd and harmless
  /// @param person who logs in when a server wants that; null where nobody can
  McpProcesses(
      McpSetup setup,
      Supplier<Confinement> wall,
      Consumer<String> notes,
      LoginFlow.@Nullable Person person) {
    this.setup = setup;
    this.wall = wall;
    this.notes = notes;
    this.person = person;
  }

  Connector connector() {
    int depth = McpServe.depth(setup.context());
    return new ServerStarter(
        this::residents,
        this::confinement,
        this::transport,
        this::authorizer,
        setup.context().root(),
        Map.of(McpServe.DEPTH, Integer.toString(depth)),
        depth == 0 ? Map.of() : Map.of(HttpEndpoint.DEPTH, Integer.toString(depth)),
        notes);
  }

  /// Who has the tokens of a server. One with a header for that needs none.
  private Authorizer authorizer(ServerConfig server) {
    if (!(server.way() instanceof ServerConfig.Remote remote)
        || remote.headers().keySet().stream().anyMatch("Authorization"::equalsIgnoreCase)) {
      return Authorizer.none();
    }
    LoginStore store = setup.logins();
    LoginFlow.Person somebody = person;
    return new OAuthAuthorizer(
        server.name(),
        remote,
        this::transport,
        store,
        somebody == null ? null : new LoginFlow(transport(), store, somebody));
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
