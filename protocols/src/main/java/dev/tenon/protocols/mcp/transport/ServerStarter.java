package dev.tenon.protocols.mcp.transport;

import dev.tenon.core.exec.resident.Resident;
import dev.tenon.core.exec.resident.Residents;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.exec.shell.Program;
import dev.tenon.core.exec.shell.Reach;
import dev.tenon.core.http.Transport;
import dev.tenon.core.json.rpc.RpcHandler;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.protocol.McpException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/// The connector that the program has: residents for servers on this machine, one HTTP client for
/// those at addresses.
///
/// @param residents made when the first program is started; whoever made them ends them
/// @param wall what stands around a server's program
/// @param http made when the first address is connected to
/// @param authorizer who has the tokens for a server
/// @param root where programs run that have no folder of their own
/// @param variables what every program gets, whatever its own say of them
/// @param headers what every address gets, whatever its own say of them
/// @param notes is told what is odd and harmless
public record ServerStarter(
    Supplier<Residents> residents,
    Function<ServerConfig, Confinement> wall,
    Supplier<Transport> http,
    Function<ServerConfig, Authorizer> authorizer,
    Path root,
    Map<String, String> variables,
    Map<String, String> headers,
    Consumer<String> notes)
    implements Connector {

  @Override
  public McpTransport open(
      ServerConfig server, ServerConfig.Transport transport, RpcHandler handler, Duration limit)
      throws McpException, InterruptedException {
    return switch (server.way()) {
      case ServerConfig.Local local -> start(server, local, handler);
      case ServerConfig.Remote remote -> {
        ServerConfig.Remote way = withHeaders(remote);
        Authorizer tokens = authorizer.apply(server);
        if (transport == ServerConfig.Transport.HTTP) {
          yield new HttpTransport(server.name(), way, http.get(), tokens, handler, notes);
        }
        var old = new SseTransport(server.name(), way, http.get(), tokens, handler, notes);
        old.open(limit);
        yield old;
      }
    };
  }

  private ServerConfig.Remote withHeaders(ServerConfig.Remote remote) {
    Map<String, String> all = new LinkedHashMap<>(remote.headers());
    all.keySet().removeIf(name -> headers.keySet().stream().anyMatch(name::equalsIgnoreCase));
    all.putAll(headers);
    return new ServerConfig.Remote(remote.address(), remote.transport(), all, remote.oauth());
  }

  /// What a project brings along reaches nobody unless that was agreed to.
  private static Reach reach(ServerConfig server) {
    if (server.owner() != ServerConfig.Owner.PROJECT) {
      return Reach.USUAL;
    }
    return server.use().network()
        ? Reach.USUAL.withNetwork()
        : new Reach(Reach.Files.USUAL, Reach.Network.NONE, List.of());
  }

  private StdioTransport start(ServerConfig server, ServerConfig.Local local, RpcHandler handler)
      throws McpException {
    List<String> command = new ArrayList<>();
    command.add(local.command());
    command.addAll(local.arguments());
    Path folder = local.directory().isEmpty() ? root : root.resolve(local.directory()).normalize();
    Map<String, String> all = new LinkedHashMap<>(local.environment());
    all.putAll(variables);
    var program = new Program(command, folder, all, reach(server));
    try {
      Resident resident = residents.get().start(server.name(), program, wall.apply(server));
      return new StdioTransport(resident, handler, notes);
    } catch (IOException failed) {
      throw new McpException(
          McpException.Kind.UNREACHABLE, String.valueOf(failed.getMessage()), failed);
    }
  }
}
