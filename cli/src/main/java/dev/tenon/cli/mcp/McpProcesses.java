package dev.tenon.cli.mcp;

import dev.tenon.cli.mcp.serve.McpServe;
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
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.server.HttpEndpoint;
import dev.tenon.protocols.mcp.transport.Authorizer;
import dev.tenon.protocols.mcp.transport.Connector;
import dev.tenon.protocols.mcp.transport.ServerStarter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The programs of servers and the connections to them, for one run of Tenon. Made with the first
/// server; nothing of it outlives the run. Safe for several threads.
final class McpProcesses implements AutoCloseable {
  /// So long the end waits for tokens that are renewed just then.
  private static final Duration LAST_RENEWALS = Duration.ofSeconds(5);

  private final McpSetup setup;
  private final Supplier<Confinement> wall;
  private final Consumer<String> notes;
  private final LoginFlow.@Nullable Person person;
  private @Nullable Residents residents;
  private @Nullable Transport transport;
  private @Nullable LoginStore logins;
  private @Nullable LoginFlow flow;
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
    var starter =
        new ServerStarter(
            this::residents,
            this::confinement,
            this::transport,
            this::authorizer,
            setup.context().root(),
            Map.of(McpServe.DEPTH, Integer.toString(depth)),
            depth == 0 ? Map.of() : Map.of(HttpEndpoint.DEPTH, Integer.toString(depth)),
            notes);
    return (server, transport, handler, limit) -> {
      requireConsent(server);
      return starter.open(server, transport, handler, limit);
    };
  }

  /// A server starts when it is first used and again when it has gone: its script may be another
  /// one by then, also since the model has changed it.
  private void requireConsent(ServerConfig server) throws McpException {
    ServerConsent consent = setup.consent(server);
    if (!consent.isGiven()) {
      throw new McpException(
          McpException.Kind.UNREACHABLE,
          "the server "
              + server.name()
              + " is not what was agreed to any more; 'tenon mcp trust "
              + server.name()
              + "' shows what it runs and asks");
    }
    if (consent.isWalled() && wall.get().label().equals(Confinement.none().label())) {
      throw new McpException(
          McpException.Kind.UNREACHABLE,
          "the server "
              + server.name()
              + " was agreed to behind a wall, and there is none now; 'tenon doctor' tells why");
    }
  }

  /// Who has the tokens of a server. One with a header for that needs none.
  private Authorizer authorizer(ServerConfig server) {
    if (!(server.way() instanceof ServerConfig.Remote remote)
        || remote.headers().keySet().stream().anyMatch("Authorization"::equalsIgnoreCase)) {
      return Authorizer.none();
    }
    return new OAuthAuthorizer(server.spelled(), remote, this::transport, logins(), flow());
  }

  private synchronized LoginStore logins() {
    LoginStore known = logins;
    if (known == null) {
      known = setup.logins();
      logins = known;
    }
    return known;
  }

  /// How somebody logs in; null where nobody can.
  synchronized @Nullable LoginFlow flow() {
    LoginFlow.Person somebody = person;
    if (flow == null && somebody != null) {
      flow = new LoginFlow(transport(), logins(), somebody);
    }
    return flow;
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
    for (ServerConfig server : setup.all().servers()) {
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
    LoginStore used;
    synchronized (this) {
      closed = true;
      left = residents;
      open = transport;
      used = logins;
    }
    if (left != null) {
      left.close();
    }
    if (used != null) {
      used.renewals().await(LAST_RENEWALS);
    }
    if (open != null) {
      open.close();
    }
  }
}
