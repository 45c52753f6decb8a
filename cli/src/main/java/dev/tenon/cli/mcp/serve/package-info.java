/// `tenon mcp serve`: what Tenon has for clients of the Model Context Protocol, over standard
/// streams and over HTTP.
///
/// Entry class: [dev.tenon.cli.mcp.serve.McpServe]. May use `protocols.mcp.server`, `engine`,
/// `server` and the rooms below.
@NullMarked
package dev.tenon.cli.mcp.serve;

import org.jspecify.annotations.NullMarked;
