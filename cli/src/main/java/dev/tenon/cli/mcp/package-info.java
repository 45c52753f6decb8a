/// Servers of the Model Context Protocol for people and conversations: `tenon mcp`, and what a
/// conversation has of them.
///
/// Entry classes: [dev.tenon.cli.mcp.McpCommand], [dev.tenon.cli.mcp.McpSetup]. May use
/// `protocols.mcp`, `engine` and the rooms below.
@NullMarked
package dev.tenon.cli.mcp;

import org.jspecify.annotations.NullMarked;
