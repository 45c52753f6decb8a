/// What every command is started with: the standard streams with the one writer to each
/// ([dev.tenon.cli.base.Output]), the place, environment and options of this run, and the log of
/// `--debug`.
///
/// Entry class: [dev.tenon.cli.base.LaunchContext]. May use `cli.args`, `cli.terminal.render`,
/// `engine` and `core`.
@NullMarked
package dev.tenon.cli.base;

import org.jspecify.annotations.NullMarked;
