package dev.tenon.protocols.mcp.transport;

import dev.tenon.core.json.rpc.RpcHandler;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.protocol.McpException;
import java.time.Duration;

/// Opens ways to servers: starts their programs, or connects to their addresses.
public interface Connector {

  /// Opens a way. Nothing of the protocol has been said yet.
  ///
  /// @param transport what to speak at an address; means nothing for a program
  /// @throws McpException when it cannot be started or reached
  McpTransport open(
      ServerConfig server, ServerConfig.Transport transport, RpcHandler handler, Duration limit)
      throws McpException, InterruptedException;
}
