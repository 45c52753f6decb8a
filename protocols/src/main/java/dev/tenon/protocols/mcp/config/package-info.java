/// Servers as people write them down: the user's configuration and `.mcp.json`, checked, with
/// variables put in. A fault is one line, and takes only its own entry along.
///
/// Entry classes: [dev.tenon.protocols.mcp.config.ServerConfig],
/// [dev.tenon.protocols.mcp.config.ServerFile]. May use `core.json`, `core.text` and
/// `mcp.protocol`.
@NullMarked
package dev.tenon.protocols.mcp.config;

import org.jspecify.annotations.NullMarked;
