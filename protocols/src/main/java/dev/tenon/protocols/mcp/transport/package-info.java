/// The ways to a server: a program over its standard streams, an address over HTTP, and the older
/// way over HTTP with one stream of events.
///
/// Entry class: [dev.tenon.protocols.mcp.transport.McpTransport]. May use `core.json.rpc`,
/// `core.exec.resident`, `core.http` and `mcp.config`.
@NullMarked
package dev.tenon.protocols.mcp.transport;

import org.jspecify.annotations.NullMarked;
