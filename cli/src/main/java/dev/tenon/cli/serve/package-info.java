/// `tenon serve`: the engine behind HTTP.
///
/// Entry class: [dev.tenon.cli.serve.ServeCommand]. Loaded by that command alone. May use
/// `cli.args`, `cli.base`, `cli.terminal.render`, `server`, `engine` and `core`.
@NullMarked
package dev.tenon.cli.serve;

import org.jspecify.annotations.NullMarked;
