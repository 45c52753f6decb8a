/// `tenon acp`: opens the sessions of editors that speak the Agent Client Protocol, as
/// conversations like those of the terminal.
///
/// Entry class: [dev.tenon.cli.acp.AcpCommand]. May use every room of `cli` below it.
@NullMarked
package dev.tenon.cli.acp;

import org.jspecify.annotations.NullMarked;
