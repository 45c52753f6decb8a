/// The client: how a server is opened in either era, and what it is asked.
///
/// Entry class: [dev.tenon.protocols.mcp.client.McpClient]. May use `mcp.transport` and what is
/// below.
@NullMarked
package dev.tenon.protocols.mcp.client;

import org.jspecify.annotations.NullMarked;
