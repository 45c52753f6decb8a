/// What the Model Context Protocol is made of: its revisions, the metadata of its requests, and the
/// faults that a server can have.
///
/// Entry class: [dev.tenon.protocols.mcp.protocol.ProtocolVersion]. May use `core.json`.
@NullMarked
package dev.tenon.protocols.mcp.protocol;

import org.jspecify.annotations.NullMarked;
