/// The servers of one program: when they are started, what of them stands on the shelf, and how a
/// tool of theirs is called.
///
/// Entry class: [dev.tenon.protocols.mcp.host.McpServers]. May use `core` up to `tool`, and the
/// rooms of `mcp` below.
@NullMarked
package dev.tenon.protocols.mcp.host;

import org.jspecify.annotations.NullMarked;
