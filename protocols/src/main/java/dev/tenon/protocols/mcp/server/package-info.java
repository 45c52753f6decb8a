/// The server: answers clients of the Model Context Protocol in either era, over whatever carries
/// the messages.
///
/// Entry class: [dev.tenon.protocols.mcp.server.McpServer]. May use `core.json.rpc` and
/// `mcp.protocol`.
@NullMarked
package dev.tenon.protocols.mcp.server;

import org.jspecify.annotations.NullMarked;
