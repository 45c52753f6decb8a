package dev.tenon.protocols.mcp.client;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.protocol.Meta;
import java.time.Duration;
import java.util.List;

/// A server with a handshake that refuses a request until the person has been at an address: the
/// person is asked to go there, and the request is made once more when the server says that it was
/// done, or after a while.
final class RequiredVisits {
  private static final int MOST_VISITS = 4;

  private final ClientRequests requests;
  private final Duration patience;

  RequiredVisits(ServerConfig server, ClientRequests requests) {
    this.requests = requests;
    this.patience = Duration.ofSeconds(server.use().callSeconds());
  }

  /// Asks, and once more after the visits that the answer wants.
  Json.Obj ask(CallRounds.Leg leg, Json.Obj params, Duration left)
      throws McpException, InterruptedException {
    try {
      return leg.ask(params, left);
    } catch (McpException refused) {
      if (refused.kind() != McpException.Kind.REFUSED
          || refused.code() != Meta.VISIT_REQUIRED
          || !visited(refused)) {
        throw refused;
      }
      return leg.ask(params, left);
    }
  }

  private boolean visited(McpException refused) throws InterruptedException {
    List<Json.Obj> wanted =
        refused.data() instanceof Json.Obj data ? data.objects("elicitations") : List.of();
    if (wanted.isEmpty() || wanted.size() > MOST_VISITS) {
      return false;
    }
    for (Json.Obj each : wanted) {
      if (!visited(each)) {
        return false;
      }
    }
    return true;
  }

  private boolean visited(Json.Obj wanted) throws InterruptedException {
    String id = wanted.string("elicitationId", "");
    requests.expectVisit(id);
    try {
      Json answer = requests.request(ClientRequests.ELICIT, wanted.with("mode", Json.of("url")));
      boolean agreed =
          answer instanceof Json.Obj said && said.string("action", "").equals("accept");
      if (agreed) {
        requests.awaitVisit(id, patience);
      }
      return agreed;
    } catch (RpcException unanswered) {
      // What the server refused says what is missing.
      return false;
    } finally {
      requests.forgetVisit(id);
    }
  }
}
