package dev.tenon.protocols.mcp.server;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;

/// The way back to a client while one of its requests is answered.
public interface ClientLink {

  /// Tells the client something; what does not reach it is lost.
  void tell(String method, Json.Obj params);

  /// Asks the client and waits.
  ///
  /// @throws RpcException with what it answered, or because it cannot be asked on this way
  Json ask(String method, Json.Obj params) throws RpcException, InterruptedException;

  /// How often Tenon has called Tenon, as the client says.
  default int depth() {
    return 0;
  }
}
