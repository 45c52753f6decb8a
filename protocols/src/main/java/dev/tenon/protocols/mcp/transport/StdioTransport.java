package dev.tenon.protocols.mcp.transport;

import dev.tenon.core.exec.resident.Resident;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.Cancellation;
import dev.tenon.core.json.rpc.Framing;
import dev.tenon.core.json.rpc.PeerSetup;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.json.rpc.RpcHandler;
import dev.tenon.core.json.rpc.RpcPeer;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.protocol.ProtocolVersion;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// A server that is a program: one message a line over its standard streams. What it prints there
/// besides is passed over, counted, and told once.
public final class StdioTransport implements McpTransport {
  /// How long a server has to notice that its input is closed, and then to follow the request to
  /// end.
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final String name;
  private final Resident resident;
  private final RpcPeer peer;
  private final AtomicLong noise = new AtomicLong();
  private final Consumer<String> notes;

  /// @param resident a server that has just been started; it ends with the transport
  /// @param notes is told what is odd and harmless
  public StdioTransport(Resident resident, RpcHandler handler, Consumer<String> notes) {
    this.name = resident.name();
    this.resident = resident;
    this.notes = notes;
    this.peer =
        RpcPeer.start(
            resident.stdout(),
            resident.stdin(),
            PeerSetup.of(name, Framing.LINES, handler)
                .cancelling(Cancellation.MCP)
                .noting(this::note)
                .withEpitaph(resident::epitaph));
  }

  private void note(String what) {
    if (noise.incrementAndGet() == 1) {
      notes.accept(what + ". It was passed over; later lines of the kind are only counted.");
    }
  }

  @Override
  public long noise() {
    return noise.get();
  }

  /// With the end of what it printed to standard error, which one that is gone has said already.
  @Override
  public McpException explained(McpException failed) {
    String said = failed.kind() == McpException.Kind.CLOSED ? "" : resident.lastSaid();
    return said.isEmpty() ? failed : failed.with("; it last said:\n" + said);
  }

  public long pid() {
    return resident.pid();
  }

  @Override
  public Json.Obj call(Call call) throws McpException, InterruptedException {
    try {
      Json result = peer.call(call.method(), call.params(), call.limit());
      if (result instanceof Json.Obj object) {
        return object;
      }
      throw new McpException(
          McpException.Kind.PROTOCOL,
          name + " answered " + call.method() + " with something that is no object");
    } catch (RpcException failed) {
      throw McpException.of(name, failed);
    }
  }

  @Override
  public void tell(String method, Json.Obj params, Duration limit)
      throws McpException, InterruptedException {
    try {
      peer.tell(method, params);
    } catch (RpcException failed) {
      throw McpException.of(name, failed);
    }
  }

  @Override
  public void speak(ProtocolVersion version) {
    // The streams are the same in every revision.
  }

  @Override
  public boolean isClosed() {
    return peer.isClosed() || !resident.isAlive();
  }

  @Override
  public void close() {
    resident.close(PATIENCE, PATIENCE);
    peer.close();
  }
}
