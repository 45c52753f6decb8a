package dev.tenon.cli.mcp;

import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.base.UnclosedOutput;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.Cancellation;
import dev.tenon.core.json.rpc.Framing;
import dev.tenon.core.json.rpc.PeerSetup;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.json.rpc.RpcHandler;
import dev.tenon.core.json.rpc.RpcPeer;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.protocols.mcp.server.McpServer;
import dev.tenon.protocols.mcp.server.ServerOffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// `tenon mcp serve`: Tenon as a server, over its standard streams. Nothing but messages goes to
/// standard output; the end of standard input ends it.
final class McpServe {
  /// How often Tenon may call itself.
  static final int DEEPEST = 2;

  static final String DEPTH = "TENON_MCP_DEPTH";

  private final LaunchContext context;
  private final Streams streams;

  McpServe(LaunchContext context, Streams streams) {
    this.context = context;
    this.streams = streams;
  }

  /// How deep this program is in calls of Tenon to itself.
  static int depth(LaunchContext context) {
    String said = context.environment().getOrDefault(DEPTH, "0");
    return said.matches("[0-9]{1,3}") ? Integer.parseInt(said) : 0;
  }

  int run(OwnCommand commands) throws SetupException, InterruptedException {
    if (depth(context) >= DEEPEST) {
      throw SetupException.failure(
          "Tenon has called itself "
              + DEEPEST
              + " times over MCP; it stops here. Take 'tenon mcp serve' out of its own servers");
    }
    ServerOffer offer = new TenonOffer(context, commands);
    var peer = new AtomicReference<@Nullable RpcPeer>();
    var server = new McpServer(offer, (method, params) -> tell(peer.get(), method, params));
    var handler =
        new RpcHandler() {
          @Override
          public Json request(String method, Json params)
              throws RpcException, InterruptedException {
            return server.request(method, params);
          }
        };
    var setup =
        PeerSetup.of("the client", Framing.LINES, handler)
            .cancelling(Cancellation.MCP)
            .lingering(Duration.ofMinutes(10));
    try (RpcPeer running =
        RpcPeer.start(streams.in(), new UnclosedOutput(streams.out().bytes()), setup)) {
      peer.set(running);
      running.awaitEnd();
    }
    return 0;
  }

  private static void tell(@Nullable RpcPeer peer, String method, Json.Obj params) {
    try {
      if (peer != null) {
        peer.tell(method, params);
      }
    } catch (RpcException gone) {
      // Nobody hears it any more.
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
