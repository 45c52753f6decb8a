/// The Agent Client Protocol, by which editors drive Tenon: the connection with its sessions and
/// turns, what the client is told of a conversation, and what it is asked.
///
/// Entry class: [dev.tenon.protocols.acp.AcpAgent], over the [dev.tenon.protocols.acp.AcpHost] that
/// opens sessions. May use `core`.
@NullMarked
package dev.tenon.protocols.acp;

import org.jspecify.annotations.NullMarked;
