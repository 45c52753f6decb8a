/// The server: answers clients of the Model Context Protocol in either era, over whatever carries
/// the messages.
///
/// Entry classes: [dev.tenon.protocols.mcp.server.McpServer], and over HTTP
/// [dev.tenon.protocols.mcp.server.HttpEndpoint]. May use `core.json.rpc`, `mcp.transport` and
/// `mcp.protocol`.
@NullMarked
package dev.tenon.protocols.mcp.server;

import org.jspecify.annotations.NullMarked;
