/// What a person has to agree to before a server is used: what will run or be connected to, and
/// what its tools say of themselves.
///
/// Entry classes: [dev.tenon.protocols.mcp.trust.ServerFingerprint],
/// [dev.tenon.protocols.mcp.trust.Pins]. May use `mcp.client` and what is below.
@NullMarked
package dev.tenon.protocols.mcp.trust;

import org.jspecify.annotations.NullMarked;
