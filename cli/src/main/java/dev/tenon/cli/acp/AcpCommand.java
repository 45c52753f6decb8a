package dev.tenon.cli.acp;

import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.json.rpc.Cancellation;
import dev.tenon.core.json.rpc.Framing;
import dev.tenon.core.json.rpc.PeerSetup;
import dev.tenon.core.json.rpc.RpcPeer;
import dev.tenon.protocols.acp.AcpAgent;
import dev.tenon.protocols.acp.AcpClient;
import java.time.Duration;

/// `tenon acp`: works for an editor over the standard streams, until standard input ends.
public final class AcpCommand {
  /// So long what was asked before standard input ended may still be answered.
  private static final Duration LAST_ANSWERS = Duration.ofMillis(500);

  private final LaunchContext context;
  private final Streams streams;

  public AcpCommand(LaunchContext context, Streams streams) {
    this.context = context;
    this.streams = streams;
  }

  public int run() throws InterruptedException {
    var client = new AcpClient(line -> streams.err().note(line));
    try (var agent = new AcpAgent(new EditorHost(context, streams), client)) {
      var setup =
          PeerSetup.of("the client", Framing.LINES, agent)
              .cancelling(Cancellation.ACP)
              .lingering(LAST_ANSWERS)
              .refusingNoise()
              .noting(line -> streams.err().note(line));
      try (RpcPeer peer = RpcPeer.start(streams.in(), streams.out().connection(), setup)) {
        client.connect(peer);
        peer.awaitEnd();
        String fault = peer.fault();
        if (fault != null) {
          streams.err().note(fault + "; nothing more of it can be read");
          return 1;
        }
      }
    }
    return 0;
  }
}
