/// What stands around the editor and tells how things are: the line of state below it, and above it
/// what is to be done and what runs.
///
/// Entry class: [dev.tenon.cli.terminal.status.StatusBar]. May use the rooms `render`, `screen` and
/// `view`, the settings of the engine, and the JSON and the helpers of core.
@NullMarked
package dev.tenon.cli.terminal.status;

import org.jspecify.annotations.NullMarked;
