package dev.tenon.protocols.mcp;

import dev.tenon.core.exec.resident.Resident;
import dev.tenon.core.exec.resident.Residents;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.http.HttpSettings;
import dev.tenon.core.http.Proxies;
import dev.tenon.core.http.Transport;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.protocols.mcp.client.ClientSide;
import dev.tenon.protocols.mcp.client.ElicitForm;
import dev.tenon.protocols.mcp.client.McpClient;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.config.ServerFile;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.transport.Authorizer;
import dev.tenon.protocols.mcp.transport.ServerStarter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Servers that a test opens; nothing of them is left when it is closed.
public final class OpenedServers implements AutoCloseable {
  public final ConcurrentLinkedQueue<String> notes = new ConcurrentLinkedQueue<>();
  private final Residents residents = new Residents(new Shell(Set.of()), text -> text);
  private final Transport http = new Transport(HttpSettings.DEFAULTS, Proxies.of(Map.of()));
  private final Path root;

  public OpenedServers(Path root) {
    this.root = root;
  }

  public ServerStarter connector() {
    return new ServerStarter(
        () -> residents,
        server -> Confinement.none(),
        () -> http,
        server -> Authorizer.none(),
        root,
        Map.of(),
        Map.of(),
        notes::add);
  }

  public McpClient open(ServerConfig server) throws McpException, InterruptedException {
    return McpClient.open(server, connector(), McpClient.Options.of(new Defaults(root)));
  }

  public List<Resident> living() {
    return residents.living();
  }

  /// A server that is a program.
  public static ServerConfig program(String... words) {
    return server(
        Json.object()
            .put("command", words[0])
            .put("args", Json.strings(List.of(words).subList(1, words.length)))
            .build());
  }

  public static ServerConfig address(String url, String transport) {
    return server(Json.object().put("url", url).put("transport", transport).build());
  }

  public static ServerConfig server(Json.Obj entry) {
    ServerFile file =
        ServerFile.of(Map.of("peer", entry), "", ServerConfig.Owner.USER, "the test", name -> null);
    if (file.servers().isEmpty()) {
      throw new AssertionError(file.faults());
    }
    return file.servers().getFirst();
  }

  @Override
  public void close() {
    residents.close();
    http.close();
  }

  /// Answers forms with their defaults, and samples with what it was asked.
  public record Defaults(Path root) implements ClientSide {
    @Override
    public List<Path> roots() {
      return List.of(root);
    }

    @Override
    public boolean elicits() {
      return true;
    }

    @Override
    public Json.Obj elicit(Json.Obj params) throws RpcException {
      return ElicitForm.of(params).byDefaults();
    }

    @Override
    public boolean samples() {
      return true;
    }

    @Override
    public Json.Obj sample(Json.Obj params) {
      return Json.object()
          .put("role", "assistant")
          .put("model", "test")
          .put("content", Json.object().put("type", "text").put("text", "sampled").build())
          .build();
    }
  }
}
